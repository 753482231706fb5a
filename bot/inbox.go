package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/game/table"
)

// The inbox: every question that waits for a user, in all matches on all servers, the most urgent first.

// debt is a question that a user owes an answer to.
type debt struct {
	match    table.ID
	against  string // the other's name
	question string
	by       time.Time // zero: no clock runs
	left     time.Duration
}

const (
	// mostInbox is how many questions an inbox shows, mostLooked how many matches it looks into.
	mostInbox, mostLooked = 10, 200
	// maxQuestion bounds a question's words there, in characters.
	maxQuestion = 120
)

// inboxCmd is /inbox.
func (b *Bot) inboxCmd(ctx context.Context, i Interaction) Answer {
	l, err := b.inbox(ctx, i.User, b.text(wordInbox))
	if err == nil {
		err = b.addLeisure(ctx, i.User, &l)
	}
	if err != nil {
		return b.trouble("", err)
	}
	m := b.written(l)
	return Answer{Letter: &m, Fresh: true}
}

// letterbox is an inbox as it fills: its lines and the buttons that lead to them.
type letterbox struct {
	lines   []string
	buttons []Button
}

// addLeisure adds what waits for the user without hurry: their own open challenges, and the lesson that they have begun.
func (b *Bot) addLeisure(ctx context.Context, u Snowflake, l *letterbox) error {
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.side(u) >= 0 && !b.waitsFor(c, u) })
	if err != nil {
		return err
	}
	for _, c := range cs[:min(len(cs), mostInRow)] {
		l.lines = append(l.lines, b.openLine(c))
		l.buttons = append(l.buttons, Button{ID: idChange + "|" + c.ID, Label: b.sayf(wordForceFor, Clip(b.against(c, u), 24))})
	}
	r, lesson, err := b.learnt(ctx, u)
	if err != nil {
		return err
	}
	if len(r.Orders) > 0 && lesson.Result == nil {
		l.lines = append(l.lines, b.sayf(wordInboxLesson, lesson.Step, lesson.Steps))
		l.buttons = append(l.buttons, Button{ID: idLearn, Label: b.text(wordGoOnLesson)})
	}
	return nil
}

// written is the inbox as a message.
func (b *Bot) written(l letterbox) Message {
	if len(l.lines) == 1 {
		l.lines = append(l.lines, b.text(wordInboxEmpty))
	}
	m := Message{Blocks: []Block{Text(Clip(strings.Join(l.lines, "\n"), maxInbox))}}
	for row := range slices.Chunk(l.buttons, mostInRow) {
		m.Blocks = append(m.Blocks, Row(row))
	}
	return m
}

// inbox is what waits for the user, with a button for each that opens its console.
func (b *Bot) inbox(ctx context.Context, u Snowflake, head string) (letterbox, error) {
	l := letterbox{lines: []string{head}}
	all, err := b.waitingFor(ctx, u)
	if err != nil {
		return l, err
	}
	cs, err := b.challenges(ctx, func(c challenge) bool { return b.waitsFor(c, u) })
	if err != nil {
		return l, err
	}
	press := func(x Button) { l.buttons = append(l.buttons, x) }
	for n, w := range all[:min(len(all), mostInbox)] {
		l.lines = append(l.lines, b.waitingLine(ctx, n+1, w))
		style := Secondary
		if n == 0 {
			style = Primary
		}
		press(Button{ID: idView + "|" + string(w.match), Label: b.sayf(wordOpenNumber, n+1, Clip(w.against, 24)), Style: style})
	}
	if more := len(all) - mostInbox; more > 0 {
		l.lines = append(l.lines, b.sayf(wordMore, more))
	}
	for _, c := range cs[:min(len(cs), mostInRow)] {
		l.lines = append(l.lines, b.openLine(c))
		if c.Taker == nil {
			press(Button{ID: idAccept + "|" + c.ID, Label: b.sayf(wordAcceptOf, Clip(c.FromName, 24)), Style: Success})
		} else {
			press(Button{ID: idReady + "|" + c.ID, Label: b.sayf(wordReadyFor, Clip(c.names()[1-c.side(u)], 24)), Style: Success})
		}
	}
	return l, nil
}

// maxInbox bounds the text of an inbox, in characters.
const maxInbox = 3800

// waitsFor tells whether the challenge waits for the user: to be taken up, or to say that they are ready.
func (b *Bot) waitsFor(c challenge, u Snowflake) bool {
	side := c.side(u)
	if c.Taker == nil {
		return c.To == u
	}
	return side >= 0 && !b.ready(c, side, b.Clock.Now())
}

// waitingFor lists what the user owes an answer to, the most urgent first.
func (b *Bot) waitingFor(ctx context.Context, u Snowflake) ([]debt, error) {
	live, err := b.liveMatches(ctx, u)
	if err != nil {
		return nil, err
	}
	var out []debt
	for _, s := range live[:min(len(live), mostLooked)] {
		p, err := b.Hall.Private(ctx, s.Match, s.Seat)
		if err != nil { // it is held after a fault, and no answer helps it
			b.Log.Warn("match not in the inbox", "match", s.Match, "error", err.Error())
			continue
		}
		if w, ok := b.waitingIn(p); ok {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(x, y debt) int {
		return cmp.Or(cmp.Compare(urgency(x), urgency(y)), x.by.Compare(y.by))
	})
	return out, nil
}

// urgency ranks running clocks before questions without one, and those before clocks that stand.
func urgency(w debt) int {
	switch {
	case !w.by.IsZero():
		return 0
	case w.left == 0:
		return 1
	}
	return 2
}

// waitingIn is the question that the seat owes an answer to.
func (b *Bot) waitingIn(p table.Private) (debt, bool) {
	ask := owed(p)
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
	if ask == "" || i < 0 || p.Clocks.Held != "" || p.Asks[i].Early {
		return debt{}, false
	}
	a := p.Asks[i]
	w := debt{match: p.ID, question: b.Forms.Question(p, a), by: a.By, left: a.Left}
	if place, err := placeOf(p.Meta); err == nil && len(place.Names) == 2 && int(p.Seat) <= 2 {
		w.against = place.Names[2-p.Seat]
	}
	return w, true
}

func (b *Bot) waitingLine(ctx context.Context, n int, w debt) string {
	line := b.sayf(wordWaitingLine, n, Plain(Clip(w.against, 40)), Clip(w.question, maxQuestion))
	switch {
	case !w.by.IsZero():
		line += b.sayf(wordWaitingBy, w.by.Unix())
	case w.left > 0:
		line += b.text(wordWaitingStill)
	}
	if room := b.inThread(ctx, w.match); room != "" {
		line += " · " + strings.TrimLeft(room, " ,·")
	}
	return line
}
