package rival

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/cards"
)

// Reactions, activations and countermeasures.

// Reasons for a Unit to act.
const (
	keepsWatch game.Text = "%s keeps watch."
	canShoot   game.Text = "%s can shoot at %s."
	getsNearer game.Text = "%s gets nearer to where it is wanted."
)

// deed returns the best result of one action of the unit at its place.
func (s *sheet) deed(u advice.Unit) option {
	best := option{value: s.taste.watch, why: keepsWatch, args: []any{u.Label}}
	for _, b := range u.Bases {
		if xs := s.Shots(s.View, u, b); len(xs) > 0 && xs[0].Value > best.value {
			best = option{value: xs[0].Value, why: canShoot, args: []any{u.Label, xs[0].Target.Label}}
		}
	}
	if goes := s.Nearer(u) - s.Standing(u); goes > best.value {
		best = option{value: goes, why: getsNearer, args: []any{u.Label}}
	}
	return best
}

func watches(u advice.Unit) bool { return u.Overwatch != nil && *u.Overwatch }

// reactors returns the own Units that could react, with the value of that beyond their own Turn, the best first.
func (s *sheet) reactors() []option {
	var out []option
	for _, u := range s.Mine {
		if u.Card == nil || u.Activated && !watches(u) {
			continue
		}
		x := s.deed(u)
		if x.value -= s.taste.watch; !u.Activated { // it would lose its own Turn
			x.value -= 0.3
		}
		x.reply = downsync.Declare{Units: []downsync.Label{u.Label}}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	return out
}

func react(s *sheet, _ game.Ask) []option {
	out := []option{{reply: downsync.Pass{}, why: "Nobody gains by reacting now."}}
	if rs := s.reactors(); len(rs) > 0 {
		rs[0].reply = downsync.React{}
		out = append(out, rs[0])
	}
	return out
}

func join(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.Done{}, why: "Nobody else is needed."}}
	var units []downsync.Label
	for _, u := range s.Mine {
		if watches(u) && u.Card != nil && !slices.Contains(s.View.Taskforce, u.Label) && s.deed(u).value > s.taste.watch {
			units = append(units, u.Label)
		}
	}
	if len(units) > 0 {
		out = append(out, option{reply: downsync.Join{Units: units}, value: 1, why: "Those on Overwatch have targets."})
	}
	return out
}

// declare sends as many as react without paying, and for CP those that gain much.
func declare(s *sheet, a game.Ask) []option {
	var units []downsync.Label
	spend := s.View.CP.Of(s.Seat) - 1
	for n, x := range s.reactors() {
		dear := s.View.Engagement != nil && n >= s.View.Engagement.Free
		if n > 0 && (s.Taste.Novice || x.value < 0.1 || dear && (spend <= 0 || x.value < 0.4)) {
			break
		}
		if dear {
			spend--
		}
		units = append(units, x.reply.(downsync.Declare).Units...)
	}
	out := []option{{reply: a.Default, value: -1, why: "Somebody has to react."}}
	if len(units) > 0 {
		out = append(out, option{reply: downsync.Declare{Units: units}, why: "They gain most by acting now."})
	}
	return out
}

// boost pays for the die of the Unit that gains most, if there are CP to spare.
func boost(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.Boost{}, why: "The Command Points are kept."}}
	if s.Taste.Novice || s.View.CP.Of(s.Seat) < 3 {
		return out
	}
	for _, c := range a.WithMenu().Menu {
		for _, slot := range c.Slots {
			for _, l := range slot.Options {
				if u, ok := s.Own(downsync.Label(l)); ok {
					x := s.deed(u)
					out = append(out, option{reply: downsync.Boost{Units: []downsync.Label{u.Label}}, value: x.value - 0.5, why: "%s should act first.", args: []any{u.Label}})
				}
			}
		}
	}
	return out
}

