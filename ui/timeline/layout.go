package timeline

import "rampart/ui/chart"

// layout says where things are on the canvas of one run, in CSS pixels. Both
// runs have the same layout, so that times and servers line up.
type layout struct {
	width, height float64
	left, right   float64 // of the plot: time runs between them
	causes        []int   // rows of the blocked band: positions in chart.CauseOrder
	bandTop       float64
	ganttTop      float64
	laneHeight    float64
	lanes         int
	ganttBottom   float64
	roomTop       float64 // the free servers
	roomBottom    float64
	axisTop       float64
	stripTop      float64 // the overview
	stripBottom   float64
}

// Sizes in CSS pixels.
const (
	gutter      = 68.0 // left of the plot, for names
	marginRight = 10.0
	causeHeight = 13.0
	roomHeight  = 30.0
	roomGap     = 6.0
	axisHeight  = 22.0
	lossHeight  = 11.0 // above the overview
	stripHeight = 36.0
	fontSize    = 11.0
	tooNarrow   = 520.0 // a canvas below this has thinner lanes
)

// arrange lays out a canvas of a width for a number of lanes and the causes
// that occur in either run.
func arrange(width float64, lanes int, causes []int) layout {
	l := layout{width: width, causes: causes, lanes: lanes}
	l.left = gutter
	l.right = max(width-marginRight, l.left+1)
	l.bandTop = 2
	l.ganttTop = l.bandTop + causeHeight*float64(len(causes))
	if len(causes) > 0 {
		l.ganttTop += 5
	}
	l.laneHeight = laneHeight(lanes, width < tooNarrow)
	l.ganttBottom = l.ganttTop + l.laneHeight*float64(lanes)
	l.roomTop = l.ganttBottom + roomGap
	l.roomBottom = l.roomTop + roomHeight
	l.axisTop = l.roomBottom
	l.stripTop = l.axisTop + axisHeight + lossHeight
	l.stripBottom = l.stripTop + stripHeight
	l.height = l.stripBottom + 4
	return l
}

// laneHeight makes lanes as high as can be without the figure outgrowing a
// screen.
func laneHeight(lanes int, narrow bool) float64 {
	room, most := 400.0, 20.0
	if narrow {
		room, most = 290, 16
	}
	return max(3, min(most, float64(int(room/float64(max(lanes, 1))))))
}

// time is the scale from simulated seconds to x.
func (l *layout) time(w Window) chart.Scale {
	return chart.Scale{Low: w.From, High: w.To, From: l.left, To: l.right}
}

// area is a part of the canvas.
type area int

const (
	nowhere area = iota
	inBand
	inGantt
	inRoom
	inAxis
	inStrip
)

// areaAt is the part of the canvas at a point. What is left of the plot
// belongs to nothing.
func (l *layout) areaAt(x, y float64) area {
	if x < l.left || x > l.right {
		return nowhere
	}
	switch {
	case y >= l.bandTop && y < l.bandTop+causeHeight*float64(len(l.causes)):
		return inBand
	case y >= l.ganttTop && y < l.ganttBottom:
		return inGantt
	case y >= l.ganttBottom && y < l.axisTop:
		return inRoom
	case y >= l.axisTop && y < l.stripTop-lossHeight:
		return inAxis
	case y >= l.stripTop-lossHeight && y <= l.stripBottom:
		return inStrip
	}
	return nowhere
}
