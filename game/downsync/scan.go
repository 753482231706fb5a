package downsync

import (
	"downsync/game"
	"downsync/game/downsync/cards"
)

// Scanning: R20, rulings Q52, Q53.

// sounding returns a Scan Check before its roll: the number it needs, and its modifiers (R20.4, R20.5, Q52).
func sounding(s *state, p piece, b base, e piece, eb base) ScanRolled {
	f := ScanRolled{By: p.ref(b.N), Target: e.ref(eb.N), Need: e.Sig.PingDef(),
		Mods: []Mod{{Why: "SCAN", By: p.card().ScanStat(), Rule: "R20.4"}}}
	if !e.isPing() { // a Unit's DEF with its modifiers (Q52)
		x := newShot(s, p, b, cards.Action{Effect: cards.Scan}, e, eb)
		f.Need, f.Against = e.card().Def, x.against()
		for _, m := range f.Against {
			f.Need += m.By
		}
	}
	switch { // one of the two applies (Q53)
	case !sees(s, p, b, e, eb):
		f.Mods = append(f.Mods, Mod{Why: "out of sight", By: ed(s).scanBlind, Rule: "R20.5"})
	case concealed(s, p, b, e, eb) || shrouded(s, e, eb):
		f.Mods = append(f.Mods, Mod{Why: "concealed", By: -1, Rule: "R20.5"})
	}
	return f
}

// scan rolls one Scan Check. Success makes the owner identify the Ping, or takes the Stealth Token off (R20.6, R27.12).
func scan(t tx, p piece, b base, e piece, eb base, boost bool) {
	f := sounding(t.State(), p, b, e, eb)
	f.Boost = boost
	f.Roll = roll(t, 0, forScan, 2, advantage(boost))
	f.Total = total(f.Roll, f.Mods)
	f.Hit = f.Total >= f.Need
	t.Emit(f)
	switch {
	case f.Hit && e.isPing():
		find(t, []Label{e.Label}, RevealedByScan)
	case f.Hit:
		dropStealth(t, e, eb)
	}
}

// ScanRolled: a Scan Check (R20.4).
type ScanRolled struct {
	By     Ref   `json:"by"`
	Target Ref   `json:"target"`
	Roll   Roll  `json:"roll"`
	Mods   []Mod `json:"mods"`
	Total  int   `json:"total"`
	Need   int   `json:"need"`
	Hit    bool  `json:"hit"`
	Boost  bool  `json:"boost,omitempty"` // 1 CP was paid (R17.2)
	// Against holds changes of the target's DEF, already in Need.
	Against []Mod `json:"against,omitempty"`
}

func (ScanRolled) Kind() string                { return "scan" }
func (f ScanRolled) For(game.Viewer) game.Fact { return f }

func (f ScanRolled) DiceTold() (stream game.Seat, faces []int) { return 0, f.Roll.Faces }

var _ = public(func(s *state, f ScanRolled) { check(s, f.Boost) })
