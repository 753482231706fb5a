package bot

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"downsync/game"
	"downsync/game/table"
)

// Evidence is a whole match as one file for moderators, wherever it may be looked at. `downsync verify` reads it too.
type Evidence struct {
	Form   string        `json:"form"` // table.EvidenceForm
	Match  table.Carried `json:"match"`
	Acts   []act         `json:"acts"`   // what was done in disputes, by whom and why
	Event  int           `json:"event"`  // the disputed event, in everybody's count; 0: none is named
	Logs   []evidenceLog `json:"logs"`   // what everybody, each side, and a referee was told
	Ledger []evidenceOf  `json:"ledger"` // what was delivered to each side, how and when
}

// evidenceLog is a log in words. Picture is the board of the disputed event as its readers saw it then, a referee's of now, as PNG
// in base 64.
type evidenceLog struct {
	For     string   `json:"for"` // everybody, A, B, referee
	Lines   []string `json:"lines"`
	Picture string   `json:"picture,omitempty"`
}

type evidenceOf struct {
	For     string      `json:"for"`
	Entries []delivered `json:"entries"`
}

// evidence gives the file to the moderator, after the look has been committed.
func (b *Bot) evidence(ctx context.Context, j judged, a act, truth table.Opened) Answer {
	e, err := b.gatherEvidence(ctx, j, truth)
	if err != nil {
		return b.trouble(j.ID, err)
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return b.trouble(j.ID, err)
	}
	if len(raw) > maxEvidence {
		return b.say(wordEvidenceBig)
	}
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(b.sayf(wordEvidence, a.N)), Attached(0)},
		Files: []File{{Name: fmt.Sprintf("evidence-%s.json", j.ID), Data: raw}}}}
}

// maxEvidence is what a Discord message takes of a file at the least, in bytes.
const maxEvidence = 9 << 20

func (b *Bot) gatherEvidence(ctx context.Context, j judged, truth table.Opened) (Evidence, error) {
	e := Evidence{Form: table.EvidenceForm}
	var err error
	if e.Match, err = b.Hall.Witnessed(ctx, truth); err != nil {
		return e, err
	}
	if e.Acts, err = b.acts(ctx, j.ID); err != nil {
		return e, err
	}
	for _, a := range e.Acts {
		if a.What == "dispute" {
			e.Event = a.Event
		}
	}
	public, err := b.publicEvidence(ctx, j, e.Event)
	if err != nil {
		return e, err
	}
	e.Logs = append(e.Logs, public)
	for n := range j.Meta.Users {
		seat := game.Seat(n + 1)
		p, err := b.Hall.Private(ctx, j.ID, seat)
		if err != nil {
			return e, err
		}
		l := evidenceLog{For: sideName(seat), Lines: b.Forms.Log(p.View, p.Meta, p.Facts)}
		_, _, card, err := b.ownRuling(ctx, j.ID, seat, ownNumber(p.Facts, j.Facts, max(1, e.Event)))
		if err != nil {
			return e, err
		}
		if len(card.Files) > 0 {
			l.Picture = base64.StdEncoding.EncodeToString(card.Files[0].Data)
		}
		e.Logs = append(e.Logs, l)
		entries, err := b.ledger(ctx, j.ID, seat)
		if err != nil {
			return e, err
		}
		e.Ledger = append(e.Ledger, evidenceOf{sideName(seat), entries})
	}
	l := evidenceLog{For: "referee", Lines: b.Forms.Log(truth.View, j.Meta, truth.Facts)}
	m, err := b.Forms.Looked(truth, j.Meta)
	if err != nil {
		return e, formsFailed("look", err)
	}
	if len(m.Files) > 0 {
		l.Picture = base64.StdEncoding.EncodeToString(m.Files[0].Data)
	}
	e.Logs = append(e.Logs, l)
	return e, nil
}

// publicEvidence is everybody's log, with the board of the disputed event.
func (b *Bot) publicEvidence(ctx context.Context, j judged, event int) (evidenceLog, error) {
	l := evidenceLog{For: "everybody", Lines: b.Forms.Log(j.View, j.Meta, j.Facts)}
	m, err := b.publicRuling(ctx, j.ID, max(1, event))
	if err != nil {
		return l, err
	}
	if len(m.Files) > 0 {
		l.Picture = base64.StdEncoding.EncodeToString(m.Files[0].Data)
	}
	return l, nil
}
