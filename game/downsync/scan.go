package downsync

import (
	"downsync/game/downsync/cards"
)

// Scanning: R20, rulings Q52, Q53.

// scan rolls one Scan Check; success makes the owner identify the Ping (R20.4 to R20.6).
func scan(t tx, p piece, b base, action cards.Action, o ActOn) {
	s := t.State()
	e := s.must(o.Target.Label)
	eb, _ := e.base(o.Target.N)
	f := ScanRolled{By: p.ref(b.N), Target: e.ref(eb.N), Boost: o.Boost, Need: e.Sig.PingDef(),
		Mods: []Mod{{Why: "SCAN", By: *p.card().Scan, Rule: "R20.4"}}}
	if !e.isPing() {
		f.Need = e.card().Def // Q52
	}
	if g := s.Conf.ground(); g.Concealed(p.disc(b), e.disc(eb)) || !g.Sees(p.disc(b), e.disc(eb)) {
		f.Mods = append(f.Mods, Mod{Why: "concealed", By: -1, Rule: "R20.5"}) // once, Q53
	}
	f.Roll = roll(t, 0, 2, advantage(o.Boost))
	f.Total = total(f.Roll, f.Mods)
	f.Hit = f.Total >= f.Need
	t.Emit(f)
	if f.Hit && e.isPing() {
		find(t, []Label{e.Label}, RevealedByScan)
	}
}
