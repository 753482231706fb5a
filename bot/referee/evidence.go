package referee

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"downsync/bot"
	"downsync/bot/ledger"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Evidence is a whole match as one file for moderators, readable anywhere. `downsync verify` reads it too.
type Evidence struct {
	Form   string        `json:"form"` // table.EvidenceForm
	Match  table.Carried `json:"match"`
	Acts   []act         `json:"acts"`   // the acts in disputes, by whom and why
	Event  int           `json:"event"`  // the disputed event, in the public count; 0: none is named
	Logs   []evidenceLog `json:"logs"`   // the facts told to everybody, to each side, and to a referee
	Ledger []evidenceOf  `json:"ledger"` // the deliveries to each side, how and when
}

// evidenceLog is a log in words. Picture is the board of the disputed event as its readers saw it then, for a referee
// the current board, as PNG in base 64.
type evidenceLog struct {
	For     string   `json:"for"` // everybody, A, B, referee
	Lines   []string `json:"lines"`
	Numbers []string `json:"numbers,omitempty"` // of a side's lines, in its own log; others are numbered from 1
	Picture string   `json:"picture,omitempty"`
}

type evidenceOf struct {
	For     string             `json:"for"`
	Entries []ledger.Delivered `json:"entries"`
}

// evidence sends the file to the moderator after the look was committed.
func evidence(ctx context.Context, c *bot.Call, rv review, a act, truth table.Opened) wire.Answer {
	e, err := gatherEvidence(ctx, c, rv, truth)
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	if len(raw) > maxEvidence {
		return c.Answer("referee.evidence-big")
	}
	return wire.Answer{Fresh: true, Letter: &wire.Message{Blocks: []wire.Block{wire.Text(c.Say("referee.evidence", a.N)), wire.Attached(0)},
		Files: []wire.File{{Name: fmt.Sprintf("evidence-%s.json", rv.ID), Data: raw}}}}
}

// maxEvidence bounds the file, in bytes: every Discord server accepts a file of this size.
const maxEvidence = 9 << 20

func gatherEvidence(ctx context.Context, c *bot.Call, rv review, truth table.Opened) (Evidence, error) {
	e := Evidence{Form: table.EvidenceForm}
	var err error
	ctx = truth.Reading(ctx)
	if e.Match, err = c.Hall.CarriedFor(ctx, truth); err != nil {
		return e, err
	}
	if e.Acts, err = actsOf(ctx, c, rv.ID); err != nil {
		return e, err
	}
	for n, a := range e.Acts {
		e.Acts[n].mark = mark{} // otherwise anybody could find out who it was by trying all users
		if a.What == "dispute" {
			e.Event = a.Event
		}
	}
	pictured := e.Event
	if pictured == 0 { // no dispute names an event: show the current state of the match
		pictured = len(rv.Facts)
	}
	board, err := c.PublicRuling(ctx, rv.ID, pictured)
	if err != nil {
		return e, err
	}
	e.Logs = append(e.Logs, evidenceLog{For: "everybody", Lines: c.Of(rv.Meta).Log(rv.View, rv.Meta, rv.Facts), Picture: picture(board)})
	for n := range rv.Meta.Users {
		seat := game.Seat(n + 1)
		p, err := c.Hall.Private(ctx, rv.ID, seat)
		if err != nil {
			return e, err
		}
		_, _, card, err := c.OwnRuling(ctx, rv.ID, seat, game.Number{Event: pictured})
		if err != nil {
			return e, err
		}
		e.Logs = append(e.Logs, evidenceLog{For: bot.SideName(seat), Lines: c.Of(rv.Meta).Log(p.View, p.Meta, p.Facts), Picture: picture(card.Message)})
		for _, number := range p.Numbers {
			log := &e.Logs[len(e.Logs)-1]
			log.Numbers = append(log.Numbers, number.String())
		}
		entries, err := c.Ledger(ctx, rv.ID, seat)
		if err != nil {
			return e, err
		}
		e.Ledger = append(e.Ledger, evidenceOf{bot.SideName(seat), entries})
	}
	m, err := c.Of(rv.Meta).Disclosed(truth, rv.Meta)
	if err != nil {
		return e, bot.FormsFailed("look", err)
	}
	e.Logs = append(e.Logs, evidenceLog{For: "referee", Lines: c.Of(rv.Meta).Log(truth.View, rv.Meta, truth.Facts), Picture: picture(m)})
	return e, nil
}

// picture returns the message's first file in base 64, "" if it has none.
func picture(m wire.Message) string {
	if len(m.Files) == 0 {
		return ""
	}
	return base64.StdEncoding.EncodeToString(m.Files[0].Data)
}
