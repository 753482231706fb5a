package jagged

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/lang"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/toy"
)

// Every sample list survives its share code, slips in it are detected, and its page fits a message with at most five rows of
// controls.
func TestShareCodes(t *testing.T) {
	for _, l := range cards.Lists() {
		f := starterForce(l)
		code := f.code()
		if again, err := readCode(strings.ToLower(" " + strings.ReplaceAll(code, "1", "l") + " ")); err != nil || !reflect.DeepEqual(again, f) {
			t.Errorf("%s is read back as %+v, %v", code, again, err)
		}
		if len(code) > bot.MaxCode || strings.Contains(code, "\n") || f.check() != nil {
			t.Errorf("%s has %d characters; %v", code, len(code), f.check())
		}
		for i := range code {
			for _, other := range "0123456789ABCDEFGHJKMNPQRSTVWXYZ" {
				slip := code[:i] + string(other) + code[i+1:]
				if code[i] == '-' || slip == code {
					continue
				}
				if _, err := readCode(slip); err == nil {
					t.Errorf("%s for %s goes unnoticed", slip, code)
				}
			}
		}
		for _, language := range lang.All() {
			blocks, err := builder{Forms{Voice: bot.Voice{Language: language}}}.BuilderPage(code, bot.Built{})
			if err == nil {
				err = discord.Check(wire.Message{Blocks: blocks})
			}
			if err != nil || len(blocks) > 5 { // a text and four selects; a row of buttons is added
				t.Errorf("%s: %d blocks, %v", l.ID, len(blocks), err)
			}
			if text := string(blocks[0].(wire.Text)); len([]rune(text)) > 700 || !strings.Contains(text, "✔️") {
				t.Errorf("%s: %s", l.ID, text)
			}
		}
	}
}

// A forged code is refused with a sentence, or shown as a list that cannot be played.
func TestForgedCodes(t *testing.T) {
	forged := func(digits ...int) string {
		f, _, _ := stands(digits)
		return codes.Write(f.summed(digits))
	}
	for typed, want := range map[string]string{
		"":                              "no share code",
		"JS-1":                          "no share code",
		"JS-11??1-11111-1161Z-QF7":      "slip",
		strings.Repeat("JS-11211", 999): "slip",
		forged(2, 1):                    "newer version",
		forged(1, 5):                    "slip",         // a fifth kind
		forged(1, 0, 1, 1):              "slip",         // models of no faction
		forged(1, 1, 9, 1):              "slip",         // a model of the other faction
		forged(1, 1, 1, 4):              "slip",         // a fourth grenade
		forged(1, 1, 3, 1):              "slip",         // a grenade for a unit without any
		forged(1, 1, 1, 0):              "slip",         // no grenade for a unit with one
		forged(1, 1, 0, 0):              "slip",         // no unit
		forged(1, 1, 31, 0):             "unit that is", // none yet
		forged(1, 1, 1):                 "slip",         // half a model
		starterForce(cards.Lists()[0]).code() + "1": "slip",
	} {
		for _, read := range []func() error{
			func() error { _, err := readCode(typed); return err }, func() error { _, _, err := builder{Forms{}}.ForceCode(typed); return err },
			func() error { _, err := builder{Forms{}}.BuilderPage(typed, bot.Built{}); return err }, func() error { _, err := builder{Forms{}}.ChangeForce(typed, buildAdd, nil); return err },
		} {
			if err := read(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%.40q: %v, expected %q", typed, err, want)
			}
		}
	}
	for code, want := range map[string]string{
		forged(1, 1, 4, 0, 4, 0):             "Support Mech: at most 1",
		forged(1, 1, 2, 1, 2, 1):             "exactly one Specialist, not 2",
		forged(1, 1, 8, 1):                   "Specialist of the other kind",
		forged(1, 1, 2, 1, 4, 0, 7, 0, 3, 0): "115 BP: this Force may spend 100",
	} {
		f, err := readCode(code)
		if err != nil || f.check() == nil || !strings.Contains(f.check().Error(), want) {
			t.Errorf("%s: %v, %v", code, f.check(), err)
		}
		if blocks, err := (builder{Forms{}}).BuilderPage(code, bot.Built{}); err != nil || !strings.Contains(string(blocks[0].(wire.Text)), want) {
			t.Errorf("%s: %v, %v", code, blocks, err)
		}
	}
}

// Text that is read as a share code is written back in the same form.
func FuzzCode(f *testing.F) {
	for _, l := range cards.Lists() {
		f.Add(starterForce(l).code())
	}
	f.Add(builder{Forms{}}.NewForce())
	f.Add("JS-1")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := readCode(text)
		if err != nil {
			return
		}
		if again, err := readCode(l.code()); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q: %+v, %v", text, again, err)
		}
	})
}

