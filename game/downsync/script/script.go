// Package script plays a match written as a text file and prints what happens, one JSON object a line: for rules
// tests, bug reports, and a moderator's "what would have happened". It hosts the match in the hall on the memory
// store, like the bot does, without clocks.
//
// A line is a header, an order ("1> move A1 to 10,12"), a lab directive, or a request; # starts a comment. Of the
// requests expect is the one that may fail: "expect ok" and "expect error CODE" are about the order just above, "expect see
// 2 .pieces.A1.kind ping" about a value in a viewer's view, "expect measure A1 B1 .gap 5.25" about a measurement. Exit
// status: 0 played and every expect held; 1 an expectation failed or the dice ran out; 2 the file is malformed.
package script

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/storage/memory"
)

// Limits of a script.
const (
	maxLines = 20000
	maxLine  = 256 << 10 // bytes: a whole match's options stand in one
)

// Exit statuses of Run.
const (
	Played    = 0 // every expectation held
	Failed    = 1 // one did not, the dice ran out, or the match could not go on
	Malformed = 2 // a line is not of the format
)

// malformed says what is wrong with a line and what was expected.
type malformed struct{ text string }

func (m malformed) Error() string { return m.text }

func expected(format string, args ...any) error { return malformed{fmt.Sprintf(format, args...)} }

// failure stops a script whose expectation did not hold or whose dice ran out.
type failure struct{ text string }

func (f failure) Error() string { return f.text }

// Run plays the script read from src and gives the exit status. What happens goes to out as it happens; what is wrong
// with the script goes to errs as one line "name:line: …". name is the file's, for that line; files that the script names
// lie beside it.
func Run(ctx context.Context, name string, src io.Reader, out, errs io.Writer) int {
	p := newPlayer(ctx, out)
	p.folder = filepath.Dir(name)
	lines := bufio.NewScanner(src)
	lines.Buffer(make([]byte, 0, 4096), maxLine+1)
	n := 0
	for lines.Scan() {
		if n++; n > maxLines {
			fmt.Fprintf(errs, "%s:%d: expected at most %d lines\n", name, n, maxLines)
			return Malformed
		}
		if err := p.line(lines.Text()); err != nil {
			fmt.Fprintf(errs, "%s:%d: %v\n", name, n, err)
			return status(err)
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = expected("expected a line of at most %d bytes", maxLine)
		}
		fmt.Fprintf(errs, "%s:%d: %v\n", name, n+1, err)
		return status(err)
	}
	if err := p.start(); err != nil {
		fmt.Fprintf(errs, "%s: %v\n", name, err)
		return status(err)
	}
	return Played
}

// status is the exit status for what stopped a script.
func status(err error) int {
	if errors.As(err, new(malformed)) {
		return Malformed
	}
	return Failed
}

// player plays one script.
type player struct {
	ctx    context.Context
	out    *json.Encoder
	conf   rules.Config
	lab    *rules.Lab
	dice   *dice
	hall   *table.Hall
	folder string   // where files that the script names lie
	words  []string // of the line being read, as written
	steps  int      // orders so far
	last   error    // of the order just above
}

func newPlayer(ctx context.Context, out io.Writer) *player {
	p := &player{ctx: ctx, out: json.NewEncoder(out), conf: rules.Defaults(), dice: &dice{}, folder: "."}
	p.out.SetEscapeHTML(false)
	return p
}

// stopped is a clock that stands.
type stopped struct{}

func (stopped) Now() time.Time { return time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC) }

const match table.ID = "script"

