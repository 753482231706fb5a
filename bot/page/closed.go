package page

import (
	"slices"
	"strings"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/render"
)

// Deeds holds what counts of a past turn, for the headline of its closed card. The zero value is a turn in which nothing that counts happened.
type Deeds struct {
	When   string   // said first, such as the round; "": nothing
	Lost   []string // names of what was destroyed
	Points []string // "A +2 VP"
	Best   string   // the best shot, as a sentence without a full stop
	Else   string   // said if there is nothing of the above: "6 Units move"
}

// mostNamed is how many losses a headline names. It counts the others.
const mostNamed = 4

// Headline returns the deeds on one line, cut if it is too long: "**Lost** B3 Crusader · **A +2 VP** · **Best shot** A6 Samson destroys B3".
func (d Deeds) Headline(l lang.Language) string {
	return wire.Clip(strings.Join(append(slices.DeleteFunc([]string{d.When}, func(s string) bool { return s == "" }), d.what(l)...), " · "), longestHeadline)
}

// Counts reports whether something was lost or scored.
func (d Deeds) Counts() bool { return len(d.Lost)+len(d.Points) > 0 }

// Ending returns the headline of the turn that ended a match, "" if nothing that counts happened in it.
func (d Deeds) Ending(l lang.Language) string {
	d.Else = ""
	return d.Headline(l)
}

func (d Deeds) what(l lang.Language) (said []string) {
	if n := len(d.Lost); n > mostNamed {
		said = append(said, l.Say("**Lost** %s and %d more", strings.Join(d.Lost[:mostNamed-1], ", "), n-mostNamed+1))
	} else if n > 0 {
		said = append(said, l.Say("**Lost** %s", strings.Join(d.Lost, ", ")))
	}
	for _, p := range d.Points {
		said = append(said, "**"+p+"**")
	}
	if d.Best != "" {
		said = append(said, l.Say("**Best shot** %s", d.Best))
	}
	if len(said) == 0 {
		return []string{d.Else}
	}
	return said
}

// longestHeadline is the greatest length of a closed card's headline, in characters.
const longestHeadline = 200

// CloseCard fills the frame with the card of a past turn: its heading, a headline of its deeds, and its last board.
func CloseCard(frame *Frame, l lang.Language, heading string, d Deeds, name string, board render.Public, alt string, below wire.Row) wire.Notice {
	frame.Say(strings.TrimSpace("### "+heading+"\n"+d.Headline(l)), wire.LongestText)
	frame.Draw(name, board.PNG, alt)
	frame.Add(below)
	return wire.Notice{Message: frame.Message()}
}
