package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// cardRolls and consoleRolls are how many rolls of the running turn are shown as dice on a public card, on a console.
const cardRolls, consoleRolls = 4, 3

// ofTurn are the facts of the running turn.
func ofTurn(facts []game.Fact) []game.Fact {
	for i, f := range slices.Backward(facts) {
		if _, ok := f.(rules.TurnBegan); ok {
			return facts[i:]
		}
	}
	return facts
}

// diceAlt says the rolls that a picture shows.
func (w teller) diceAlt(facts []game.Fact, most int) string {
	var said []string
	for _, f := range slices.Backward(facts) {
		switch f.(type) {
		case rules.AttackRolled, rules.ScanRolled, rules.PriorityRolled, rules.CounterChecked, rules.StartRolled:
			if len(said) < most {
				said = append(said, plainly.Replace(w.line(f)))
			}
		}
	}
	slices.Reverse(said)
	return bot.Clip(strings.Join(said, "\n"), draw.MaxAlt)
}

// publicDice adds the newest rolls to a page as a picture. A picture that nobody has words for is left out.
func publicDice(f Forms, v reading, facts []game.Fact, frame *page.Frame) error {
	facts = ofTurn(facts)
	pic, err := paint(f, v).PublicDice(facts, cardRolls)
	if alt := of(v).diceAlt(facts, cardRolls); len(pic.PNG) > 0 && alt != "" {
		frame.Draw("dice.png", pic.PNG, alt)
	}
	return err
}

// privateDice adds the newest rolls that the seat was told of.
func privateDice(f Forms, v reading, seat game.Seat, facts []game.Fact, frame *page.Frame) error {
	facts = ofTurn(facts)
	pic, err := paint(f, v).PrivateDice(seat, facts, consoleRolls)
	if alt := of(v).diceAlt(facts, consoleRolls); len(pic.PNG) > 0 && alt != "" {
		frame.Draw(page.FileName(), pic.PNG, alt)
	}
	return err
}
