package snapshot

import (
	"slices"
	"strconv"
	"strings"

	"rampart/core/strict"
	"rampart/core/sweep"
)

// Sweep is a sweep as its settings say it; nothing of it is run before somebody
// asks for it.
type Sweep struct {
	Axes   []SweepAxis // 1..sweep.MaxAxes, of different fields
	Metric string      // key of the figure that is shown, letters, at most 40; "" leaves it to the page
}

// SweepAxis is a field that varies and its range.
type SweepAxis struct {
	Path string // of a sweep.Field of the experiment
	sweep.Range
}

// appendCanonical appends the "sweep" object.
func (s *Sweep) appendCanonical(dst []byte) []byte {
	dst = append(dst, `{"axes":[`...)
	for i, a := range s.Axes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strict.AppendFloat(append(dst, `{"from":`...), a.From)
		if a.Log {
			dst = append(dst, `,"log":true`...)
		}
		dst = strconv.AppendInt(append(dst, `,"n":`...), int64(a.N), 10)
		dst = appendText(append(dst, `,"path":`...), a.Path)
		dst = append(strict.AppendFloat(append(dst, `,"to":`...), a.To), '}')
	}
	dst = append(dst, ']')
	if s.Metric != "" {
		dst = appendText(append(dst, `,"metric":`...), s.Metric)
	}
	return append(dst, '}')
}

// decodeSweep reads the "sweep" object of a view of x.
func decodeSweep(n strict.Node, x *exp) *Sweep {
	s := &Sweep{}
	o := n.Object()
	o.Require("axes")
	points := 1
	o.Array("axes", 1, sweep.MaxAxes, func(_ int, n strict.Node) {
		a := decodeAxis(n, x)
		if slices.ContainsFunc(s.Axes, func(b SweepAxis) bool { return b.Path == a.Path }) {
			n.Errorf("%s varies twice", strict.Excerpt(a.Path))
		}
		s.Axes = append(s.Axes, a)
		if points *= a.N; points > sweep.MaxPoints {
			n.Errorf("%d points are too many, expected at most %d", points, sweep.MaxPoints)
		}
	})
	if m := o.Get("metric"); m.Present() {
		m.String(&s.Metric, 40)
		if !isMetric(s.Metric) {
			m.Errorf("%s is no figure, expected a word of letters", strict.Excerpt(s.Metric))
		}
	}
	return s
}

func decodeAxis(n strict.Node, x *exp) (a SweepAxis) {
	o := n.Object()
	o.Require("path", "from", "to", "n")
	o.String("path", &a.Path, 100)
	o.Float("from", &a.From, strict.Finite())
	o.Float("to", &a.To, strict.Finite())
	o.Int("n", &a.N, strict.Between(1, sweep.MaxPoints))
	o.Bool("log", &a.Log)
	if n.Err() != nil {
		return a
	}
	f, err := sweep.Find(x, a.Path)
	if err != nil {
		o.Errorf("path", "%s is no field of this experiment that can vary", strict.Excerpt(a.Path))
		return a
	}
	if _, err := a.Values(f); err != nil {
		n.Errorf("%s", message(err))
	}
	return a
}

// message is what an error says of its field.
func message(err error) string {
	if e, is := err.(*strict.Error); is {
		return e.Message
	}
	return err.Error()
}

func isMetric(s string) bool {
	return s != "" && len(s) <= 40 && strict.Only(s, func(c byte) bool { return strict.IsLower(c) || 'A' <= c && c <= 'Z' })
}

// readSweep reads a sweep, as in load:0.2..2:21 with a second field behind a
// comma, :log for values by factors, and behind @ the figure that is shown.
func readSweep(v *View, _ *exp, text string) (err error) {
	axes, metric, shown := strings.Cut(text, "@")
	v.Sweep = &Sweep{Metric: metric}
	if shown && !isMetric(metric) {
		return wrong(metric, "no figure, expected a word of letters")
	}
	list := strings.Split(axes, ",")
	if len(list) > sweep.MaxAxes {
		return wrong(axes, "too much, expected one field or two")
	}
	for _, axis := range list {
		a := SweepAxis{}
		parts := strings.Split(axis, ":")
		if len(parts) == 4 && parts[3] == "log" {
			a.Log, parts = true, parts[:3]
		}
		if len(parts) != 3 {
			return wrong(axis, "no range of a field, expected one such as load:0.2..2:21 or cluster.ioSeconds:1e-8..1e-5:4:log")
		}
		from, to, isRange := strings.Cut(parts[1], "..")
		if !isRange {
			return wrong(parts[1], "no range, expected one such as 0.2..2")
		}
		a.Path = parts[0]
		if a.From, err = parseFloat(from); err != nil {
			return err
		}
		if a.To, err = parseFloat(to); err != nil {
			return err
		}
		if a.N, err = parseInt(parts[2]); err != nil {
			return err
		}
		v.Sweep.Axes = append(v.Sweep.Axes, a)
	}
	return nil
}

func writeSweep(v *View, _ *exp) string {
	if v.Sweep == nil {
		return ""
	}
	var b strings.Builder
	for i, a := range v.Sweep.Axes {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(a.Path + ":" + number(a.From) + ".." + number(a.To) + ":" + strconv.Itoa(a.N))
		if a.Log {
			b.WriteString(":log")
		}
	}
	if v.Sweep.Metric != "" {
		b.WriteString("@" + v.Sweep.Metric)
	}
	return b.String()
}
