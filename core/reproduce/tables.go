package reproduce

import "rampart/core/experiment"

// tuned is the static table that was tuned for a setting; none if there is none.
func tuned(rules experiment.Rules, letter string) []named {
	return nil
}
