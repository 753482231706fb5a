// Package script plays a match written as a text file and prints what happens, one JSON object a line: for rules tests, bug
// reports, and a moderator's "what would have happened". It hosts the match in the hall on the memory store, like the bot does,
// on a clock that stands still.
//
// A line is a header, an order ("1> move A1 to 10,12") or a request; # starts a comment. The header "seats N" sets the number
// of players in a game that leaves it open; without it, the game's fewest play. The header "game NAME" chooses the game, which
// brings headers and requests of its own. Of the requests only expect may fail: "expect ok" and "expect error CODE" check the
// previous order, "expect see 2 .pieces.A1.kind ping" checks a value in a viewer's view, "expect measure A1 B1 .gap 5.25"
// checks a value in the answer to one of the game's requests. A refused order fails the script unless "expect error CODE"
// follows it, or the header "refusals quiet" lets every refusal pass. Exit status: 0 played and every expect held; 1 an order was
// refused, an expectation failed or the dice ran out; 2 the file is malformed.
package script

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage/memory"
)

// Limits of a script.
const (
	maxLines = 20000
	maxLine  = 256 << 10 // bytes: a whole match's options are on one line
)

// Exit statuses of Run.
const (
	Played    = 0 // every order was accepted, or refused as foreseen, and every expectation held
	Failed    = 1 // an order was refused, an expectation did not hold, the dice ran out, or the match could not go on
	Malformed = 2 // a line is not in the format
)

// malformed says what is wrong with a line and what was expected.
type malformed struct{ text string }

func (m malformed) Error() string { return m.text }

// Expected returns an error for a line that is not in the format, with what was expected.
func Expected(format string, args ...any) error { return malformed{fmt.Sprintf(format, args...)} }

// Game is a game that scripts may play.
type Game struct {
	Rules game.Game
	// New begins the head of a script. The files that the script names are in folder.
	New func(folder fs.FS) Head
}

// Head holds what a game adds to one script.
type Head struct {
	Sides int // the highest face in the header "dice"
	// Headers holds the functions that read the lines before the first order, by their first word. They are given the other
	// words, in lower case and as they were written.
	Headers map[string]func(words, written []string) error
	// Config returns the options that the headers have set. The error says which header is missing.
	Config func() (game.Config, error)
	// Stored reads the options of a stored match, from the header "match".
	Stored func(game.Config) error
	// Begins reports whether the last header begins the match; nil: the first order does.
	Begins func() bool
	// Requests answer questions about the match, by their first word.
	Requests map[string]Request
}

// Request is a question about a match.
type Request struct {
	Form string // the form of an expectation about it, "measure FROM TO"
	// Answer returns a value to be printed as JSON.
	Answer func(p *Player, args []string) (any, error)
}

// failure stops a script whose expectation did not hold or whose dice ran out.
type failure struct{ text string }

func (f failure) Error() string { return f.text }

// unforeseen stops a script in which an order was refused and no expectation says so.
type unforeseen struct {
	line    int // of the order
	order   string
	refusal *game.Refusal
}

func (u unforeseen) Error() string {
	return fmt.Sprintf("%q was refused (%s: %s); expected \"expect error %s\" after it, or the header \"refusals quiet\"", u.order, u.refusal.Code, u.refusal, u.refusal.Code)
}

