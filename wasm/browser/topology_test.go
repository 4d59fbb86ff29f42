//go:build !js

package browser

import (
	"strings"
	"testing"
)

// A link opens a fat tree: the form says it, the Cluster tab charges it without a
// word of transceivers, and a torus that is asked about there goes into the form.
func TestTopologies(t *testing.T) {
	p := open(t, "#p=A&topology=fattree:16&bandwidth=12.5e9&horizon=40000&seeds=0&degree=8&tab=cluster", Options{})
	must(t, p.Wait(clusterReady))
	must(t, p.WaitText("fat tree 16:1"))
	must(t, p.WaitText("its share of the uplinks"))
	costs := `document.querySelector(".cluster-costs").innerText`
	if text := eval[string](t, p, costs); strings.Contains(text, "ransceiver to") || strings.Contains(text, "RAMP does it") || !strings.Contains(text, "Both rules") {
		t.Errorf("the tab says %s", text)
	}
	pick := func(selector, value string) {
		eval[bool](t, p, `(() => { const e = document.querySelector("`+selector+`"); e.value = "`+value+`"; e.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	}
	pick("#cost-topology", "1")
	must(t, p.WaitText("Phase 1, slowest"))
	must(t, p.Wait(`!document.querySelector("#cost-ratio")`))
	must(t, p.Click("button", "Use in the experiment"))
	must(t, p.WaitText("The settings have changed since these runs."))
	must(t, p.WaitText("32 servers, torus"))
	must(t, p.Click("button", "Undo this"))
	must(t, p.WaitText("32 servers, fat tree 16:1"))
}
