package strict

// Only reports whether every byte of s is one that in accepts. Forms of text
// are checked with it rather than with package regexp, which would be 77 kB
// more to transfer.
func Only(s string, in func(c byte) bool) bool {
	for i := range len(s) {
		if !in(s[i]) {
			return false
		}
	}
	return true
}

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLower reports whether c is a small letter of ASCII.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return IsLower(c | 0x20) }

// IsHex reports whether c is a hexadecimal digit, the letters small.
func IsHex(c byte) bool { return IsDigit(c) || 'a' <= c && c <= 'f' }