// start opens the match, once.
func (p *player) start() error {
	if p.hall != nil {
		return nil
	}
	if p.lab != nil && p.lab.Active == 0 {
		return expected("a lab needs begin 1 or begin 2")
	}
	if p.lab == nil {
		for i, f := range p.conf.Forces {
			if len(f) == 0 {
				return expected("no force %d: expected an army like coalition-starter, or the slugs of Units", i+1)
			}
		}
	}
	p.conf.Lab = p.lab
	hall := table.New(memory.New(), stopped{}, table.Options{Games: []game.Game{rules.Rules()}, Referee: true,
		Dice: func(table.ID) game.Dice { return p.dice }})
	err := hall.Open(p.ctx, "open", match, table.Opening{Game: "downsync", Config: p.conf.Encode(), Users: []table.User{"1", "2"}})
	if errors.Is(err, errDice) {
		return err
	}
	if err != nil {
		return malformed{err.Error()}
	}
	p.hall = hall
	return nil
}

// line plays one line.
func (p *player) line(text string) error {
	text, _, _ = strings.Cut(text, "#")
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if seat, order, ok := strings.Cut(text, ">"); ok && (strings.TrimSpace(seat) == "1" || strings.TrimSpace(seat) == "2") {
		if err := p.start(); err != nil {
			return err
		}
		return p.order(game.Seat(strings.TrimSpace(seat)[0]-'0'), strings.TrimSpace(order))
	}
	words := strings.Fields(text)
	name := strings.ToLower(words[0])
	if read, ok := headers[name]; ok {
		if p.hall != nil && name != "dice" {
			return expected("%q after the match began: headers come before the first order", name)
		}
		p.words = words[1:]
		return read(p, strings.Fields(strings.ToLower(text))[1:])
	}
	ask, ok := requests[name]
	if !ok {
		return expected("%q: expected a header, an order like 1> done, or a request like see 1", words[0])
	}
	if err := p.start(); err != nil {
		return err
	}
	return ask(p, words[1:])
}

// told is the line printed for an order.
type told struct {
	Order string `json:"order"`
	OK    bool   `json:"ok"`
	Code  string `json:"code,omitempty"`
	Rule  string `json:"rule,omitempty"`
	Text  string `json:"text,omitempty"`
}

// order plays an order: it answers whichever of the seat's open questions takes it.
func (p *player) order(seat game.Seat, line string) error {
	p.steps++
	cause := fmt.Sprintf("i:%d", p.steps)
	var err error
	if strings.EqualFold(line, "undo") {
		_, err = p.hall.Undo(p.ctx, cause, match, seat)
	} else {
		err = p.answer(seat, line, cause)
	}
	return p.report(fmt.Sprintf("%d> %s", seat, line), err)
}

func (p *player) answer(seat game.Seat, line, cause string) error {
	r, err := p.hall.Parse(p.ctx, match, line)
	if err != nil {
		return err
	}
	v, err := p.hall.Private(p.ctx, match, seat)
	if err != nil {
		return err
	}
	if len(v.Asks) == 0 { // over: the match itself says so
		_, err := p.hall.Act(p.ctx, cause, match, seat, "", r)
		return err
	}
	var first error // the question that holds the match up comes first, and knows best what it expected
	for _, a := range v.Asks {
		_, err := p.hall.Act(p.ctx, cause, match, seat, a.ID, r)
		if no := (*game.Refusal)(nil); !errors.As(err, &no) || no.Code != "not-now" {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// lapse lets the seat's open question run out.
func (p *player) lapse(args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	p.steps++
	v, err := p.hall.Private(p.ctx, match, seat)
	if err != nil {
		return err
	}
	err = &game.Refusal{Code: "not-now", Text: fmt.Sprintf("player %d is asked nothing that could run out", seat)}
	for _, a := range v.Asks {
		if !a.Standing {
			_, err = p.hall.Lapse(p.ctx, fmt.Sprintf("t:%d", p.steps), match, seat, a.ID)
			break
		}
	}
	return p.report(fmt.Sprintf("lapse %d", seat), err)
}

// report prints what became of an order and keeps it for expect.
func (p *player) report(order string, err error) error {
	p.last = err
	t := told{Order: order, OK: err == nil}
	var no *game.Refusal
	switch {
	case errors.As(err, &no):
		t.Code, t.Rule, t.Text = no.Code, no.Rule, no.Error()
	case err != nil:
		return err
	}
	return p.out.Encode(t)
}
