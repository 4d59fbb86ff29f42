package share

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/number"
)

// Kind is a way to hand a snapshot on.
type Kind string

// The ways, from the shortest to the largest.
const (
	ShortLink Kind = "short"
	Link      Kind = "link"
	File      Kind = "file"
	Server    Kind = "server"
)

// Tier is one way as the dialog offers it.
type Tier struct {
	Kind    Kind
	Title   string
	Size    string // its length or size, for people; "" if unknown
	Holds   string // what it holds, a sentence
	Readers string // who can read it, a sentence
	Text    string // the address or the file's name, "" if there is none
	Why     string // why it cannot be used, a sentence; "" if it can
	Best    bool   // the one to take
}

// Usable reports whether the tier can be used.
func (t *Tier) Usable() bool { return t.Why == "" }

// Offer is what the dialog offers for a snapshot.
type Offer struct {
	Snapshot  *snapshot.Snapshot
	Canonical []byte
	Tiers     []Tier // a short link, a link and a file, in this order
	Fallen    string // why the link is not the one to take, a sentence; "" if it is
}

// maxPacked is the size of a canonical form, in bytes, from which on it is not
// compressed to see how long its link would be: DEFLATE would have to take it to
// a twentieth, and takes the page's time.
const maxPacked = 20 * snapshot.MaxLink

// NewOffer makes the offer. page is the page's address without a fragment.
func NewOffer(s *snapshot.Snapshot, page string) *Offer {
	o := &Offer{Snapshot: s, Canonical: snapshot.AppendCanonical(nil, s)}
	o.Tiers = []Tier{shortTier(s, page), o.linkTier(page), o.fileTier()}
	for i := range o.Tiers {
		if o.Tiers[i].Usable() && (o.Tiers[i].Kind != ShortLink || s.Digest == "") {
			o.Tiers[i].Best = true
			break
		}
	}
	switch {
	case !o.Tiers[2].Usable():
		o.Fallen = "This is too large to be shared so."
	case !o.Tiers[1].Usable():
		o.Fallen = "A link would be too long, so save a file."
	}
	return o
}

func shortTier(s *snapshot.Snapshot, page string) Tier {
	t := Tier{
		Kind: ShortLink, Title: "Short link",
		Holds:   "The settings alone, in words that can be edited by hand.",
		Readers: linkReaders,
	}
	fragment, ok := snapshot.Short(s)
	t.Text = page + "#" + fragment
	switch {
	case !ok:
		t.Text, t.Why = "", "It can only say changes of a preset. These settings are more than that."
	case len(t.Text) > snapshot.MaxLink:
		t.Text, t.Why = "", tooLong(len(t.Text))
	default:
		t.Size = characters(len(t.Text))
	}
	return t
}

// linkReaders says who can read a link: what stands behind # is never sent.
const linkReaders = "Anyone with the link can read it; browsers send it to no server."

func (o *Offer) linkTier(page string) Tier {
	t := Tier{Kind: Link, Title: "Link", Holds: holds(o.Snapshot), Readers: linkReaders}
	if len(o.Canonical) > maxPacked {
		t.Why = fmt.Sprintf("It would be longer than %s characters, where messengers and servers begin to cut links.", number.Count(snapshot.MaxLink))
		return t
	}
	t.Text = page + "#" + snapshot.Compressed(o.Snapshot)
	t.Size = characters(len(t.Text))
	if n := len(t.Text); n > snapshot.MaxLink {
		t.Text, t.Size, t.Why = "", "", tooLong(n)
	}
	return t
}

func tooLong(n int) string {
	return fmt.Sprintf("It would have %s characters. Messengers and servers begin to cut links at %s.", number.Count(n), number.Count(snapshot.MaxLink))
}

func (o *Offer) fileTier() Tier {
	t := Tier{Kind: File, Title: "File", Text: FileName(o.Snapshot.Experiment), Holds: holds(o.Snapshot), Readers: "Anyone with the file can read it; Import opens it."}
	if n := len(o.Canonical); n > snapshot.MaxBytes {
		t.Text, t.Why = "", fmt.Sprintf("It would have %s; a snapshot has at most %s. Leave something out, or use Export.", bytesWords(n), bytesWords(snapshot.MaxBytes))
	} else {
		t.Size = bytesWords(len(snapshot.AppendFile(nil, o.Snapshot)))
	}
	return t
}

// holds says what a snapshot holds.
func holds(s *snapshot.Snapshot) string {
	parts := []string{"The settings"}
	if s.Digest != "" {
		parts = append(parts, "the result's digest", "the figures of "+plural(len(s.Summaries), "strategy", "strategies"))
	}
	if own := OwnPolicies(s.Experiment); len(own) > 0 {
		parts = append(parts, "the weights of "+plural(len(own), "policy", "policies"))
	}
	words := strings.Join(parts[:len(parts)-1], ", ")
	if words != "" {
		words += " and "
	}
	return words + parts[len(parts)-1] + "."
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}

func characters(n int) string { return plural(n, "character", "characters") }

// bytesWords writes a size, in units of a thousand.
func bytesWords(n int) string {
	switch {
	case n < 1000:
		return plural(n, "byte", "bytes")
	case n < 1_000_000:
		return number.Significant(float64(n)/1e3) + number.Thin + "kB"
	}
	return number.Significant(float64(n)/1e6) + number.Thin + "MB"
}

// FileSuffix ends the names of snapshot files.
const FileSuffix = ".rampart.json"

// FileName makes the name of a snapshot's file of the experiment's name.
func FileName(x *experiment.Experiment) string {
	var b strings.Builder
	for _, r := range strings.ToLower(x.Name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.TrimSuffix(b.String(), "-")
	if name == "" || utf8.RuneCountInString(name) > 100 {
		name = "experiment"
	}
	return name + FileSuffix
}
