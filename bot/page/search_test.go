package page

import (
	"testing"

	"downsync/bot/lang"
	"downsync/game/book"
)

// The options in an answer find a further page, and the text of an entry. A page that does not exist is replaced by the first.
func TestSearchIn(t *testing.T) {
	b := book.New(book.Source{Rules: "# Cover\n\n- **J1.1** Cover helps.\n- **J1.2** Cover is light.\n- **J1.3** Cover is heavy.\n"})
	first := SearchIn(b, lang.English, " cover ", 2)
	if len(first.Found) != 3 || first.Page != 0 || first.About != "cover" || len(first.Head) != 1 {
		t.Errorf("found %+v", first)
	}
	next := SearchIn(b, lang.English, first.Next(lang.English, 1).Value, 2)
	if next.Page != 1 || len(next.Found) != 1 || next.Found[0] != first.Found[2] {
		t.Errorf("on the next page %+v", next)
	}
	for _, none := range []string{"9|cover", "-1|cover", "x|cover"} {
		if s := SearchIn(b, lang.English, none, 2); s.Page != 0 || len(s.Found) != 3 {
			t.Errorf("%s: page %d, %d entries", none, s.Page, len(s.Found))
		}
	}
	if s := SearchIn(b, lang.English, first.Whole(lang.English, first.Found[1]).Value, 2); s.Exact != first.Found[1] {
		t.Errorf("word for word %+v", s)
	}
	if s := SearchIn(b, lang.English, "covr", 2); s.Asked != "covr" || s.About != "cover" || len(s.Head) != 2 {
		t.Errorf("a slip is understood as %+v", s)
	}
	if s := SearchIn(b, lang.English, "zebra", 2); len(s.Found) != 0 || s.Asked != "zebra" {
		t.Errorf("of what no rule is about %+v", s)
	}
}
