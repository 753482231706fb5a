package render

import (
	"fmt"
	"strings"

	"downsync/game"
)

// Drawing is a Scene or a Sheet.
type Drawing interface{ png() ([]byte, error) }

// DrawPublic draws what that viewer knows for everybody. It refuses any viewer but an onlooker.
func DrawPublic(v game.Viewer, d Drawing) (Public, error) {
	if v != game.Onlooker() {
		return Public{}, fmt.Errorf("a public picture of the view of %s", v)
	}
	png, err := d.png()
	return Public{PNG: png}, err
}

// DrawPrivate draws what that viewer knows for the viewer's seat. It refuses a viewer without a seat.
func DrawPrivate(v game.Viewer, d Drawing) (Private, error) {
	if v.Seat() == 0 {
		return Private{}, fmt.Errorf("a private picture of the view of %s", v)
	}
	png, err := d.png()
	return Private{Seat: v.Seat(), PNG: png}, err
}

// Reader is the theme and the language of a picture's reader. The zero value is the dark theme in English.
type Reader struct {
	Theme Theme
	// Say puts the words of a picture into the reader's language and fills in their arguments; nil: they are English. It
	// must give the same words each time.
	Say func(format game.Text, args ...any) string
}

// Text translates a format and fills in its arguments.
func (r Reader) Text(format game.Text, args ...any) string {
	if r.Say == nil {
		return format.Format(args...)
	}
	return r.Say(format, args...)
}

// MaxAlt is the longest description of a picture, in bytes.
const MaxAlt = 1024

// Alt joins sentences to the description of a picture of at most MaxAlt bytes. From the first that does not fit, it leaves
// all out and adds what more says of their number, for which it keeps 40 bytes at least.
func Alt(head string, sentences []string, more func(left int) string) string {
	var b strings.Builder
	b.WriteString(head)
	keep := max(40, len(more(len(sentences))))
	for i, s := range sentences {
		if b.Len()+1+len(s) > MaxAlt-keep {
			b.WriteString(more(len(sentences) - i))
			break
		}
		b.WriteString(" " + s)
	}
	return b.String()
}