// workbench builds a list by controls.
type workbench struct {
	*testing.T
	code string
}

func (b *workbench) change(part string, values ...string) {
	b.Helper()
	code, err := builder{Forms{}}.ChangeForce(b.code, part, values)
	if err != nil {
		b.Fatalf("%s %q: %v", part, values, err)
	}
	b.code = code
}

func (b *workbench) refuses(part, value, want string) {
	b.Helper()
	if _, err := (builder{Forms{}}).ChangeForce(b.code, part, []string{value}); err == nil || !strings.Contains(err.Error(), want) {
		b.Errorf("%s %q: %v, expected %q", part, value, err, want)
	}
}

func (b *workbench) shows(want ...string) {
	b.Helper()
	blocks, err := builder{Forms{}}.BuilderPage(b.code, bot.Built{})
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range want {
		if text := string(blocks[0].(wire.Text)); !strings.Contains(text, s) {
			b.Errorf("nothing says %q:\n%s", s, text)
		}
	}
}

// offers reports whether a select of the builder has that option.
func (b *workbench) offers(part, value string) bool {
	b.Helper()
	blocks, err := builder{Forms{}}.BuilderPage(b.code, bot.Built{})
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range blocks {
		if s, ok := x.(wire.Select); ok && s.ID == customid.BuildControl(part) {
			return slices.ContainsFunc(s.Options, func(o wire.Option) bool { return o.Value == value })
		}
	}
	return false
}

// A list is built from nothing by the builder's controls, counted live, and can then be played (J3).
func TestBuilder(t *testing.T) {
	b := &workbench{t, builder{Forms{}}.NewForce()}
	if full := starterForce(cards.Lists()[0]).code(); (builder{}).EmptyForce(full) || !(builder{}).EmptyForce(b.code) {
		t.Error("which list is empty")
	}
	b.shows("Choose a faction and a role")
	if b.offers(buildAdd, "colonist-rifleman") || !b.offers(buildKind, "1") {
		t.Error("units without a faction")
	}
	b.change(buildKind, "1")
	b.shows("Human Attacker", "0 of 100 BP, 100 kept", "1 of 8 models", "• Combat Engineer · free · Fragmentation", "FR 4", "✔️")
	b.change(buildAdd, "colonist-rifleman", "support-mech", "colonist-rifleman")
	b.shows("85 of 100 BP, 15 kept", "4 of 8 models", "• 2 Colonist Rifleman · 30 BP · Fragmentation", "• Support Mech · 55 BP", "FR 17")
	b.refuses(buildAdd, "support-mech", "at most 1 in a Force")
	b.refuses(buildAdd, "sand-golem", "other faction")
	b.refuses(buildAdd, "combat-engineer", "one Specialist")
	b.refuses(buildAdd, "human-shock-specialist", "one Specialist")
	b.refuses(buildAdd, "nobody", "no unit")
	if b.offers(buildAdd, "support-mech") || b.offers(buildAdd, "combat-engineer") || b.offers(buildDrop, "combat-engineer") || !b.offers(buildDrop, "support-mech") {
		t.Error("what cannot be is offered")
	}
	b.change(buildAdd, "assault-exo-suit")
	b.shows("125 of 100 BP, 25 too many", "⚠️ Not yet to be played: 125 BP: this Force may spend 100.")
	b.change(buildKind, "2") // the Defender has more BP, and another Specialist
	b.shows("Human Defender", "125 of 125 BP · 5", "Human Shock Specialist", "✔️")
	b.change(buildGrenade, "colonist-rifleman/fragmentation-grenade/concussion-grenade")
	b.shows("2 Colonist Rifleman · 30 BP · Fragmentation, Concussion")
	b.change(buildGrenade, "colonist-rifleman/fragmentation-grenade/spore-pods") // not their grenade
	b.change(buildGrenade, "support-mech//fragmentation-grenade")
	b.shows("Fragmentation, Concussion", "• Support Mech · 55 BP\n")
	b.change(buildDrop, "assault-exo-suit", "support-mech", "assault-exo-suit")
	b.shows("30 of 125 BP, 95 kept", "3 of 8 models")
	b.change(buildAdd, "colonist-rifleman", "colonist-rifleman", "colonist-rifleman", "colonist-rifleman", "colonist-rifleman")
	b.refuses(buildAdd, "colonist-rifleman", "at most 8 models")
	if b.offers(buildAdd, "colonist-rifleman") {
		t.Error("a ninth model is offered")
	}
	b.change(buildKind, "4")
	b.shows("Martian Defender", "0 of 125 BP", "1 of 8 models", "• Martian Shock Specialist · free · Spore Pods")
	b.change(buildKind, "9")
	b.shows("Martian Defender")
	for _, k := range kinds {
		if f := (force{}).as(k); f.check() != nil || f.kind() != k.kind() || f.kind() == 0 {
			t.Errorf("the empty list of %s %s: %v", k.Faction, k.Role, f.check())
		}
	}
}

