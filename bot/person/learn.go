package person

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// /learn: a lesson that is played against scripted opponents, in private and without clocks. It is rebuilt from the
// learner's orders each time, so only those are stored, and it continues where the learner left it.

const (
	learnAgain = "again"
	learnLeave = "leave"
)

// learning is the record of a user's lesson.
type learning struct {
	Version int      `json:"v"`
	Orders  []string `json:"orders,omitempty"`
}

func (k *learning) Form() *int { return &k.Version }

// classroom is the hall of one user's lesson in a game. It reads and changes only that lesson.
type classroom struct {
	bot.Player
	bot.Reader
	c    *bot.Call
	game string
	user wire.UserID
}

func classroomOf(c *bot.Call, game string, u wire.UserID) classroom {
	return classroom{c.Hall.Player, c.Hall.Reader, c, game, u}
}

// key returns the key of the lesson's record.
func (r classroom) key() string { return r.c.Games.KeyOf("learn", r.game) + string(r.user) }

// id returns the id of the lesson's match.
func (r classroom) id() table.ID {
	id := lessonStart + strings.ToLower(string(r.user))
	if name := r.c.Games.Recorded(r.game); name != "" {
		id += "-" + name
	}
	return table.ID(id)
}

// call returns the call inside the classroom.
func (r classroom) call() *bot.Call {
	return r.c.Elsewhere(bot.Hall{Player: r, Reader: r, Rulings: r.c.Hall.Rulings})
}

// lessonOf returns the call inside the user's lesson with that id, and the function that guides them through it.
func lessonOf(c *bot.Call, id table.ID) (*bot.Call, bot.Lead, bool) {
	if !strings.HasPrefix(string(id), lessonStart) {
		return c, nil, false
	}
	for _, g := range c.Games {
		if r := classroomOf(c, g.ID, c.User); c.Forms(g.ID).Lessons != nil && r.id() == id {
			return r.call(), r.lead, true
		}
	}
	return nil, nil, false
}

// lessonStart begins the id of every lesson, and of no match.
const lessonStart = "learn"

func (r classroom) read(ctx context.Context) (k learning, l bot.Lesson, err error) {
	if err := r.c.Read(ctx, r.key(), &k); err != nil {
		return k, l, err
	}
	l, err = r.begun(&k)
	l.ID, l.Meta.Game = r.id(), r.game
	l.Meta.Users = append([]wire.UserID{r.user}, slices.Repeat([]wire.UserID{"opponent"}, l.Opponents)...)
	return k, l, err
}

// begun returns the lesson after the recorded orders. If the lesson has changed since they were given, it begins again.
func (r classroom) begun(k *learning) (bot.Lesson, error) {
	l, err := r.c.Forms(r.game).Lesson(k.Orders)
	if err != nil {
		k.Orders = nil
		return r.c.Forms(r.game).Lesson(nil)
	}
	return l, nil
}

// SeatOf returns the learner's seat.
func (r classroom) SeatOf(_ context.Context, id table.ID, u wire.UserID) (game.Seat, error) {
	if u != r.user || id != r.id() {
		return 0, table.ErrNoSeat
	}
	return 1, nil
}

func (r classroom) Private(ctx context.Context, _ table.ID, _ game.Seat) (table.Private, error) {
	_, l, err := r.read(ctx)
	return l.Private, err
}

// line is an order that the lesson itself reads.
type line string

func (l line) Order() string { return string(l) }

// Parse leaves the reading to the lesson.
func (classroom) Parse(_ context.Context, _ table.ID, typed string) (game.Reply, error) {
	return line(typed), nil
}

// Act plays orders in the lesson. One undo takes them all back.
func (r classroom) Act(ctx context.Context, _ string, _ table.ID, _ game.Seat, _ string, reply game.Reply, then ...game.Reply) (table.Outcome, error) {
	line := reply.Order()
	for _, r := range then {
		line += "; " + r.Order()
	}
	return table.Outcome{}, r.add(ctx, line)
}

// Undo takes back the learner's last order.
func (r classroom) Undo(ctx context.Context, _ string, _ table.ID, _ game.Seat) (table.Outcome, error) {
	return table.Outcome{}, r.add(ctx, "undo")
}

// add plays one more line and stores it.
func (r classroom) add(ctx context.Context, order string) error {
	_, err := bot.Change(ctx, r.c.App, r.key(), func(k *learning) error {
		if _, err := r.begun(k); err != nil {
			return err
		}
		k.Orders = append(k.Orders, order)
		_, err := r.c.Forms(r.game).Lesson(k.Orders)
		return err
	})
	return err
}

