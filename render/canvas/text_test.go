package canvas

import "testing"

// A letter that the fonts lack becomes plain letters, or is left out; a letter that they have stays.
func TestDrawable(t *testing.T) {
	for s, want := range map[string]string{
		"Ann-Marie O'Neil": "Ann-Marie O'Neil", "Größe – 3 · 4…": "Größe – 3 · 4…", "Nguyễn": "Nguyen", "𝓐𝓵𝓮𝔁": "Alex", "Ｗｉｄｅ": "Wide", "🦊 Fox": " Fox", "日本": "",
		"\u202eabc": "abc", "e\u0301": "é", "a\u0301\u0301\u0301": "á", "a\nb": "ab", "Жанна Ω": "Жанна Ω",
	} {
		if got := Drawable(s); got != want {
			t.Errorf("%q is drawn as %q, expected %q", s, got, want)
		}
	}
}
