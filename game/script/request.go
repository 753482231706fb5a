package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// requests holds the requests of every game.
var requests map[string]func(*Player, []string) error

func init() {
	requests = map[string]func(*Player, []string) error{
		"see": (*Player).see, "asks": (*Player).asks, "log": (*Player).log, "expect": (*Player).expect, "lapse": (*Player).lapse, "wait": (*Player).wait,
		"ruling": (*Player).ruling, "drop": (*Player).drop, "rewind": (*Player).rewind, "end": (*Player).end,
	}
}

// request returns the function that answers the request of that name; nil if there is none.
func (p *Player) request(name string) func(*Player, []string) error {
	own, ok := p.head.Requests[name]
	if !ok {
		return requests[name]
	}
	return func(p *Player, args []string) error {
		v, err := own.Answer(p, args)
		if err != nil {
			return err
		}
		return p.out.Encode(v)
	}
}

// View returns the whole view of a viewer ("1", "onlooker", "referee"), and the facts that they were told.
func (p *Player) View(viewer string) (game.View, []game.Fact, error) {
	switch viewer {
	case "onlooker":
		v, err := p.hall.Public(p.ctx, match)
		return v.View, v.Facts, err
	case "referee":
		v, err := p.hall.Opened(p.ctx, match)
		return v.View, v.Facts, err
	}
	seat, err := p.Seat([]string{viewer})
	if err != nil {
		return nil, nil, Expected("%q: expected a viewer: 1 to %d, onlooker or referee", viewer, p.seats)
	}
	v, err := p.hall.Private(p.ctx, match, seat)
	return v.View, v.Facts, err
}

func one(args []string) string {
	if len(args) != 1 {
		return ""
	}
	return args[0]
}

func (p *Player) see(args []string) error {
	v, _, err := p.View(one(args))
	if err != nil {
		return err
	}
	return p.out.Encode(v)
}

func (p *Player) asks(args []string) error {
	seat, err := p.Seat(args)
	if err != nil {
		return err
	}
	v, err := p.hall.Private(p.ctx, match, seat)
	if err != nil {
		return err
	}
	type ask struct {
		Name     string    `json:"name"`
		ID       string    `json:"id"`
		Standing bool      `json:"standing,omitempty"`
		Default  string    `json:"default,omitempty"`
		Menu     game.Menu `json:"menu"`
	}
	out := struct {
		Seat game.Seat `json:"seat"`
		Asks []ask     `json:"asks"`
	}{seat, []ask{}}
	for _, a := range v.Asks {
		x := ask{Name: a.Name, ID: a.ID, Standing: a.Standing, Menu: a.Menu}
		if a.Default != nil {
			x.Default = a.Default.Order()
		}
		out.Asks = append(out.Asks, x)
	}
	return p.out.Encode(out)
}

func (p *Player) log(args []string) error {
	viewer := one(args)
	_, facts, err := p.View(viewer)
	if err != nil {
		return err
	}
	type entry struct {
		N    int       `json:"n"`
		Kind string    `json:"kind"`
		Fact game.Fact `json:"fact"`
	}
	out := struct {
		Log   string  `json:"log"`
		Facts []entry `json:"facts"`
	}{viewer, []entry{}}
	for i, f := range facts {
		out.Facts = append(out.Facts, entry{i + 1, f.Kind(), f})
	}
	return p.out.Encode(out)
}

// expect checks the previous order, a value in a view, or one in the answer to a request of the game's.
func (p *Player) expect(args []string) error {
	if len(args) == 0 {
		return Expected("expected %s", p.expectations("expect "))
	}
	asked, ofGame := p.head.Requests[args[0]]
	switch {
	case args[0] == "see" && len(args) >= 4:
		v, _, err := p.View(args[1])
		return expectIn(v, err, args[1], args[2], strings.Join(args[3:], " "))
	case ofGame && len(args) == len(strings.Fields(asked.Form))+2:
		n := len(args) - 2
		v, err := asked.Answer(p, args[1:n])
		return expectIn(v, err, strings.Join(args[:n], " "), args[n], args[n+1])
	case args[0] != "see" && !ofGame && p.steps == 0:
		return Expected("expect %s: expected an order before it", args[0])
	case args[0] == "ok" && len(args) == 1:
		if p.last != nil {
			return failure{fmt.Sprintf("expected the order to be accepted; it was refused: %v", p.last)}
		}
		return nil
	case args[0] == "error" && len(args) == 2:
		return p.expectError(args[1])
	}
	return Expected("expect %s: expected %s", strings.Join(args, " "), p.expectations(""))
}

// expectations returns the possible forms of an expectation.
func (p *Player) expectations(word string) string {
	list := word + "ok, " + word + "error CODE, " + word + "see VIEWER .path value"
	for _, name := range slices.Sorted(maps.Keys(p.head.Requests)) {
		list += ", " + word + p.head.Requests[name].Form + " .path value"
	}
	return list
}

func (p *Player) expectError(code string) error {
	var no *game.Refusal
	switch {
	case !errors.As(p.last, &no):
		return failure{fmt.Sprintf("expected the refusal %s; the order was accepted", code)}
	case no.Code != code:
		return failure{fmt.Sprintf("expected the refusal %s; it was %s: %s", code, no.Code, no)}
	}
	p.refused = nil
	return nil
}

// expectIn checks the value at the path of v's JSON form; whose names v in errors. It passes on err, the error of v.
func expectIn(v any, err error, whose, path, want string) error {
	if err != nil {
		return err
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return err
	}
	got, found, err := dig(tree, path)
	switch {
	case err != nil:
		return err
	case !found && want == "absent":
		return nil
	case !found:
		return failure{fmt.Sprintf("expected %s of %s to be %s; there is none", path, whose, want)}
	}
	if text := plainText(got); text != want {
		return failure{fmt.Sprintf("expected %s of %s to be %s; it is %s", path, whose, want, text)}
	}
	return nil
}

// plainText returns a value as expectations write it.
func plainText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case nil:
		return "null"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// dig follows a path like .pieces[0].kind or .pieces.A1.unit, in which a label means the piece that has it.
func dig(v any, path string) (any, bool, error) {
	if !strings.HasPrefix(path, ".") {
		return nil, false, Expected("path %q: expected it to begin with a dot, like .pieces[0].kind", path)
	}
	path = strings.NewReplacer("[", ".", "]", "").Replace(path[1:])
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[part]
			if !ok {
				return nil, false, nil
			}
			v = next
		case []any:
			n, err := strconv.Atoi(part)
			if err != nil {
				n = labelled(x, part)
			}
			if n < 0 || n >= len(x) {
				return nil, false, nil
			}
			v = x[n]
		default:
			return nil, false, nil
		}
	}
	return v, true, nil
}

// labelled finds the element with that label.
func labelled(list []any, label string) int {
	for i, x := range list {
		if m, ok := x.(map[string]any); ok && m["label"] == strings.ToUpper(label) {
			return i
		}
	}
	return -1
}
