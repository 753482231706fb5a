package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"downsync/bot/lang"
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
	Log     *slog.Logger // nil: none. Ids and codes only.
}

// Bot answers interactions and delivers what matches have to say. All that it must remember is in the records and the
// lanes, so that it may be replaced at any moment.
type Bot struct {
	Config
	lang  lang.Language // what it speaks; Forms speak the same
	theme string        // of pictures, as Voice has it
	// lobbies keeps a challenge from being taken up and taken back at once.
	lobbies *sync.Mutex
	prefs   *sync.Mutex // held while a user's record is read and written
	films   *films
	// locks are of a seat's ledger and pages, by their record.
	locks *stripes
}

var (
	_ Handler         = (*Bot)(nil)
	_ table.Deliverer = (*Bot)(nil)
	_ Hall            = (*table.Hall)(nil)
)

// New makes a Bot.
func New(c Config) *Bot {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Bot{Config: c, lobbies: &sync.Mutex{}, prefs: &sync.Mutex{}, locks: &stripes{}, films: &films{wake: make(chan struct{}, 1)}}
}

// Custom ids are "kind|…". On a public message they carry the match or challenge alone, and the seal on its dice; those of
// private controls are made by bind.
const (
	idView     = "view"    // view|match
	idAccept   = "accept"  // accept|challenge
	idDecline  = "decline" // decline|challenge
	idForce    = "force"   // force|challenge
	idOwnForce = "own"     // own|challenge: the form for a list of one's own
	idCancel   = "cancel"  // cancel|challenge: by who made it
	idConcede  = "x"       // x|match
)

// ViewButton is the button of every public card, in its language.
func ViewButton(match table.ID, t lang.Language) Button {
	return Button{ID: idView + "|" + string(match), Label: t.Text(wordMyView), Style: Primary}
}

// Handle answers one interaction, in its user's language.
func (b *Bot) Handle(ctx context.Context, i Interaction) Answer {
	b = b.in(b.voiceOf(ctx, i))
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
	parts := append(strings.SplitN(i.CustomID, "|", 3), "", "")
	kind, id := parts[0], parts[1]
	switch kind {
	case idAccept, idDecline, idCancel, idForce, idOwnForce, idReady, idChange, idBuilt:
		return b.lobby(ctx, i, kind, id)
	case idGo:
		return b.goPress(ctx, i)
	case idChallenge, idWhom, idAnybody:
		return b.challengePress(ctx, i, kind)
	case idRematch:
		return b.rematch(ctx, i, table.ID(id))
	case idLearn:
		return b.learnPress(ctx, i, id)
	case idForces:
		return b.forces(ctx, i, id)
	case idBuild:
		return b.build(ctx, i, id)
	case idBook:
		return b.turnPage(ctx, i, id, parts[2])
	case idSeal:
		return b.sealPress(ctx, table.ID(id), parts[2])
	case idFilm:
		return b.filmPress(ctx, table.ID(id), parts[2])
	case idBan:
		return b.banPress(ctx, i, id)
	case idMod:
		return b.modPress(ctx, i, table.ID(id), parts[2])
	case idLog:
		return b.turnLog(ctx, i, table.ID(id), parts[2])
	case idView:
		return b.view(ctx, i, table.ID(id))
	case idPrivacy:
		return b.privacyDo(ctx, i, id, parts[2])
	case idAgree:
		return b.agree(ctx, i, table.ID(id), parts[2])
	case idConcede:
		return b.concede(ctx, i, table.ID(id))
	case ControlSubmit, ControlDraft, ControlChoose, ControlType, ControlOpen, controlUndo:
		return b.console(ctx, i, table.ID(id))
	}
	return b.say(wordOldButton)
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

// private reads the match as the user's seat sees it. ok is false with the answer to give.
func (b *Bot) private(ctx context.Context, i Interaction, id table.ID) (table.Private, Answer, bool) {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return table.Private{}, a, false
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return p, b.trouble(id, err), false
	}
	return p, Answer{}, true
}

