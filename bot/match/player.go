package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The player of replays: a picture of one step, buttons to the steps beside it, and a select of turns. Each press changes the message in
// place, and only its presser sees it. Of a finished match everybody sees every step; of one that is on, each reader what they were told.

// place names a picture of a replay: a step, in one of the kinds of stills.
type place struct {
	step int // math.MaxInt: the last one
	view string
}

// id returns the custom id of a control that leads to the place. n tells apart the controls of one message.
func (at place) id(match table.ID, n int) string {
	step := strconv.Itoa(at.step)
	if at.step == math.MaxInt {
		step = lastStep
	}
	return strings.TrimSuffix(fmt.Sprintf("%s|%s|%s.%d|%s", customid.Replay, match, step, n, at.view), "|")
}

// lastStep means the last step in a custom id. It has no number there, because a match may go on.
const lastStep = "last"

// replayPress answers the controls of a replay.
func (f films) replayPress(ctx context.Context, c *bot.Call, id, rest string) wire.Answer {
	where, view, _ := strings.Cut(rest, "|")
	step, _, _ := strings.Cut(where, ".")
	if chosen := values(c.Interaction); len(chosen) > 0 {
		step = chosen[0]
	}
	p, err := c.Hall.Public(ctx, table.ID(id))
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	if c, err = c.Themed(p.Meta); err != nil {
		return c.Trouble(p.ID, err)
	}
	if step == "" { // a card's button on a card opens a replay
		return f.opened(ctx, c, p)
	}
	n, err := strconv.Atoi(step)
	if step == lastStep {
		n, err = math.MaxInt, nil
	}
	if err != nil || n < 1 || view != "" && !isStill(c, p.Meta, view) {
		return c.Answer(bot.OldButton)
	}
	a := f.play(ctx, c, p, place{n, view})
	a.Fresh = false
	return a
}

func isStill(c *bot.Call, m table.Meta, view string) bool {
	return slices.ContainsFunc(c.Of(m).Stills(), func(s wire.Choice) bool { return s.Value == view })
}

// opened begins the replay of a match: of a finished one with its highlights.
func (f films) opened(ctx context.Context, c *bot.Call, p table.Public) wire.Answer {
	a := f.play(ctx, c, p, place{step: math.MaxInt})
	if a.Letter == nil || p.Result == nil {
		return a
	}
	var row wire.Row
	if c.Of(p.Meta).Endings != nil {
		row = append(row, customid.HighlightsButton(p.ID, c.Language))
	}
	if c.Of(p.Meta).Films != nil {
		row = append(row, customid.FilmButton(p.ID, c.Language))
	}
	if len(row) > 0 {
		a.Letter.Blocks = append(a.Letter.Blocks, row)
	}
	if best := highlights(c, p); best != "" {
		a.Letter.Blocks = append([]wire.Block{wire.Text(best)}, a.Letter.Blocks...)
	}
	return a
}

// mostHighlights is how many turns the list of highlights has.
const mostHighlights = 6

