package downsync

import (
	"slices"
)

// begin returns the state of a match just set up.
func (f setUp) begin() *state {
	pieces := slices.Clone(f.Pieces)
	s := &state{Conf: f.Conf, env: newEnv(f.Conf), Phase: Deploying, Reserve: f.Reserve, Pieces: pointers(pieces)}
	s.env.attach(pieces)
	s.CP = Both{f.Conf.Capacity(), f.Conf.Capacity()}
	if lab := f.Conf.Lab; lab != nil {
		s.Round, s.First, s.VP = 1, lab.Active, lab.VP
		if lab.CP != nil {
			s.CP = *lab.CP
		}
		for _, p := range s.Pieces {
			if !p.isPing() {
				board(s, p.Label, p.card())
			}
		}
		lab.takeAboard(s)
	}
	return s.Copy()
}

// every writes to all pieces, those aboard included: the end of a Turn, a Round or an engagement applies to them too.
func every(s *state, do func(*piece)) {
	for i := range s.Pieces {
		do(s.own(i))
	}
	riders := s.riders()
	for i := range riders {
		do(&riders[i].Piece)
	}
}

func everyBase(s *state, do func(*base)) {
	every(s, func(p *piece) {
		for i := range p.Bases {
			do(&p.Bases[i])
		}
	})
}

// pieces returns the list of pieces to write to. Its pieces still belong to the previous state until own copies them.
func (s *state) pieces() []*piece {
	if !s.ownPieces {
		s.Pieces, s.ownPieces = slices.Clone(s.Pieces), true
	}
	return s.Pieces
}

// riders returns the list of riders to write to.
func (s *state) riders() []rider {
	if !s.ownRiders {
		s.Riders, s.ownRiders = slices.Clone(s.Riders), true
		for i := range s.Riders {
			p := &s.Riders[i].Piece
			p.Bases = slices.Clone(p.Bases)
		}
	}
	return s.Riders
}

// own returns the i-th piece to write to, copied unless this state has already copied it.
func (s *state) own(i int) *piece {
	at := &s.pieces()[i]
	if (*at).folds != s.folds {
		p := **at
		p.Bases, p.folds = slices.Clone(p.Bases), s.folds
		*at = &p
	}
	return *at
}

// at returns the piece to write to.
func (s *state) at(l Label) *piece { return s.own(index(s, l)) }

// baseAt returns the base to write to.
func baseAt(s *state, r Ref) *base {
	p := s.at(r.Label)
	if r.N == 0 {
		return &p.Bases[0]
	}
	return &p.Bases[slices.IndexFunc(p.Bases, func(b base) bool { return b.N == r.N })]
}

// act returns the running activation to write to.
func act(s *state) *activation { return &s.Acts[len(s.Acts)-1] }
