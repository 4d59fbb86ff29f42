package train

import "testing"

// However long a training is, its evaluations stay few: the latest all, the
// older ones ever sparser, in order, with the best among them.
func TestEvaluationsStayFew(t *testing.T) {
	tr := &Training{}
	const n, at = 50_000, 777 // the best is an early one with an odd number
	for i := range n {
		e := Evaluation{Steps: 10 * (i + 1), Blocking: 0.5 + float64(i%7)/100}
		if i == at {
			e.Blocking = 0.1
		}
		tr.evaluated(e)
		if len(tr.Evaluations) > mostEvaluations {
			t.Fatalf("%d evaluations after %d", len(tr.Evaluations), i+1)
		}
	}
	list := tr.Evaluations
	for i := 1; i < len(list); i++ {
		if list[i].Steps <= list[i-1].Steps {
			t.Fatalf("step %d comes after %d", list[i].Steps, list[i-1].Steps)
		}
	}
	if best := tr.best(); best.Steps != 10*(at+1) || best.Blocking != 0.1 {
		t.Errorf("the best is %+v", best)
	}
	if list[0].Steps != 10 || list[len(list)-1].Steps != 10*n {
		t.Errorf("they go from step %d to %d", list[0].Steps, list[len(list)-1].Steps)
	}
	for i := range tableRows {
		if want := 10 * (n - i); list[len(list)-1-i].Steps != want {
			t.Fatalf("the evaluation at step %d is missing", want)
		}
	}
}
