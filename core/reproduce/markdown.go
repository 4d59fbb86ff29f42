package reproduce

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// lineWidth is where paragraphs of the Markdown are broken.
const lineWidth = 120

// Markdown writes the whole book. command is the command that made it, as text;
// digests are those of the results, by key, and may be nil. The text depends on
// the book and the results alone.
func Markdown(b *Book, r *Results, command string, digests map[string]string) []byte {
	var out strings.Builder
	out.WriteString("# Reproduction\n\n")
	paragraph(&out, fmt.Sprintf("Made by `%s`: every number below is of its runs, of the published tables, or computed from both. "+
		"Seeds %s%s; engine %s. Nothing depends on the clock or on the number of processors, so that a second run writes the same bytes. "+
		"Built-in policies: %s. Neither their training nor their choice has seen these seeds.", command, span(b.Seeds), rolloutWords(b), experiment.EngineVersion, and(b.Policies)))
	paragraph(&out, "Published numbers are those of the stored outputs of the notebooks that drew the figures of PAC-ML (arXiv 2301.13799; cwfparsonson/ddls, commit 9e0b5ba). "+
		"Below each section stand its experiments as links: what follows # opens in the page when it is put behind the page's address, and runs with `rampart run '#...'`.")
	for _, s := range b.Sections {
		fmt.Fprintf(&out, "- [%s](#%s)\n", s.Title, anchor(s.Title))
	}
	for _, s := range b.Sections {
		fmt.Fprintf(&out, "\n## %s\n\n", s.Title)
		for _, block := range b.Blocks(s, r) {
			block.markdown(&out)
		}
		links(&out, s, digests)
	}
	return []byte(strings.TrimRight(out.String(), "\n") + "\n")
}

// span writes a list of seeds.
func span(seeds []uint64) string {
	if n := len(seeds); n > 1 && seeds[n-1]-seeds[0] == uint64(n-1) {
		return fmt.Sprintf("%d to %d", seeds[0], seeds[n-1])
	}
	var words []string
	for _, s := range seeds {
		words = append(words, fmt.Sprint(s))
	}
	return and(words)
}

func rolloutWords(b *Book) string {
	if len(b.Rollouts) == 0 {
		return ", without rollouts"
	}
	return ", for rollouts " + span(b.Rollouts)
}

// anchor is the address that Markdown readers give a title.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}, strings.ToLower(title))
}

func (b *Block) markdown(out *strings.Builder) {
	switch {
	case b.Table != nil:
		b.Table.markdown(out)
	case b.List != nil:
		for _, line := range b.List {
			wrap(out, "- ", "  ", line)
		}
		out.WriteByte('\n')
	default:
		paragraph(out, b.Text)
	}
}

func paragraph(out *strings.Builder, text string) {
	wrap(out, "", "", text)
	out.WriteByte('\n')
}

// wrap writes a text in lines, the first behind one prefix, the others behind
// another.
func wrap(out *strings.Builder, first, others, text string) {
	line, width := first, len([]rune(first))
	empty := true
	for _, word := range strings.Fields(text) {
		if n := len([]rune(word)); !empty && width+1+n > lineWidth {
			out.WriteString(line + "\n")
			line, width = others+word, len([]rune(others))+n
		} else {
			if !empty {
				line, width = line+" ", width+1
			}
			line, width = line+word, width+n
		}
		empty = false
	}
	out.WriteString(line + "\n")
}

func (t *Table) markdown(out *strings.Builder) {
	fmt.Fprintf(out, "**%s**\n\n", cell(t.Caption))
	row := func(cells []string) {
		for _, c := range cells {
			out.WriteString("| " + cell(c) + " ")
		}
		out.WriteString("|\n")
	}
	row(t.Head)
	out.WriteString("|" + strings.Repeat("---|", len(t.Head)) + "\n")
	for _, cells := range t.Rows {
		row(cells)
	}
	out.WriteByte('\n')
}

// cell keeps a text from being read as Markdown.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "_", `\_`, "*", `\*`).Replace(text)
}

// links lists the experiments of a section.
func links(out *strings.Builder, s *Section, digests map[string]string) {
	if len(s.Items) == 0 {
		return
	}
	fmt.Fprintf(out, "<details><summary>Experiments of this section (%d)</summary>\n\n", len(s.Items))
	for _, item := range s.Items {
		digest := digests[item.Key]
		if digest != "" {
			digest = ", result " + digest[:min(len(digest), 19)]
		}
		fmt.Fprintf(out, "- %s%s: `#%s`\n", cell(item.Title()), digest, Link(item.Experiment))
	}
	out.WriteString("\n</details>\n\n")
}

// titlePrefix begins the names of the experiments.
const titlePrefix = "Reproduction: "

// Link returns the shortest link, without "#", that opens an experiment in the
// page.
func Link(x *experiment.Experiment) string {
	s := &snapshot.Snapshot{Experiment: x}
	if short, ok := snapshot.Short(s); ok {
		return short
	}
	return snapshot.Compressed(s)
}
