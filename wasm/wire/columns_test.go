package wire

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

// Columns come back as they were, inside JSON.
func TestColumns(t *testing.T) {
	type columns struct {
		F Floats `json:"f"`
		N Ints   `json:"n"`
		P Pairs  `json:"p"`
		O Floats `json:"o,omitempty"`
	}
	for _, c := range []columns{
		{},
		{F: Floats{0, -1.5, 1e-300, math.MaxFloat64}, N: Ints{0, -1, 1, math.MaxInt32, math.MinInt32}, P: Pairs{{1, 2}, {-3, 4}}, O: Floats{0}},
	} {
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var got columns
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%v: %+v became %s and %+v", err, c, text, got)
		}
	}
	for _, bad := range []string{`{"f":"AAAA"}`, `{"f":"!"}`, `{"n":"/w=="}`, `{"n":"//////////////8B"}`, `{"n":"?"}`, `{"p":"AA=="}`, `{"p":"?"}`} {
		var got columns
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s is taken as %+v", bad, got)
		}
	}
}
