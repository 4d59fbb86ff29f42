package strict

import "strings"

// Nearest returns the name that s was most likely meant to be, by edit
// distance without regard to case, or "" if none is near. The first of several
// equally near names wins.
func Nearest(s string, names []string) string {
	if len(s) > 4*shown {
		return ""
	}
	s = strings.ToLower(s)
	best, bestDistance := "", max(1, len(s)/3)+1
	for _, name := range names {
		if d := distance(s, strings.ToLower(name)); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// meant returns " (did you mean X?)" if a name is near s, else "".
func meant(s string, names []string) string {
	if near := Nearest(s, names); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// distance is the edit distance of two strings in bytes, where swapping two
// neighbours is one edit like inserting, deleting and replacing.
func distance(a, b string) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := above[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, row[j-1]+1, above[j]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
