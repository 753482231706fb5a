package downsync

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// The fields of a piece that no view shows, because they only serve to carry out the running Turn; and the fields that are
// shown but not rebuilt for what-ifs, because no figure depends on them.
var (
	unseen   = []string{"WatchKnown", "Refreshed", "Fresh", "Moved", "Slowed"}
	unneeded = []string{"Plan", "Overwatch", "MayWatch"}
)

// Every field of a piece and of a base is shown in views and rebuilt from them, or named above.
func TestPiecesAreShown(t *testing.T) {
	s := (&Lab{Active: 1, Pieces: []LabPiece{{Label: "A1", Unit: "virago", Bases: []LabBase{{At: at(9, 9)}}}}}).state(t)
	stands := func() piece {
		p := piece{Label: "A1"}
		p.become(cards.Printed().Must("virago"), []plane.Point{at(9, 9)})
		return p
	}
	fresh := stands()
	plain := gametest.Text(viewPiece(s, &fresh, game.Referee(), newShown(s)))
	check := func(field reflect.StructField, change func(*piece) reflect.Value) {
		p := stands()
		v := change(&p)
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		case reflect.String:
			if field.Name != "Plan" {
				return
			}
			v.SetString("virago")
		default:
			return
		}
		seen := viewPiece(s, &p, game.Referee(), newShown(s))
		if shown := gametest.Text(seen) != plain; shown == slices.Contains(unseen, field.Name) {
			t.Errorf("%s: shown %t; add it to Piece or Base and to viewPiece, or name it in unseen", field.Name, shown)
		} else if !shown {
			return
		}
		q, _ := rebuilt(s, &seen, nil)
		if same := reflect.DeepEqual(change(&q).Interface(), v.Interface()); same == slices.Contains(unneeded, field.Name) {
			t.Errorf("%s: rebuilt %t; add it to rebuilt, or name it in unneeded", field.Name, same)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[piece]()) {
		if f.IsExported() {
			check(f, func(p *piece) reflect.Value { return reflect.ValueOf(p).Elem().FieldByIndex(f.Index) })
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[base]()) {
		check(f, func(p *piece) reflect.Value { return reflect.ValueOf(&p.Bases[0]).Elem().FieldByIndex(f.Index) })
	}
}

// The stored form of a piece never changes: the records that began old matches are recomputed to the byte. New fields have
// omitempty.
func TestPiecesAreWrittenAsEver(t *testing.T) {
	const want = `{"Label":"","Sig":"","Unit":"","Plan":"","Bases":[{"N":0,"At":{"x":0,"y":0},"CM":0,"Hardened":0,"Stun":false,"Stealth":false,` +
		`"Tagged":false,"Locked":false,"Fresh":false,"Moved":false,"Slowed":false}],"Activated":false,"Overwatch":false,"MayWatch":false,` +
		`"WatchKnown":false,"Refreshed":false,"Fresh":false,"AuraCP":false,"Moved":false}`
	if got := gametest.Text(piece{Bases: []base{{}}}); got != want {
		t.Errorf("a piece is written as\n%s\nand was\n%s", got, want)
	}
}

// The rules read every trait and special action that the cards name, except for those that are already figures on the card.
func TestEveryTraitIsRead(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			all.Write(raw)
		}
	}
	figures := []string{"hardened-cm", "packaged", "transport"}
	for _, m := range cards.Meanings() {
		if !slices.Contains(figures, m.ID) && !strings.Contains(all.String(), `"`+m.ID+`"`) {
			t.Errorf("%s has a text and no rule reads it", m.ID)
		}
	}
}
