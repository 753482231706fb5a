package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// /learn: a lesson that is played against a scripted opponent, in private and without clocks. It is made anew from the
// learner's orders each time, so a record of those is all that is kept, and it goes on where they left it.

const (
	idLearn     = "learn" // learn|what; without a what: begin it, or go on
	learnAgain  = "again"
	learnLeave  = "leave"
	lessonStart = "learn" // a lesson's id is this and its user's
)

// Lesson is a lesson as its learner sees it, after some orders.
type Lesson struct {
	table.Private
	Step, Steps int    // the step that comes, from 1
	Tell        string // what it is about
	Example     string // an order that it takes; "" when it is over
	Tells       bool   // there is nothing to do but to read
	News        int    // from which of the facts on they are of the last order
	// Along is an order begun as far as it leads to one that the step takes. A *game.Refusal says that it led elsewhere.
	Along func(begun string) (string, error)
}

// learning is the record of a user's lesson.
type learning struct {
	Version int      `json:"v"`
	Orders  []string `json:"orders,omitempty"`
}

func learnKey(u Snowflake) string { return "learn/" + string(u) }

func lessonID(u Snowflake) table.ID { return table.ID(lessonStart + strings.ToLower(string(u))) }

// classroom is the hall of one user's lesson: it reads and changes that, and nothing else.
type classroom struct {
	Hall
	b    *Bot
	user Snowflake
}

// inClass is the same bot in the user's classroom.
func (b *Bot) inClass(u Snowflake) *Bot {
	c := *b
	c.Hall = classroom{b.Hall, b, u}
	return &c
}

// inLesson tells whether the id is of somebody's lesson.
func inLesson(id table.ID) bool { return strings.HasPrefix(string(id), lessonStart) }

// learnt is the user's lesson as it stands.
func (b *Bot) learnt(ctx context.Context, u Snowflake) (learning, Lesson, error) {
	r := learning{Version: recordVersion}
	if err := b.record(ctx, learnKey(u), &r); err != nil {
		return r, Lesson{}, err
	}
	if r.Version > recordVersion {
		return r, Lesson{}, fmt.Errorf("record %s is of a later form %d", learnKey(u), r.Version)
	}
	l, err := b.Forms.Lesson(r.Orders)
	if err != nil { // the lesson has changed since: it begins again
		r.Orders = nil
		l, err = b.Forms.Lesson(nil)
	}
	return r, l.of(u), err
}

// of is the lesson as its user's own.
func (l Lesson) of(u Snowflake) Lesson {
	l.ID = lessonID(u)
	l.Meta.Users = []table.User{table.User(u), "opponent"}
	return l
}

// SeatOf gives the learner's seat.
func (c classroom) SeatOf(_ context.Context, id table.ID, u table.User) (game.Seat, error) {
	if Snowflake(u) != c.user || id != lessonID(c.user) {
		return 0, table.ErrNoSeat
	}
	return 1, nil
}

// Private reads the lesson.
func (c classroom) Private(ctx context.Context, _ table.ID, _ game.Seat) (table.Private, error) {
	_, l, err := c.b.learnt(ctx, c.user)
	return l.Private, err
}

// line is an order that the lesson itself reads.
type line string

// Order is the line.
func (l line) Order() string { return string(l) }

// Parse leaves the reading to the lesson.
func (classroom) Parse(_ context.Context, _ table.ID, typed string) (game.Reply, error) {
	return line(typed), nil
}

// Act plays an order of the lesson's.
func (c classroom) Act(ctx context.Context, _ string, _ table.ID, _ game.Seat, _ string, r game.Reply) (table.Outcome, error) {
	return table.Outcome{}, c.add(ctx, r.Order())
}

// Undo takes the learner's last order back.
func (c classroom) Undo(ctx context.Context, _ string, _ table.ID, _ game.Seat) (table.Outcome, error) {
	return table.Outcome{}, c.add(ctx, "undo")
}

