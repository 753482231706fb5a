package downsync

import (
	"slices"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// Game returns Downsync as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: gameID, Name: "Downsync", First: true, In: func(v bot.Voice) bot.Forms {
		f := f // a copy, because the forms of other readers are made from the same Forms
		f.Voice = v
		return bot.Forms{About: about(f), Lobby: lobby{f}, Roster: roster{f}, Play: play{f}, Advisor: adviser{f}, Shorthand: shorthand{f}, History: history{f}, Builder: builder{f},
			Films: films{f}, Endings: films{f}, Lessons: lessons{f}, Inspector: inspector{f}, Library: library{f}}
	}}
}

// about returns the game's description of itself.
func about(f Forms) bot.About {
	return bot.About{Name: "Downsync", Goal: f.Text("downsync.goal"), Signs: f.Text("downsync.signs"), Order: "move A2 to 12.5,30", Concede: rules.Concede{}.Order(),
		Conceded:  "concession",
		ListHow:   f.Text("Units, with commas between them"),
		RulingHow: "token A3.1 stun on · place A3.1 at 12,30 · points 1 vp 2 · remove A3.1 · return A3 at 12,30",
		LearnDone: f.Text("You have seen all phases of a Turn. `/rules` explains any word, and `/unit` any card.")}
}

// Turn numbers the public cards: 0 is set-up, then each Taskforce Activation has its own number.
func (play) Turn(p table.Public) int { return p.View.(rules.View).Turn }

// Split counts the facts before the first fact of a later turn. The beginning of a Round belongs to its first turn.
func (play) Split(facts []game.Fact, turn int) int {
	i := slices.IndexFunc(facts, func(f game.Fact) bool {
		t, ok := f.(rules.TurnBegan)
		return ok && t.Turn > turn
	})
	if i < 0 {
		return len(facts)
	}
	if i > 0 && facts[i-1].Kind() == (rules.RoundBegan{}).Kind() {
		i--
	}
	return i
}

// Title returns the name of the match's thread.
func (f play) Title(_ table.Public, names []string) string {
	return wire.Clip(f.Say("Downsync: %s – %s", wire.Clip(names[0], 35), wire.Clip(names[1], 35)), maxTitle)
}
