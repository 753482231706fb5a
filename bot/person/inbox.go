package person

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The inbox: every question that waits for a user, in all matches on all servers, the most urgent first.

// openQuestion is a question that waits for a user.
type openQuestion struct {
	match    table.ID
	game     string // its id
	against  string // the opponent's name
	question string
	by       time.Time // zero: no clock runs
	left     time.Duration
}

const (
	// mostInbox is how many questions an inbox shows.
	mostInbox = 10
	// maxQuestion bounds the words of a question there, in characters.
	maxQuestion = 120
)

// inboxCmd is /inbox. It also shows what can wait: lessons that the user has begun and, separately, their own open
// challenges, which wait for others.
func inboxCmd(ctx context.Context, c *bot.Call) wire.Answer {
	l, err := gatherInbox(ctx, c, c.User, c.Text("**What waits for you**"), c.Options.Text(optionPage))
	for _, g := range c.Games {
		if err == nil && c.Forms(g.ID).Lessons != nil {
			err = l.addLesson(ctx, classroomOf(c, g.ID, c.User))
		}
	}
	if err == nil {
		err = l.addOwn(ctx, c)
	}
	if err != nil {
		return c.Trouble("", err)
	}
	m := l.message(c)
	if row := l.pages.Turn(c, idTurn+"|"+turnsInbox); row != nil {
		m.Blocks = append(m.Blocks, row)
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// inbox returns everything that waits for the user, as a message to send. It begins with the most urgent question;
// below is its last line.
func inbox(ctx context.Context, c *bot.Call, u wire.UserID, below string) (wire.Message, error) {
	l, err := gatherInbox(ctx, c, u, "", "")
	if below != "" {
		l.lines = append(l.lines, below)
	}
	return l.message(c), err
}

// inboxLines is an inbox under construction: its lines, and the buttons for them.
type inboxLines struct {
	lines   []string
	buttons []wire.Button
	pages   bot.Pages // of the questions
}

func (l *inboxLines) addChallenges(ctx context.Context, c *bot.Call, u wire.UserID, sort bot.ChallengeSort) error {
	items, err := c.Challenges(ctx, c, u, sort)
	*l = l.addItems(c, items)
	return err
}

// addOwn adds the user's challenges that wait for others, under a separate heading.
func (l *inboxLines) addOwn(ctx context.Context, c *bot.Call) error {
	items, err := c.Challenges(ctx, c, c.User, bot.Leisurely)
	if len(items) > 0 {
		l.lines = append(l.nothing(c), c.Text("**Your challenges that wait for others**"))
		*l = l.addItems(c, items)
	}
	return err
}

// nothing returns the lines. If there are none below the head, it adds one that says so.
func (l inboxLines) nothing(c *bot.Call) []string {
	if len(l.lines) > 1 {
		return l.lines
	}
	return append(l.lines, c.Text("Nothing. `/match list` shows your matches, `/play` begins one."))
}

func (l inboxLines) addItems(c *bot.Call, items []bot.Item) inboxLines {
	for _, it := range items[:min(len(items), wire.MostInRow)] {
		l.lines, l.buttons = append(l.lines, it.Line), append(l.buttons, it.Press)
	}
	if more := len(items) - wire.MostInRow; more > 0 {
		l.lines = append(l.lines, c.Say("… and %d more; `/match list` shows them.", more))
	}
	return l
}

func (l *inboxLines) addLesson(ctx context.Context, r classroom) error {
	k, lesson, err := r.read(ctx)
	if err == nil && len(k.Orders) > 0 && lesson.Result == nil {
		l.lines = append(l.lines, r.c.Say("• 📘 The lesson waits for you at step %d of %d.", lesson.Step, lesson.Steps))
		l.buttons = append(l.buttons, wire.Button{ID: learnID(r.c, "", r.game), Label: r.c.Text("Go on with the lesson")})
	}
	return err
}

func (l inboxLines) message(c *bot.Call) wire.Message {
	m := wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(strings.TrimSpace(strings.Join(l.nothing(c), "\n")), maxInbox))}}
	for row := range slices.Chunk(l.buttons, wire.MostInRow) {
		m.Blocks = append(m.Blocks, wire.Row(row))
	}
	return m
}

