package bot_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// A match uses the chosen clock, with the chosen times and pace.
func TestTermsOfAMatch(t *testing.T) {
	live := map[string]time.Duration{"turn": 10 * time.Minute, "react": time.Minute}
	for name, c := range map[string]struct {
		options []bottest.Option
		clocks  map[string]time.Duration
		strict  time.Duration
		says    string
	}{
		"as it is":      {nil, live, 0, "live"},
		"natural":       {[]bottest.Option{party.Opt("pace", "natural")}, live, 0, "live"},
		"strict":        {[]bottest.Option{party.Opt("pace", "strict")}, live, time.Minute, "live strict"},
		"own times":     {[]bottest.Option{party.Opt("turn_time", "1h")}, map[string]time.Duration{"turn": time.Hour, "react": time.Minute}, 0, "live (1 hour / 1 minute)"},
		"own reactions": {[]bottest.Option{party.Opt("reaction_time", "5m")}, map[string]time.Duration{"turn": 10 * time.Minute, "react": 5 * time.Minute}, 0, "live (10 minutes / 5 minutes)"},
	} {
		p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Dice: func(table.ID) game.Dice { return gametest.NewDice(1) },
			Timings: map[string]table.Timing{"live": {Clocks: maps.Clone(live), Strict: time.Minute}}, Default: "live"})}
		p.Slash(ann, party.Challenge, append(c.options, party.ChallengeTo(eve))...)
		if list := party.Text(p.Slash(eve, []string{"match", "list"})); !strings.Contains(list, "a plain game · "+c.says+"\n") {
			t.Errorf("%s: %q is not listed in\n%s", name, c.says, list)
		}
		id := p.Begin(c.options...)
		m, err := p.Hall.Meta(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Timing; !maps.Equal(got.Clocks, c.clocks) || got.Strict != c.strict {
			t.Errorf("%s: %v and %v; expected %v and %v", name, got.Clocks, got.Strict, c.clocks, c.strict)
		}
	}
}

// The place of a match is decoded once, and changing a copy changes nobody else's.
func TestPlacesAreReadOnce(t *testing.T) {
	m := table.Meta{Users: []table.User{"1", "2"}, Place: []byte(`{"channel":"7","names":["Ann","Ben"],"settings":{"size":"small"}}`)}
	read := func() bot.Place {
		place, err := bot.PlaceOf(m)
		if err != nil {
			t.Fatal(err)
		}
		return place
	}
	read().Names[0] = "gone"
	if names := read().Names; names[0] != "Ann" {
		t.Errorf("the names are %q", names)
	}
	if n := testing.AllocsPerRun(100, func() { read() }); n > 1 {
		t.Errorf("to read it again allocates %v times", n)
	}
	m.Users = m.Users[:1]
	if _, err := bot.PlaceOf(m); err == nil {
		t.Error("a match of one has two names")
	}
}

// A game makes its forms once for each voice.
func TestFormsAreMadeOnce(t *testing.T) {
	made := 0
	games := bot.Games{{ID: "a", In: func(v bot.Voice) bot.Forms {
		made++
		return bot.Forms{About: bot.About{Name: "in " + v.Language.String()}}
	}}}
	c := &bot.Call{App: bot.New(bot.Config{Games: games})}
	for range 2 {
		for _, l := range lang.All() {
			if f := c.In(bot.Voice{Language: l}).Forms("a"); f.About.Name != "in "+l.String() {
				t.Errorf("in %v the forms are %q", l, f.About.Name)
			}
		}
	}
	if made != len(lang.All()) {
		t.Errorf("they were made %d times", made)
	}
}

// The usual clocks and the program's seats have names in the reader's language. Other clocks keep the operator's name.
func TestNamesInTheReadersLanguage(t *testing.T) {
	german := bot.Voice{Language: lang.Of("de")}
	for clock, want := range map[string]string{"live": "live", "correspondence": "Fernpartie", "weekend": "weekend"} {
		if got := german.ClockName(clock); got != want {
			t.Errorf("the clock %s is called %q", clock, got)
		}
	}
	if got := (bot.Voice{}).ClockName("correspondence"); got != "correspondence" {
		t.Errorf("in English it is called %q", got)
	}
	place := bot.Place{Names: []string{"Ann", "Bot (recruit, bold)"}}
	place.AddProgram(bot.RivalSeat{Seat: 2, Strength: rival.Recruit, Style: rival.Bold})
	if got := place.NamesIn(german.Language); got[0] != "Ann" || got[1] != place.Programs()[0].Name(german.Language) || got[1] == place.Names[1] {
		t.Errorf("the players are called %q", got)
	}
}
