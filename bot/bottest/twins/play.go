package twins

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The users of a world.
const Ann, Ben, Eve = wire.UserID("ann"), wire.UserID("ben"), wire.UserID("eve")

// Table is a room with a world's match, whose id is "twin".
type Table struct {
	*bottest.Room
	t     testing.TB
	world World
	forms bottest.Offered
	mind  *scripted // plays a seat; nil: no program plays
	given int       // orders of the program that were waited for
	times string    // when they were given
	sent  []sent    // deliveries up to the last look
}

// Open opens a world's match in a room with these forms.
func Open(t testing.TB, w World, setup bottest.Setup, locales map[wire.UserID]string) *Table {
	t.Helper()
	dice := w.Dice()
	setup.Game, setup.Dice = w.Rules, func(table.ID) game.Dice { return dice }
	setup.Timings, setup.Default = map[string]table.Timing{"strict": w.clock()}, "strict"
	s := &Table{t: t, world: w, forms: setup.Forms}
	if w.rival > 0 {
		s.mind = &scripted{known: map[string]string{}}
		for _, a := range w.Acts {
			if a.Who == w.rivalName() {
				s.mind.lines = append(s.mind.lines, a.orders()...)
			}
		}
		setup.Forms = bottest.WithRival{Offered: setup.Forms, Mind: s.mind}
	}
	s.Room = bottest.New(t, setup)
	s.Locales = locales
	card, err := s.Wire.Post(context.Background(), bottest.General, wire.Message{Blocks: []wire.Block{wire.Text("a match")}}, "card")
	if err != nil {
		t.Fatal(err)
	}
	o := table.Opening{Game: w.ID, Config: w.Config, Timing: w.clock(), Users: []table.User{Ann, Ben}}
	place := bot.Place{Guild: "guild", Channel: bottest.General, Message: card, Names: []string{"ann", "ben"}, Summary: "twins"}
	records := s.seat(&o, &place)
	if o.Place, err = json.Marshal(place); err != nil {
		t.Fatal(err)
	}
	if err := s.Hall.Open(context.Background(), "open", "twin", o, records...); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return s
}

// Play opens a world's match, with a leak planted in it, and carries its acts out.
func Play(t testing.TB, w World, setup bottest.Setup, leak Leak, locales map[wire.UserID]string) *Table {
	t.Helper()
	var room *bottest.Room
	setup.Through = func(r *bottest.Room, w wire.Wire) wire.Wire {
		room = r
		return leak.Wire(w, Ann, r.Clock.Advance)
	}
	setup.Hall = func(h bot.Hall) bot.Hall { return leak.hesitates(leak.Hall(h), room) }
	s := Open(t, w, setup, locales)
	s.Do(w.Acts...)
	return s
}

// Do carries acts out.
func (s *Table) Do(acts ...Act) {
	s.t.Helper()
	for _, a := range acts {
		s.do(a)
		s.Settle()
	}
}

func (s *Table) do(a Act) {
	s.t.Helper()
	match, user := bottest.Option{Name: "match", Value: "twin"}, wire.UserID(a.Who)
	order := func(line string) string {
		return bottest.Words(*s.Slash(user, []string{"order"}, bottest.Option{Name: "line", Value: line}, match).Letter)
	}
	switch {
	case a.Wait > 0:
		s.Pass(a.Wait)
	case a.Order != "" && a.Who == s.world.rivalName():
		s.rivalActs(len(a.orders()))
	case a.Order == "undo":
		if text := order(a.Order); !strings.Contains(text, "Taken back.") {
			s.t.Fatalf("%s: %s", a, text)
		}
	case a.Order != "":
		if text := order(a.Order); !strings.Contains(text, "✔️") {
			s.t.Fatalf("%s: %s", a, text)
		}
	case a.Look == Show:
		s.Slash(user, []string{"match", "show"}, match)
	case a.Look == Know:
		s.Slash(user, []string{"know"}, match)
	case a.Look == Measure:
		s.Slash(user, []string{"measure"}, append([]bottest.Option{match}, s.world.Measure...)...)
	case a.Look == Complete:
		s.Complete(user, []string{"order"}, match, bottest.Option{Name: "line", Value: s.world.Begins})
	case a.Look == Wrong:
		order(s.world.Wrong)
	case a.Look == Late:
		s.Clock.Advance(TooLate)
		if text := order(s.world.Late); !saysLate(text) {
			s.t.Fatalf("%s: %s", a, text)
		}
	case a.Look == Draft:
		m, ok := s.Wire.Console(user)
		selects := bottest.ControlsOf(m.Message).Selects
		if !ok || len(selects) == 0 {
			s.t.Fatalf("%s has nothing to choose from in:\n%s", user, bottest.Words(m.Message))
		}
		s.Press(user, m, selects[0].ID, selects[0].Options[0].Value)
	case a.Look == All:
		s.lookAround(user)
	case a.Look == Settings:
		s.Slash(user, []string{"settings"}, bottest.Option{Name: "language", Value: "de"}, bottest.Option{Name: "theme", Value: "light"})
	case a.Set != bottest.Option{}:
		if text := bottest.Words(*s.Slash(user, []string{"settings"}, a.Set).Letter); strings.Contains(text, "⚠️") {
			s.t.Fatalf("%s: %s", a, text)
		}
	case a.Look == Closed:
		s.Wire.CloseDM(user, true)
	default:
		s.t.Fatalf("no act %q", a)
	}
}