// gatherInbox collects everything that waits for the user, of the questions one page, with a button for each item that opens its console.
func gatherInbox(ctx context.Context, c *bot.Call, u wire.UserID, headline, page string) (inboxLines, error) {
	l := inboxLines{lines: []string{headline}}
	all, err := waitingFor(ctx, c, u)
	if err != nil {
		return l, err
	}
	l.pages = bot.PagesOf(len(all), mostInbox, page)
	for n := l.pages.From; n < l.pages.To; n++ {
		w := all[n]
		l.lines = append(l.lines, waitingLine(ctx, c, n+1, w))
		style := wire.Secondary
		if n == l.pages.From {
			style = wire.Primary
		}
		b := wire.Button{ID: customid.View + "|" + string(w.match), Label: c.Say("%d · %s", n+1, wire.Clip(w.against, 24)), Style: style}
		if !slices.ContainsFunc(l.buttons, func(x wire.Button) bool { return x.ID == b.ID }) { // one console shows everything about a match
			l.buttons = append(l.buttons, b)
		}
	}
	if more := len(all) - l.pages.To; more > 0 {
		l.lines = append(l.lines, c.Say("… and %d more", more))
	}
	if err = l.addChallenges(ctx, c, u, bot.Waiting); err != nil {
		return l, err
	}
	items, err := c.SeriesWaiting(ctx, c, u)
	return l.addItems(c, items), err
}

// maxInbox bounds the text of an inbox, in characters.
const maxInbox = 3800

// waitingFor lists the questions that the user must answer, the most urgent first.
func waitingFor(ctx context.Context, c *bot.Call, u wire.UserID) ([]openQuestion, error) {
	live, err := c.LiveMatches(ctx, u)
	if err != nil {
		return nil, err
	}
	var out []openQuestion
	for _, s := range live[:min(len(live), bot.MostLooked)] {
		p, err := c.Hall.Private(ctx, s.Match, s.Seat)
		if err != nil { // it is held after a fault, and no answer helps
			c.Log.Warn("match not in the inbox", "match", s.Match, "error", err.Error())
			continue
		}
		out = append(out, waitingIn(c, p)...)
	}
	slices.SortStableFunc(out, func(x, y openQuestion) int {
		return cmp.Or(cmp.Compare(urgency(x), urgency(y)), x.by.Compare(y.by))
	})
	return out, nil
}

// urgency ranks running clocks before questions without a clock, and those before paused clocks.
func urgency(w openQuestion) int {
	switch {
	case !w.by.IsZero():
		return 0
	case w.left == 0:
		return 1
	}
	return 2
}

// waitingIn returns everything that waits for the seat: its question, another seat's proposal about the clocks, and an
// offered draw.
func waitingIn(c *bot.Call, p table.Private) (out []openQuestion) {
	if p.Clocks.Held != "" {
		return nil
	}
	if a, owed := bot.OwedAsk(p); owed && !a.Early {
		out = append(out, openQuestion{question: c.Of(p.Meta).Question(p, a), by: a.By, left: a.Left})
	}
	for _, o := range p.Clocks.Motions(c.Clock.Now()) {
		if !o.Wants(p.Seat) {
			out = append(out, openQuestion{question: c.Say("🤝 Do you agree to this: %s?", c.Proposal(o.Offer)), by: o.Until})
		}
	}
	if offering := game.Offering(p.View); p.Result == nil && len(offering) > 0 && !slices.Contains(offering, p.Seat) {
		out = append(out, openQuestion{question: c.Text("🤝 Do you accept the draw that is offered?")})
	}
	place, err := bot.PlaceOf(p.Meta)
	for i := range out {
		w := &out[i]
		w.match, w.game = p.ID, p.Meta.Game
		if err == nil {
			w.against = strings.Join(slices.Delete(place.NowIn(c.Language), int(p.Seat)-1, int(p.Seat)), ", ")
		}
	}
	return out
}

// whole returns as many sentences of a question as fit, or the beginning of the first sentence if that is too long.
func whole(question string) string {
	short := wire.Clip(question, maxQuestion)
	if end := strings.LastIndex(short, ". "); short != question && end > 0 {
		return short[:end+1]
	}
	return short
}

func waitingLine(ctx context.Context, c *bot.Call, n int, w openQuestion) string {
	against := c.NameGame(w.game, c.Say("against %s", wire.Plain(wire.Clip(w.against, 40))))
	line := c.Say("• **%s** %d · %s.", whole(w.question), n, against)
	switch {
	case !w.by.IsZero():
		line += c.Say(" Until <t:%[1]d:f> (<t:%[1]d:R>).", w.by.Unix())
	case w.left > 0:
		line += c.Text(" Clock paused.")
	}
	if room := c.InThread(ctx, w.match); room != "" {
		line += " · " + strings.TrimLeft(room, " ,·")
	}
	return line
}
