//go:build !js

package browser

import (
	"fmt"
	"testing"

	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
)

// A reader chooses rules of their own, sets switches, and runs: to the digest
// that the same rules have natively. The link says them too.
func TestSwitchesOfTheRules(t *testing.T) {
	const short = "p=A&horizon=30&interarrival=1&quantum=1e-5&degree=4&seed=1"
	link, err := snapshot.ParseLink(short)
	must(t, err)
	x := link.Snapshot.Experiment
	x.Rules = experiment.Corrected &^ experiment.Rules(plan.FixSharing)
	want, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
	must(t, err)

	p := open(t, "#"+short, Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(`document.getElementById("g-simulation")`))
	eval[bool](t, p, `(document.getElementById("g-simulation").click(), true)`)
	must(t, p.Wait(`document.getElementById("f-rules")`))
	if eval[bool](t, p, `!!document.getElementById("rule-switches")`) {
		t.Error("the switches show under reference rules")
	}
	choose(t, p, "f-rules", "corrected")
	choose(t, p, "f-rules", "custom")
	must(t, p.Wait(`document.querySelectorAll("#rule-switches input").length === 17`))
	must(t, p.Click("checkbox", "Channel sharing"))
	must(t, p.WaitText("Corrected rules without channelSharing"))
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(fmt.Sprintf(`%s && %s === %q`, state+` === "done"`, digest, want.Digest)))

	must(t, p.Click("button", "Switches"))
	must(t, p.Wait(`document.querySelectorAll("#rule-switches input").length === 0`))
	must(t, p.Click("button", "Undo"))
	must(t, p.Click("button", "Switches"))
	must(t, p.Wait(`document.querySelector("#rule-switches input[name='rules.channelSharing']")?.checked`))

	// A link with switches opens with them.
	q := open(t, "#"+short+"&rules=corrected:-channelSharing", Options{})
	must(t, q.Wait(fmt.Sprintf(`%s && %s === %q`, state+` === "done"`, digest, want.Digest)))
}
