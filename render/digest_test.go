package render

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
)

// Values that differ anywhere have different digests, however similar they are.
func TestDigestsDiffer(t *testing.T) {
	seen := map[digest]string{}
	for _, v := range []any{
		[]string{"ab", "c"}, []string{"a", "bc"}, []string{"abc"}, []string{"abc", ""}, [][]string{{"abc"}, {}}, [][]string{{}, {"abc"}},
		Disc{}, Disc{Glyph: &Glyph{}}, Disc{Glyph: &Glyph{Strokes: []Stroke{{}}}}, Disc{Label: "a"}, Disc{Note: "a"}, Disc{X: 1}, Disc{Y: 1},
		[]float64{0, 1}, []float64{1, 0}, []float64{1}, []float64{-1},
	} {
		key := digestOf(v)
		if other, ok := seen[key]; ok {
			t.Errorf("%#v has the digest of %s", v, other)
		}
		seen[key] = fmt.Sprintf("%#v", v)
	}
}

// Two scenes that differ in a mark for which there is no room share a picture; if there is room they do not.
func TestMarksWithoutRoomShareAPicture(t *testing.T) {
	defer Forget()
	for _, edge := range []float64{48, 12} {
		with := Scene{W: edge, H: edge, Discs: []Disc{{X: 6, Y: 6, R: 1, Side: 1, Chips: []Chip{{Mark: "1", Token: Token{Close: true}}}}}}
		without := with
		without.Discs = []Disc{{X: 6, Y: 6, R: 1, Side: 1}}
		a, err := Draw(with)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Draw(without)
		if err != nil {
			t.Fatal(err)
		}
		if room := with.scale() >= closely; (&a[0] == &b[0]) == room || bytes.Equal(a, b) == room {
			t.Errorf("a field of %g: one picture %t, the same bytes %t", edge, &a[0] == &b[0], bytes.Equal(a, b))
		}
	}
}

// A scene's key covers each of its fields, except whether somebody waits for it.
func TestKeyHoldsEveryField(t *testing.T) {
	var change func(v reflect.Value, at string, see func(at string))
	change = func(v reflect.Value, at string, see func(at string)) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		defer v.Set(old)
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int, reflect.Int32:
			v.SetInt(v.Int() + 1)
		case reflect.Float64:
			v.SetFloat(v.Float() + 1)
		case reflect.String:
			v.SetString(v.String() + "a")
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			change(v.Index(0), at+"[0]", see)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			change(v.Elem(), at, see)
		case reflect.Array:
			change(v.Index(v.Len()-1), at+"[last]", see)
			return
		case reflect.Struct:
			for i := range v.NumField() {
				change(v.Field(i), at+"."+v.Type().Field(i).Name, see)
			}
			return
		default:
			t.Fatalf("%s is a %s", at, v.Type())
		}
		see(at)
	}
	var s Scene
	seen := map[digest]string{s.key(): "nothing"}
	change(reflect.ValueOf(&s).Elem(), "", func(at string) {
		key := s.key()
		other, ok := seen[key]
		if ok != (at == ".Patient") {
			t.Errorf("a change of %s gives the key of %q", at, other)
		}
		seen[key] = at
	})
	if len(seen) < 150 {
		t.Errorf("only %d fields were changed", len(seen))
	}
}
