package jagged

import (
	"downsync/game"
	"downsync/game/ruleset"
)

// Rules returns the ruleset, ready for hosting.
func Rules() game.Game { return game.Seal[*state](ours) }

type rules struct{ ruleset.Shell[state, *state] }

type tx = *game.Tx[*state]

var ours = rules{ruleset.Shell[state, *state]{ID: "jagged", Version: "1.07-1", Rulings: NewestRulings, Orders: Parse, Facts: factKinds, Continues: continues, Finish: end}}

func (rules) View(s *state, v game.Viewer) game.View { return view(s, v) }

// question is one kind of ask: its possible answers, the default on a time-out (JQ58), and what an answer does.
type question struct {
	menu     func(*board, game.Seat) game.Menu
	fallback func(*board, game.Seat) game.Reply
	check    func(*board, game.Seat, game.Reply) error
	answer   func(tx, game.Seat, game.Reply)
	clock    string
	turn     bool // a time-out counts as a missed turn
}

// questions holds the asks by name; each is declared in the file of its chapter.
var questions map[string]question

func init() {
	questions = map[string]question{
		"board":     {menuBoard, fallbackBoard, checkBoard, answerBoard, "turn", false},
		"list":      {menuList, fallbackList, checkList, answerList, "turn", false},
		"objective": {menuObjective, fallbackObjective, checkObjective, answerObjective, "turn", false},
		"deploy":    {menuDeploy, fallbackDeploy, checkDeploy, answerDeploy, "turn", false},
		"steal":     {menuSteal, fixed(steal{}), checkSteal, answerSteal, "turn", false},
		"glimpse":   {menuGlimpse, fixed(Glimpse{}), checkGlimpse, answerGlimpse, "turn", false},
		"insight":   {menuInsight, fixed(Insight{}), checkInsight, answerInsight, "react", false},
		"reinforce": {menuReinforce, fixed(Done{}), checkReinforce, answerReinforce, "turn", true},
		"move":      {menuMove, fixed(Done{}), checkMove, answerMove, "turn", true},
		"go":        {menuGo, fixed(Stay{}), checkGo, answerGo, "turn", true},
		"shoot":     {menuShoot, fixed(Done{}), checkShoot, answerShoot, "turn", true},
		"rush":      {menuRush, fixed(Done{}), checkRush, answerRush, "turn", true},
		"counter":   {menuCounter, fixed(Counter{}), checkCounter, answerCounter, "react", false},
		"melee":     {menuMelee, fixed(StrikeAll{}), checkMelee, answerMelee, "turn", true},
		"reroll":    {menuReroll, fixed(reroll{true}), checkReroll, answerReroll, "react", false},
	}
}

// fixed returns a fallback that always plays the same reply.
func fixed(r game.Reply) func(*board, game.Seat) game.Reply {
	return func(*board, game.Seat) game.Reply { return r }
}

// only returns the check of a question that accepts any order of that type.
func only[R game.Reply](expected game.Text) func(*board, game.Seat, game.Reply) error {
	return func(_ *board, _ game.Seat, r game.Reply) error {
		if _, ok := r.(R); !ok {
			return notNow(r, expected)
		}
		return nil
	}
}

// together names the questions that both sides answer at once, under seal, unless an option says otherwise (JQ4, JQ5).
var together = map[Phase]string{Listing: "list", Deploying: "deploy"}

// Asks lists the current asks and the standing asks.
func (rules) Asks(s *state) []game.Ask {
	if s == nil || s.Result != nil || s.Phase == "" {
		return nil
	}
	b := &s.board
	asks := make([]game.Ask, 0, 4)
	if name, ok := together[b.Phase]; ok && len(b.Left) == 0 {
		for _, seat := range []game.Seat{1, 2} {
			a := ask(b, name, seat)
			a.Group = name
			asks = append(asks, a)
		}
	} else if name, seat := pending(b); name != "" {
		asks = append(asks, ask(b, name, seat))
	}
	return append(asks, ruleset.Standing(func(seat game.Seat) game.Menu { return menuStanding(b, seat) })...)
}

// ask returns the question of that name.
func ask(b *board, name string, seat game.Seat) game.Ask {
	q := questions[name]
	return game.Ask{Name: name, Seat: seat, Default: q.fallback(b, seat), Clock: q.clock, Turn: q.turn, Offer: func() game.Menu { return q.menu(b, seat) }}
}

// pending returns the question that the battle waits for, and the seat that must answer; "" if the battle can continue without an
// answer.
func pending(b *board) (name string, seat game.Seat) {
	switch {
	case b.Attack != nil:
		return b.Attack.Ask, b.Attack.asked()
	case b.Charge != nil:
		return "counter", other(b.Charge.By.Seat())
	case b.Going != nil:
		return "go", b.Going.Unit.Seat()
	case b.Phase == Boarding:
		return "board", b.chooser()
	case b.Phase == Stealing:
		return "steal", 2
	case b.Phase == Commanding:
		if seat := b.insighted(); seat != 0 {
			return "insight", seat
		}
		return "", 0
	case len(b.Left) == 0:
		return "", 0
	}
	seat = b.Left[0]
	switch b.Phase {
	case Listing:
		return "list", seat
	case Placing:
		return "objective", seat
	case Deploying:
		return "deploy", seat
	case Glimpsing:
		return "glimpse", seat
	case Reinforce:
		if !b.player(seat).skips(SkipReinforcements) && len(b.player(seat).callable()) > 0 {
			return "reinforce", seat
		}
	case Moving:
		if b.player(seat).moves() {
			return "move", seat
		}
	case Shooting:
		if !b.All && !b.player(seat).skips(SkipTargets) && b.player(seat).shoots() {
			return "shoot", seat
		}
	case Rushing:
		if b.player(seat).rushes() {
			return "rush", seat
		}
	case Fighting:
		if !b.All && b.player(seat).chooses() {
			return "melee", seat
		}
	}
	return "", 0
}

func (rules) Check(s *state, a game.Ask, r game.Reply) error {
	if a.Standing {
		return checkStanding(&s.board, a.Seat, r)
	}
	return questions[a.Name].check(&s.board, a.Seat, r)
}

func (rules) Answer(t tx, as []game.Answered) {
	if as[0].Ask.Standing {
		answerStanding(t, as[0].Ask.Seat, as[0].Reply)
		return
	}
	for _, a := range as {
		questions[a.Ask.Name].answer(t, a.Ask.Seat, a.Reply)
	}
	advance(t)
}

// advance continues the battle until somebody must be asked or it ends.
func advance(t tx) {
	for !t.Failed() && t.State().Result == nil && t.State().Phase != "" {
		b := &t.State().board
		if _, sealed := together[b.Phase]; sealed && len(b.Left) == 0 && !b.ready() {
			return
		}
		if name, _ := pending(b); name != "" {
			return
		}
		if b.Attack != nil {
			attackOn(t)
			continue
		}
		phaseOn(t)
	}
}
