package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
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

// publicDice are the newest rolls as a picture and the file that it shows, which comes after so many others.
func publicDice(f Forms, v reading, facts []game.Fact, after int) ([]bot.Block, []bot.File, error) {
	facts = ofTurn(facts)
	pic, err := paint(f, v).PublicDice(facts, cardRolls)
	alt := of(v).diceAlt(facts, cardRolls)
	if err != nil || len(pic.PNG) == 0 || alt == "" { // a picture that nobody has words for is none
		return nil, nil, err
	}
	return []bot.Block{bot.Picture{File: after, Alt: alt}}, []bot.File{{Name: "dice.png", Data: pic.PNG}}, nil
}

// privateDice are the newest rolls that the seat was told of.
func privateDice(f Forms, v reading, seat game.Seat, facts []game.Fact, after int) ([]bot.Block, []bot.File, error) {
	facts = ofTurn(facts)
	pic, err := paint(f, v).PrivateDice(seat, facts, consoleRolls)
	alt := of(v).diceAlt(facts, consoleRolls)
	if err != nil || len(pic.PNG) == 0 || alt == "" {
		return nil, nil, err
	}
	return []bot.Block{bot.Picture{File: after, Alt: alt}}, []bot.File{{Name: fileName(), Data: pic.PNG}}, nil
}
