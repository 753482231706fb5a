package downsync

import (
	"encoding/json"
	"errors"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/course"
	"downsync/game/lesson"
	"downsync/game/table"
)

// Lesson is the lesson after those orders, in the forms' language.
func (f Forms) Lesson(orders []string) (bot.Lesson, error) {
	stray := &game.Refusal{Code: "stray", Text: f.lang.Text(wordStray)}
	s, err := course.Lesson.Play(orders)
	if errors.Is(err, lesson.ErrStray) {
		err = stray
	}
	if err != nil {
		return bot.Lesson{}, err
	}
	place, err := json.Marshal(bot.Place{Names: []string{f.lang.Text(wordLearner), f.lang.Text(wordTeacher)}})
	if err != nil {
		return bot.Lesson{}, err
	}
	l := bot.Lesson{Step: s.Done + 1, Steps: len(course.Lesson.Steps), Tell: f.lang.Text(stepWords[s.Step.ID]), Example: s.Step.Example, Tells: s.Step.Tells(), News: s.News,
		Along: func(begun string) (string, error) {
			rest := menu.Unmarked(begun) // where a point is looked for, and whether it is asked why, leads nowhere else
			if at := s.Step.Along(rest, s.View); at != rest {
				return at, stray
			}
			return begun, nil
		},
		Private: table.Private{Seat: lesson.Learner, View: s.View, Facts: s.Facts, CanUndo: s.CanUndo, Result: s.Result, Meta: table.Meta{Game: gameID, Place: place}}}
	if s.Result != nil {
		l.Example = ""
	}
	for _, a := range s.Asks {
		if !a.Standing { // plans, draws and conceding have no place here
			l.Asks = append(l.Asks, table.OpenAsk{Ask: a})
		}
	}
	return l, nil
}
