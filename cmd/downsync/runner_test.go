package main

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/customid"
	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// runner plays by buttons: it brings Units to the enemy's VIP as fast as they go.
type runner struct {
	user  string
	idle  bool // only does what it must
	typed bool // gives its orders by /order
	react bool // reacts whenever it can
	// stay holds the moves that lead no nearer to the VIP, each as its question and choice.
	stay map[string]bool
}

// offer is a control with its effect.
type offer struct {
	*local.Component
	does wire.Control
}

// offers returns the console's controls in order: those of its question, without the surrounding ones.
func (s *stage) offers(user string, m *local.Message) (selects, buttons []offer) {
	s.t.Helper()
	all := unfolded(m)
	staged := slices.ContainsFunc(all, func(k *local.Component) bool { return k.Style == int(wire.Success) })
	for _, k := range all {
		if strings.HasPrefix(k.CustomID, customid.Hint+"|") { // which advises and plays nothing
			continue
		}
		switch does := s.control(user, k.CustomID); {
		case strings.Contains(does.Draft, "@list."): // it opens a list
		case does.Kind == wire.ControlChoose:
			shown := *k
			shown.Placeholder = asked(k, does, staged)
			selects = append(selects, offer{&shown, does})
		case does.Kind == wire.ControlSubmit, does.Draft == "done", does.Draft == "end", strings.HasPrefix(does.Draft, "reveal "): // some ask once more
			buttons = append(buttons, offer{k, does})
		}
	}
	return selects, buttons
}

// choose returns the control to press on the console: a custom id and the values of a select.
func (r *runner) choose(m *local.Message, selects, buttons []offer) (id string, values []string) {
	for _, k := range buttons { // set-up in two presses
		if o := k.does.Draft; o == "deploy rest" || o == "done" && strings.HasPrefix(k.does.Ask, "deploy.") {
			return k.CustomID, nil
		}
	}
	for _, k := range selects {
		if r.idle && !strings.HasPrefix(k.Placeholder, "Choose") || strings.HasPrefix(k.Placeholder, "How far") || strings.HasPrefix(k.Placeholder, "To which side") || strings.HasPrefix(k.Placeholder, "Or send all") { // it goes all the way, without stragglers
			continue
		}
		if k.Placeholder == "Where to?" && !strings.Contains(k.Options[0].Label, "enemy VIP") {
			if back := back(m); back != "" {
				r.stay[k.does.Ask+k.does.Draft] = true
				return back, nil
			}
			continue // there is nothing else to move, and a button to leave it
		}
		values := r.pick(k)
		if strings.HasPrefix(k.Placeholder, "Or ") && !slices.ContainsFunc(k.Options, func(o local.SelectOption) bool {
			return len(values) == 1 && o.Value == values[0] && !o.Default && strings.Contains(o.Label, "enemy VIP")
		}) {
			continue // the way is staged as it is to be
		}
		if values != nil {
			return k.CustomID, values
		}
	}
	if i := slices.IndexFunc(buttons, func(k offer) bool { return k.does.Draft == "react" }); r.react && i >= 0 {
		return buttons[i].CustomID, nil
	}
	for _, prefix := range []string{"first", "deploy", "reveal", "move", "act move", "activate", "boost none", "counter cm", "pass", "end", "done", ""} {
		for _, k := range buttons {
			order := k.does.Draft
			if (r.idle || stragglers.MatchString(order)) && strings.HasPrefix(order, "activate") && !strings.Contains(order, ";") && !strings.HasPrefix(k.does.Ask, "priority.") {
				continue
			}
			if strings.HasPrefix(order, prefix) {
				return k.CustomID, nil
			}
		}
	}
	for _, k := range selects { // only stragglers are left to be activated
		if strings.HasPrefix(k.Placeholder, "What") {
			return k.CustomID, []string{k.Options[0].Value}
		}
	}
	return "", nil
}