// onlook shows the match to somebody who does not play in it, as everybody sees it.
func (b *Bot) onlook(ctx context.Context, id table.ID) Answer {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	board, err := b.Forms.Board(p)
	if err != nil {
		return b.trouble(id, formsFailed("board", err))
	}
	m := board.Message
	m.Blocks = append([]Block{Text(b.text(wordNotPlaying))}, m.Blocks...)
	m.Mention = nil
	return Answer{Letter: &m, Fresh: true}
}

// view shows the user their own console in a message of its own, or an onlooker the board.
func (b *Bot) view(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return a
	}
	a = b.show(ctx, i, id, seat, Page{})
	a.Fresh = true
	return a
}

// show is the seat's console as an answer to its user.
func (b *Bot) show(ctx context.Context, i Interaction, id table.ID, seat game.Seat, page Page) Answer {
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	var lesson Row
	if inLesson(id) {
		if page, lesson, err = b.lessonPage(ctx, i.User, page); err != nil {
			return b.trouble(id, err)
		}
	}
	card := b.note(ctx, cardNote(id))
	b.expect(&p, card)
	page.Note = strings.TrimSpace(strings.Join([]string{page.Note, card, b.note(ctx, dmNote(i.User))}, "\n"))
	l, err := b.Forms.Console(p, page)
	if err != nil {
		return b.trouble(id, formsFailed("console", err))
	}
	if lesson != nil {
		l.Blocks = append(l.Blocks, lesson)
	} else {
		b.withEnd(&l, p)
	}
	if err := misdirected(l, p, i.User); err != nil {
		return b.trouble(id, err)
	}
	if err := b.bind(ctx, p, &l); err != nil {
		return b.trouble(id, err)
	}
	b.withClocks(&l, p)
	if !inLesson(id) {
		b.enter(ctx, p, routeAnswer)
	}
	return Answer{Letter: &l.Message}
}

// console handles a control of a private console.
func (b *Bot) console(ctx context.Context, i Interaction, id table.ID) Answer {
	if inLesson(id) {
		if id != lessonID(i.User) {
			return b.say(wordOldButton)
		}
		b = b.inClass(i.User)
	}
	p, a, ok := b.private(ctx, i, id)
	if !ok {
		return a
	}
	c, err := b.Control(ctx, id, p.Seat, i.CustomID)
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.show(ctx, i, id, p.Seat, Page{Note: b.text(wordOldPage)})
	case err != nil:
		return b.trouble(id, err)
	case c.Kind == ControlOpen && c.Ask == "":
		return b.show(ctx, i, id, p.Seat, Page{})
	case c.Kind == controlUndo:
		return b.undo(ctx, i, p, c.Draft)
	case !asked(p, c.Ask):
		return b.show(ctx, i, id, p.Seat, Page{Note: b.text(wordStale)})
	}
	return b.control(ctx, i, p, c)
}

// control does what a control of an open question does.
func (b *Bot) control(ctx context.Context, i Interaction, p table.Private, c Control) Answer {
	at := Page{Ask: c.Ask, Order: c.Draft}
	switch c.Kind {
	case ControlSubmit:
		return b.submit(ctx, i, p, at, c.Draft)
	case ControlOpen, ControlDraft:
		return b.show(ctx, i, p.ID, p.Seat, at)
	}
	step := b.Forms.Press(p, c.Ask, c.Draft, values(i))
	switch {
	case step.Form != nil:
		step.Form.ID = i.CustomID // its fields come back to the same control
		return Answer{Form: step.Form}
	case step.Order != "":
		return b.submit(ctx, i, p, at, step.Order)
	}
	return b.show(ctx, i, p.ID, p.Seat, Page{Ask: c.Ask, Order: step.Draft})
}

// values are what a select holds, or a form's fields in the order of their ids.
func values(i Interaction) []string {
	if i.Kind != Submit {
		return i.Values
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(i.Fields)) {
		out = append(out, i.Fields[k])
	}
	return out
}

