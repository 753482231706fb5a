package downsync

import (
	"bytes"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// A match is played with random presses. While it runs, its players see only their own past. When it has ended, the film is
// posted in the thread, and every step, every side and the course of the match can be seen.
func TestReplay(t *testing.T) {
	s := newRoom(t, 5, nil, "")
	s.seat(bottest.Option{Name: "max_rounds", Value: "1"}, bottest.Option{Name: "map", Value: "saltmarket"})
	replay := func(user wire.UserID, options ...bottest.Option) bottest.Message {
		s.Slash(user, []string{"match", "replay"}, append(options, bottest.Option{Name: "in", Value: string(s.Wire.Threads()[0])})...)
		return s.Newest(user)
	}
	step := func(n string) bottest.Option { return bottest.Option{Name: "step", Value: n} }
	view := func(name string) bottest.Option { return bottest.Option{Name: "view", Value: name} }
	if text := bottest.Words(replay(ann).Message); !strings.Contains(text, "after the match") {
		t.Errorf("a film of a match that is on: %s", text)
	}
	for _, v := range []string{"truth", "all", "A", "B", "sheet"} { // they show only the asker's own past
		if m := replay(ben, step("1"), view(v)); string(m.Files[0].Data) != "private 2" {
			t.Errorf("ben was shown %q of a match that is on", v)
		}
	}
	if m := replay(eve, step("1")); string(m.Files[0].Data) != "public" {
		t.Error("an onlooker was shown a player's past")
	}
	if text := bottest.Words(replay(ann, step("900")).Message); !strings.Contains(text, "expected 1 to") {
		t.Errorf("step 900: %s", text)
	}
	s.playOut(rand.New(rand.NewPCG(5, 2)))

	card := s.Wire.Messages(s.Wire.Threads()[0])
	s.press(eve, card[len(card)-1], "replay|") // which offers the film
	s.press(eve, s.Newest(eve), "film|")
	s.Settle()
	all := s.Wire.Messages(s.Wire.Threads()[0])
	film := all[len(all)-1]
	if film.Edits < 5 || len(film.Files) != 1 || !strings.Contains(bottest.Words(film.Message), "The match as it went") {
		t.Fatalf("the film after %d edits: %s\n%s", film.Edits, bottest.Words(film.Message), s.Log)
	}
	if n := len(film.Files[0].Data); n > 10<<20 {
		t.Errorf("the film has %d bytes", n)
	}
	movie, err := gif.DecodeAll(bytes.NewReader(film.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pictures, %d bytes", len(movie.Image), len(film.Files[0].Data))
	look := func(name string, m bottest.Message) {
		if dir := os.Getenv("BOARDS_DIR"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name), m.Files[0].Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	look("film.gif", film)
	s.press(eve, card[len(card)-1], "reel|")
	s.Settle()
	all = s.Wire.Messages(s.Wire.Threads()[0])
	reel := all[len(all)-1]
	if len(reel.Files) != 1 || !strings.Contains(bottest.Words(reel.Message), "Highlights") {
		t.Fatalf("the highlights: %s\n%s", bottest.Words(reel.Message), s.Log)
	}
	short, err := gif.DecodeAll(bytes.NewReader(reel.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	for _, d := range short.Delay {
		long += d
	}
	if long < 2000 || long > 3000 || len(short.Image) >= len(movie.Image) || len(reel.Files[0].Data) > 10<<20 {
		t.Errorf("highlights of %d pictures, %d hundredths of a second, %d bytes", len(short.Image), long, len(reel.Files[0].Data))
	}
	look("highlights.gif", reel)
	for _, v := range []string{"", "truth", "all", "A", "B"} {
		options := []bottest.Option{step("20")}
		if v != "" {
			options = append(options, view(v))
		}
		m := replay(eve, options...)
		if _, err := png.Decode(bytes.NewReader(m.Files[0].Data)); err != nil {
			t.Errorf("a still of %q: %v", v, err)
		}
		look("still-"+v+".png", m)
	}
	m := replay(ben, view("sheet"))
	if _, err := png.Decode(bytes.NewReader(m.Files[0].Data)); err != nil {
		t.Errorf("a contact sheet: %v", err)
	}
	look("sheet.png", m)
}