// A runner with only stragglers left to activate presses on.
func TestRunnersActivateStragglers(t *testing.T) {
	k := offer{Component: &local.Component{CustomID: "c|m|1", Placeholder: "What will you do?",
		Options: []local.SelectOption{{Label: "Activate B4 Crusader", Value: "activate B4"}, {Label: "Activate B5 Crusader", Value: "activate B5"}}}}
	if id, values := (&runner{}).choose(&local.Message{}, []offer{k}, nil); id != k.CustomID || !slices.Equal(values, []string{"activate B4"}) {
		t.Errorf("pressed %q with %q", id, values)
	}
}

// stragglers returns the pieces that a runner leaves behind: three Units at the VIP are enough.
var stragglers = regexp.MustCompile(`\b[AB][4-6]\b`)

// does returns the effect of a private control of the seat's; the zero Control if it is too old.
func (h *host) does(seat game.Seat, customID string) (wire.Control, error) {
	id := table.ID(strings.SplitN(customID+"||", "|", 3)[1])
	c, err := h.bot.Control(context.Background(), id, seat, customID)
	if errors.Is(err, table.ErrNoMatch) || errors.Is(err, table.ErrNoRecord) {
		err = nil
	}
	return c, err
}

// control returns the effect of a private control of the user's.
func (s *stage) control(user, customID string) wire.Control {
	s.t.Helper()
	c, err := s.does(game.Seat(1+slices.Index([]string{"player1", "player2"}, user)), customID)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// back returns the way back to the question, "" if it is already there.
func back(m *local.Message) string {
	for _, k := range controlsOf(m) {
		if k.Label == "Back" {
			return k.CustomID
		}
	}
	return ""
}

// pick chooses in a select: everything if many may be chosen, the way to the VIP, or else the first.
func (r *runner) pick(k offer) []string {
	least, most := 1, 1
	if k.MinValues != nil {
		least = *k.MinValues
	}
	if k.MaxValues != nil {
		most = *k.MaxValues
	}
	if most > 1 {
		var out []string
		taken := map[string]bool{} // of reveals the Unit and the contact
		for _, o := range k.Options {
			unit, contact, pair := strings.Cut(o.Value, "@")
			if pair && (taken[unit] || taken[contact]) {
				continue
			}
			taken[unit], taken[contact] = pair, pair
			if len(out) < max(1, least) || len(out) < most && !r.idle && !stragglers.MatchString(o.Value) {
				out = append(out, o.Value)
			}
		}
		return out
	}
	for _, words := range []string{"enemy VIP", "reveal", "move ", "act move"} {
		for _, o := range k.Options {
			if stragglers.MatchString(o.Value) || r.stay[k.does.Ask+o.Value] {
				continue
			}
			if strings.Contains(o.Label, words) || strings.HasPrefix(o.Value, words) {
				return []string{o.Value}
			}
		}
	}
	if strings.HasPrefix(k.Placeholder, "What") {
		return nil // nothing there that brings a Unit nearer
	}
	return []string{k.Options[0].Value}
}

// playOn lets both runners play until the match is over or until says so. It checks what everybody sees after each
// step.
func (s *stage) playOn(runners []runner, until func() bool, check func()) {
	s.t.Helper()
	for i := range runners {
		runners[i].stay = map[string]bool{}
	}
	for step := 0; ; step++ {
		if step > 3000 {
			s.t.Fatal("no end after 3000 steps")
		}
		var acting *runner
		var seen *local.Message
		s.untilAsked(runners[0].user, "somebody to be asked", func(local.View) bool {
			for i, r := range runners {
				v := s.srv.User(r.user).View()
				for _, m := range []*local.Message{console(v), lastingConsole(v)} {
					if m != nil && (asks(m) || tells(m.Components, "match over")) {
						acting, seen = &runners[i], m
						return true
					}
				}
			}
			s.passTime()
			return false
		})
		if tells(seen.Components, "match over") {
			return
		}
		selects, buttons := s.offers(acting.user, seen)
		id, values := acting.choose(seen, selects, buttons)
		if id == "" { // its controls are of an older console, which is edited now
			s.await(acting.user, "something to press instead of "+text(seen), func(v local.View) bool {
				for _, m := range []*local.Message{console(v), lastingConsole(v)} {
					if m != nil && m.ID == seen.ID {
						return text(m) != text(seen)
					}
				}
				return true
			})
			continue
		}
		s.press(*acting, seen, id, values)
		if check != nil {
			check()
		}
		if until != nil && until() {
			return
		}
	}
}

// untilAsked waits like await, and looks again at each commit too: a window's time begins when its card was delivered, which nobody
// sees.
func (s *stage) untilAsked(user, what string, cond func(local.View) bool) {
	s.t.Helper()
	if s.host == nil {
		s.await(user, what, cond)
		return
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), limit)
	defer cancel()
	if err := lookOn(ctx, s.srv.User(user), s.host.hall.Timers().Changed, cond); err != nil {
		due, wrong := s.host.store.NextWake(s.t.Context())
		s.t.Fatalf("waiting for %s: %v\nthe clock: %v, due: %v %v\nconsoles:\n%s\n%s\nlog:\n%s", what, err, s.srv.Clock().Now(), due, wrong,
			text(console(s.srv.User("player1").View())), text(console(s.srv.User("player2").View())), s.log.String())
	}
}