func priority(s *sheet, a game.Ask) []option {
	var out []option
	for _, c := range a.WithMenu().Menu {
		l := downsync.Label(c.Value("piece"))
		if u, ok := s.Own(l); ok && c.Verb == "activate" {
			out = append(out, option{reply: downsync.Activate{Piece: l}, value: s.deed(u).value, why: "%s gains most by acting now.", args: []any{l}})
		} else if ok {
			out = append(out, option{reply: downsync.Hold{Unit: l}, value: -1, why: "%s can wait.", args: []any{l}})
		}
	}
	return out
}

func next(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.Done{}, value: -1, why: "Nobody is left to act."}}
	for _, c := range a.WithMenu().Menu {
		if u, ok := s.Own(downsync.Label(c.Value("piece"))); ok {
			out = append(out, option{reply: downsync.Activate{Piece: u.Label}, value: s.deed(u).value, why: "%s acts.", args: []any{u.Label}})
		}
	}
	return out
}

// act chooses among the actions that the menu offers.
func act(s *sheet, a game.Ask) []option {
	out := []option{{reply: downsync.End{}, why: "There is nothing better to do."}}
	if s.View.Acting == nil {
		return out
	}
	u, ok := s.Own(s.View.Acting.Label)
	if !ok {
		return out
	}
	for _, c := range a.WithMenu().Menu {
		by, b := downsync.Ref{}, u.Bases[0]
		if named := c.Value("by"); named != "" {
			by, _ = downsync.ParseRef(named)
			b, _ = u.Base(by.N)
		}
		switch c.Verb {
		case "act move":
			out = append(out, s.steps(u, b, by)...)
		case "act overwatch":
			out = append(out, option{reply: downsync.ActOverwatch{}, value: s.watching(u), why: "%s keeps watch.", args: []any{u.Label}})
		case "act":
			out = append(out, s.uses(u, b, by, c)...)
		}
	}
	return out
}

// watching returns the value of an Overwatch Token: more if the enemy has still to move near. A veteran never idles instead.
func (s *sheet) watching(u advice.Unit) float64 {
	n := 0
	for _, e := range s.Theirs {
		if !e.Activated && advice.Gap(e, u.Bases[0].Disc()) < 24 {
			n++
		}
	}
	least := 0.0
	if s.Taste.Veteran {
		least = 0.05
	}
	return max(least, s.taste.watch*min(1, float64(n)/2))
}

// steps returns Move Actions of the base.
func (s *sheet) steps(u advice.Unit, b downsync.Base, by downsync.Ref) []option {
	var out []option
	now := s.Standing(u) - s.Taste.Threat*s.Threat(s.View, u, b)
	for _, at := range s.Places(u, b)[1:] {
		x := u.Moved(b, at)
		to := x.Bases[slices.IndexFunc(u.Bases, func(c downsync.Base) bool { return c.N == b.N })]
		v := s.View
		if u.Card != nil {
			v = s.With(x)
		}
		out = append(out, option{reply: downsync.ActMove{By: by, To: at}, value: s.Standing(x) - s.Taste.Threat*s.Threat(v, x, to) - now,
			why: "%s gets nearer to where it is wanted.", args: []any{u.Label}})
	}
	return out
}

// uses returns the uses of an action of the card that the choice offers.
func (s *sheet) uses(u advice.Unit, b downsync.Base, by downsync.Ref, c game.Choice) []option {
	action, ok := u.Card.Action(c.Value("use"))
	if !ok {
		return nil
	}
	if action.Effect == cards.Special {
		return s.specials(u, by, action, c)
	}
	if _, clustered := action.Trait("clustered"); clustered {
		return s.barrages(u, c)
	}
	var out []option
	boosts := slices.ContainsFunc(c.Slots, func(x game.Slot) bool { return x.Mark == "boost" })
	for _, slot := range c.Slots {
		if slot.Name != "target" {
			continue
		}
		for _, e := range s.Theirs {
			x, ok := s.Shot(s.View, u, b, u.Name(b), action, e)
			if !ok || !slices.Contains(slot.Options, x.Target.String()) {
				continue
			}
			o := downsync.Act{Action: action.ID, By: by, Target: x.Target}
			o.Boost = boosts && !s.Taste.Novice && action.Combat() && x.Need >= 6 && s.View.CP.Of(s.Seat) > 1
			why := game.Text("%s has a good shot at %s.")
			if action.Effect == cards.Scan {
				why = "%s may find out what %s is."
			}
			out = append(out, option{reply: o, value: x.Value, why: why, args: []any{u.Label, x.Target.Label}})
		}
	}
	return out
}

