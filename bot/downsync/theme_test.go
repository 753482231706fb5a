package downsync

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
)

// ground returns the colour of a picture's frame.
func ground(t *testing.T, raw []byte) color.Color {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	r, g, b, _ := m.At(2, 2).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
}

// Everybody's pictures of a match have the theme that its server had when it began. A user's own pictures have the user's
// theme, or the server's if they chose none.
func TestThemes(t *testing.T) {
	s := &sitting{t: t, Room: bottest.New(t, bottest.Setup{Forms: Forms{}, Game: rules.Rules(), Dice: seededDice(1)})}
	s.Slash(ann, []string{"settings"}, bottest.Option{Name: "theme", Value: prefs.ThemeSafe})
	s.May[ann] = wire.ManageServer
	s.Slash(ann, []string{"setup"}, bottest.Option{Name: "theme", Value: prefs.ThemeLight})
	s.seat()
	safe, light := color.RGBA{0x13, 0x1a, 0x24, 255}, color.RGBA{0xe3, 0xea, 0xf1, 255}
	card := s.Wire.Messages(s.Wire.Threads()[0])[0]
	for who, c := range map[string]struct {
		m    bottest.Message
		want color.Color
	}{"everybody": {card, light}, "ben": {s.console(ben), light}, "ann": {s.console(ann), safe}} {
		if got := ground(t, c.m.Files[0].Data); got != c.want {
			t.Errorf("%s: %v, expected %v", who, got, c.want)
		}
	}
}
