package habit_test

import (
	"errors"
	"testing"

	"downsync/game"
	"downsync/game/habit"
	"downsync/game/language"
	"downsync/game/order"
)

// say is an order of one word.
type say string

func (o say) Order() string { return string(o) }

var grammar = language.New(100, "yes or no", nil, habit.Verb("yes", say("yes")), language.With("no", func(p order.Partial) game.Reply { return habit.Of(p, say("no")) }, habit.Flag), habit.VerbAsk)

// A row answers its own condition while its order can be read and is legal. Rows never change; without a condition there are none.
func TestRows(t *testing.T) {
	legal := func(game.Reply) error { return nil }
	one := habit.Rows(nil).With("jam", "no")
	two := one.With("relay", "yes").With("jam", "yes")
	for _, x := range []struct {
		rows  habit.Rows
		when  string
		check func(game.Reply) error
		want  game.Reply
	}{
		{nil, "jam", legal, nil}, {one, "jam", legal, say("no")}, {one, "relay", legal, nil}, {two, "jam", legal, say("yes")}, {two, "relay", legal, say("yes")},
		{two.With("", ""), "jam", legal, nil}, {two.With("jam", "fly"), "jam", legal, nil}, {two, "jam", func(game.Reply) error { return errors.New("not now") }, nil},
	} {
		if got := x.rows.Reply(x.when, grammar.Parse, x.check); got != x.want {
			t.Errorf("%v answers %s with %v; expected %v", x.rows, x.when, got, x.want)
		}
	}
}

// An order with the word is carried out like the order without it, and kept for its question.
func TestAlways(t *testing.T) {
	for line, keeps := range map[string]bool{"yes": false, "yes always": true, "no": false, "no always": true} {
		r, err := grammar.Parse(line)
		if err != nil || r.Order() != line {
			t.Fatalf("%q is read as %v, %v", line, r, err)
		}
		now, f, kept := habit.Once(game.Ask{Name: "jam", Seat: 2}, r)
		if kept != keeps || now.Order() == line && keeps {
			t.Errorf("%q: now %q, kept %t", line, now.Order(), kept)
		}
		if kept && (f.Ask != "jam" || f.Answer != now.Order()) {
			t.Errorf("%q is stored as %+v", line, f)
		}
	}
	if r, err := grammar.Parse("ask"); err != nil || r != (habit.Ask{}) {
		t.Errorf("ask is read as %v, %v", r, err)
	}
}
