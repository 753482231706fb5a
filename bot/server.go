package bot

import "slices"

// Modes are a game's modes of secrecy: the choices of its option of that name.
func (f Forms) Modes() []string {
	var out []string
	for _, o := range f.Options() {
		if o.Name == "secrecy" {
			for _, c := range o.Choices {
				out = append(out, c.Value)
			}
		}
	}
	return out
}

// Empty tells whether nothing has been set up.
func (s Server) Empty() bool {
	return s.Channel+s.ModRole+s.Announce == "" && s.Clock+s.Language+s.Theme+s.Game == "" && len(s.Modes) == 0
}

// Allowed are the game's modes of secrecy that may be played on the server: all of them, where it allows none of them by name.
func (s Server) Allowed(f Forms) []string {
	modes := f.Modes()
	var out []string
	for _, m := range s.Modes {
		if slices.Contains(modes, m) {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return modes
	}
	return out
}