// A list can be typed by names or in the form of orders; the bot says what is wrong with it.
func TestTypedLists(t *testing.T) {
	b := &workbench{t, builder{Forms{}}.NewForce()}
	for typed, want := range map[string][]string{
		"4 colonist rifleman, Command Officer/concussion":                                    {"Human Attacker", "80 of 100 BP", "4 Colonist Rifleman", "• Command Officer · 20 BP · Concussion", "Combat Engineer"},
		"martian shock specialist; 2x Rootblade Initiate/frag\nseer":                         {"Martian Defender", "60 of 125 BP", "2 Rootblade Initiate · 30 BP · Fragmentation", "Elder Seer Commander"},
		"combat-engineer colonist-rifleman colonist-rifleman/spore-pods":                     nil,
		"combat-engineer colonist-rifleman/concussion-grenade support-mech":                  {"70 of 100 BP", "Colonist Rifleman · 15 BP · Concussion"},
		"Martian Shock Specialist, 4 × Rootblade Initiate, Bloodroot Stalker · 80 BP, FR 20": {"Martian Defender", "80 of 125 BP", "4 Rootblade Initiate"},
		"3 x riflemen, Colonist Riflemen/concussion ×2, 1 officer":                           {"Human Attacker", "95 of 100 BP", "5 Colonist Rifleman", "3 Fragmentation, 2 Concussion"},
		"2×Bloodroot Stalkers, snipers x2":                                                   {"Martian Attacker", "100 of 100 BP", "2 Bloodroot Stalker", "2 Crystal Sniper"},
		"m-d-swarm":                                                                          {"Martian Defender", "80 of 125 BP, 45 kept", "4 Rootblade Initiate"},
		"2 support mech":                                                                     {"at most 1 in a Force"},
		"combat engineer, 7 raptor":                                                          nil,
		"8 colonist rifleman":                                                                nil,
		"9999999999999999999 sniper":                                                         nil,
		"9223372036854775807 sniper":                                                         nil,
		"-1 sniper":                                                                          nil,
		"0 sniper":                                                                           nil,
		" , ;":                                                                               nil,
		"specialist":                                                                         nil,
		"sand golem/frag":                                                                    nil,
		"rootblade initiate/":                                                                nil,
		strings.Repeat("sniper, ", 40):                                                       nil,
		"sand golem, colonist rifleman":                                                      nil,
		"crystel snipper":                                                                    nil,
		"shock-specialist, warp-specialist":                                                  nil,
	} {
		b.code = builder{Forms{}}.NewForce()
		if want == nil {
			b.refuses(bot.BuildTyped, typed, "")
			continue
		}
		b.change(bot.BuildTyped, typed)
		b.shows(want...)
	}
	b.code = starterForce(*cards.FindList("h-d-line")).code()
	b.change(bot.BuildTyped, "support mech") // the role stays
	b.shows("Human Defender", "55 of 125 BP")
	for typed, want := range map[string]string{"crystel sniper": "Did you mean Crystal Sniper?", "specialist": "several units: Human Shock Specialist, Martian", "dragon": "no unit", "golem/frag": "cannot carry",
		"golem, rifleman": "other faction", "9 sniper": "4 to 8 models, not 9"} {
		b.refuses(bot.BuildTyped, typed, want)
	}
	for i := range cards.Units() {
		u := &cards.Units()[i]
		for _, name := range []string{u.ID, u.Name + "s", strings.ToUpper(u.Name), strings.ReplaceAll(u.Name, "-", " ")} {
			if got, err := unitMeant(name); err != nil || got != u {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}

// The starters are all sample lists, one or more for each faction and role, and can be read as codes.
func TestStarters(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		seen := map[int]bool{}
		for _, o := range (builder{w}).Starters() {
			f, err := readCode(o.Value)
			if err != nil || len([]rune(o.Label)) > wire.LongestChoice || len([]rune(o.Note)) > wire.LongestChoice {
				t.Errorf("%+v: %v", o, err)
			}
			seen[f.kind()] = true
			code, summary, err := builder{w}.ForceCode(o.Value)
			if err != nil || code != o.Value || !strings.Contains(summary, w.kindName(f)) || !strings.Contains(summary, f.specialist().Name) {
				t.Errorf("%s: %q, %v", code, summary, err)
			}
		}
		if len(builder{w}.Starters()) != 14 || len(seen) != len(kinds) || seen[0] {
			t.Errorf("%d starters of %d kinds", len(builder{w}.Starters()), len(seen))
		}
	}
	if rules.Budget(1) != 100 || rules.Budget(2) != 125 {
		t.Error("J3.1")
	}
}

// A list of each role is built, kept and shared by buttons; a challenge offers each side the lists of its own role, and accepts no
// others.
func TestKeptLists(t *testing.T) {
	for _, l := range lang.All() {
		s := newArena(t, l, nil)
		for name, of := range map[string]force{"sturm": kinds[0], "wall": kinds[1], "schwarm": kinds[3]} {
			s.Slash(eve, []string{"force"}, opt("code", of.as(of).code()))
			for range rules.MinModels - 1 {
				s.Click(eve, s.Newest(eve), "build|"+buildAdd, map[string]string{cards.Humans: "heavy-android", cards.Martians: "crystal-sniper"}[of.Faction])
			}
			m := s.Newest(eve)
			if rows := len(bottest.ControlsOf(m.Message).Selects) + 1; rows > 5 {
				t.Errorf("%d rows of controls", rows)
			}
			a := s.Click(eve, m, "forces|keep")
			s.Submit(eve, m, a.Form, map[string]string{a.Form.Fields[0].ID: name})
			if words := bottest.Words(s.Newest(eve).Message); !strings.Contains(words, name) {
				t.Fatalf("%s is not kept:\n%s", name, words)
			}
		}
		if code := bottest.Said(s.Click(eve, s.Newest(eve), "forces|share")); !strings.Contains(code, "JS-") {
			t.Errorf("no code in %s", code)
		}
		offered := func(want string) {
			t.Helper()
			m, ok := s.Find(eve, "force|")
			if !ok {
				t.Fatal("no side card")
			}
			var got []string
			for _, k := range bottest.ControlsOf(m.Message).Selects {
				for _, o := range k.Options {
					if name, ok := strings.CutPrefix(o.Label, strings.TrimSuffix(s.Say("Yours: %s", "…"), "…")); ok {
						got = append(got, name)
					}
				}
			}
			if !slices.Equal(got, []string{want}) {
				t.Errorf("offered is %v, expected %s", got, want)
			}
		}
		s.Slash(eve, []string{"match", "challenge"}, opt("opponent", string(ben)), opt("faction", cards.Humans), opt("map", "spire-yard"))
		offered("sturm")
		s.Slash(ann, []string{"match", "challenge"}, opt("opponent", string(eve)), opt("faction", cards.Humans), opt("map", "spire-yard"))
		s.Click(eve, s.Lobby(), "accept|") // the Defender has the other faction
		offered("schwarm")
		settings, err := lobby{Forms{}}.Settings(map[string]string{"faction": cards.Humans})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := (roster{Forms{}}).ReadForce(settings, 2, kinds[0].as(kinds[0]).code()); err == nil {
			t.Error("the Defender brings an Attacker's list")
		}
		if code, _, err := (roster{Forms{}}).ReadForce(settings, 2, "4 rootblade, sniper"); err != nil {
			t.Errorf("units typed by the Defender: %q, %v", code, err)
		}
	}
}

// A challenge opens its game's builder, and its form for a list shows a list that the player's side could bring, which it can read
// back.
func TestForceFromTheChallenge(t *testing.T) {
	s := &arena{bottest.NewDuel(t, lang.English, bottest.Setup{Game: toy.Rules(), Forms: small.Forms{}, More: []bottest.Offer{{Game: rules.Rules(), Forms: sketched}}})}
	s.Slash(ann, []string{"match", "challenge"}, opt("game", "jagged"), opt("opponent", string(ben)), opt("faction", "human-colonies"))
	s.Click(ben, s.Lobby(), "accept|")
	for user, list := range map[wire.UserID]string{ann: "Combat Engineer, 4 × Colonist Rifleman, Command Officer", ben: "Martian Shock Specialist, 4 × Rootblade Initiate, Bloodroot Stalker"} {
		side := s.Newest(user)
		s.Click(user, side, "Build one")
		if got := bottest.Words(s.Newest(user).Message); !strings.Contains(got, "Human Attacker · Rifle Line") {
			t.Errorf("%s builds %s", user, got)
		}
		a := s.Click(user, side, "Type my own list")
		if a.Form == nil {
			t.Fatalf("%s: no form", user)
		}
		field := a.Form.Fields[0]
		a = s.Submit(user, side, a.Form, map[string]string{field.ID: field.Placeholder})
		if a.Letter == nil || !strings.Contains(bottest.Words(*a.Letter), "**Your force: a list of 6 models, 80 BP**\n"+list) {
			t.Errorf("%s types %q: %+v", user, field.Placeholder, a)
		}
	}
}