func asked(p table.Private, ask string) bool {
	return slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
}

// cause names a decision after the interaction that asked for it, so that it is taken once.
func cause(i Interaction) string { return "i:" + string(i.ID) }

// submit plays an order in answer to the page's ask. If it is refused the console stays at the page.
func (b *Bot) submit(ctx context.Context, i Interaction, p table.Private, at Page, order string) Answer {
	return b.after(ctx, i, p, at, "", b.playAll(ctx, cause(i), p, at.Ask, strings.Split(order, ";")))
}

// MostOrders bounds how many orders are given at once, for bases that move together: enough for a whole side's.
const MostOrders = 48

// halted: of several orders given at once only some were carried out, as something came between that must be settled
// first.
type halted struct{ done, all int }

func (h halted) Error() string { return fmt.Sprintf("%d of %d orders", h.done, h.all) }

// playAll plays orders one after another in answer to the ask, the later ones to the questions that follow it, until one is
// refused or answers no question: those before it stand.
func (b *Bot) playAll(ctx context.Context, cause string, p table.Private, ask string, lines []string) error {
	for n, line := range lines[:min(len(lines), MostOrders)] {
		if n > 0 {
			now, err := b.Hall.Private(ctx, p.ID, p.Seat)
			if err != nil {
				return err
			}
			if ask = pressing(now); ask == "" {
				return halted{n, len(lines)}
			}
		}
		r, err := b.Hall.Parse(ctx, p.ID, strings.TrimSpace(line))
		if err != nil {
			return err
		}
		_, err = b.Hall.Act(ctx, part(cause, n), p.ID, p.Seat, ask, r)
		switch {
		case n > 0 && misread(err) == notNow:
			return halted{n, len(lines)}
		case err != nil:
			return err
		}
	}
	return b.keepPress(ctx, p, len(lines))
}

// part is the cause of the n-th order of several given at once.
func part(cause string, n int) string {
	if n == 0 {
		return cause
	}
	return fmt.Sprintf("%s.%d", cause, n+1)
}

// pressing is the id of the question that holds the match up, "" if none is the seat's.
func pressing(p table.Private) string {
	for _, a := range p.Asks {
		if !a.Standing {
			return a.ID
		}
	}
	return ""
}

// after shows the console after an act, with what became of it; back is where it stays if the act was refused.
func (b *Bot) after(ctx context.Context, i Interaction, p table.Private, back Page, done string, err error) Answer {
	var no *game.Refusal
	var half halted
	page := Page{Note: done}
	switch {
	case err == nil:
	case errors.As(err, &half):
		page.Note = b.sayf(wordHalted, half.done, half.all)
	case errors.As(err, &no) && no.Code == "stale":
		page.Note = b.text(wordStale)
	case errors.As(err, &no):
		page = back
		page.Note = "⚠️ " + b.Forms.Refused(no)
	default:
		return b.trouble(p.ID, err)
	}
	return b.show(ctx, i, p.ID, p.Seat, page)
}

// failed is an error of the forms. It is logged by its type alone, as its text may quote what is secret.
type failed struct {
	doing string
	error
}

func (f failed) Error() string { return fmt.Sprintf("forms: %s: %T", f.doing, f.error) }

func (f failed) Unwrap() error { return f.error }

func formsFailed(doing string, err error) error { return failed{doing, err} }

// trouble is the answer to a fault: the operator gets the id and the error, the player a sentence.
func (b *Bot) trouble(id table.ID, err error) Answer {
	if errors.Is(err, table.ErrNoMatch) {
		return b.say(wordNoMatch)
	}
	b.Log.Error("request failed", "match", id, "error", err.Error())
	if errors.Is(err, table.ErrFrozen) || errors.Is(err, table.ErrDamaged) {
		return b.say(wordFrozen)
	}
	return b.say(wordFault)
}
