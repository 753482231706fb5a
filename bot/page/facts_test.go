package page

import (
	"slices"
	"testing"

	"downsync/bot/lang"
	"downsync/game"
)

type rolled struct{ face int }

func (rolled) Kind() string                { return "rolled" }
func (f rolled) For(game.Viewer) game.Fact { return f }

type noted struct{ rolled }

func (noted) Kind() string { return "noted" }

func rolls(_ lang.Language, f rolled) string {
	if f.face == 0 {
		return ""
	}
	return "A die shows it."
}

// A row says its kind of facts and cites their rules. Facts without a row have neither words nor rules.
func TestFactRows(t *testing.T) {
	byFace := func(_ lang.Language, f rolled) []string {
		if f.face == 6 {
			return []string{"R6"}
		}
		return nil
	}
	for _, c := range []struct {
		rows  Facts[lang.Language]
		fact  game.Fact
		line  string
		cites []string
	}{
		{Rows(Says(rolls, "R1", "R2")), rolled{3}, "A die shows it.", []string{"R1", "R2"}},
		{Rows(Says(rolls, "R1", "R2")), rolled{}, "", []string{"R1", "R2"}},
		{Rows(Says(rolls, "R1")), noted{rolled{3}}, "", nil},
		{Rows(Says(rolls, "R1")), game.Void{Fact: rolled{3}}, "", nil},
		{Rows(Says(rolls, "R1")), game.TookBack{Seat: 1}, "A step was taken back.", nil},
		{Rows(Says(rolls, "R1")), game.Refereed{What: "answer", Seat: 2}, "A moderator answered B's open question with its default.", nil},
		{Rows(SaysBy(rolls, byFace)), rolled{6}, "A die shows it.", []string{"R6"}},
		{Rows(SaysBy(rolls, byFace)), rolled{3}, "A die shows it.", nil},
		{Rows(Silent[lang.Language, rolled]("R1")), rolled{3}, "", []string{"R1"}},
	} {
		told := c.rows.Teller(lang.English, lang.English)
		if line, cites := told.Line(c.fact), told.Cites(c.fact); line != c.line || !slices.Equal(cites, c.cites) {
			t.Errorf("%#v: %q by %v, expected %q by %v", c.fact, line, cites, c.line, c.cites)
		}
	}
}

// A kind of facts has one row.
func TestFactRowsAreSingle(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two rows of one kind were accepted")
		}
	}()
	Rows(Says(rolls), Says(rolls, "R1"))
}
