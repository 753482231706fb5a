package jagged

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Lab is a position to start from without set-up, for scripts: a phase begins for the player with Initiative.
type Lab struct {
	Models     []LabModel    `json:"models"`
	Objectives []LabMarker   `json:"objectives,omitempty"`
	Round      int           `json:"round"`
	Phase      Phase         `json:"phase"`
	Initiative game.Seat     `json:"initiative"`
	Flares     [2]int        `json:"flares"`
	Kept       [2]int        `json:"kept"`
	VP         [2]int        `json:"vp"`
	FR         [2]int        `json:"fr"`
	LostFR     [2]int        `json:"lost_fr"`
	Lost       [2][]string   `json:"lost"`
	Used       [2][]string   `json:"used"`
	Effects    []EffectGiven `json:"effects,omitempty"`
}

// LabModel is a model of a lab.
type LabModel struct {
	Label   Label       `json:"label"`
	Unit    string      `json:"unit"`
	At      plane.Point `json:"at"`
	Wounds  int         `json:"wounds,omitempty"` // 0: the printed figure
	Grenade string      `json:"grenade,omitempty"`
}

// LabMarker is an Objective of a lab.
type LabMarker struct {
	At    plane.Point `json:"at"`
	Owner game.Seat   `json:"owner,omitempty"`
}

// check says what is wrong with the position.
func (l *Lab) check(t Terms) error {
	pieces, err := t.pieces()
	if err != nil {
		return err
	}
	env, err := newEnv(pieces)
	if err != nil {
		return err
	}
	if l.Round < 1 || l.Round > Rounds || l.Initiative < 1 || l.Initiative > 2 {
		return fmt.Errorf("begin %d, Initiative %d: expected a Round from 1 to %d and a seat", l.Round, l.Initiative, Rounds)
	}
	if !slices.Contains([]Phase{Commanding, Reinforce, Moving, Shooting, Rushing, Fighting, Resolving}, l.Phase) {
		return fmt.Errorf("phase %q: expected command, reinforce, move, shoot, rush, melee or resolution", l.Phase)
	}
	for i, m := range l.Models {
		u := cards.FindUnit(m.Unit)
		if u == nil || u.Faction != t.Faction(m.Label.Seat()) {
			return fmt.Errorf("%s: %q is no unit of that side", m.Label, m.Unit)
		}
		if m.Grenade != "" && !slices.Contains(u.Grenades, m.Grenade) {
			return fmt.Errorf("%s cannot carry %q", m.Label, m.Grenade)
		}
		d := plane.Disc{At: m.At, R: radius(u)}
		if env.solid.Stand(plane.Mover{R: d.R}, m.At) != nil || m.Wounds < 0 || m.Wounds > u.Wounds {
			return fmt.Errorf("%s cannot stand at %s with %d Wounds", m.Label, m.At, m.Wounds)
		}
		for _, o := range l.Models[:i] {
			if o.Label == m.Label || plane.Overlap(d, plane.Disc{At: o.At, R: radius(cards.FindUnit(o.Unit))}) {
				return fmt.Errorf("%s at %s: the label or the place is taken", m.Label, m.At)
			}
		}
	}
	return nil
}

// begin makes the position the state of a battle.
func (l *Lab) begin(b *board) {
	b.Round, b.Initiative = l.Round, l.Initiative
	for _, m := range l.Models {
		n := model{Label: m.Label, Unit: m.Unit, At: m.At, Placed: true, Wounds: m.Wounds, Grenade: m.Grenade}
		if n.Wounds == 0 {
			n.Wounds = cards.FindUnit(n.Unit).Wounds
		}
		if n.Grenade == "" {
			n.Grenade = usualGrenade(n.Unit)
		}
		b.enter(n)
	}
	for i := range b.Sides {
		s := &b.Sides[i]
		s.Flares, s.Kept, s.VP, s.FR, s.LostFR, s.Lost, s.Used = l.Flares[i], l.Kept[i], l.VP[i], l.FR[i], l.LostFR[i], l.Lost[i], l.Used[i]
	}
	for _, o := range l.Objectives {
		b.Objectives = append(b.Objectives, objective{At: o.At, Owner: o.Owner})
	}
	for _, f := range l.Effects {
		b.give(f.Unit, f.Effect)
	}
}

// Resolving is a lab's last phase: it scores at once.
const Resolving Phase = "resolution"

// start begins the lab's phase.
func (l *Lab) start(t tx) {
	switch l.Phase {
	case Commanding:
		beginRound(t, l.Round)
	case Resolving:
		resolve(t)
	default:
		begin(t, l.Phase)
	}
}
