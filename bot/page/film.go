package page

import (
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// Filmed prepares a film for drawing, and sets last to the newest step. It begins anew each time that the film is shown: begin returns
// what makes the next step's picture.
func Filmed[F any](film bot.Film, last *F, begin func() func(table.Frame) (F, error)) func(show func(F) error) error {
	return func(show func(F) error) error {
		next := begin()
		return film(func(t table.Frame) error {
			d, err := next(t)
			if err != nil {
				return err
			}
			*last = d
			return show(d)
		})
	}
}

// longestCaption bounds what a step of a film says, in characters.
const longestCaption = 200

// plain takes Discord's marks, what a font lacks, and what a line tells its owner alone, out of a caption.
var plain = strings.NewReplacer("**", "", "🎲 ", "", "💥 ", "", "☠️ ", "", "(yours) ", "")

// Unmarked is a text for a picture, without marks.
func Unmarked(text string) string { return plain.Replace(text) }

// Caption is what happened last in a step of a film.
func (t Teller) Caption(facts []game.Fact) string {
	var said []string
	for _, f := range facts {
		if s := t.Line(f); s != "" {
			said = append(said, Unmarked(s))
		}
	}
	return bot.Clip(strings.Join(said[max(0, len(said)-2):], " "), longestCaption)
}

// Result is the picture of how a match ended.
func Result(png []byte, alt string) bot.Notice {
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "result.png", Data: png}}, Blocks: []bot.Block{bot.Picture{File: 0, Alt: alt}}}}
}

// longestAlt is the longest description of a picture, in bytes: Discord's limit.
const longestAlt = 1024

// Highlights is the best of a match as an animation.
func Highlights(gif []byte, text, alt string) bot.Notice {
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "highlights.gif", Data: gif}},
		Blocks: []bot.Block{bot.Text(text), bot.Picture{File: 0, Alt: bot.Clip(alt, longestAlt)}}}}
}

// Film is the whole match as an animation.
func Film(gif []byte, text, alt string) bot.Notice {
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "film.gif", Data: gif}}, Blocks: []bot.Block{bot.Text(text), bot.Picture{File: 0, Alt: alt}}}}
}