// add plays one order more and keeps it.
func (c classroom) add(ctx context.Context, order string) error {
	mu := c.b.locks.of(learnKey(c.user))
	mu.Lock()
	defer mu.Unlock()
	r, _, err := c.b.learnt(ctx, c.user)
	if err != nil {
		return err
	}
	r.Orders = append(slices.Clone(r.Orders), order)
	if _, err := c.b.Forms.Lesson(r.Orders); err != nil {
		return err
	}
	return c.b.putRecord(ctx, learnKey(c.user), r, false)
}

// learn is /learn: it begins the lesson, or goes on with it.
func (b *Bot) learn(ctx context.Context, i Interaction) Answer {
	r, l, err := b.learnt(ctx, i.User)
	switch {
	case err != nil:
		return b.trouble(lessonID(i.User), err)
	case l.Result != nil:
		return b.startLesson(ctx, i)
	case len(r.Orders) == 0:
		return b.startLesson(ctx, i)
	}
	a := b.inClass(i.User).show(ctx, i, l.ID, l.Seat, Page{Note: b.text(wordLearnOn)})
	a.Fresh = true
	return a
}

// startLesson begins it from the beginning.
func (b *Bot) startLesson(ctx context.Context, i Interaction) Answer {
	if err := b.putRecord(ctx, learnKey(i.User), learning{}, true); err != nil {
		return b.trouble(lessonID(i.User), err)
	}
	a := b.inClass(i.User).show(ctx, i, lessonID(i.User), 1, Page{})
	a.Fresh = i.Kind == Slash || i.CustomID == idLearn
	return a
}

// forgetLesson drops the user's lesson, with its controls.
func (b *Bot) forgetLesson(ctx context.Context, u Snowflake) error {
	p := table.Private{ID: lessonID(u), Seat: 1}
	if err := b.forgetPages(ctx, p); err != nil {
		return err
	}
	return b.Records.Put(ctx, table.Record{Key: learnKey(u)}, table.Record{Key: pageHead(p.ID, p.Seat)})
}

// learnPress answers the buttons under a lesson.
func (b *Bot) learnPress(ctx context.Context, i Interaction, what string) Answer {
	switch what {
	case "":
		return b.learn(ctx, i)
	case learnAgain:
		return b.startLesson(ctx, i)
	case learnLeave:
		if err := b.forgetLesson(ctx, i.User); err != nil {
			return b.trouble(lessonID(i.User), err)
		}
		return Answer{Letter: &Message{Blocks: []Block{Text(b.text(wordLearnLeft))}}}
	}
	return b.say(wordOldButton)
}

// lessonPage leads through the page, keeps it on the step's way, and gives the buttons to go under it.
func (b *Bot) lessonPage(ctx context.Context, u Snowflake, page Page) (Page, Row, error) {
	_, l, err := b.learnt(ctx, u)
	if err != nil {
		return page, nil, err
	}
	again := Button{ID: idLearn + "|" + learnAgain, Label: b.text(wordLearnAgain)}
	if l.Example == "" {
		page.Note = b.text(wordLearnDone)
		return page, Row{again}, nil
	}
	page.Guide = &Guide{Tell: b.sayf(wordLearnStep, l.Step, l.Steps, l.Tell), Order: l.Example, News: l.News}
	var no *game.Refusal
	page.Order, err = l.Along(page.Order)
	switch {
	case errors.As(err, &no) && page.Note == "": // else what came of a whole order is told already
		page.Note = "⚠️ " + b.Forms.Refused(no)
	case err != nil && no == nil:
		return page, nil, err
	}
	var row Row
	if !l.Tells {
		row = append(row, Button{Does: Control{Kind: ControlSubmit, Ask: owed(l.Private), Draft: l.Example}, Label: b.text(wordLearnSkip)})
	}
	if l.Step > 1 {
		row = append(row, again)
	}
	return page, append(row, Button{ID: idLearn + "|" + learnLeave, Label: b.text(wordLearnLeave)}), nil
}