// learnCommand is /learn; it does not exist if no game has a lesson.
func learnCommand(a *bot.App) []bot.Command {
	teaches := func(f bot.Forms) bool { return f.Lessons != nil }
	if len(a.Games.Having(teaches)) == 0 {
		return nil
	}
	return []bot.Command{{Name: "learn",
		Description: "Learn to play by playing: a quarter of an hour against a scripted opponent, in private", Options: a.Games.GameOption(teaches),
		Run: bot.WithGame(teaches, learn)}}
}

// learn begins or continues the lesson.
func learn(ctx context.Context, c *bot.Call, game string) wire.Answer {
	if c.Forms(game).Lessons == nil {
		return c.Answer("⚠️ %s has no lesson yet; `/help` explains the game.", c.Forms(game).About.Name)
	}
	r := classroomOf(c, game, c.User)
	k, l, err := r.read(ctx)
	switch {
	case err != nil:
		return c.Trouble(r.id(), err)
	case l.Result != nil || len(k.Orders) == 0:
		return r.start(ctx)
	}
	a := c.Show(ctx, r.call(), l.ID, l.Seat, bot.Page{Note: c.Text("You were in the middle of the lesson. It goes on here.")})
	a.Fresh = true
	return a
}

// start begins the lesson from the beginning.
func (r classroom) start(ctx context.Context) wire.Answer {
	if err := r.c.Delete(ctx, r.key()); err != nil {
		return r.c.Trouble(r.id(), err)
	}
	a := r.c.Show(ctx, r.call(), r.id(), 1, bot.Page{})
	a.Fresh = r.c.Kind == wire.Slash || strings.HasPrefix(r.c.CustomID+"|", customid.Learn+"||") || r.c.CustomID == customid.Learn
	return a
}

// forget deletes the lesson and its controls.
func (r classroom) forget(ctx context.Context) error {
	p := table.Private{ID: r.id(), Seat: 1}
	if err := r.c.ForgetPages(ctx, p); err != nil {
		return err
	}
	return r.c.Delete(ctx, r.key(), keys.Pages(p.ID, p.Seat))
}

// learnPress answers the buttons under a lesson.
func learnPress(ctx context.Context, c *bot.Call, what, recorded string) wire.Answer {
	game := c.Games.GameOf(recorded)
	if !c.Games.Offers(game) || c.Forms(game).Lessons == nil {
		return c.Answer(bot.OldButton)
	}
	r := classroomOf(c, game, c.User)
	switch what {
	case "":
		return learn(ctx, c, game)
	case learnAgain:
		return r.start(ctx)
	case learnLeave:
		if err := r.forget(ctx); err != nil {
			return c.Trouble(r.id(), err)
		}
		return wire.Settled(c.Text("person.learn-left"))
	}
	return c.Answer(bot.OldButton)
}

// learnID returns the custom id of a button of a game's lesson.
func learnID(c *bot.Call, what, game string) string {
	return strings.TrimRight(customid.Learn+"|"+what+"|"+c.Games.Recorded(game), "|")
}

// lead guides the learner through the page, keeps its draft on the step's way, and returns the buttons to go under it.
func (r classroom) lead(ctx context.Context, page bot.Page) (bot.Page, wire.Row, error) {
	c := r.c
	_, l, err := r.read(ctx)
	if err != nil {
		return page, nil, err
	}
	again := wire.Button{ID: learnID(c, learnAgain, r.game), Label: c.Text("Begin again")}
	if l.Example == "" {
		done := c.Forms(r.game).About.LearnDone
		if c.Games.RivalOf(r.game) == nil {
			page.Note = c.Say("person.learn-done", done)
			return page, wire.Row{again}, nil
		}
		page.Note = c.Say("person.learn-done-bot", done)
		play := rivalButton(r.game, c.Language)
		play.Style = wire.Success
		return page, wire.Row{play, again}, nil
	}
	page.Guide = &bot.Guide{Tell: c.Say("📘 **%d of %d.** %s", l.Step, l.Steps, l.Tell), Order: l.Example, News: l.News}
	var no *game.Refusal
	page.Order, err = l.Along(page.Order)
	switch {
	case errors.As(err, &no) && page.Note == "": // otherwise the note already tells the outcome of a whole order
		page.Note = "⚠️ " + bot.RefusalText(c.Language, no)
	case err != nil && no == nil:
		return page, nil, err
	}
	var row wire.Row
	if !l.Tells {
		row = append(row, wire.Button{Does: wire.Control{Kind: wire.ControlSubmit, Ask: bot.Owed(l.Private), Draft: l.Example},
			Label: c.Text("Skip this step")})
	}
	if l.Step > 1 {
		again.Style = wire.Danger
		row = append(row, again)
	}
	return page, append(row, wire.Button{ID: learnID(c, learnLeave, r.game), Label: c.Text("Leave the lesson"), Style: wire.Danger}), nil
}
