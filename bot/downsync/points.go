package downsync

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Points without typing: places to deploy, ways towards something or by compass, then nudges; or typed.

// pointForm is the form to type a point into.
func pointForm(p table.Private, ask, draft string) *bot.Form {
	id, ok := bot.CustomID(bot.ControlType, p.ID, ask, draft)
	if !ok {
		return nil
	}
	return &bot.Form{ID: id, Title: "A point on the board", Fields: []bot.Field{{ID: "point", Label: "x,y in inches, from the lower left corner",
		Placeholder: "12.5,30", Min: 3, Max: 60, Required: true}}}
}

// points offers places for the draft's base.
func (c *panel) points(draft string) {
	m, ok := readMove(c.v, draft)
	if !ok {
		return
	}
	options := c.deployPlaces(m)
	if !m.deploy {
		options = c.ways(m)
	}
	c.selection(draft, "Where to?", options, 1, 1)
	c.button(bot.ControlType, draft, "Type a point", bot.Secondary)
}

// deployPlaces are three depths in each column of the zone.
func (c *panel) deployPlaces(m move) []bot.Option {
	var out []bot.Option
	for col := range 8 {
		for _, row := range []struct {
			name  string
			depth plane.Inch
		}{{"front", 8250}, {"middle", 5000}, {"back", 1750}} {
			at := plane.Point{X: plane.Inch(3000 + 6000*col), Y: row.depth}
			if m.ref.Label.Seat() == 2 {
				at.Y = rules.TableSize - at.Y
			}
			if c.v.TryDeploy(m.ref.Label, at) == nil {
				out = append(out, bot.Option{Value: at.String(), Label: fmt.Sprintf("Column %c, %s", 'A'+col, row.name), Note: at.String()})
			}
		}
	}
	return out
}

// ways are moves as far as they go: towards the VIPs, towards other pieces, and by compass.
func (c *panel) ways(m move) []bot.Option {
	p, ok := c.v.Piece(m.ref.Label)
	if !ok {
		return nil
	}
	from, ok := p.Base(m.ref.N)
	if !ok {
		return nil
	}
	var out []bot.Option
	add := func(name string, to plane.Point) {
		if len(out) == most {
			return
		}
		at, left, ok := c.furthest(m, p, from.Point, to)
		if ok && !slices.ContainsFunc(out, func(o bot.Option) bool { return o.Value == at.String() }) {
			out = append(out, bot.Option{Value: at.String(), Label: clip(name, 100), Note: fmt.Sprintf("to %s, %s\" left", at, left)})
		}
	}
	enemy := 2 - p.Seat // index of the other side's VIP
	add("Towards the enemy VIP", c.v.VIPs[enemy])
	add("Towards my VIP", c.v.VIPs[1-enemy])
	for i, name := range []string{"North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"} {
		a := float64(i) * math.Pi / 4
		add(name, plane.Point{X: from.X + plane.Inch(100000*math.Sin(a)), Y: from.Y + plane.Inch(100000*math.Cos(a))})
	}
	for _, q := range c.v.Pieces {
		if q.Seat != p.Seat && len(q.Bases) > 0 {
			add("Towards "+c.pieceName(string(q.Label)), q.Bases[0].Point)
		}
	}
	return out
}

// furthest is the furthest legal point on the way, in half inches, as far as the view tells.
func (c *panel) furthest(m move, p rules.Piece, from, to plane.Point) (plane.Point, plane.Inch, bool) {
	far := plane.Dist(from, to)
	for step := min(p.Spd(), far); step > 0; step -= 500 {
		at := plane.Point{X: from.X + scaled(to.X-from.X, step, far), Y: from.Y + scaled(to.Y-from.Y, step, far)}
		at.X, at.Y = within(at.X, p.Radius()), within(at.Y, p.Radius())
		if at == from {
			return at, 0, false
		}
		if left, err := c.v.TryMove(m.ref, at, nil); err == nil {
			return at, left, true
		}
	}
	return plane.Point{}, 0, false
}

// scaled is d*step/far, towards zero, so that a way never gets longer by rounding.
func scaled(d, step, far plane.Inch) plane.Inch {
	return plane.Inch(int64(d) * int64(step) / int64(far))
}

// within keeps a base on the table.
func within(v, r plane.Inch) plane.Inch { return max(r, min(v, rules.TableSize-r)) }

// nudges move the staged point by an inch.
func (c *panel) nudges(draft string) {
	m, ok := readMove(c.v, draft)
	if !ok || !m.has || len(m.via) > 0 {
		return
	}
	for _, n := range []struct {
		label  string
		dx, dy plane.Inch
	}{{"◀ 1\"", -1000, 0}, {"▲ 1\"", 0, 1000}, {"▼ 1\"", 0, -1000}, {"▶ 1\"", 1000, 0}} {
		to := plane.Point{X: m.to.X + n.dx, Y: m.to.Y + n.dy}
		if to.X >= 0 && to.Y >= 0 {
			c.button(bot.ControlDraft, strings.Replace(draft, m.to.String(), to.String(), 1), n.label, bot.Secondary)
		}
	}
	c.button(bot.ControlType, draft, "Type", bot.Secondary)
	c.flush()
}
