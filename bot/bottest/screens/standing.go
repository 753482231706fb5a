package screens

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
)

// Standing checks that buttons whose orders hold from now on are grey, and that the console says that they can be taken back. It returns
// their number. holds reports whether an order holds from now on.
func Standing(t testing.TB, name string, l lang.Language, m wire.Message, holds func(order string) bool) (n int) {
	t.Helper()
	note, _, _ := strings.Cut(l.Text(menu.WordStanding), "%s")
	said := ""
	for line := range strings.SplitSeq(bottest.Words(m), "\n") {
		if strings.HasPrefix(line, note) {
			said = line
		}
	}
	for _, b := range bottest.ControlsOf(m).Buttons {
		standing := false
		for order := range strings.SplitSeq(b.Does.Draft, "; ") {
			standing = standing || b.Does.Kind == wire.ControlSubmit && holds(order)
		}
		if !standing {
			continue
		}
		n++
		if b.Style != wire.Secondary {
			t.Errorf("%s: [%s] is a standing answer and looks like the next step", name, b.Label)
		}
		if !strings.Contains(said, b.Label) {
			t.Errorf("%s: [%s] is a standing answer, and the console does not say so", name, b.Label)
		}
	}
	return n
}
