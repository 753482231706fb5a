package terrain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"downsync/game/plane"
)

// Reader walks a JSON document piece by piece, so that every error can name its line and field.
type Reader struct {
	file string
	raw  []byte
	dec  *json.Decoder
}

// NewReader returns a reader of a file. Its name is for errors only.
func NewReader(file string, raw []byte) *Reader {
	r := &Reader{file: file, raw: raw, dec: json.NewDecoder(bytes.NewReader(raw))}
	r.dec.UseNumber()
	return r
}

// Fault returns an error about the value read last.
func (r *Reader) Fault(field, format string, args ...any) error {
	line := 1 + bytes.Count(r.raw[:min(int(r.dec.InputOffset()), len(r.raw))], []byte("\n"))
	if field != "" {
		field += ": "
	}
	return fmt.Errorf("%s line %d: %s%s", r.file, line, field, fmt.Sprintf(format, args...))
}

func (r *Reader) token(field string) (json.Token, error) {
	t, err := r.dec.Token()
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, r.Fault(field, "the file ends too early")
	case err != nil:
		return nil, r.Fault(field, "no valid JSON: %v", err)
	}
	return t, nil
}

func (r *Reader) open(field string, want json.Delim, called string) error {
	t, err := r.token(field)
	if err == nil && t != want {
		err = r.Fault(field, "expected %s", called)
	}
	return err
}

// Object reads an object. The functions read its keys, each at most once; no other key may appear, and no key of need may be
// missing.
func (r *Reader) Object(field string, keys map[string]func(field string) error, need ...string) error {
	if err := r.open(field, '{', "an object in braces"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for r.dec.More() {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		name, _ := t.(string) // the decoder allows only strings as keys
		read, ok := keys[name]
		switch {
		case !ok:
			return r.Fault(field, "unknown field %q: expected %s", name, strings.Join(sortedKeys(keys), ", "))
		case seen[name]:
			return r.Fault(field, "%q stands twice", name)
		}
		seen[name] = true
		if err := read(strings.TrimPrefix(field+"."+name, ".")); err != nil {
			return err
		}
	}
	if _, err := r.token(field); err != nil {
		return err
	}
	for _, name := range need {
		if !seen[name] {
			return r.Fault(field, "%q is missing", name)
		}
	}
	return nil
}

func sortedKeys(keys map[string]func(string) error) []string {
	var out []string
	for k := range keys {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Array reads a list of at most that many elements.
func (r *Reader) Array(field string, most int, each func(field string) error) error {
	if err := r.open(field, '[', "a list in brackets"); err != nil {
		return err
	}
	for i := 0; r.dec.More(); i++ {
		if i == most {
			return r.Fault(field, "more than %d: expected at most that many", most)
		}
		if err := each(fmt.Sprintf("%s[%d]", field, i)); err != nil {
			return err
		}
	}
	_, err := r.token(field)
	return err
}

// Text reads a text.
func (r *Reader) Text(into *string) func(string) error {
	return func(field string) error {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		s, ok := t.(string)
		if !ok {
			return r.Fault(field, "expected a text in quotes")
		}
		*into = s
		return nil
	}
}

// Word reads one of a few words.
func Word[T ~string](r *Reader, into *T, words ...T) func(string) error {
	return func(field string) error {
		var s string
		if err := r.Text(&s)(field); err != nil {
			return err
		}
		if !slices.Contains(words, T(s)) {
			return r.Fault(field, "%q: expected one of %v", s, words)
		}
		*into = T(s)
		return nil
	}
}

// Yes reads true or false.
func (r *Reader) Yes(into *bool) func(string) error {
	return func(field string) error {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		b, ok := t.(bool)
		if !ok {
			return r.Fault(field, "expected true or false")
		}
		*into = b
		return nil
	}
}

func (r *Reader) number(field string) (string, error) {
	t, err := r.token(field)
	if err != nil {
		return "", err
	}
	n, ok := t.(json.Number)
	if !ok {
		return "", r.Fault(field, "expected a number")
	}
	return n.String(), nil
}

// Inch reads a length in inches.
func (r *Reader) Inch(into *plane.Inch) func(string) error {
	return func(field string) error {
		n, err := r.number(field)
		if err != nil {
			return err
		}
		if *into, err = plane.ParseInch(n); err != nil {
			return r.Fault(field, "%v", err)
		}
		return nil
	}
}

// Count reads a whole number.
func (r *Reader) Count(into *int) func(string) error {
	return func(field string) error {
		n, err := r.number(field)
		if err != nil {
			return err
		}
		if *into, err = strconv.Atoi(n); err != nil {
			return r.Fault(field, "%s: expected a whole number", n)
		}
		return nil
	}
}

// Point reads [x, y].
func (r *Reader) Point(field string) (plane.Point, error) {
	var p plane.Point
	at := 0
	err := r.Array(field, 2, func(field string) error {
		at++
		return r.Inch([]*plane.Inch{&p.X, &p.Y}[at-1])(field)
	})
	if err == nil && at != 2 {
		err = r.Fault(field, "expected a point [x, y] in inches")
	}
	return p, err
}

// Shape reads the corners of an outline.
func (r *Reader) Shape(into *plane.Polygon) func(string) error { return r.Line(into, 3) }

// Line reads points, at least the given number.
func (r *Reader) Line(into *plane.Polygon, least int) func(string) error {
	return func(field string) error {
		err := r.Array(field, plane.MaxCorners, func(field string) error {
			p, err := r.Point(field)
			*into = append(*into, p)
			return err
		})
		if err == nil && len(*into) < least {
			err = r.Fault(field, "%d corners: expected at least %d", len(*into), least)
		}
		return err
	}
}

// End checks that nothing follows.
func (r *Reader) End() error {
	if _, err := r.dec.Token(); err != io.EOF {
		return r.Fault("", "expected nothing after the board")
	}
	return nil
}
