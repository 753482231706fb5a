package lobby

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
)

const (
	// readyStands is how long a Ready stands in a match whose clocks are shorter than longClock.
	readyStands = 10 * time.Minute
	longClock   = 2 * time.Hour
)

// taker is a user who accepts a challenge, with their force, which is secret; "" while they choose it.
type taker struct {
	User  bot.UserID `json:"user"`
	Name  string     `json:"name"`
	Force string     `json:"force"`
	// Entropy is the hash of their words for the dice, "" if they gave none.
	Entropy string `json:"entropy,omitempty"`
	// By is the interaction by which they took the challenge up. The other side is called for that one alone.
	By bot.InteractionID `json:"by,omitempty"`
}

// caller is a user for whom the challenger was called, with the interaction by which they took the challenge up then.
type caller struct {
	User bot.UserID        `json:"user"`
	By   bot.InteractionID `json:"by"`
}

// mostCalls is for how many users who take a challenge up its challenger is called.
const mostCalls = 5

// calls tells whether the challenger is called for a user who takes the challenge up by that interaction, and notes it. They are called once
// for each, so that nobody calls anew by backing out and accepting again.
func (c *challenge) calls(user bot.UserID, by bot.InteractionID) bool {
	n := c.callerOf(user)
	switch {
	case n >= 0:
		return c.Callers[n].By == by // which is handed over again
	case len(c.Callers) >= mostCalls:
		return false
	}
	c.Callers = append(c.Callers, caller{user, by})
	return true
}

// callerOf is the place of the user among the callers, -1 if they are none.
func (c challenge) callerOf(u bot.UserID) int {
	return slices.IndexFunc(c.Callers, func(x caller) bool { return x.User == u })
}

// side returns 0 for the challenger, 1 for the taker, -1 for anybody else.
func (c challenge) side(u bot.UserID) int {
	switch {
	case u == c.From:
		return 0
	case c.Taker != nil && u == c.Taker.User:
		return 1
	}
	return -1
}

// seat is where the user sits in the challenge's match: the challenger first, everybody else second.
func (c challenge) seat(u bot.UserID) game.Seat {
	if u == c.From {
		return 1
	}
	return 2
}

func (c challenge) names() []string { return []string{c.FromName, c.Taker.Name} }

func (c challenge) users() []bot.UserID { return []bot.UserID{c.From, c.Taker.User} }

// clocked tells whether somebody's time would run in the challenge's match.
func clocked(c *bot.Call, ch challenge) bool { return len(c.Timings[ch.Timing].Clocks) > 0 }

// ready tells whether the side is ready at that time.
func ready(c *bot.Call, ch challenge, side int, now time.Time) bool {
	if ch.program() == side {
		return true
	}
	said := ch.Ready[side]
	if said.IsZero() {
		return false
	}
	for _, d := range c.Timings[ch.Timing].Clocks {
		if d > 0 && d < longClock && now.Sub(said) > readyStands {
			return false
		}
	}
	return true
}

// waits is since when a side waits for the other to be ready, and for which; zero: neither has said that it is. Whoever said so last waits,
// since they first did after the other.
func (c challenge) waits() (since time.Time, late int) {
	since = c.Ready[1]
	if c.Ready[0].After(c.Ready[1]) {
		since, late = c.Ready[0], 1
	}
	if !c.Since.IsZero() {
		since = c.Since
	}
	return since, late
}

// ends ends the wait for a side of a series' match, as that side comes: however often it is a little too late, all of its waits add up.
// Before the challenge is taken up, and after it is given back, its challenger waits.
func (c *challenge) ends(side int, now time.Time) {
	switch since, late := c.waits(); {
	case c.Series == nil:
	case c.Taker == nil:
		c.Let[1], c.Since = now.Sub(c.Until.Add(-bot.SeriesLife))-c.Let[0], now
	case since.IsZero():
		c.Since = now
	case late == side:
		c.Let[side] += now.Sub(since)
		c.Since = now
	}
}

