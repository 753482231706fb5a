package downsync

import (
	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/forces"
	"downsync/bot/downsync/inspect"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// Forms are Downsync's forms. The zero value is ready for use.
type Forms struct {
	// Own are the server's own cards, in addition to the printed ones.
	Own []*cards.Unit
	// brush draws pictures; nil means render/downsync. Tests that only read words set their own.
	brush wording.Brush
}

// Game returns Downsync as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: wording.GameID, Name: "Downsync", First: true, In: func(v bot.Voice) bot.Forms {
		r := wording.Reader{Voice: v, Own: f.Own, Brush: f.brush}
		return bot.Forms{About: about(r), Lobby: forces.Lobby{Reader: r}, Roster: forces.Roster{Reader: r}, Play: play{r}, Advisor: adviser{r}, Shorthand: shorthand{r}, History: inspect.History{Reader: r}, Builder: forces.Builder{Reader: r},
			Films: inspect.Films{Reader: r}, Endings: inspect.Films{Reader: r}, Lessons: lessons{r}, Inspector: inspect.Inspector{Reader: r}, Library: books.Library{Reader: r}}
	}}
}

// about returns the game's description of itself.
func about(f wording.Reader) bot.About {
	return bot.About{Name: "Downsync", Goal: f.Text("downsync.goal"), Signs: f.Text("downsync.signs"), Order: "move A2 to 12.5,30", Concede: rules.Concede{}.Order(),
		Conceded:  "concession",
		ListHow:   f.Text("Units, with commas between them"),
		RulingHow: "token A3.1 stun on · place A3.1 at 12,30 · points 1 vp 2 · remove A3.1 · return A3 at 12,30",
		LearnDone: f.Text("You have seen all phases of a Turn. `/rules` explains any word, and `/card` any card.")}
}
