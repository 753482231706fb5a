package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// requests ask about the match as it stands.
var requests map[string]func(*player, []string) error

func init() {
	requests = map[string]func(*player, []string) error{
		"see": (*player).see, "asks": (*player).asks, "log": (*player).log, "measure": (*player).measure,
		"expect": (*player).expect, "lapse": (*player).lapse,
		"reach": (*player).reach, "ruling": (*player).ruling, "rewind": (*player).rewind, "end": (*player).end,
	}
}

// view is the viewer's whole view, and what they were told.
func (p *player) view(viewer string) (game.View, []game.Fact, error) {
	switch viewer {
	case "onlooker":
		v, err := p.hall.Public(p.ctx, match)
		return v.View, v.Facts, err
	case "referee":
		v, err := p.hall.Opened(p.ctx, match)
		return v.View, v.Facts, err
	case "1", "2":
		v, err := p.hall.Private(p.ctx, match, game.Seat(viewer[0]-'0'))
		return v.View, v.Facts, err
	}
	return nil, nil, expected("%q: expected a viewer: 1, 2, onlooker or referee", viewer)
}

func one(args []string) string {
	if len(args) != 1 {
		return ""
	}
	return args[0]
}

func (p *player) see(args []string) error {
	v, _, err := p.view(one(args))
	if err != nil {
		return err
	}
	return p.out.Encode(v)
}

func (p *player) asks(args []string) error {
	seat, err := seatOf(args)
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

func (p *player) log(args []string) error {
	viewer := one(args)
	_, facts, err := p.view(viewer)
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

// measure tells what lies between two pieces or points, "at x,y" as if the first stood there; of a piece with several bases
// and none named, the nearest counts (R1.5).
func (p *player) measure(args []string) error {
	m, err := p.measured(args)
	if err != nil {
		return err
	}
	return p.out.Encode(m)
}

// line is a measurement as printed.
type line struct {
	Gap       plane.Inch `json:"gap"`
	LOS       bool       `json:"los"`
	Concealed bool       `json:"concealed"`
	Band      string     `json:"band,omitempty"`
	Why       []string   `json:"why,omitempty"`
	Chances   []chance   `json:"chances,omitempty"`
}

// chance is in percent, from the least to the most that hidden tokens leave open.
type chance struct {
	Action string  `json:"action"`
	Need   int     `json:"need"`
	Hit    [2]int  `json:"hit"`
	Effect *[2]int `json:"effect,omitempty"`
}

func (p *player) measured(args []string) (line, error) {
	if len(args) != 2 && (len(args) != 4 || args[2] != "at") {
		return line{}, expected("expected measure FROM TO, like measure A1 B2, measure A1 20,30 or measure A1 B2 at 12,30")
	}
	v, _, err := p.view("onlooker")
	if err != nil {
		return line{}, err
	}
	known := v.(rules.View)
	var ends [2][]rules.Spot
	for i, word := range args[:2] {
		if ends[i], err = known.Spots(word); err != nil {
			if errors.As(err, new(*game.Refusal)) {
				return line{}, err // a piece that is not there is no mistake of the file
			}
			return line{}, malformed{err.Error()}
		}
	}
	if len(args) == 4 {
		pt, err := plane.ParsePoint(args[3])
		if err != nil {
			return line{}, malformed{err.Error()}
		}
		for i := range ends[0] {
			ends[0][i] = ends[0][i].At(pt)
		}
		known = known.Standing(ends[0][0].Ref, pt)
	}
	m := known.Measure(ends[0], ends[1])
	out := line{Gap: m.Gap, LOS: m.LOS, Concealed: m.Concealed, Band: m.Band, Why: said(m.Why)}
	for _, c := range known.Chances(m.From.Ref, m.To.Ref) {
		x := chance{Action: c.Action, Need: c.Need, Hit: [2]int{c.Low, c.High}}
		if c.Kill != nil {
			x.Effect = &[2]int{c.Kill.Low, c.Kill.High}
		}
		out.Chances = append(out.Chances, x)
	}
	return out, nil
}

// reach tells where the piece's next move may end.
func (p *player) reach(args []string) error {
	if len(args) != 1 {
		return expected("expected reach PIECE, like reach A2")
	}
	r, err := rules.ParseRef(args[0])
	if err != nil {
		return malformed{err.Error()}
	}
	v, _, err := p.view(game.Player(r.Label.Seat()).String())
	if err != nil {
		return err
	}
	area, err := v.(rules.View).Reach(r)
	if err != nil {
		return err
	}
	out := make([][][2]plane.Inch, len(area))
	for i, shape := range area {
		for _, pt := range shape {
			out[i] = append(out[i], [2]plane.Inch{pt.X, pt.Y})
		}
	}
	return p.out.Encode(struct {
		Area [][][2]plane.Inch `json:"area"`
	}{out})
}

// expect checks the order just above, a value in a view, or a measurement.
func (p *player) expect(args []string) error {
	if len(args) == 0 {
		return expected("expected expect ok, expect error CODE, expect see VIEWER .path value, or expect measure FROM TO .path value")
	}
	switch {
	case args[0] == "see" && len(args) >= 4:
		return p.expectSee(args[1], args[2], strings.Join(args[3:], " "))
	case args[0] == "measure" && len(args) == 5:
		return p.expectMeasure(args[1:3], args[3], args[4])
	case args[0] != "see" && args[0] != "measure" && p.steps == 0:
		return expected("expect %s: expected an order before it", args[0])
	case args[0] == "ok" && len(args) == 1:
		if p.last != nil {
			return failure{fmt.Sprintf("expected the order to be accepted; it was refused: %v", p.last)}
		}
		return nil
	case args[0] == "error" && len(args) == 2:
		return p.expectError(args[1])
	}
	return expected("expect %s: expected ok, error CODE, see VIEWER .path value, or measure FROM TO .path value", strings.Join(args, " "))
}

func (p *player) expectError(code string) error {
	var no *game.Refusal
	switch {
	case !errors.As(p.last, &no):
		return failure{fmt.Sprintf("expected the refusal %s; the order was accepted", code)}
	case no.Code != code:
		return failure{fmt.Sprintf("expected the refusal %s; it was %s: %s", code, no.Code, no)}
	}
	return nil
}

func (p *player) expectSee(viewer, path, want string) error {
	v, _, err := p.view(viewer)
	if err != nil {
		return err
	}
	return expectIn(v, "of "+viewer, path, want)
}

func (p *player) expectMeasure(ends []string, path, want string) error {
	m, err := p.measured(ends)
	if err != nil {
		return err
	}
	return expectIn(m, "from "+strings.Join(ends, " to "), path, want)
}

// expectIn checks the value at the path of what v is written as; where says in words whose it is.
func expectIn(v any, where, path, want string) error {
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
		return failure{fmt.Sprintf("expected %s %s to be %s; there is none", path, where, want)}
	}
	if text := plainText(got); text != want {
		return failure{fmt.Sprintf("expected %s %s to be %s; it is %s", path, where, want, text)}
	}
	return nil
}

// plainText is a value as it is written in an expectation.
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

// dig follows a path like .pieces[0].kind or .pieces.A1.unit, where a label stands for the piece that has it.
func dig(v any, path string) (any, bool, error) {
	if !strings.HasPrefix(path, ".") {
		return nil, false, expected("path %q: expected it to begin with a dot, like .pieces[0].kind", path)
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

// said are the phrases in English.
func said(ps []game.Phrase) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return out
}