// Run plays the script read from src and returns the exit status. It writes what happens to out at once, and an error in the
// script to errs as one line "name:line: …". name is the file's, for that line; files that the script names are beside it.
// Scripts that name no game are of the first game.
func Run(ctx context.Context, games []Game, name string, src io.Reader, out, errs io.Writer) int {
	p := NewPlayer(ctx, games, os.DirFS(filepath.Dir(name)), out)
	fails := func(line int, err error) int { // line 0: none in particular
		if u := (unforeseen{}); errors.As(err, &u) {
			line = u.line
		}
		at := name
		if line > 0 {
			at = fmt.Sprintf("%s:%d", name, line)
		}
		fmt.Fprintf(errs, "%s: %v\n", at, err)
		return status(err)
	}
	lines := bufio.NewScanner(src)
	lines.Buffer(make([]byte, 0, 4096), maxLine+1)
	for lines.Scan() {
		if p.line == maxLines {
			return fails(p.line+1, Expected("expected at most %d lines", maxLines))
		}
		if err := p.Line(lines.Text()); err != nil {
			return fails(p.line, err)
		}
	}
	err := lines.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return fails(p.line+1, Expected("expected a line of at most %d bytes", maxLine))
	case err != nil:
		return fails(p.line+1, err)
	}
	if err := p.End(); err != nil {
		return fails(0, err)
	}
	return Played
}

// status returns the exit status for the error that stopped a script.
func status(err error) int {
	if errors.As(err, new(malformed)) {
		return Malformed
	}
	return Failed
}

// Player plays one script, line by line.
type Player struct {
	ctx    context.Context
	out    *json.Encoder
	games  []Game
	folder fs.FS
	game   Game
	head   Head
	read   bool // a header of the game's was read
	dice   *dice
	clock  still
	hall   *table.Hall
	line   int   // the number of the current line, from 1
	steps  int   // orders so far
	last   error // of the previous order
	seats  int   // the number of players
	quiet  bool  // refused orders pass
	// refused is the previous order, if it was refused and no expectation has said so.
	refused *unforeseen
}

// NewPlayer begins a script. See Run for games; files that the script names are in folder.
func NewPlayer(ctx context.Context, games []Game, folder fs.FS, out io.Writer) *Player {
	p := &Player{ctx: ctx, out: json.NewEncoder(out), games: games, folder: folder, dice: &dice{}}
	p.out.SetEscapeHTML(false)
	p.play(games[0])
	return p
}

// play chooses the game.
func (p *Player) play(g Game) { p.game, p.head, p.seats = g, g.New(p.folder), g.Rules.Card().MinSeats }

// Begun reports whether the match has begun.
func (p *Player) Begun() bool { return p.hall != nil }

// Seats returns the number of players.
func (p *Player) Seats() int { return p.seats }

// End ends the script: it opens the match if no line has done so. The error says if the last order was refused unforeseen.
func (p *Player) End() error {
	if err := p.Start(); err != nil {
		return err
	}
	return p.checkForeseen()
}

// checkForeseen returns an error if the previous order was refused and no expectation has said so.
func (p *Player) checkForeseen() error {
	if p.refused == nil || p.quiet {
		return nil
	}
	return *p.refused
}

// still is a clock that moves only by the request "wait".
type still struct{ waited time.Duration }

func (c *still) Now() time.Time { return time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC).Add(c.waited) }

const match table.ID = "script"

// Start opens the match, once.
func (p *Player) Start() error {
	if p.Begun() {
		return nil
	}
	conf, err := p.head.Config()
	if err != nil {
		return err
	}
	hall := table.New(memory.New(), &p.clock, table.Options{Games: []game.Game{p.game.Rules}, Referee: true,
		Dice: func(table.ID) game.Dice { return p.dice }})
	users := make([]table.User, p.seats)
	for i := range users {
		users[i] = table.User(strconv.Itoa(i + 1))
	}
	err = hall.Open(p.ctx, "open", match, table.Opening{Game: p.game.Rules.Card().ID, Config: conf, Users: users})
	if errors.Is(err, errDice) {
		return err
	}
	if err != nil {
		return malformed{err.Error()}
	}
	p.hall = hall
	return nil
}

// Line plays one line.
func (p *Player) Line(text string) error {
	p.line++
	text, _, _ = strings.Cut(text, "#")
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if left, order, ok := strings.Cut(text, ">"); ok {
		if seat, err := p.Seat(strings.Fields(left)); err == nil {
			if err := p.Start(); err != nil {
				return err
			}
			return p.order(seat, strings.TrimSpace(order))
		}
	}
	words := strings.Fields(text)
	name, args := strings.ToLower(words[0]), words[1:]
	if known, err := p.header(name, strings.Fields(strings.ToLower(text))[1:], args); known {
		return err
	}
	ask := p.request(name)
	if ask == nil {
		return Expected("%q: expected a header, an order like 1> done, or a request like see 1", words[0])
	}
	if err := p.Start(); err != nil {
		return err
	}
	return ask(p, args)
}

