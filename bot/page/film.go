package page

import (
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"
)

// Filmed prepares a film for drawing, and sets last to the newest step. It starts again each time the film is shown: begin returns
// the function that makes the next step's picture.
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

// longestCaption limits the caption of a step of a film, in characters.
const longestCaption = 200

// Own begins the words of a fact that only its owner is told.
const Own game.Text = "(only you see this)"

// plain removes Discord's marks, and signs that the fonts lack.
var plain = strings.NewReplacer("**", "", "~~", "", "`", "", "🎲 ", "", "💥 ", "", "☠️ ", "")

// Unmarked returns a text of that language for a picture, without marks.
func Unmarked(l lang.Language, text string) string {
	return strings.ReplaceAll(plain.Replace(text), l.Text(Own)+" ", "")
}

// Caption returns the latest event in a step of a film.
func (t Teller) Caption(facts []game.Fact) string {
	var said []string
	for _, f := range facts {
		if s := t.Line(f); s != "" {
			said = append(said, Unmarked(t.Lang, s))
		}
	}
	return wire.Clip(strings.Join(said[max(0, len(said)-2):], " "), longestCaption)
}

// Result returns the picture of the end of a match. alt describes the last board.
func Result(pic render.Public, alt string) wire.Notice {
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "result.png", Data: pic.PNG}},
		Blocks: []wire.Block{wire.Picture{File: 0, Alt: wire.Clip(pic.Alt+" "+alt, longestAlt)}}}}
}

// longestAlt is the longest description of a picture, in bytes: Discord's limit.
const longestAlt = 1024

// Highlights returns the best of a match as an animation.
func Highlights(gif []byte, text, alt string) wire.Notice {
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "highlights.gif", Data: gif}},
		Blocks: []wire.Block{wire.Text(text), wire.Picture{File: 0, Alt: wire.Clip(alt, longestAlt)}}}}
}

// Film returns the whole match as an animation.
func Film(gif []byte, text, alt string) wire.Notice {
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "film.gif", Data: gif}}, Blocks: []wire.Block{wire.Text(text), wire.Picture{File: 0, Alt: alt}}}}
}
