package maps

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

// reader walks a JSON document piece by piece, so that every complaint can say its line and field.
type reader struct {
	file string
	raw  []byte
	dec  *json.Decoder
}

func newReader(file string, raw []byte) *reader {
	r := &reader{file: file, raw: raw, dec: json.NewDecoder(bytes.NewReader(raw))}
	r.dec.UseNumber()
	return r
}

// fault is a complaint about what was read last.
func (r *reader) fault(field, format string, args ...any) error {
	line := 1 + bytes.Count(r.raw[:min(int(r.dec.InputOffset()), len(r.raw))], []byte("\n"))
	if field != "" {
		field += ": "
	}
	return fmt.Errorf("%s line %d: %s%s", r.file, line, field, fmt.Sprintf(format, args...))
}

func (r *reader) token(field string) (json.Token, error) {
	t, err := r.dec.Token()
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, r.fault(field, "the file ends too early")
	case err != nil:
		return nil, r.fault(field, "no valid JSON: %v", err)
	}
	return t, nil
}

func (r *reader) open(field string, want json.Delim, called string) error {
	t, err := r.token(field)
	if err == nil && t != want {
		err = r.fault(field, "expected %s", called)
	}
	return err
}

// object reads an object whose keys are read by those functions; each at most once, nothing else, none of need left
// out.
func (r *reader) object(field string, keys map[string]func(field string) error, need ...string) error {
	if err := r.open(field, '{', "an object in braces"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for r.dec.More() {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		name, _ := t.(string) // the decoder lets nothing but strings be keys
		read, ok := keys[name]
		switch {
		case !ok:
			return r.fault(field, "unknown field %q: expected %s", name, strings.Join(sortedKeys(keys), ", "))
		case seen[name]:
			return r.fault(field, "%q stands twice", name)
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
			return r.fault(field, "%q is missing", name)
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

// array reads a list of at most that many elements.
func (r *reader) array(field string, most int, each func(field string) error) error {
	if err := r.open(field, '[', "a list in brackets"); err != nil {
		return err
	}
	for i := 0; r.dec.More(); i++ {
		if i == most {
			return r.fault(field, "more than %d: expected at most that many", most)
		}
		if err := each(fmt.Sprintf("%s[%d]", field, i)); err != nil {
			return err
		}
	}
	_, err := r.token(field)
	return err
}

func (r *reader) text(into *string) func(string) error {
	return func(field string) error {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		s, ok := t.(string)
		if !ok {
			return r.fault(field, "expected a text in quotes")
		}
		*into = s
		return nil
	}
}

// word reads one of a few words.
func word[T ~string](r *reader, into *T, words ...T) func(string) error {
	return func(field string) error {
		var s string
		if err := r.text(&s)(field); err != nil {
			return err
		}
		if !slices.Contains(words, T(s)) {
			return r.fault(field, "%q: expected one of %v", s, words)
		}
		*into = T(s)
		return nil
	}
}

func (r *reader) yes(into *bool) func(string) error {
	return func(field string) error {
		t, err := r.token(field)
		if err != nil {
			return err
		}
		b, ok := t.(bool)
		if !ok {
			return r.fault(field, "expected true or false")
		}
		*into = b
		return nil
	}
}

func (r *reader) number(field string) (string, error) {
	t, err := r.token(field)
	if err != nil {
		return "", err
	}
	n, ok := t.(json.Number)
	if !ok {
		return "", r.fault(field, "expected a number")
	}
	return n.String(), nil
}

func (r *reader) inch(into *plane.Inch) func(string) error {
	return func(field string) error {
		n, err := r.number(field)
		if err != nil {
			return err
		}
		if *into, err = plane.ParseInch(n); err != nil {
			return r.fault(field, "%v", err)
		}
		return nil
	}
}

func (r *reader) count(into *int) func(string) error {
	return func(field string) error {
		n, err := r.number(field)
		if err != nil {
			return err
		}
		if *into, err = strconv.Atoi(n); err != nil {
			return r.fault(field, "%s: expected a whole number", n)
		}
		return nil
	}
}

// point reads [x, y].
func (r *reader) point(field string) (plane.Point, error) {
	var p plane.Point
	at := 0
	err := r.array(field, 2, func(field string) error {
		at++
		return r.inch([]*plane.Inch{&p.X, &p.Y}[at-1])(field)
	})
	if err == nil && at != 2 {
		err = r.fault(field, "expected a point [x, y] in inches")
	}
	return p, err
}

// end makes sure that nothing follows.
func (r *reader) end() error {
	if _, err := r.dec.Token(); err != io.EOF {
		return r.fault("", "expected nothing after the board")
	}
	return nil
}
