package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Config is what a Bot needs.
type Config struct {
	Wire    Wire
	Hall    Hall
	Records Records
	Clock   table.Clock
	Forms   Forms
	// Timings are the clocks to choose from at a challenge, by name; Default is one of them.
	Timings map[string]table.Timing
	Default string
	Log     *slog.Logger
}

// Bot answers interactions and delivers what matches have to say.
type Bot struct{ Config }

// New makes a Bot.
func New(c Config) *Bot {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Bot{c}
}

// Custom ids are "kind|…". On a public message they carry the match or challenge alone; on a private one also the ask
// and the order begun.
const (
	idView    = "view"    // view|match
	idAccept  = "accept"  // accept|challenge
	idDecline = "decline" // decline|challenge
	idForce   = "force"   // force|challenge
	idSubmit  = "s"       // s|match|ask|order
	idDraft   = "d"       // d|match|ask|draft
	idChoose  = "c"       // c|match|ask|draft, with values
	idType    = "t"       // t|match|ask|draft, opens a form; its submission too
	idUndo    = "u"       // u|match
	idConcede = "x"       // x|match
)

// MaxCustomID is Discord's limit.
const MaxCustomID = 100

// CustomID joins the parts of a private control's id. A draft too long for it is refused by ok false; the order can
// still be typed.
func CustomID(kind string, match table.ID, ask, draft string) (id string, ok bool) {
	id = strings.Join([]string{kind, string(match), ask, draft}, "|")
	return id, len(id) <= MaxCustomID
}

// Kinds of private controls that Forms may make with CustomID.
const (
	ControlSubmit = idSubmit
	ControlDraft  = idDraft
	ControlChoose = idChoose
	ControlType   = idType
	ControlUndo   = idUndo
)

// ViewButton is the button of every public card.
func ViewButton(match table.ID) Button {
	return Button{ID: idView + "|" + string(match), Label: wordMyView, Style: Primary}
}

// say is a plain private answer.
func say(format string, args ...any) Answer {
	return Answer{Letter: &Message{Blocks: []Block{Text(fmt.Sprintf(format, args...))}}, Fresh: true}
}

// Handle answers one interaction.
func (b *Bot) Handle(ctx context.Context, i Interaction) Answer {
	switch i.Kind {
	case Slash:
		return b.slash(ctx, i)
	case Complete:
		return b.complete(ctx, i)
	case Press, Submit:
		return b.press(ctx, i)
	}
	return Answer{}
}

// press routes a button, a select or a modal.
func (b *Bot) press(ctx context.Context, i Interaction) Answer {
	parts := strings.SplitN(i.CustomID, "|", 4)
	for len(parts) < 4 {
		parts = append(parts, "")
	}
	kind, id, ask, draft := parts[0], parts[1], parts[2], parts[3]
	switch kind {
	case idAccept, idDecline, idForce:
		return b.lobby(ctx, i, kind, id)
	case idView:
		return b.view(ctx, i, table.ID(id))
	case idConcede:
		return b.concede(ctx, i, table.ID(id))
	case idSubmit, idDraft, idChoose, idType, idUndo:
		return b.console(ctx, i, kind, table.ID(id), ask, draft)
	}
	return say(wordOldButton)
}

// seat finds the user's seat. ok is false with the answer to give.
func (b *Bot) seat(ctx context.Context, i Interaction, id table.ID) (game.Seat, Answer, bool) {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	switch {
	case err == nil:
		return seat, Answer{}, true
	case errors.Is(err, table.ErrNoSeat):
		return 0, b.onlook(ctx, id), false
	}
	return 0, b.trouble(id, err), false
}

// onlook shows the match to somebody who does not play in it, as everybody sees it.
func (b *Bot) onlook(ctx context.Context, id table.ID) Answer {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	card, err := b.Forms.Card(p, p.Facts[min(len(p.Facts), b.Forms.Split(p.Facts, b.Forms.Turn(p)-1)):], true)
	if err != nil {
		return b.trouble(id, err)
	}
	m := card.Message
	m.Blocks = append([]Block{Text(wordNotPlaying)}, m.Blocks...)
	m.Mention = nil
	return Answer{Letter: &m, Fresh: true}
}

// view shows the user their own console, or an onlooker the board.
func (b *Bot) view(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return a
	}
	a = b.show(ctx, id, seat, "", b.dmNote(ctx, i.User))
	a.Fresh = true
	return a
}

// show is the seat's console as an answer.
func (b *Bot) show(ctx context.Context, id table.ID, seat game.Seat, draft, note string) Answer {
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	l, err := b.Forms.Console(p, draft, note)
	if err != nil {
		return b.trouble(id, err)
	}
	if l.Seat != seat { // the wall once more: a letter goes to the seat it was written for
		return b.trouble(id, errors.New("a letter for another seat"))
	}
	return Answer{Letter: &l.Message}
}

// console handles a control of a private console.
func (b *Bot) console(ctx context.Context, i Interaction, kind string, id table.ID, ask, draft string) Answer {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return a
	}
	if kind == idUndo {
		_, err := b.Hall.Undo(ctx, "i:"+string(i.ID), id, seat)
		return b.after(ctx, id, seat, wordTakenBack, err)
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	if !asked(p, ask) {
		return b.show(ctx, id, seat, "", wordStale)
	}
	switch kind {
	case idSubmit:
		return b.submit(ctx, "i:"+string(i.ID), id, seat, ask, draft)
	case idDraft:
		return b.show(ctx, id, seat, draft, "")
	}
	values := i.Values
	for _, v := range i.Fields {
		values = append(values, v)
	}
	step := b.Forms.Press(p, ask, draft, values)
	switch {
	case step.Form != nil:
		return Answer{Form: step.Form}
	case step.Order != "":
		return b.submit(ctx, "i:"+string(i.ID), id, seat, ask, step.Order)
	}
	return b.show(ctx, id, seat, step.Draft, "")
}

func asked(p table.Private, ask string) bool {
	for _, a := range p.Asks {
		if a.ID == ask {
			return true
		}
	}
	return false
}

// submit plays an order in answer to the ask.
func (b *Bot) submit(ctx context.Context, cause string, id table.ID, seat game.Seat, ask, order string) Answer {
	r, err := b.Hall.Parse(ctx, id, order)
	if err == nil {
		_, err = b.Hall.Act(ctx, cause, id, seat, ask, r)
	}
	return b.after(ctx, id, seat, "", err)
}

// after shows the console after an act, with what became of it.
func (b *Bot) after(ctx context.Context, id table.ID, seat game.Seat, done string, err error) Answer {
	var no *game.Refusal
	switch {
	case err == nil:
		return b.show(ctx, id, seat, "", done)
	case errors.As(err, &no) && no.Code == "stale":
		return b.show(ctx, id, seat, "", wordStale)
	case errors.As(err, &no):
		return b.show(ctx, id, seat, "", "⚠️ "+b.Forms.Refused(no))
	}
	return b.trouble(id, err)
}

// trouble is the answer to a fault: the operator gets the id and the error, the player a sentence.
func (b *Bot) trouble(id table.ID, err error) Answer {
	if errors.Is(err, table.ErrNoMatch) {
		return say(wordNoMatch)
	}
	b.Log.Error("request failed", "match", id, "error", err.Error())
	if errors.Is(err, table.ErrFrozen) || errors.Is(err, table.ErrDamaged) {
		return say(wordFrozen)
	}
	return say(wordFault)
}
