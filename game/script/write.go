package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Write returns a match as a script that plays it again: its options as stored, every die in the order in which it was rolled,
// every answer, time-out, step back and ruling. It is the truth, like the events from which it is made. A rewind goes to before
// the first event that it made void and that everybody was told. See Run for games.
func Write(games []Game, events []table.Event) (text string, err error) {
	w := writer{games: games}
	at := uint64(0)
	defer func() {
		if p := recover(); p != nil { // a fact that does not fit the state, in a file that somebody changed
			text, err = "", fmt.Errorf("event %d: it does not fit what went before", at)
		}
	}()
	for _, e := range events {
		at = e.Seq
		rec, err := game.DecodeRecord(e.Data)
		if err == nil {
			err = w.record(rec)
		}
		if err != nil {
			return "", fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	return w.b.String(), nil
}

type writer struct {
	b     bytes.Buffer
	games []Game
	match game.Match
	told  []int // the number of facts that everybody had been told after each record
}

// record writes one record, its dice first.
func (w *writer) record(rec game.Record) error {
	if len(rec.Rolls) > 0 {
		w.b.WriteString("dice")
		for _, r := range rec.Rolls {
			fmt.Fprintf(&w.b, " %d", r.Face)
		}
		w.b.WriteString("\n")
	}
	before := w.match
	if err := w.replay(rec); err != nil {
		return err
	}
	line := ""
	switch {
	case before == nil:
		return w.start(rec)
	case rec.Lapse:
		line = fmt.Sprintf("lapse %d", rec.Seat)
	case rec.Joined: // an undo takes back the whole line
		line = "; " + rec.Order
	case rec.Kind == "step" || rec.Kind == "sealed":
		line = fmt.Sprintf("%d> %s", rec.Seat, rec.Order)
	case rec.Kind == "undo" && rec.Seat > 0:
		line = fmt.Sprintf("%d> undo", rec.Seat)
	case rec.Kind == "undo":
		line = fmt.Sprintf("rewind %d", w.told[rec.Back-1]+1)
	case rec.Kind == "ruling":
		line = "ruling " + rec.Order
	case rec.Kind == "end":
		r, _ := w.match.Result()
		line = strings.Trim(fmt.Sprint("end ", r.Rank, " ", r.Why), " ")
		line = strings.NewReplacer("[", "", "]", "").Replace(line)
	case rec.Kind == "drop":
		line = fmt.Sprintf("drop %d %s", rec.Seat, rec.Note)
	default:
		return nil
	}
	if strings.ContainsAny(line, "#\r\n") {
		return fmt.Errorf("%q: expected one line without #", line)
	}
	if rec.Joined {
		w.b.Truncate(w.b.Len() - 1)
	}
	w.b.WriteString(line + "\n")
	return nil
}

func (w *writer) replay(rec game.Record) (err error) {
	if w.match == nil {
		w.match, err = w.resume(rec)
	} else {
		err = w.match.Replay(rec)
	}
	if err == nil {
		w.told = append(w.told, w.match.Count(game.Onlooker()))
	}
	return err
}

// resume begins the match with the rules that the record names.
func (w *writer) resume(rec game.Record) (game.Match, error) {
	for i, g := range w.games {
		if rec.Card == nil || rec.Card.ID != g.Rules.Card().ID {
			continue
		}
		if i > 0 {
			fmt.Fprintf(&w.b, "game %s\n", rec.Card.ID)
		}
		return g.Rules.Resume([]game.Record{rec})
	}
	return nil, fmt.Errorf("a match of no game that scripts may be of: %+v", rec.Card)
}

// start writes the options in one line. They contain no #, because it begins a comment.
func (w *writer) start(rec game.Record) error {
	raw, err := json.Marshal(json.RawMessage(rec.Conf))
	if err != nil {
		return err
	}
	if rec.Seats != rec.Card.MinSeats {
		fmt.Fprintf(&w.b, "seats %d\n", rec.Seats)
	}
	fmt.Fprintf(&w.b, "match %s\n", strings.ReplaceAll(string(raw), "#", `\u0023`))
	return nil
}

// referee makes a referee act. Everybody is told.
func (p *Player) referee(line string, r table.Ruling) error {
	if err := p.checkForeseen(); err != nil {
		return err
	}
	p.steps++
	pub, err := p.hall.Public(p.ctx, match)
	if err != nil {
		return err
	}
	r.What, r.Expect = "script", table.Rulings(pub.Facts)
	_, err = p.hall.Referee(p.ctx, fmt.Sprintf("a:%d", p.steps), match, r)
	return p.report(line, err)
}

// ruling reads "token A3.1 stun on".
func (p *Player) ruling(args []string) error {
	return p.referee("ruling "+strings.Join(args, " "), table.Ruling{Order: strings.Join(args, " ")})
}

// rewind reads the number of an event that everybody was told. The match goes on from before it.
func (p *Player) rewind(args []string) error {
	var n int
	if _, err := fmt.Sscan(one(args), &n); err != nil || n < 1 {
		return Expected("expected rewind and the number of an event, like rewind 12")
	}
	return p.referee("rewind "+args[0], table.Ruling{Before: n})
}

// drop reads the seat that goes out, and the reason: "drop 3 time".
func (p *Player) drop(args []string) error {
	seat, err := p.Seat(args)
	if err != nil || len(args) != 2 {
		return Expected("expected drop, a player from 1 to %d and why, like drop 1 time", p.seats)
	}
	return p.referee("drop "+strings.Join(args, " "), table.Ruling{Seat: seat, Drop: args[1]})
}

// end reads the rank of each seat and the reason: "end 1 2 ruling".
func (p *Player) end(args []string) error {
	r := game.Result{Rank: make([]int, p.seats)}
	wrong := Expected("expected end, a rank for each of %d seats, and why, like end%s ruling", p.seats, strings.Repeat(" 1", p.seats))
	if len(args) != p.seats+1 {
		return wrong
	}
	for i := range r.Rank {
		var err error
		if r.Rank[i], err = strconv.Atoi(args[i]); err != nil {
			return wrong
		}
	}
	r.Why = args[p.seats]
	return p.referee("end "+strings.Join(args, " "), table.Ruling{End: &r})
}
