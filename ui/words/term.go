package words

// Term is a label of the page whose meaning shows on focus and hover; pressing
// it shows all that the glossary says of it. public/words.js does both. A label
// without an entry is plain text.
type Term struct {
	Label string
	Of    string // the glossary's term, "" if it is the label
	Tip   string // the one line, "" for that of the glossary
}

func (c *Term) entry() *Entry {
	if c.Of != "" {
		return Find(c.Of)
	}
	return Find(c.Label)
}

func (c *Term) tip() string {
	if c.Tip != "" {
		return c.Tip
	}
	return c.entry().Short
}
