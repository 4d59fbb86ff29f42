package exporttest

import (
	"strings"
	"testing"
)

// names are the metadata that a process with one track needs.
const names = `{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"a"}},
{"ph":"M","name":"thread_name","pid":1,"tid":7,"args":{"name":"b"}}`

// The judge is judged: each broken rule is found.
func TestReadTrace(t *testing.T) {
	for _, tc := range []struct {
		name, events, want string
	}{
		{"right", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"ts":0,"dur":4},{"ph":"X","name":"k","pid":1,"tid":7,"ts":4,"dur":4},{"ph":"i","s":"t","name":"m","pid":1,"tid":7,"ts":1}`, ""},
		{"one inside another", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"ts":0,"dur":9},{"ph":"X","name":"k","pid":1,"tid":7,"ts":4,"dur":4}`, ""},
		{"crossing", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"ts":0,"dur":5},{"ph":"X","name":"k","pid":1,"tid":7,"ts":4,"dur":4}`, "crosses"},
		{"no length", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"ts":0}`, "dur"},
		{"no time", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"dur":1}`, "ts"},
		{"fractions are not used", names + `,{"ph":"X","name":"j","pid":1,"tid":7,"ts":0.5,"dur":1}`, "cannot unmarshal"},
		{"no scope", names + `,{"ph":"i","name":"j","pid":1,"tid":7,"ts":0}`, "scope"},
		{"a counter of words", names + `,{"ph":"C","name":"j","pid":1,"tid":0,"ts":0,"args":{"a":"b"}}`, "no number"},
		{"an unnamed track", names + `,{"ph":"i","s":"t","name":"m","pid":1,"tid":8,"ts":1}`, "track 8 of process 1 has no name"},
		{"an unnamed process", `{"ph":"C","name":"j","pid":2,"tid":0,"ts":0,"args":{"a":1}}`, "process 2 has no name"},
		{"named twice", names + `,` + names, "twice"},
		{"unknown phase", names + `,{"ph":"Q","name":"j","pid":1,"tid":7,"ts":0}`, "phase"},
		{"empty", ``, "empty"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadTrace([]byte(`{"displayTimeUnit":"ms","otherData":{},"traceEvents":[` + tc.events + `]}`))
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want an error about %s", err, tc.want)
			}
		})
	}
}

func TestReadSVG(t *testing.T) {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="8">`
	for _, tc := range []struct {
		name, text, want string
	}{
		{"right", head + `<title>a</title><desc>b</desc><g><text>c<title>d</title></text></g></svg>`, ""},
		{"not closed", head + `<title>a</title><desc>b</desc>`, "unexpected EOF"},
		{"no title", head + `<desc>b</desc></svg>`, "no title"},
		{"no description", head + `<title>b</title></svg>`, "no description"},
		{"a style", head + `<title>a</title><desc>b</desc><g style="fill:red"/></svg>`, "style"},
		{"a script", head + `<title>a</title><desc>b</desc><script/></svg>`, "script"},
		{"a reference", head + `<title>a</title><desc>b</desc><g fill="url(#x)"/></svg>`, "url(#x)"},
		{"no number", head + `<title>a</title><desc>b</desc><rect x="NaN"/></svg>`, "NaN"},
		{"another language", `<svg width="7"><title>a</title><desc>b</desc></svg>`, "does not belong"},
		{"no picture", `<g xmlns="http://www.w3.org/2000/svg"/>`, "does not belong"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := ReadSVG([]byte(tc.text))
			switch {
			case tc.want == "" && (err != nil || p.Title != "a" || p.Words != "b" || p.Size != [2]string{"7", "8"} || p.Elements["g"] != 1):
				t.Errorf("read %+v, %v", p, err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want an error about %s", err, tc.want)
			}
		})
	}
}