// saysLate reports whether the text refuses an answer as too late, in any language.
func saysLate(text string) bool {
	return slices.ContainsFunc(lang.All(), func(l lang.Language) bool {
		before, _, _ := strings.Cut(l.Text("your time for that had run out, and “%s” was played for you"), "%s")
		return strings.Contains(strings.ToLower(text), strings.ToLower(before))
	})
}

// Others returns the deliveries to each of the two others, in a form that is comparable between worlds.
func (s *Table) Others() map[wire.UserID]string {
	out := map[wire.UserID]string{}
	for _, user := range []wire.UserID{Ben, Eve} {
		out[user] = s.delivered(user)
	}
	return out
}

// sent is a delivery in the form that delivered writes, before its ids are numbered.
type sent struct {
	only wire.UserID // "": everybody sees it
	line string
}

// delivered writes the deliveries to the user: ids are numbered in the order in which they appear, the random names of files and
// the salted hashes are left out, files are replaced by their hash, everything else stays byte for byte.
func (s *Table) delivered(user wire.UserID) string {
	for _, it := range s.Wire.Sent(len(s.sent)) { // once, because most of it goes to several users, who are looked at repeatedly
		s.sent = append(s.sent, sent{it.Only, written(it)})
	}
	var b strings.Builder
	seen := map[string]string{}
	for _, it := range s.sent {
		if it.only == "" || it.only == user {
			numbered(&b, it.line, seen)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func written(it bottest.Sent) string {
	it.Message.Files = slices.Clone(it.Message.Files)
	for i, f := range it.Message.Files {
		if strings.HasSuffix(f.Name, ".json") {
			f.Data = hash.ReplaceAll(f.Data, []byte(`"seal"`))
		}
		sum := sha256.Sum256(f.Data)
		it.Message.Files[i].Data = sum[:]
	}
	raw, err := json.Marshal(it)
	if err != nil {
		panic(err)
	}
	file := func(string) string { return "file.png" }
	line := Renamed(seals.ReplaceAllString(string(raw), "seal"), ".png", 24, "0123456789abcdef", file)
	return Renamed(line, ".json", 16, "0123456789abcdefghijklmnopqrstuvwxyz", file)
}

// numbered writes the line with its ids numbered in the order in which they appear. A regular expression takes much longer than
// this loop over the strings of the JSON.
func numbered(b *strings.Builder, line string, seen map[string]string) {
	for {
		i := strings.IndexByte(line, '"')
		if i < 0 {
			b.WriteString(line)
			return
		}
		b.WriteString(line[:i])
		line = line[i:]
		id := line[:idLength(line)]
		switch {
		case id == "":
			b.WriteByte('"')
			line = line[1:]
			continue
		case seen[id] == "":
			seen[id] = fmt.Sprintf("#%d", len(seen)+1)
		}
		b.WriteString(seen[id])
		line = line[len(id):]
	}
}

// idLength returns the length of the id at the beginning of the text: a string of a letter and digits, like "m12"; 0 if there is
// none.
func idLength(text string) int {
	if len(text) < 2 || strings.IndexByte("met", text[1]) < 0 {
		return 0
	}
	end := 2
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end == 2 || end == len(text) || text[end] != '"' {
		return 0
	}
	return end + 1
}

// Renamed changes the names of files with that ending if the name has that length and those letters. A regular expression takes a
// hundred times as long, because there are pictures between the names.
func Renamed(text, ending string, long int, letters string, to func(name string) string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, ending)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		name, end := max(0, i-long), i+len(ending)
		if i-name == long && strings.Trim(text[name:i], letters) == "" {
			b.WriteString(text[:name] + to(text[name:end]))
		} else {
			b.WriteString(text[:end])
		}
		text = text[end:]
	}
}

var (
	seals = regexp.MustCompile("`[0-9a-f]{12}…`")
	hash  = regexp.MustCompile(`"[0-9a-f]{64}"`)
)

// Alike fails the test for each user who can distinguish two worlds, and says how.
func Alike(t testing.TB, one, other map[wire.UserID]string) {
	t.Helper()
	for user := range one {
		if one[user] == "" {
			t.Errorf("%s was delivered nothing", user)
		}
		if one[user] != other[user] {
			t.Errorf("%s can tell the worlds apart:\n%s", user, Difference(one[user], other[user]))
		}
	}
}