// header reads a header, or says that there is none of that name.
func (p *Player) header(name string, words, written []string) (known bool, err error) {
	own, known := headers[name]
	read, ofGame := p.head.Headers[name]
	switch {
	case !known && !ofGame:
		return false, nil
	case p.Begun() && name != "dice":
		return true, Expected("%q after the match began: headers come before the first order", name)
	case known:
		return true, own(p, words, written)
	}
	p.read = true
	if err := read(words, written); err != nil {
		return true, err
	}
	if p.head.Begins != nil && p.head.Begins() {
		return true, p.Start()
	}
	return true, nil
}

// told is the line printed for an order.
type told struct {
	Order string `json:"order"`
	OK    bool   `json:"ok"`
	Code  string `json:"code,omitempty"`
	Rule  string `json:"rule,omitempty"`
	Text  string `json:"text,omitempty"`
}

// order plays an order: it answers any of the seat's open questions that accepts it. Orders separated by semicolons are played
// as one act.
func (p *Player) order(seat game.Seat, line string) error {
	if err := p.checkForeseen(); err != nil {
		return err
	}
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

func (p *Player) answer(seat game.Seat, line, cause string) error {
	var rs []game.Reply
	for _, text := range strings.Split(line, ";") {
		r, err := p.hall.Parse(p.ctx, match, strings.TrimSpace(text))
		if err != nil {
			return err
		}
		rs = append(rs, r)
	}
	_, err := p.hall.Act(p.ctx, cause, match, seat, "", rs[0], rs[1:]...)
	return err
}

// lapse lets the seat's open question run out.
func (p *Player) lapse(args []string) error {
	seat, err := p.Seat(args)
	if err == nil {
		err = p.checkForeseen()
	}
	if err != nil {
		return err
	}
	p.steps++
	v, err := p.hall.Private(p.ctx, match, seat)
	if err != nil {
		return err
	}
	err = &game.Refusal{Code: "not-now", Text: game.Text(fmt.Sprintf("player %d is asked nothing that could run out", seat))}
	for _, a := range v.Asks {
		if !a.Standing {
			_, err = p.hall.Lapse(p.ctx, fmt.Sprintf("t:%d", p.steps), match, seat, a.ID)
			break
		}
	}
	return p.report(fmt.Sprintf("lapse %d", seat), err)
}

// longestWait is the greatest number of seconds that "wait" may let pass.
const longestWait = 24 * 60 * 60

// wait lets seconds pass, so that windows of a fixed length close: "wait 8".
func (p *Player) wait(args []string) error {
	n, err := strconv.Atoi(one(args))
	if err != nil || n < 1 || n > longestWait {
		return Expected("expected wait and a number of seconds, like wait 8")
	}
	if err := p.checkForeseen(); err != nil {
		return err
	}
	p.steps++
	if err := p.hall.Shown(p.ctx, fmt.Sprintf("w:%d", p.steps), match); err != nil {
		return err
	}
	p.clock.waited += time.Duration(n) * time.Second
	_, err = p.hall.Timers().Fire(p.ctx)
	return err
}

// report prints the result of an order and keeps it for expect.
func (p *Player) report(order string, err error) error {
	p.last, p.refused = err, nil
	t := told{Order: order, OK: err == nil}
	var no *game.Refusal
	switch {
	case errors.As(err, &no):
		p.refused = &unforeseen{p.line, order, no}
		t.Code, t.Rule, t.Text = no.Code, no.Rule, no.Error()
	case err != nil:
		return err
	}
	return p.out.Encode(t)
}