// takeUp makes the user the taker of the challenge, and asks both to be ready; without clocks the match begins.
func takeUp(ctx context.Context, c *bot.Call, ch challenge, force string) bot.Answer {
	t := taker{User: c.User, Name: c.Name, Force: force, By: c.ID}
	if n := ch.chooser(c.User); n >= 0 {
		t.Entropy = ch.Choosing[n].Entropy
	}
	if !clocked(c, ch) || ch.program() == 0 {
		return begin(ctx, c, ch.ID, ch.note, func(x *challenge) bool {
			free := x.Taker == nil || x.Taker.User == c.User
			x.Taker = &t
			return free
		})
	}
	now := c.Clock.Now()
	var taken, calls bool
	next, no, ok := update(ctx, c, ch, func(x *challenge) {
		if taken = x.Taker != nil && x.Taker.User != c.User; taken {
			return
		}
		if x.Taker != nil && x.Taker.By != c.ID { // by another press at the same time
			x.Taker.Force = force
			return
		}
		x.ends(1, now)
		x.Taker, x.Choosing, x.Ready = &t, nil, [2]time.Time{1: now}
		x.silent(now)
		calls = x.calls(c.User, c.ID)
		if x.Series == nil { // who accepts for a series and backs out has let the other side wait
			x.Until = now.Add(challengeLife)
		}
	})
	switch {
	case !ok:
		return no
	case taken:
		return c.Answer(wordTaken)
	}
	switch {
	case next.Taker.By != c.ID:
	case calls:
		_ = callReady(ctx, c, next, next.From) // it was logged, and the old card does as well
	default:
		redraw(ctx, c, next)
	}
	return showSide(ctx, c, next,
		c.Say("You are in, and count as ready. The match begins as soon as **%s** presses **Ready** too.", bot.Plain(next.FromName)),
		inPlace)
}

// update changes an open challenge. ok is false with the answer to give.
func update(ctx context.Context, c *bot.Call, ch challenge, do func(*challenge)) (next challenge, no bot.Answer, ok bool) {
	next, err := changeChallenge(ctx, c, ch.ID, do)
	switch {
	case errors.Is(err, table.ErrNoRecord):
		return next, tooLate(ctx, c, table.ID(ch.ID)), false
	case err != nil:
		return next, c.Trouble(table.ID(ch.ID), err), false
	}
	next.note, next.noted = ch.note, ch.noted
	return next, no, true
}

// changeChallenge changes an open challenge; table.ErrNoRecord if it is no more.
func changeChallenge(ctx context.Context, c *bot.Call, id string, do func(*challenge)) (ch challenge, err error) {
	err = bot.Retry(func() error {
		if ch, err = openChallenge(ctx, c, id); err != nil {
			return err
		}
		was := ch
		do(&ch)
		if ch.Series != nil && ((was.Taker == nil) != (ch.Taker == nil) || was.Ready != ch.Ready) { // its card shows that, and no force
			return saveChallenge(ctx, c, ch, bot.SeriesNews(ch.Guild, ch.Series.ID))
		}
		return saveChallenge(ctx, c, ch)
	})
	return ch, err
}

// callReady posts the ready card, which calls whoever has still to press it ("": nobody), closes the card before it, and writes to them.
// Where it cannot be posted the old card takes its place, which calls nobody; the error tells why.
func callReady(ctx context.Context, c *bot.Call, ch challenge, call bot.UserID) error {
	m, err := readyCard(c, ch)
	if err != nil {
		return err
	}
	if call != "" {
		m.Mention = []bot.UserID{call}
	}
	id, err := postCard(ctx, c, ch, m, ch.nonce(c.NewID("ready "+ch.ID)))
	old, now := ch, challenge{}
	if err == nil {
		ch.Message = id
		now, err = changeChallenge(ctx, c, ch.ID, func(x *challenge) {
			if old.Message, x.Message = x.Message, id; call != "" {
				x.delivered(ch, c.Clock.Now())
			}
		})
	}
	if errors.Is(err, table.ErrNoRecord) { // both were ready before it was up, or it was taken back
		closeLobby(ctx, c, ch, "~~Challenge of %s.~~ Taken up; see the newer card.")
		return err
	}
	if err != nil {
		c.Log.Warn("ready card not posted", "match", ch.ID, "error", err.Error())
		redraw(ctx, c, old)
		return err
	}
	closeLobby(ctx, c, old, "~~Challenge of %s.~~ Taken up; see the newer card.")
	if now.shown() != ch.shown() {
		redraw(ctx, c, now)
	}
	writeReady(ctx, c, now, call)
	return nil
}

// readyCard is the public card on which both sides say that they are there, in the challenge's language.
func readyCard(c *bot.Call, ch challenge) (bot.Message, error) {
	c = c.In(bot.Voice{Language: lang.Of(ch.Language), Theme: ch.Theme})
	now := c.Clock.Now()
	lines := []string{c.Say("⚔️ **%s** against **%s**, ready?\n%s", bot.Plain(ch.FromName), bot.Plain(ch.Taker.Name),
		c.Summary(terms(c, ch)))}
	for side, user := range ch.users() {
		state := c.Text("⏳ not yet")
		if ready(c, ch, side, now) {
			state = c.Text("✔️ ready")
		}
		lines = append(lines, c.Say("• <@%s>: %s", user, state))
	}
	lines = append(lines, c.Say("The match begins when both are. Open, ends <t:%d:R>.", ch.Until.Unix()))
	return startCard(c, ch, strings.Join(lines, "\n"), readyRow(c, ch))
}