// highlights lists the turns of a finished match in which something was lost or scored, "" if there are none.
func highlights(c *bot.Call, p table.Public) string {
	var lines []string
	for _, t := range turnsOf(c, p) {
		if t.counts {
			lines = append(lines, "• **"+t.name+"**: "+t.deeds)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	if more := len(lines) - mostHighlights; more > 0 { // the last ones decided the match
		lines = append([]string{c.Say("-# %d earlier {turn is|turns are} in the replay.", more)}, lines[more:]...)
	}
	return c.Text("### Highlights") + "\n" + strings.Join(lines, "\n")
}

// play shows the step that a control leads to. The last one replaces a step behind it.
func (f films) play(ctx context.Context, c *bot.Call, p table.Public, at place) wire.Answer {
	m, seen, err := pictured(ctx, c, p, at)
	if no := (*table.NoPoint)(nil); errors.As(err, &no) && no.Steps > 0 && at.step > no.Steps {
		at.step = no.Steps
		m, seen, err = pictured(ctx, c, p, at)
	}
	return controlled(c, p, at, m, seen, err)
}

// atStep shows a step that somebody named: a step that is not there is refused.
func (f films) atStep(ctx context.Context, c *bot.Call, p table.Public, at place) wire.Answer {
	m, seen, err := pictured(ctx, c, p, at)
	return controlled(c, p, at, m, seen, err)
}

// controlled adds to the picture of a step the controls that lead to others.
func controlled(c *bot.Call, p table.Public, at place, m wire.Message, seen seen, err error) wire.Answer {
	if no := (*table.NoPoint)(nil); errors.As(err, &no) {
		return c.Answer(wordNoStep, no.Steps)
	}
	if err != nil {
		return c.Trouble(p.ID, err)
	}
	at.step = seen.step
	to := func(n int, label string, step int) wire.Button {
		return wire.Button{ID: place{step, at.view}.id(p.ID, n), Label: label,
			Disabled: step < 1 || step == at.step || seen.last > 0 && at.step == seen.last && step > at.step}
	}
	m.Blocks = append(m.Blocks, wire.Row{to(0, "⏮", 1), to(1, "◀", at.step-1), to(2, "▶", at.step+1), to(3, "⏭", math.MaxInt)})
	if s, ok := turnSelect(c, p, at, seen); ok {
		m.Blocks = append(m.Blocks, s)
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// seen describes the step that a replay shows, in its reader's count.
type seen struct {
	step, last int // last is 0 if the match goes on
	// first returns the step that begins with that turn, 0 if none does. It is nil if the reader cannot choose a turn.
	first func(turn int) int
}

// pictured returns the picture of a step.
func pictured(ctx context.Context, c *bot.Call, p table.Public, at place) (m wire.Message, s seen, err error) {
	if p.Result == nil || c.Of(p.Meta).Films == nil {
		return ownStep(ctx, c, p, at.step)
	}
	course, err := c.Hall.Course(ctx, p.ID)
	if err != nil {
		return m, s, err
	}
	s.last = len(course.Moments)
	f, err := c.Hall.FrameAt(ctx, p.ID, at.step)
	if err != nil {
		return m, s, err
	}
	n, err := c.Of(p.Meta).Still(f, c.Named(ctx, p.Meta), at.view)
	if err != nil {
		return m, s, bot.FormsFailed("still", err)
	}
	s.step, s.first = f.Step, func(turn int) int { return course.StepOf(firstOf(c, p.Meta, course.Facts, turn)) }
	return n.Message, s, nil
}

// ownStep returns a step as its reader saw it.
func ownStep(ctx context.Context, c *bot.Call, p table.Public, step int) (m wire.Message, s seen, err error) {
	seat, err := c.SeatIn(ctx, p.ID)
	if err != nil {
		return m, s, err
	}
	var when table.Moment
	if seat == 0 {
		m, when, err = publicPast(ctx, c, p.ID, step)
	} else {
		m, when, err = privatePast(ctx, c, p.ID, seat, step)
	}
	s.step = when.Step
	return m, s, err
}

// firstOf returns the index of the first fact of a turn, or the number of facts if they have none.
func firstOf(c *bot.Call, m table.Meta, facts []game.Fact, turn int) int {
	if turn == 0 {
		return 0
	}
	return c.Of(m).Split(facts, turn-1)
}

// turned is a turn of a match, as everybody was told it.
type turned struct {
	number      int
	name, deeds string
	counts      bool // something was lost or scored
}

// turnsOf returns the turns of a match so far.
func turnsOf(c *bot.Call, p table.Public) (out []turned) {
	f := c.Of(p.Meta)
	for turn := range f.Turn(p) + 1 {
		from, to := firstOf(c, p.Meta, p.Facts, turn), f.Split(p.Facts, turn)
		if from >= to {
			continue
		}
		then := p
		then.Facts = p.Facts[:to]
		name, deeds, counts := f.Headline(then, turn, p.Facts[from:to])
		out = append(out, turned{turn, name, deeds, counts})
	}
	return out
}

// turnsInSelect is how many turns a select has besides those that lead to more.
const turnsInSelect = wire.MostChoices - 2

// turnSelect returns the select of turns, with those around the present step. ok is false if there is nothing to choose.
func turnSelect(c *bot.Call, p table.Public, at place, s seen) (out wire.Select, ok bool) {
	if s.first == nil {
		return out, false
	}
	var options []wire.Option
	now := 0
	for _, t := range turnsOf(c, p) {
		step := s.first(t.number)
		if step == 0 || len(options) > 0 && options[len(options)-1].Value == strconv.Itoa(step) {
			continue
		}
		if step <= at.step {
			now = len(options)
		}
		options = append(options, wire.Option{Value: strconv.Itoa(step), Label: wire.Clip(t.name, wire.LongestChoice), Note: wire.Clip(plainly.Replace(t.deeds), wire.LongestChoice)})
	}
	if len(options) < 2 {
		return out, false
	}
	options[now].Chosen = true
	from := now / turnsInSelect * turnsInSelect
	to := min(from+turnsInSelect, len(options))
	shown := slices.Clone(options[from:to])
	if from > 0 {
		shown = append([]wire.Option{{Value: options[from-1].Value, Label: wire.Clip(c.Say("Earlier: %s", options[from-1].Label), wire.LongestChoice)}}, shown...)
	}
	if to < len(options) {
		shown = append(shown, wire.Option{Value: options[to].Value, Label: wire.Clip(c.Say("Later: %s", options[to].Label), wire.LongestChoice)})
	}
	return wire.Select{ID: place{1, at.view}.id(p.ID, 9), Placeholder: c.Text("Turn"), Options: shown}, true
}

// plainly removes the marks of bold type, which a select does not show.
var plainly = strings.NewReplacer("**", "")
