package syndicate

import (
	"downsync/game"
	"downsync/game/habit"
	"downsync/game/ruleset"
)

// Rules returns the ruleset, ready for hosting.
func Rules() game.Game { return game.Seal[*state](ours) }

type rules struct{ ruleset.Shell[state, *state] }

type tx = *game.Tx[*state]

var ours = rules{ruleset.Shell[state, *state]{ID: "syndicate", Version: "2095-1", Rulings: NewestRulings, Orders: Parse, Facts: factKinds, Continues: continues, Finish: end}}

func (rules) View(s *state, v game.Viewer) game.View { return view(s, v) }

// question is one kind of ask: its possible answers, the default on a time-out, and what an answer does.
type question struct {
	menu     func(*state, game.Seat) game.Menu
	fallback func(*state, game.Seat) game.Reply
	check    func(*state, game.Seat, game.Reply) error
	answer   func(tx, game.Seat, game.Reply)
	clock    string
	turn     bool // a time-out counts as a missed turn
}

// questions holds the asks by name; each is declared in the file of its chapter. Questions without answer are answered together.
var questions map[string]question

func init() {
	questions = map[string]question{
		"deploy":   {menuDeploy, fallbackDeploy, checkDeploy, nil, "turn", false},
		"mulligan": {menuMulligan, fixed(keep{}), checkMulligan, nil, "turn", false},
		"plan":     {menuPlan, fallbackPlan, checkPlan, nil, "turn", true},
		"move":     {menuMove, fixed(Stay{}), checkMove, answerMove, "turn", true},
		"use":      {menuUse, fallbackUse, checkUse, answerUse, "turn", true},
		"push":     {menuPush, fallbackPush, checkPush, answerPush, "turn", true},
		"mercs":    {menuMercs, fixed(done{}), checkMercs, answerMercs, "turn", true},
		"attack":   {menuAttack, fixed(Hold{}), checkAttack, answerAttack, "turn", true},
		"relay":    {menuMove, fixed(Stay{}), checkMove, answerMove, "react", false},
		"jam":      {menuJam, fixed(keep{}), checkJam, answerJam, "react", false},
		"reduce":   {menuReduce, fallbackReduce, checkReduce, answerReduce, "react", false},
		"surge":    {menuMove, fixed(Stay{}), checkMove, answerMove, "turn", false},
		"press":    {menuMove, fixed(Stay{}), checkMove, answerMove, "turn", false},
		"standing": {menuStanding, nil, checkStanding, answerStanding, "", false},
	}
}

// fixed returns a fallback that always plays the same reply.
func fixed(r game.Reply) func(*state, game.Seat) game.Reply {
	return func(*state, game.Seat) game.Reply { return r }
}

// sealed names the questions that both sides answer under seal.
var sealed = map[Phase]string{Deploying: "deploy", Mulligans: "mulligan", Planning: "plan"}

// Asks lists the current asks and the standing asks.
func (rules) Asks(s *state) []game.Ask {
	if s == nil || s.Result != nil {
		return nil
	}
	asks := make([]game.Ask, 0, 4)
	if name, ok := sealed[s.Phase]; ok {
		for _, seat := range []game.Seat{1, 2} {
			a := ask(s, name, seat)
			a.Group, a.Moot = name, false // others cannot know what choice a hand leaves
			asks = append(asks, a)
		}
	} else if name, seat := pending(&s.board); name != "" {
		asks = append(asks, ask(s, name, seat))
	}
	return append(asks, ruleset.Standing(func(seat game.Seat) game.Menu { return menuStanding(s, seat) })...)
}

// pending returns the question that the match waits for, and the seat that must answer; "" if the match can continue without an
// answer.
func pending(b *board) (name string, seat game.Seat) {
	switch {
	case b.Playing != nil && b.Playing.Ask != "":
		return b.Playing.Ask, b.Playing.Asked
	case b.Playing != nil:
		return "", 0
	case b.Attack != nil && b.Attack.Ask != "":
		return b.Attack.Ask, b.Attack.Asked
	case b.Attack != nil || len(b.Left) == 0:
		return "", 0
	}
	seat = b.Left[0]
	switch {
	case b.Phase == MercsMoving && len(movable(b, seat)) > 0:
		return "mercs", seat
	case b.Phase == Attacking && len(targets(b, b.unit(operator(seat)))) > 0:
		return "attack", seat
	case b.Phase == MercsAttacking && len(shooters(b, seat)) > 0:
		return "attack", seat
	}
	return "", 0
}

// ask returns the question of that name.
func ask(s *state, name string, seat game.Seat) game.Ask {
	q := questions[name]
	a := game.Ask{Name: name, Seat: seat, Default: q.fallback(s, seat), Clock: q.clock, Turn: q.turn}
	if name == "plan" { // its menu takes long to compute, and is never moot: others cannot know what choice a hand leaves
		a.Offer = func() game.Menu { return q.menu(s, seat) }
		return a
	}
	a.Menu = q.menu(s, seat)
	a.Moot = only(a.Menu)
	return a
}

// only reports whether the menu has just one answer.
func only(m game.Menu) bool {
	if len(m) != 1 {
		return false
	}
	for _, s := range m[0].Slots {
		if len(s.Options) != 1 || s.Min == 0 {
			return false
		}
	}
	return true
}

func (rules) Check(s *state, a game.Ask, r game.Reply) error {
	if o, always := r.(habit.Always); always {
		if !reactions[a.Name] {
			return refuse("not-now", "only reactions are answered with always")
		}
		r = o.Reply
	}
	return questions[a.Name].check(s, a.Seat, r)
}

func (rules) Answer(t tx, as []game.Answered) {
	switch as[0].Ask.Name {
	case "deploy":
		answerDeploy(t, as)
	case "mulligan":
		answerMulligan(t, as)
	case "plan":
		answerPlan(t, as)
	default:
		questions[as[0].Ask.Name].answer(t, as[0].Ask.Seat, once(t, as[0].Ask, as[0].Reply))
	}
	advance(t)
}

// advance continues the match until somebody must be asked or it ends. A seat is not asked what it has ordered ahead.
func advance(t tx) {
	for !t.Failed() && t.State().Result == nil && t.State().Phase != "" {
		s := t.State()
		if _, waits := sealed[s.Phase]; waits {
			return
		}
		if name, seat := pending(&s.board); name != "" {
			r := ordered(s, name, seat)
			if r == nil {
				return
			}
			t.Bind() // an order given ahead shows
			questions[name].answer(t, seat, r)
			continue
		}
		switch {
		case s.Playing != nil:
			playOn(t)
		case s.Attack != nil:
			attackOn(t)
		default:
			phaseOn(t)
		}
	}
}