// barrages returns the best points for a Clustered action.
func (s *sheet) barrages(u advice.Unit, c game.Choice) []option {
	var out []option
	for _, x := range s.View.Shots(u.Label, game.Menu{c}) {
		for _, line := range x.Orders()[:1] {
			if r, err := downsync.Parse(line); err == nil {
				out = append(out, option{reply: r, value: s.Taste.Attack * x.Harm, why: "%s can hit them all at once.", args: []any{u.Label}})
			}
		}
	}
	return out
}

// specials returns the Special Actions that are worth their CP.
func (s *sheet) specials(u advice.Unit, by downsync.Ref, action cards.Action, c game.Choice) []option {
	o := downsync.Act{Action: action.ID, By: by}
	switch action.ID {
	case "deploy-drones", "unload":
		return []option{{reply: o, value: 1.5, why: "%s sets down who is aboard.", args: []any{u.Label}}}
	case "go-dark":
		if s.View.CP.Of(s.Seat) > 1 {
			return []option{{reply: o, value: 0.15, why: "%s hides again.", args: []any{u.Label}}}
		}
	case "target-lock":
		shots := s.Shots(s.View, u, u.Bases[0])
		if s.View.CP.Of(s.Seat) < 2 || len(shots) == 0 || !shots[0].Action.Combat() {
			return nil
		}
		o.Target = shots[0].Target
		return []option{{reply: o, value: shots[0].Value + 0.05, why: "%s aims at %s first.", args: []any{u.Label, o.Target.Label}}}
	}
	return nil
}

// recover42 pays for a Stun Token before an activation (edition 4.2).
func recover42(s *sheet, a game.Ask) []option {
	worth := map[string]float64{"cm": 0.8, "ap": 0.5, "hardened": 0.2, "cp": 0.4}
	if s.View.CP.Of(s.Seat) > 1 {
		worth["cp"] = 1
	}
	var out []option
	for _, c := range a.WithMenu().Menu {
		with := c.Value("with")
		out = append(out, option{reply: downsync.Recover{With: with}, value: worth[with], why: "That is the least that the Stun Token costs."})
	}
	return out
}

// counter spends tokens: ordinary ones first, because they come back; Hardened and lent ones only against a kill.
func counter(s *sheet, a game.Ask) []option {
	kill := s.View.Hit != nil && s.View.Hit.Effect == cards.Kill
	out := []option{{reply: downsync.Counter{Token: "none"}, why: "Nothing is worth a token here."}}
	for _, c := range a.WithMenu().Menu {
		o := downsync.Counter{Token: c.Value("token")}
		value, why := 1.0, game.Text("Ordinary countermeasures come back with a refresh.")
		for _, slot := range c.Slots {
			switch {
			case slot.Mark == "boost":
				o.Boost = kill && !s.Taste.Novice && s.View.CP.Of(s.Seat) > 0
			case slot.Name == "lender" && len(slot.Options) > 0:
				o.From, value, why = downsync.Label(slot.Options[0]), 0.6, "A neighbour can lend a token."
				if !kill {
					value = -1
				}
			}
		}
		switch {
		case o.Token == "none", o.Token == "": // the order for the whole Turn names no token
			continue
		case o.Token == "hardened":
			value, why = 0.8, "A Hardened token stops it for sure."
			if !kill {
				value = -1
			}
		}
		out = append(out, option{reply: o, value: value, why: why})
	}
	return out
}
