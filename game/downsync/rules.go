// Package downsync implements the rules of Downsync (Beta, 7 March 2023): one file for each chapter of the rulebook.
//
// Rule numbers (R24.11) and rulings (Q65, S2) are those of rules.md. The state and the facts that hold secrets are unexported:
// others learn of a match only through View and the exported facts.
package downsync

import (
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/ruleset"
)

// version is the format of a match's record. The edition by which the match is played is one of its options.
const version = "2023-03"

// Rules returns the ruleset, ready to be hosted.
func Rules() game.Game { return game.Seal[*state](ours) }

type rules struct{ ruleset.Shell[state, *state] }

type tx = *game.Tx[*state]

var ours = rules{ruleset.Shell[state, *state]{ID: "downsync", Version: version, Rulings: NewestRulings, Orders: Parse, Facts: factKinds, Continues: continues, Finish: end}}

func (rules) View(s *state, v game.Viewer) game.View { return view(s, v) }

// question is one kind of ask: its menu, its default, the check of a reply, and the effect of the reply.
type question struct {
	menu     func(*state, game.Seat) game.Menu
	fallback func(*state, game.Seat) game.Reply // played on a time-out
	check    func(*state, game.Seat, game.Reply) error
	answer   func(tx, game.Seat, game.Reply)
}

// questions holds the asks by name; each is in the file of its chapter. It is filled in init, because answering asks again.
var questions map[string]question

func init() {
	questions = map[string]question{
		"choose":    {menuChoose, fixed(First{true}), checkChoose, answerChoose},
		"deploy":    {menuDeploy, fallbackDeploy, checkDeploy, answerDeploy},
		"designate": {menuDesignate, fallbackDesignate, checkDesignate, answerDesignate},
		"reveal":    {menuReveal, fixed(Done{}), checkReveal, answerReveal},
		"identify":  {menuIdentify, fallbackIdentify, checkIdentify, answerIdentify},
		"refresh":   {menuRefresh, fixed(Done{}), checkRefresh, answerRefresh},
		"move":      {menuMove, fallbackMove, checkMove, answerMove},
		"react":     {menuReact, fixed(Pass{}), checkReact, answerReact},
		"join":      {menuJoin, fixed(Done{}), checkJoin, answerJoin},
		"declare":   {menuDeclare, fallbackDeclare, checkDeclare, answerDeclare},
		"boost":     {menuBoost, fixed(Boost{}), checkBoost, nil},
		"priority":  {menuPriority, fallbackPriority, checkPriority, answerPriority},
		"next":      {menuNext, fixed(Done{}), checkNext, answerNext},
		"act":       {menuAct, fixed(End{}), checkAct, answerAct},
		"recover":   {menuRecover, fallbackRecover, checkRecover, answerRecover},
		"counter":   {menuCounter, fixed(Counter{Token: "none"}), checkCounter, answerCounter},
		"standing":  {menuStanding, nil, checkStanding, answerStanding},
	}
}

// fixed returns the fallback that always plays that reply.
func fixed(r game.Reply) func(*state, game.Seat) game.Reply {
	return func(*state, game.Seat) game.Reply { return r }
}

// Asks lists the current questions: the innermost interrupt, or else the phase's question; and the standing asks.
func (rules) Asks(s *state) []game.Ask {
	if s == nil || s.Result != nil {
		return nil
	}
	asks := pending(s)
	if s.RE == nil && s.Hit == nil && len(s.Found) == 0 && s.Phase != Reacting {
		for i := range asks {
			asks[i].Turn = true
		}
	}
	return append(asks, ruleset.Standing(func(seat game.Seat) game.Menu { return menuStanding(s, seat) })...)
}

// pending returns the questions for which the match waits.
func pending(s *state) []game.Ask {
	switch {
	case len(s.Found) > 0:
		return ask(s, "identify", s.Found[len(s.Found)-1].Pings[0].Seat())
	case s.Hit != nil:
		return ask(s, "counter", s.Hit.Target.Label.Seat())
	case len(s.Acts) > 0:
		a := s.Acts[len(s.Acts)-1]
		if len(a.Recover) > 0 {
			return ask(s, "recover", a.Piece.Seat())
		}
		asks := ask(s, "act", a.Piece.Seat())
		asks[0].Moot = spent(s, asks[0].Offer)
		return asks
	case s.RE != nil:
		return askEngagement(s)
	}
	switch s.Phase {
	case Deploying:
		if s.First == 0 {
			return ask(s, "choose", s.Chooser)
		}
		return ask(s, "deploy", s.Active)
	case Reacting:
		asks := ask(s, "react", other(s.Active))
		asks[0].Group, asks[0].Window, asks[0].Clock = "react", true, "react" // A2: always asked, in one shape
		asks[0].Early = passes(s, other(s.Active))
		return asks
	case Activating:
		return ask(s, "next", s.Active)
	}
	asks := ask(s, string(s.Phase), s.Active)
	if s.Phase == Designating {
		// The player has to take all that is left, or only one piece is left. Either reveals nothing: activations are public.
		asks[0].Moot = mustSweep(s, s.Active) || len(side(s, s.Active, unactivated)) == 1
	}
	return asks
}

// ask returns the one question of that name.
func ask(s *state, name string, seat game.Seat) []game.Ask {
	q := questions[name]
	return []game.Ask{{Name: name, Seat: seat, Offer: func() game.Menu { return q.menu(s, seat) }, Default: q.fallback(s, seat), Clock: "turn"}}
}

func (rules) Check(s *state, a game.Ask, r game.Reply) error {
	return questions[a.Name].check(s, a.Seat, r)
}

func (rules) Answer(t tx, as []game.Answered) {
	if as[0].Ask.Name == "boost" {
		answerBoosts(t, as)
	} else {
		questions[as[0].Ask.Name].answer(t, as[0].Ask.Seat, as[0].Reply)
	}
	advance(t)
}

func sigIndex(sig cards.Signature) int {
	switch sig {
	case cards.Small:
		return 0
	case cards.Medium:
		return 1
	}
	return 2
}
