package cluster

// key does what a key pressed on the picture means, and says whether it means
// anything. The names are those of KeyboardEvent.key.
func (m *Model) key(name string) bool {
	rack := m.shape.Servers
	group := rack * m.shape.Racks
	n := m.shape.N()
	switch name {
	case "ArrowLeft":
		m.walk(-1)
	case "ArrowRight":
		m.walk(1)
	case "ArrowUp":
		m.walk(-rack)
	case "ArrowDown":
		m.walk(rack)
	case "PageUp":
		m.walk(-group)
	case "PageDown":
		m.walk(group)
	case "Home":
		m.choose(0)
	case "End":
		m.choose(n - 1)
	case "[":
		m.nextJob(-1)
	case "]":
		m.nextJob(1)
	case ",":
		m.step(-1)
	case ".":
		m.step(1)
	case "Escape":
		if m.server == none && m.job == none {
			return false
		}
		m.choose(none)
	default:
		return false
	}
	m.reveal()
	return true
}

// walk moves the focus by so many servers, and stays where there is none.
func (m *Model) walk(by int) {
	if m.server == none {
		m.choose(m.first * m.shape.Racks * m.shape.Servers)
		return
	}
	if to := m.server + by; to >= 0 && to < m.shape.N() {
		m.choose(to)
	}
}

// reveal shows the groups around the server with the focus.
func (m *Model) reveal() {
	if m.server == none {
		return
	}
	c, _, _ := m.shape.Coord(m.server)
	if c < m.first {
		m.first = c
	}
	if last := m.first + m.shown() - 1; c > last {
		m.first += c - last
	}
}
