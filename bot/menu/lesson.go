package menu

import (
	"encoding/json"
	"errors"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/lesson"
	"downsync/game/table"
)

// Lesson returns the state of a course after those orders, for its learner, in that language. words maps a step's ID to its
// explanation. A *game.Refusal concerns the last order.
func Lesson(l lang.Language, course lesson.Lesson, words map[string]game.Text, orders []string) (bot.Lesson, error) {
	stray := &game.Refusal{Code: "stray", Text: "that is not what this step is about. It goes on like this"}
	s, err := course.Play(orders)
	if errors.Is(err, lesson.ErrStray) {
		err = stray
	}
	if err != nil {
		return bot.Lesson{}, err
	}
	place, err := json.Marshal(bot.Place{Names: names(l, course.Players()), Learner: lesson.Learner})
	if err != nil {
		return bot.Lesson{}, err
	}
	out := bot.Lesson{Step: s.Done + 1, Steps: len(course.Steps), Tell: l.Text(words[s.Step.ID]), Example: s.Step.Example, Tells: s.Step.Tells(), News: s.News, Opponents: course.Players() - 1,
		Along: func(begun string) (string, error) {
			rest := Unmarked(begun) // a mark only changes the view and cannot stray
			if at := s.Step.Along(rest, s.View); at != rest {
				return at, stray
			}
			return begun, nil
		},
		Private: table.Private{Seat: lesson.Learner, View: s.View, Facts: s.Facts, CanUndo: s.CanUndo, Result: s.Result,
			Meta: table.Meta{Game: course.Game.Card().ID, Place: place}}}
	if s.Result != nil {
		out.Example = ""
	}
	for _, a := range s.Asks {
		if !a.Standing { // a lesson has no plans, draws or conceding
			out.Asks = append(out.Asks, table.OpenAsk{Ask: a})
		}
	}
	return out, nil
}

// names returns what the learner and the opponents are called, by seat.
func names(l lang.Language, seats int) []string {
	if seats == 2 {
		return []string{l.Text("You"), l.Text("The scripted opponent")}
	}
	out := []string{l.Text("You")}
	for n := 1; n < seats; n++ {
		out = append(out, l.Say("Scripted opponent %d", n))
	}
	return out
}