// lookOn waits until the condition holds. It looks again after each commit, which changed reports. An error means that the
// context or the server has ended.
func lookOn(ctx context.Context, u *local.User, changed func() <-chan struct{}, cond func(local.View) bool) error {
	for {
		committed := changed()
		look, again := context.WithCancel(ctx)
		go func() {
			select {
			case <-committed:
				again()
			case <-look.Done():
			}
		}()
		_, err := u.Wait(look, cond)
		again()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.Canceled) {
			return err
		}
	}
}

// A wait for a commit ends with the server, which commits nothing more.
func TestLookOnEndsWithTheServer(t *testing.T) {
	s := bareStage(t, local.Still(tabletest.Noon))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	user, looks := s.srv.User("player1"), 0
	err := lookOn(ctx, user, func() <-chan struct{} {
		committed := make(chan struct{})
		switch looks++; looks {
		case 1:
			close(committed)
		case 2:
			if err := s.srv.Close(); err != nil {
				t.Error(err)
			}
		default:
			cancel() // it would look for ever
		}
		return committed
	}, func(local.View) bool { return false })
	if err == nil || ctx.Err() != nil {
		t.Errorf("after %d looks: %v", looks, err)
	}
}

// passTime lets a reaction window close when nobody is asked anything. The clock goes only to the window's end: in a live match
// a message older than a quarter of an hour or an hour cannot be edited freely.
func (s *stage) passTime() {
	s.t.Helper()
	if !strings.Contains(lastCard(s.srv.User("player3").View()), "has the reaction window") {
		return
	}
	tick := time.Duration(s.conf.Clock.Choices[s.conf.Clock.Default].Tick)
	if s.host == nil {
		s.srv.Clock().Advance(tick)
		return
	}
	next, err := s.host.store.NextWake(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if left := next.Sub(s.srv.Clock().Now()); left <= 2*tick {
		s.srv.Clock().Advance(left)
	}
}

// press presses a button, or types the order that it means.
func (s *stage) press(r runner, m *local.Message, id string, values []string) {
	s.t.Helper()
	if does := s.control(r.user, id); r.typed && does.Kind == wire.ControlSubmit {
		if m.Ephemeral() { // the answer to a press on a console that was replaced meanwhile; a typed order brings only lasting ones up to date
			if err := s.srv.User(r.user).Dismiss(m.ID); err != nil {
				s.t.Fatal(err)
			}
		}
		s.finish(s.srv.User(r.user).Slash("#general", "/order line:"+does.Draft))
	} else {
		id, values := through(m, id, values)
		a, err := s.srv.User(r.user).Click(m.ID, id, touch(control(m, id), values)...)
		if err != nil {
			return // the console changed under the finger: look again
		}
		s.finish(a, nil)
	}
	before := text(m)
	s.await(r.user, "the console to change after "+id, func(v local.View) bool { return text(console(v)) != before })
}
