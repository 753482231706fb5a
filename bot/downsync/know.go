package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// The knowledge panel: what the enemy's pieces can still be, and what the enemy can know of one's own.

// knowledge tells it for a seat.
func knowledge(v reading, told []game.Fact, seat game.Seat) string {
	return v.Text("### What you can know of the enemy") + "\n" + known(v,
		v.Knowledge(3-seat, told)) + "\n" + v.Text("### What the enemy can know of you") + "\n" + known(v, v.Knowledge(seat, told))
}

// bothKnown tells an onlooker of either side.
func bothKnown(v reading, told []game.Fact) string {
	var parts []string
	for _, seat := range []game.Seat{1, 2} {
		parts = append(parts, v.Say("### What can be known of %s", letter(seat))+"\n"+known(v, v.Knowledge(seat, told)))
	}
	return strings.Join(parts, "\n")
}

func known(v reading, k rules.Knowledge) string {
	var lines []string
	for i := 0; i < len(k.Contacts); { // those that can be the same in one line
		c := k.Contacts[i]
		labels := []rules.Label{}
		for ; i < len(k.Contacts) && k.Contacts[i].Sig == c.Sig; i++ {
			labels = append(labels, k.Contacts[i].Label)
		}
		var units []string
		for _, slug := range c.Units {
			units = append(units, v.Cards().Must(slug).Name)
		}
		lines = append(lines, v.Say("%s (%s): %s", list(labels), v.Text(game.Text(c.Sig)), strings.Join(units, ", ")))
	}
	for _, s := range k.Suspects {
		lines = append(lines, suspected(v, s))
	}
	if len(lines) == 0 {
		return v.Text("-# nothing on the table")
	}
	return strings.Join(lines, "\n")
}

// suspected tells what a Unit may hold.
func suspected(v reading, s rules.Suspect) string {
	var held []string
	for _, b := range s.Bases {
		at := ""
		if len(s.Bases) > 1 {
			at = v.Say("base %d ", b.N)
		}
		switch {
		case b.Of == 0:
		case b.Tokens == 0:
			held = append(held, at+v.Text("no countermeasures left"))
		default:
			held = append(held, at+v.Say("at most %d of %d countermeasures", b.Tokens, b.Of))
		}
	}
	if s.Watch {
		held = append(held, v.Text("may be on Overwatch"))
	}
	if s.Aboard != "" {
		held = append(held, v.Say("may carry a %s", v.Cards().Must(s.Aboard).Name))
	}
	if len(held) == 0 {
		held = []string{v.Text("nothing hidden")}
	}
	return fmt.Sprintf("%s %s: %s.", s.Label, v.Cards().Must(s.Unit).Name, strings.Join(held, "; "))
}

// panel is the panel as a message's text, under Discord's bound.
func panel(text string) []bot.Block { return []bot.Block{bot.Text(bot.Clip(text, maxTold))} }

func knowledgeLetter(f Forms, p table.Private) bot.Letter {
	return bot.Letter{Seat: p.Seat, Message: bot.Message{Blocks: panel(knowledge(reads(f, p.View, p.Meta), p.Facts, p.Seat))}}
}
