package referee

import (
	"context"
	"encoding/json"
	"fmt"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// rivalSeen is what the program knew as an opponent at one moment, and its thoughts until then, as a file for
// moderators.
type rivalSeen struct {
	Form   string           `json:"form"` // table.RivalForm
	Match  table.ID         `json:"match"`
	Plays  bot.RivalSeat    `json:"plays"`
	Event  int              `json:"event,omitempty"` // in the public count; 0: now
	View   game.View        `json:"view"`
	Told   []bot.ExportFact `json:"told"`
	Weighs []bot.Thought    `json:"considered"`
}

// verbRival is the verb for this look.
const verbRival = "rival"

// readRival reads a request to see what the program knows in its seat.
func readRival(_ context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	plays := rv.programOf(o)
	if plays == nil {
		return "", expected(c.Text("⚠️ I do not play in that match myself."))
	}
	if _, ok := o.Int(bot.EventOption, 1, len(rv.Facts)); !ok && o.Text(bot.EventOption) != "" {
		return "", expected(c.Say(wordNoEvent, len(rv.Facts)))
	}
	r.What, r.Seat = table.DisclosedSeat, plays.Seat
	return bot.SideName(r.Seat), nil
}

// programOf returns how the program plays on the named side, or on its first side if none is named; nil if it does not.
func (rv review) programOf(o wire.Options) *bot.RivalSeat {
	all := rv.place.Programs()
	for _, seat := range rv.Meta.Left {
		all = append(all, rv.place.StandIn(seat))
	}
	for _, s := range all {
		if o["side"] == "" || bot.SideName(s.Seat) == o["side"] {
			return &s
		}
	}
	return nil
}

// rivalFile sends the file to the moderator after the look was committed.
func rivalFile(ctx context.Context, c *bot.Call, rv review, p pending) wire.Answer {
	f := rivalSeen{Form: table.RivalForm, Match: rv.ID, Plays: *rv.programOf(p.Options)}
	then, err := c.Hall.Private(ctx, rv.ID, f.Plays.Seat)
	if n, ok := p.Options.Int(bot.EventOption, 1, len(rv.Facts)); ok && err == nil {
		f.Event = n
		then, _, err = c.Hall.PrivateAt(ctx, rv.ID, f.Plays.Seat, table.AtPublic(n))
	}
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	f.View = then.View
	for _, x := range then.Facts {
		f.Told = append(f.Told, bot.ExportFact{Kind: x.Kind(), Fact: x})
	}
	all, err := c.RivalThoughts(ctx, c, rv.ID)
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	for _, t := range all {
		if t.Seat > 0 && t.Seat != f.Plays.Seat {
			continue
		}
		if f.Event == 0 || t.News <= len(then.Facts) {
			f.Weighs = append(f.Weighs, t)
		}
	}
	raw, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return c.Trouble(rv.ID, fmt.Errorf("what the program knew: %T", err)) // the text of the error is secret
	}
	if len(raw) > maxEvidence {
		return c.Answer("referee.evidence-big")
	}
	return wire.Answer{Fresh: true, Letter: &wire.Message{Blocks: []wire.Block{wire.Text(c.Text("referee.rival")), wire.Attached(0)},
		Files: []wire.File{{Name: fmt.Sprintf("rival-%s.json", rv.ID), Data: raw}}}}
}
