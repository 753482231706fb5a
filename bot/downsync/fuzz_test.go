package downsync

import (
	"testing"

	"downsync/bot/wire"
)

// FuzzTyped: whatever a player or an onlooker types into an order or a question about a match, the answer is in a form that
// Discord takes, and the match is not blocked.
func FuzzTyped(f *testing.F) {
	for _, s := range []string{"A1", "B1", "12.5,30", "designate A1", "deploy rest", "-1,-1", "99999999999999,1", "@everyone **x**", "", "R24.11", "smart-med-cannon", "standing",
		"\xff", "move A1 to 1,1 via 2,2 via 3,3"} {
		f.Add(s, "B1")
		f.Add("A1", s)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		s := newRoom(t, 1, live, "live")
		s.seat()
		m, err := s.Hall.MatchesOf(t.Context(), "ann")
		if err != nil || len(m) != 1 {
			t.Fatalf("%d matches: %v", len(m), err)
		}
		for _, user := range []wire.UserID{ann, eve} {
			for _, c := range s.Bot.Commands {
				if len(c.Sub) > 0 {
					continue
				}
				i := wire.Interaction{Kind: wire.Slash, ID: wire.InteractionID("f" + user), User: user, Name: "n", Guild: "guild", Channel: "general", Command: []string{c.Name}, Options: map[string]string{}}
				for n, o := range c.Options {
					i.Options[o.Name] = []string{one, two}[n%2]
				}
				i.Options["match"] = string(m[0].Match)
				if a := s.Repeat(i); a.Letter == nil && a.Form == nil {
					t.Errorf("no answer to /%s %q %q", c.Name, one, two)
				}
				i.Kind = wire.Complete
				for _, o := range c.Options {
					i.Focused = o.Name
					s.Repeat(i)
				}
			}
		}
		if _, err := s.Hall.Public(t.Context(), m[0].Match); err != nil {
			t.Errorf("the match is held: %v", err)
		}
	})
}
