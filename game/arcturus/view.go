package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// View holds the knowledge of one viewer. Lists in the order of seats begin with seat 1.
type View struct {
	Viewer      game.Viewer  `json:"viewer"`
	Terms       Terms        `json:"terms"`
	Phase       Phase        `json:"phase"`
	Round       int          `json:"round"`
	Last        int          `json:"last,omitempty"` // the last round, once it is known
	Alert       int          `json:"alert"`
	AlertMax    int          `json:"alert_max"`
	Destroyer   string       `json:"destroyer,omitempty"`
	Marker      game.Seat    `json:"marker,omitempty"`
	Turn        game.Seat    `json:"turn,omitempty"`
	Players     []Player     `json:"players"`
	Territories []Territory  `json:"territories"` // in board order
	Undealt     int          `json:"undealt"`     // Operation cards
	Discards    []string     `json:"discards"`
	Turned      []string     `json:"turned"`              // Sovereign cards
	Answering   []game.Seat  `json:"answering,omitempty"` // that are asked about the Sovereign card
	Inventions  []string     `json:"inventions"`          // open Advanced Tech cards
	Awards      []Taken      `json:"awards"`
	Affair      *Affair      `json:"affair,omitempty"` // what is being settled
	Trapping    bool         `json:"trapping,omitempty"`
	Tape        int          `json:"tape,omitempty"`   // the Credits that a Red Tape asks the active seat for
	Spent       []string     `json:"spent,omitempty"`  // bonus tiles that were played
	Offers      []Offer      `json:"offers,omitempty"` // of swaps, that the viewer made or was made
	Out         []game.Seat  `json:"out,omitempty"`
	Result      *game.Result `json:"result,omitempty"`
	board       *board       // the same, for prices and odds; nil before the match begins
}

// Player is a seat as a viewer knows it.
type Player struct {
	Seat       game.Seat    `json:"seat"`
	Mat        string       `json:"mat,omitempty"`
	Have       cards.Amount `json:"have"`
	Assault    int          `json:"assault"`
	Tech       int          `json:"tech"`
	Dice       int          `json:"dice"`  // armed
	Ships      int          `json:"ships"` // armed
	Cubes      Cubes        `json:"cubes"`
	Inventions []string     `json:"inventions,omitempty"`
	Wins       int          `json:"wins"`
	Conquests  int          `json:"conquests"`
	Rerolled   bool         `json:"rerolled,omitempty"`
	Quiet      bool         `json:"quiet,omitempty"`
	Passed     bool         `json:"passed,omitempty"`
	Due        []int        `json:"due,omitempty"` // tiers of Advanced Tech cards that it may take
	Bases      int          `json:"bases"`
	Pardon     int          `json:"pardon"` // what a pardon costs it
	Score      int          `json:"score"`
	Cards      int          `json:"cards"` // in the hand
	FaceDown   bool         `json:"face_down"`
	Zones      []string     `json:"zones,omitempty"` // of its bonus tiles
	Tiles      []string     `json:"tiles,omitempty"` // if the viewer knows them
	Own        *OwnThings   `json:"own,omitempty"`   // if the viewer is the seat, or a referee
}

// OwnThings holds the secrets of a seat.
type OwnThings struct {
	Dealt []string `json:"dealt,omitempty"`
	Hand  []string `json:"hand,omitempty"`
	Face  *Laid    `json:"face,omitempty"`
	Mine  string   `json:"mine,omitempty"`
	Cube  string   `json:"cube,omitempty"`
	Flip  []string `json:"flip,omitempty"`
	Habit string   `json:"habit,omitempty"`
}

// Territory is a territory with its base and its tile. Everybody knows it.
type Territory struct {
	ID        string    `json:"id"`
	Seat      game.Seat `json:"seat"` // 0: no base
	Fortified bool      `json:"fortified,omitempty"`
	Flipped   bool      `json:"flipped,omitempty"`
	Works     bool      `json:"works,omitempty"`
	Covered   bool      `json:"covered,omitempty"` // a beam protects it
	Research  int       `json:"research"`
	Boxes     int       `json:"boxes,omitempty"`
	Tile      bool      `json:"tile,omitempty"` // a bonus tile lies there
}

// For says whose view it is.
func (v View) For() game.Viewer { return v.Viewer }

// Player returns what the viewer knows of a seat.
func (v View) Player(seat game.Seat) Player { return v.Players[seat-1] }

func view(s *state, v game.Viewer) View {
	if s == nil || len(s.Players) == 0 {
		return View{Viewer: v}
	}
	out := View{Viewer: v, Terms: s.Terms, Phase: s.Phase, Round: s.Round, Last: s.Last, Alert: s.Alert, AlertMax: s.alertMax(), Destroyer: s.Destroyer,
		Marker: s.Marker, Turn: s.Turn, Undealt: len(s.Undealt), Discards: slices.Clone(s.Discards), Turned: slices.Clone(s.Turned),
		Inventions: slices.Clone(s.Inventions), Awards: slices.Clone(s.Awards), Spent: slices.Clone(s.Spent), Out: slices.Clone(s.Out)}
	for seat := range s.which(func(game.Seat) bool { return true }) {
		out.Players = append(out.Players, s.seen(seat, v))
	}
	for i, b := range s.Bases {
		out.Territories = append(out.Territories, Territory{cards.At(i).ID, b.Seat, b.Fortified, b.Flipped, s.works(i), s.covered(i), b.Research, s.boxes(i), b.Tile})
	}
	if s.Phase == Judging {
		out.Answering = answering(s)
	}
	if p := s.Pending; p != nil {
		a := p.Affair
		out.Affair, out.Trapping = &a, p.Open
		if p.Tape != 0 {
			out.Tape = p.More
		}
	}
	for _, o := range s.Offers {
		if v.Sees(o.From) || v.Sees(o.To) {
			out.Offers = append(out.Offers, o)
		}
	}
	if s.Result != nil {
		r := *s.Result
		out.Result = &r
	}
	out.board = out.newBoard()
	return out
}

// seen returns what a viewer knows of a seat.
func (s *state) seen(seat game.Seat, v game.Viewer) Player {
	p := s.player(seat)
	out := Player{Seat: seat, Mat: p.Mat, Have: p.Have, Assault: p.Assault, Tech: p.Tech, Dice: p.Dice, Ships: p.Ships, Cubes: p.Cubes,
		Inventions: slices.Clone(p.Inventions), Wins: p.Wins, Conquests: p.Conquests, Rerolled: p.Rerolled, Quiet: p.Quiet, Passed: p.Passed, Due: slices.Clone(p.Due),
		Bases: s.bases(seat), Pardon: s.pardonPrice(seat).Influence, Score: s.score(seat), Cards: len(p.Hand), FaceDown: p.Face != nil}
	for _, id := range p.Tiles {
		out.Zones = append(out.Zones, cards.FindTile(id).Zone)
	}
	slices.Sort(out.Zones)
	over := s.Result != nil
	if v.Sees(seat) || over || s.Terms.TilesOpen {
		out.Tiles = slices.Clone(p.Tiles)
	}
	if v.Sees(seat) || over {
		out.Own = &OwnThings{slices.Clone(p.Dealt), slices.Clone(p.Hand), p.Face, p.Mine, p.Cube, slices.Clone(p.Flip), p.Habit}
	}
	return out
}
