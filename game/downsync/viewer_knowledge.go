package downsync

import (
	"slices"

	"downsync/game"
)

// Each viewer's knowledge: S1 to S10. Views are built up from nothing.

// view returns the viewer's knowledge of the match.
func view(s *state, v game.Viewer) View {
	out := View{Viewer: v, Rules: version}
	if s == nil {
		return out
	}
	out.env, out.Rules, out.Options = s.env, editionName(s.Conf.Rules), s.env.changed
	out.Size, out.Secrecy, out.Map, out.MaxRounds = s.Conf.Size, s.Conf.Secrecy, s.Conf.Map, s.Conf.MaxRounds
	out.Table = s.Conf.table().Max
	out.VIPs = s.env.places()
	out.Round, out.Turn, out.Active, out.Phase = s.Round, s.Turn, s.Active, s.Phase
	out.CP, out.CPMax, out.VP = s.CP, s.Conf.Capacity(), s.VP
	out.Taskforce, out.Lost = slices.Clone(s.Taskforce), slices.Clone(s.Lost)
	out.Pieces = make([]Piece, 0, len(s.Pieces))
	in := newShown(s)
	for _, p := range s.Pieces {
		if p.onTable() || opened(s, v, p.seat()) { // undeployed contacts are secret: some may yet become passengers (S15)
			out.Pieces = append(out.Pieces, viewPiece(s, p, v, in))
		}
	}
	for _, r := range s.Riders {
		if r.Known || opened(s, v, r.Seat) {
			out.Riders = append(out.Riders, Rider{Seat: r.Seat, Unit: r.Piece.Unit, Label: r.Piece.Label, In: r.In,
				Bases: len(r.Piece.Bases), Activated: r.Piece.Activated})
		}
	}
	for _, f := range s.Found {
		out.Identifying = append(out.Identifying, f.Pings...)
	}
	for i, hash := range s.env.hashes {
		r := Roster{Hash: hash}
		if s.Result != nil {
			r.Salt, r.Units = s.Conf.Salts[i], slices.Clone(s.Conf.Forces[i])
		}
		out.Rosters = append(out.Rosters, r)
	}
	for i, offered := range s.Draw {
		if offered {
			out.Drawing = append(out.Drawing, game.Seat(i+1))
		}
	}
	if seat := v.Seat(); seat != 0 && passes(s, seat) {
		out.Passing = s.Passing[seat-1].Until
	}
	if seat := v.Seat(); seat != 0 {
		out.Countering = counters(s, seat)
	}
	viewReserves(s, &out)
	viewFight(s, &out)
	if s.Result != nil {
		r := *s.Result
		out.Result = &r
	}
	out.set = out.rebuilt()
	return out
}

// opened reports whether the viewer may know the seat's secrets: its owner and a referee may, and everybody may in an open
// match or after the end.
func opened(s *state, v game.Viewer, seat game.Seat) bool {
	return open(s) || s.Result != nil || v.Sees(seat)
}

func viewReserves(s *state, out *View) {
	for _, seat := range []game.Seat{1, 2} {
		if !opened(s, out.Viewer, seat) {
			continue
		}
		if out.Reserves == nil {
			out.Reserves = map[string][]string{}
		}
		list := append([]string{}, s.Reserve[seat-1]...)
		out.Reserves[game.Player(seat).String()] = list
		if out.Viewer.Seat() == seat {
			out.Reserve = list
		}
	}
}

// viewFight shows a fight in progress. All of it is public, except for CP paid for checks (S11).
func viewFight(s *state, out *View) {
	if s.Hit != nil {
		if seat := s.Hit.Target.Label.Seat(); opened(s, out.Viewer, seat) {
			out.CP[seat-1] = s.counterCP(seat)
		}
		out.Hit = &Hit{By: s.Hit.By, Action: s.Hit.Action, Target: s.Hit.Target, Effect: s.Hit.Effect}
	}
	if n := len(s.Acts); n > 0 {
		a := s.Acts[n-1]
		out.Acting = &Acting{Label: a.Piece, Action: a.Action, By: a.By, Left: a.Left, Eye: a.Eye, Unloaded: a.One}
		if a.Aim != nil {
			out.Acting.Aim, out.Acting.Targets, out.Acting.Next = &a.Aim.At, slices.Clone(a.Aim.Targets), a.Aim.Next
		}
		if len(a.Recover) > 0 {
			out.Acting.Recovering = a.Recover[0]
		}
	}
	if s.RE == nil {
		return
	}
	e := &Engagement{Stage: s.RE.Stage, Free: free(s)}
	if e.Stage == stageBoost2 {
		e.Stage = stageBoost
	}
	for _, p := range s.RE.Parts {
		e.Participants = append(e.Participants, Participant{Label: p.Label, Die: p.Die, Acted: p.Acted})
	}
	out.Engagement = e
}
