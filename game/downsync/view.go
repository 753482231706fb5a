package downsync

import (
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Phase is the current phase of a match. Set-up (who deploys first, deployment) is "deploy".
type Phase string

// Phases, in their order (Q13).
const (
	Deploying   Phase = "deploy"
	Designating Phase = "designate"
	Revealing   Phase = "reveal"
	Refreshing  Phase = "refresh"
	Moving      Phase = "move"
	Reacting    Phase = "react"
	Activating  Phase = "activate"
	Over        Phase = "over"
)

// Both is a number for each seat.
type Both = game.Both[int]

// View is one viewer's knowledge of a match. Whatever the viewer may not know is left out, never blanked. A view is made with one
// board for all its what-ifs, so nobody may write to its lists; they may be replaced.
type View struct {
	Viewer    game.Viewer `json:"viewer"`
	env       *env
	set       *setting
	Rules     string        `json:"rules"`   // the edition: "2023-03", "4.2"
	Size      string        `json:"size"`    // small, standard
	Secrecy   string        `json:"secrecy"` // veiled, open
	Map       string        `json:"map"`
	MaxRounds int           `json:"max_rounds,omitempty"` // 0: no limit
	Options   []string      `json:"options,omitempty"`    // those not at their default, each as "max_rounds 6"
	Table     plane.Point   `json:"table"`                // the far corner, inches
	VIPs      []plane.Point `json:"vips"`                 // the places of Goals: the VIPs of side 1 and side 2 (Q11), or Control Objectives
	Round     int           `json:"round"`                // 0 until deployment is done
	Turn      int           `json:"turn"`                 // counts Taskforce Activations over the whole match
	Active    game.Seat     `json:"active"`               // the side whose Turn it is; while deploying, the side that deploys; 0 before
	Phase     Phase         `json:"phase"`
	CP        Both          `json:"cp"`
	CPMax     int           `json:"cp_max"`
	VP        Both          `json:"vp"`
	Pieces    []Piece       `json:"pieces"` // on the table and still to be deployed, in label order
	// Taskforce lists the pieces that act together this Turn (R3.6).
	Taskforce []Label `json:"taskforce,omitempty"`
	// Identifying lists contacts whose owner must say which Units they are (S8).
	Identifying []Label     `json:"identifying,omitempty"`
	Engagement  *Engagement `json:"engagement,omitempty"`
	Acting      *Acting     `json:"acting,omitempty"`
	Hit         *Hit        `json:"hit,omitempty"`
	// Reserve lists the Units that the viewer's own side may still reveal, by slug in card order.
	Reserve []string `json:"reserve,omitempty"`
	// Reserves holds every reserve that the viewer may know, by seat: both in an open match, for a referee, and at the end.
	Reserves map[string][]string `json:"reserves,omitempty"`
	Lost     []Lost              `json:"lost,omitempty"`
	// Drawing lists the sides that offer a draw this Turn.
	Drawing []game.Seat `json:"drawing,omitempty"`
	// Passing is the viewer's own standing order to pass, while it holds: turn, round, until-change.
	Passing string `json:"passing,omitempty"`
	// Countering: the viewer's own countermeasures are automatic this Turn.
	Countering bool `json:"countering,omitempty"`
	// Rosters holds the forces' commitments in a veiled match, opened with the result (S9).
	Rosters []Roster `json:"rosters,omitempty"`
	// Riders lists the Units off the table that the viewer knows of.
	Riders []Rider      `json:"riders,omitempty"`
	Result *game.Result `json:"result"`
}

// For returns the viewer.
func (v View) For() game.Viewer { return v.Viewer }

// Offering returns the seats that offer a draw.
func (v View) Offering() []game.Seat { return v.Drawing }

// Piece finds a piece by label.
func (v View) Piece(l Label) (Piece, bool) {
	for _, p := range v.Pieces {
		if p.Label == l {
			return p, true
		}
	}
	return Piece{}, false
}

// Engagement is a running Reaction Engagement (R24).
type Engagement struct {
	Stage        string        `json:"stage"` // join, declare, boost, resolve
	Free         int           `json:"free"`  // the number that may react without paying (R24.5)
	Participants []Participant `json:"participants,omitempty"`
}

// Participant is a Unit in an engagement. Die is 0 until rolled.
type Participant struct {
	Label Label `json:"label"`
	Die   int   `json:"die,omitempty"`
	Acted bool  `json:"acted,omitempty"`
}

// Acting is the piece whose activation is running.
type Acting struct {
	Label  Label  `json:"label"`
	Action string `json:"action,omitempty"` // the action whose checks or attacks are not all used
	By     int    `json:"by,omitempty"`     // the base that uses it
	Left   int    `json:"left,omitempty"`   // checks or attacks left
	// Aim and Targets belong to an attack whose targets were named first (Q80); those before Next are rolled.
	Aim     *plane.Point `json:"aim,omitempty"`
	Targets []Ref        `json:"targets,omitempty"`
	Next    int          `json:"next,omitempty"`
	// Recovering is the number of the base that pays for its Stun Token (edition 4.2); 0: none.
	Recovering int `json:"recovering,omitempty"`
	// Eye is the observer's base through which it fires, called by Forward Observe (Q79).
	Eye Ref `json:"eye,omitzero"`
	// Unloaded: it has just come off its transport and has one action a base (Q76).
	Unloaded bool `json:"unloaded,omitempty"`
}

// Roster is a force with a commitment. Salt and Units are empty until it is opened.
type Roster struct {
	Hash  string   `json:"hash"` // the value of Commitment
	Salt  string   `json:"salt,omitempty"`
	Units []string `json:"units,omitempty"`
}

// Rider is a Unit that is carried, or comes packaged with its carrier.
type Rider struct {
	Seat      game.Seat `json:"seat"`
	Unit      string    `json:"unit"`            // slug
	Label     Label     `json:"label,omitempty"` // its label on the table
	In        Label     `json:"in,omitempty"`    // "": in a transport that is not revealed yet
	Bases     int       `json:"bases"`
	Activated bool      `json:"activated,omitempty"`
}

// Hit is an attack's effect that waits for the owner's countermeasures.
type Hit struct {
	By     Ref          `json:"by"`
	Action string       `json:"action"`
	Target Ref          `json:"target"`
	Effect cards.Effect `json:"effect"`
}

// Lost is a Unit that has left the game.
type Lost struct {
	Seat  game.Seat `json:"seat"`
	Label Label     `json:"label,omitempty"` // "" if it was never on the table
	Unit  string    `json:"unit"`
}

// Base returns a base with its piece. ok is false if it is not on the table.
func (v View) Base(r Ref) (p Piece, b Base, ok bool) {
	p, _ = v.Piece(r.Label)
	b, ok = p.Base(r.N)
	return p, b, ok
}

// Own returns the seat's pieces on the table for which it holds.
func (v View) Own(seat game.Seat, is func(Piece) bool) (out []Label) {
	for _, p := range v.Pieces {
		if p.Seat == seat && len(p.Bases) > 0 && is(p) {
			out = append(out, p.Label)
		}
	}
	return out
}