func readyRow(c *bot.Call, ch challenge) bot.Row {
	return bot.Row{{ID: bot.IDReady + "|" + ch.ID, Label: c.Text("Ready"), Style: bot.Success},
		{ID: bot.IDChange + "|" + ch.ID, Label: c.Text("My force")}, {ID: bot.IDDecline + "|" + ch.ID, Label: c.Text("Call it off"), Style: bot.Danger}}
}

// sayReady notes that the user is there. When both are, the match begins.
func sayReady(ctx context.Context, c *bot.Call, ch challenge) bot.Answer {
	side := ch.side(c.User)
	switch {
	case side < 0:
		return notTheirs(c, ch)
	case ch.Taker == nil:
		return c.Answer(wordOwnChallenge)
	}
	if no, ok := mayPlay(ctx, c, ch, ch.users()[1-side]); !ok {
		return no
	}
	now := c.Clock.Now()
	waited := false // the other side was there, and has to be called again, once
	both := false
	ch, no, ok := update(ctx, c, ch, func(x *challenge) {
		waited, both = false, false
		if x.Taker == nil || x.side(c.User) != side { // they backed out a moment ago
			return
		}
		// Their own is noted by the beginning alone: it could fail, and whoever said it first would count as late without having been called.
		if both = ready(c, *x, 1-side, now); both {
			return
		}
		_, late := x.waits()
		x.ends(side, now)
		x.Ready[side] = now
		said := x.Ready[1-side]
		switch waited = !said.IsZero() && !x.Called.Equal(said); {
		case waited:
			x.Called = said
			x.silent(now)
		case late == side: // who was waited for has come
			x.heard()
		}
	})
	switch {
	case !ok:
		return no
	case ch.Taker == nil, ch.side(c.User) != side:
		return c.Answer("That challenge is no longer open.")
	case both:
		return begin(ctx, c, ch.ID, ch.note, func(x *challenge) bool {
			return x.Taker != nil && x.side(c.User) == side && slices.Equal(x.users(), ch.users()) && ready(c, *x, 1-side, now)
		})
	}
	other := ch.names()[1-side]
	if waited {
		_ = callReady(ctx, c, ch, ch.users()[1-side]) // it was logged, and the old card does as well
	} else {
		redraw(ctx, c, ch)
	}
	return showSide(ctx, c, ch, c.Say("You are ready. The match begins as soon as **%s** is too; I have called them.", bot.Plain(other)),
		inPlace)
}

// backOut gives a challenge back that the user of the call had taken up.
func backOut(ctx context.Context, c *bot.Call, ch challenge) bot.Answer {
	switch err := giveBack(ctx, c, ch.ID, c.User); {
	case errors.Is(err, table.ErrNoRecord):
		return tooLate(ctx, c, table.ID(ch.ID))
	case err != nil:
		return c.Trouble(table.ID(ch.ID), err)
	}
	return c.Answer("You are out of it again; the challenge is open as before.")
}

// giveBack gives a challenge back that the user had taken up: to anyone if it was for anyone.
func giveBack(ctx context.Context, c *bot.Call, id string, u bot.UserID) error {
	var was challenge
	barred, err := barred(ctx, c, id, u) // for whom nobody could be ready
	if err != nil {
		return err
	}
	ch, err := changeChallenge(ctx, c, id, func(x *challenge) {
		if was = *x; x.side(u) == 1 {
			// A shorter wait counts as the taker's: they could else accept while the challenger sleeps, and be out of it in the morning.
			if since, _ := x.waits(); !barred && c.Clock.Now().Sub(since) >= bot.SeriesAway {
				x.ends(0, c.Clock.Now())
			}
			x.reopen()
		}
	})
	if err != nil {
		return err
	}
	closeWritten(ctx, c, was, wordOut)
	redraw(ctx, c, ch)
	return nil
}

// reopen takes the taker out, so that others may take the challenge up.
func (c *challenge) reopen() {
	c.Taker, c.Ready, c.Since, c.Written = nil, [2]time.Time{}, time.Time{}, nil
	c.heard()
}

// barred tells whether a ban keeps the user from the match of a challenge of a series.
func barred(ctx context.Context, c *bot.Call, id string, u bot.UserID) (bool, error) {
	ch, err := openChallenge(ctx, c, id)
	if err != nil || ch.Series == nil {
		return false, err
	}
	return c.Barred(ctx, c, ch.Guild, ch.Series.ID, u)
}
