//go:build !js

package browser

import (
	"strings"
	"testing"
)

// What the Cluster tab shows. See ui/cluster.
const (
	clusterReady = `document.querySelector(".cluster-table") && document.querySelector(".cluster").dataset.late === "false"`
	clusterLead  = `document.querySelector(".cluster-lead").textContent`
)

// openCluster opens the Cluster tab on short runs, and waits for its answer.
func openCluster(t *testing.T, o Options) *Page {
	t.Helper()
	p := open(t, "#p=A&horizon=60000&seeds=0,1&tab=cluster", o)
	must(t, p.Wait(clusterReady+` && document.querySelector(".status").textContent.includes("done in")`))
	return p
}

// A reader looks at the moment when a job finds no room, at the next one, and at
// the block that a degree would get.
func TestClusterMoments(t *testing.T) {
	p := openCluster(t, Options{})
	before := eval[string](t, p, `document.querySelector(".cluster").dataset.moment`)
	must(t, p.Click("button", "Next change"))
	must(t, p.Wait(`document.querySelector(".cluster").dataset.moment !== "`+before+`" && `+clusterReady))
	if lead := eval[string](t, p, clusterLead); !strings.HasPrefix(lead, "At ") || !strings.Contains(lead, "server") {
		t.Errorf("the tab says %q", lead)
	}
	// The very start: nobody has arrived but the first job.
	eval[bool](t, p, `(() => { const e = document.querySelector("#cluster-seconds"); e.value = "0"; e.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	must(t, p.Wait(`document.querySelector(".cluster").dataset.moment === "0" && `+clusterReady))
	must(t, p.Click("button", "2"))
	must(t, p.WaitText("first free block of 2"))
	rows := eval[int](t, p, `document.querySelectorAll(".cluster-table tbody tr").length`)
	if rows != 6 { // degrees 1, 2, 4, 6, 8 and 16 of 4x4x2
		t.Errorf("%d degrees are listed", rows)
	}
}

// The picture is worked by keys; the chosen job is explained and opens in the
// Timeline at the same moment.
func TestClusterByKeys(t *testing.T) {
	p := openCluster(t, Options{})
	eval[bool](t, p, `(() => { document.querySelector("#cluster-picture").focus(); return true; })()`)
	must(t, p.Key("]"))
	must(t, p.Wait(`document.querySelector(".cluster-card")`))
	must(t, p.Wait(`document.querySelector(".cluster-host [aria-live]").textContent.startsWith("Server ")`))
	must(t, p.Wait(`document.querySelector(".cluster-facts").textContent.includes("Channels") && `+clusterReady))
	moment := eval[string](t, p, `document.querySelector(".cluster").dataset.moment`)
	must(t, p.Key("."))
	must(t, p.Wait(`document.querySelector(".cluster").dataset.moment !== "`+moment+`"`))
	must(t, p.Key("]"))
	must(t, p.Click("button", "Close"))
	must(t, p.Wait(`!document.querySelector(".cluster-card")`))
	eval[bool](t, p, `(() => { document.querySelector("#cluster-picture").focus(); return true; })()`)
	must(t, p.Key("]"))
	must(t, p.Wait(`document.querySelector(".cluster-card")`))
	must(t, p.Click("button", "Show in the Timeline"))
	must(t, p.Wait(`document.querySelector("#tab-timeline").getAttribute("aria-selected") === "true"`))
	must(t, p.Wait(`document.querySelector(".timeline-card")`))
}

// What a cluster of twice the bandwidth would cost, taken over into the
// experiment and back.
func TestClusterWhatIf(t *testing.T) {
	p := openCluster(t, Options{})
	verdict := `document.querySelector(".cluster-verdict").textContent`
	before := eval[string](t, p, verdict)
	if !strings.HasPrefix(before, "Reference rules charge 570") {
		t.Errorf("100 MB over 8 servers: %q", before)
	}
	eval[bool](t, p, `(() => { const e = document.querySelector("#cost-bandwidth"); e.value = "3.2"; e.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	must(t, p.Wait(verdict+` !== "`+before+`"`))
	must(t, p.WaitText("instead of 570"))
	must(t, p.Click("button", "Use in the experiment"))
	must(t, p.WaitText("The settings have changed since these runs."))
	must(t, p.Click("button", "Undo this"))
	must(t, p.WaitText("The form is as it was."))
	must(t, p.Wait(`!document.body.innerText.includes("The settings have changed since these runs.")`))
	eval[bool](t, p, `(() => { const e = document.querySelector("#cost-racks"); e.value = "9"; e.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	must(t, p.WaitText("at most as many racks"))
}

// A cluster of 65,536 servers is drawn, and moving through its time leaves the
// page's thread free.
func TestLargeCluster(t *testing.T) {
	p := open(t, "#p=A&shape=32x32x64&interarrival=10&horizon=4000&seeds=0&degree=16&tab=cluster", Options{})
	must(t, p.Wait(clusterReady))
	must(t, p.WaitText("65\u202f536 servers"))
	if h := eval[float64](t, p, `document.querySelector("#cluster-picture canvas").getBoundingClientRect().height`); h < 100 || h > 500 {
		t.Errorf("the picture is %v pixels high", h)
	}
	painted := eval[int](t, p, `(() => { const c = document.querySelector("#cluster-picture canvas"); const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()`)
	if painted < 65536 {
		t.Errorf("%d pixels are painted for 65,536 servers", painted)
	}
	must(t, p.Wait(`document.querySelector(".status").textContent.includes("done in")`))
	staysShort(t, p, "five steps through a cluster of 65,536 servers", func() {
		for range 5 {
			must(t, p.Click("button", "Next change"))
			must(t, p.Wait(clusterReady))
		}
	})
}

// Nothing makes a narrow page scroll sideways, with everything open.
func TestNarrowCluster(t *testing.T) {
	p := openCluster(t, Options{Width: 360, Height: 740})
	must(t, p.Click("button", "List the running jobs"))
	must(t, p.Click("button", "Show as a table"))
	if width := eval[int](t, p, "document.documentElement.scrollWidth"); width > 360 {
		t.Errorf("the page is %d pixels wide in a window of 360", width)
	}
	if note := eval[bool](t, p, `Boolean(document.querySelector(".cluster-state"))`); note {
		t.Error("it still says that there is nothing to see")
	}
}

// A link to a moment opens it.
func TestClusterLink(t *testing.T) {
	p := open(t, "#p=A&horizon=60000&seeds=0,1&tab=cluster&at=20000", Options{})
	must(t, p.Wait(clusterReady+` && document.querySelector(".cluster").dataset.moment === "20000"`))
}
