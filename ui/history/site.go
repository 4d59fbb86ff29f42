// Package history shows what the browser keeps for this page: the page itself,
// for use without a network, and the experiments that have been run.
package history

// Site is what is known of the copy of the page that works without a network;
// see public/offline.js.
type Site struct {
	Kept    bool   // the page opens without a network
	Failure string // why it does not, in the browser's words
	Update  bool   // a later version is ready
	Changed bool   // and another page shows it already

	take func() // shows the later version in place of this one
}

// Keep says how the later version is shown.
func (s *Site) Keep(take func()) { s.take = take }

// Heard takes in one word of public/offline.js.
func (s *Site) Heard(word, reason string) {
	switch word {
	case "kept":
		s.Kept, s.Failure = true, ""
	case "failed":
		s.Failure = reason
	case "update":
		s.Update = true
	case "changed":
		s.Changed = true
	}
}

// News says that there is a later version, "" if there is none. Nothing
// happens before the user takes it.
func (s *Site) News(busy bool) string {
	switch {
	case s.Changed:
		return "Another tab shows a later version of Rampart. This one goes on as it is until it is reloaded."
	case s.Update && busy:
		return "A later version of Rampart is ready. It waits until you reload; what runs is kept and can go on after that."
	case s.Update:
		return "A later version of Rampart is ready."
	}
	return ""
}

// Take shows the later version.
func (s *Site) Take() {
	if s.take != nil {
		s.take()
	}
}

// Words says in one sentence whether the page opens without a network.
func (s *Site) Words() string {
	switch {
	case s.Kept:
		return "This page also opens without a network."
	case s.Failure != "":
		return "This page needs a network to open: " + s.Failure + "."
	}
	return "This page needs a network to open until it has been kept, in a moment."
}
