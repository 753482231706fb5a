package bot

import (
	"context"
	"encoding/json"
	"time"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// About describes a game to its players.
type About struct {
	Name  string // "Downsync"
	Goal  string // two sentences: what it is about, and how to win
	Signs string // what the symbols on its boards mean; "" if the boards explain them
	Order string // a valid order, as an example
	// Concede is the order for conceding a match, in answer to the standing ask.
	Concede string
	// Conceded is the result's reason after a concession.
	Conceded string
	// ListHow explains how to type a list of one's own as a force; "" if the game has none.
	ListHow string
	// ChangeHow explains, in at most 45 characters, how to type a line that changes a force under construction; "" if
	// ListHow covers it.
	ChangeHow string
	// RulingHow gives examples of rulings that a moderator may enter, in at most 100 characters.
	RulingHow game.Text
	// LearnDone is the text at the end of the lesson; "" without one.
	LearnDone string
	// Windowless means that its reactions depend on public facts alone, so a strict pace would hide nothing.
	Windowless bool
}

// Force is a force as shown to its owner.
type Force struct {
	Value string // the value for ReadForce
	Name  string // at most 100 characters
	About string // how it plays, in at most 100 characters; "" if nobody has described it
	Units string // its contents, in at most 600 characters
	Kept  bool   // its reader built and saved it
}

// LongestBeside bounds, in characters, the text about a force that is shown beside the chosen one, including its name.
const LongestBeside = 240

// Listed returns the force's name for a list, in the reader's language.
func (f Force) Listed(v Voice) string {
	if f.Kept {
		return wire.Clip(v.Say("Yours: %s", f.Name), wire.LongestChoice)
	}
	return wire.Clip(f.Name, wire.LongestChoice)
}

// Page says at which question, and with which draft, a console opens.
type Page struct {
	Ask   string // the question whose controls are shown; "": the one that the match waits for
	Order string // the beginning of an answer to it, as text; dropped if it no longer fits
	Note  string // a text to show first
	Guide *Guide // leads through the page; nil outside a lesson
}

// Guide adds a lesson's step to a page of the console.
type Guide struct {
	Tell  string // the lesson's text about the step
	Order string // an order that the step accepts: the page says which of its controls to press next to give it
	News  int    // the index of the first new fact; the page leaves out earlier ones
}

// Step is the outcome of a press on a console: an order to submit, a draft to continue, or a form to fill in.
type Step struct {
	Order string
	Draft string
	Form  *wire.Form
}

// Forms holds one game's words and controls for one reader. They see a match only as its readers do. A game may leave
// these nil: Advisor, Shorthand, Builder, Films, Lessons, Inspector, Library and Series. The bot then does not offer
// them.
type Forms struct {
	About About
	Lobby
	Roster
	Play
	Advisor
	Shorthand
	History
	Builder
	Films
	Endings
	Lessons
	Inspector
	Library
	Series Series // the game's series of matches
}

// Queries returns the game's own commands about matches; none without an Inspector.
func (f Forms) Queries() []Command {
	if f.Inspector == nil {
		return nil
	}
	return f.Inspector.Queries()
}

// Books returns the game's own commands that look something up; none without a Library.
func (f Forms) Books() []Command {
	if f.Library == nil {
		return nil
	}
	return f.Library.Books()
}

// Stills returns the kinds of stills of a finished match; none without Films.
func (f Forms) Stills() []wire.Choice {
	if f.Films == nil {
		return nil
	}
	return f.Films.Stills()
}

// Proposed returns the Advisor's proposal. Without an Advisor, all advice comes from the opponent's mind.
func (f Forms) Proposed(p table.Private, ask string) (step, why string) {
	if f.Advisor == nil {
		return "", ""
	}
	return f.Advisor.Proposed(p, ask)
}

// Typed returns a typed order, expanded if the game has a Shorthand.
func (f Forms) Typed(p table.Private, line string) string {
	if f.Shorthand == nil {
		return line
	}
	return f.Shorthand.Typed(p, line)
}

// Lobby reads and shows the terms of a match.
type Lobby interface {
	// Options are the game's own choices of a challenge. The option "force" is the challenger's private choice.
	Options() []CommandOption
	// Settings reads the options. An error says what was expected. Random choices of a challenge derive from the option
	// OptionSeed, a number that no user can set.
	Settings(options map[string]string) (settings json.RawMessage, err error)
	// Mode returns the mode of secrecy in the settings, one of the choices of the option "secrecy"; "" in a game
	// without modes.
	Mode(settings json.RawMessage) string
	// Summary names settings in a few words, for a list. Terms explains in a few short lines what the sides bring, how
	// to win and what is secret. Both return "" for settings that they cannot read.
	Summary(settings json.RawMessage) string
	Terms(settings json.RawMessage) string
	// Preview returns a picture of the settings, without words, for the challenge's card. It has no files if there is
	// nothing to show.
	Preview(settings json.RawMessage) (wire.Notice, error)
	// Suggest completes an option of a challenge or of a book, given the other options. It returns at most 25
	// choices of at most 100 characters.
	Suggest(name string, options map[string]string) []wire.Choice
	// Config builds the ruleset's options from the settings and each side's choice.
	Config(settings json.RawMessage, forces []string) (game.Config, error)
}

// Roster reads and shows the forces that the sides bring into a match.
type Roster interface {
	// Forces lists the forces for a seat's private choice, the usual choice first. They do not depend on
	// another seat's choice, which is secret.
	Forces(settings json.RawMessage, seat game.Seat) []Force
	// ForceNamed describes a force that ReadForce returned, for its owner.
	ForceNamed(settings json.RawMessage, force string) Force
	// ReadForce reads a force that somebody typed for a seat: one of those offered, a share code, or a list of their
	// own. It returns the force in the form to store, and a note for its owner ("" for none). The error says what was
	// expected.
	ReadForce(settings json.RawMessage, seat game.Seat, typed string) (force, note string, err error)
	// Played returns the forces of a finished match, by seat, in the form that ReadForce returns; ok is false if they
	// stayed secret.
	Played(table.Public) (forces []string, ok bool)
	// Factions names the faction of each seat in a finished match, by seat; "" if it has no name.
	Factions(table.Public) []string
}

// Builder builds forces. A share code holds a force, finished or under construction, in one line of at most MaxCode
// characters. It means the same on every host.
type Builder interface {
	// Starters lists everybody's forces. NewForce returns an empty one. Both are share codes.
	Starters() []wire.Option
	NewForce() string
	// ForceCode reads a typed code and returns it in its stored form, with a summary of the force.
	ForceCode(typed string) (code, summary string, err error)
	// EmptyForce reports whether a code holds nothing that anybody could play or would want to open.
	EmptyForce(code string) bool
	// BuilderPage shows a force under construction. Its controls, named by BuildControl or BuildButton, are carried out
	// by ChangeForce; the part BuildTyped is a list as text. A builder with several pages shows the page that holds the
	// pressed control or that the control leads to, and the first page if none was pressed. The bot adds up to 17
	// components of its own.
	BuilderPage(code string, pressed Built) ([]wire.Block, error)
	ChangeForce(code, part string, values []string) (string, error)
}

// Built is a pressed control of the force builder: its part, and the chosen values. It is zero if none was pressed.
type Built struct {
	Part   string
	Values []string
}

// Cards makes the public cards of a match: one for each turn.
type Cards interface {
	// Turn returns the number of the public card: a new number starts a new card.
	Turn(table.Public) int
	// Split returns how many of the facts belong to the cards up to that turn.
	Split(facts []game.Fact, turn int) int
	// Card returns the public card: the events in facts, the board, who must act and by when.
	Card(p table.Public, facts []game.Fact) (wire.Notice, error)
	// Closed returns the card of a past turn: a headline, its last board, and the row below it. p is the match at that
	// turn's end, and its last facts belong to the turn; told holds these facts as they were told, even if they were taken back later.
	Closed(p table.Public, turn int, told []game.Fact, below wire.Row) (wire.Notice, error)
	// Headline names a turn, and says in a few words what counts of it, as Closed does. counts reports whether something was lost
	// or scored.
	Headline(p table.Public, turn int, told []game.Fact) (name, deeds string, counts bool)
	// Board returns the current public view for an onlooker: without controls, notifying nobody.
	Board(table.Public) (wire.Notice, error)
}

// Play makes a match's cards and consoles.
type Play interface {
	Cards
	// Question describes a question in a few words. Outcome tells in one line how a finished match ended.
	Question(p table.Private, a table.OpenAsk) string
	Outcome(p table.Public) string
	// Title names the match for its thread, in at most 100 characters.
	Title(p table.Public, names []string) string
	// Console returns a seat's private console: its board, its question, and what happens if it does nothing.
	Console(table.Private, Page) (wire.Letter, error)
	// Press adds a choice to a draft. The values come from a select, or from a form's fields in the order of their ids.
	Press(p table.Private, ask, draft string, values []string) Step
	// Presses describes, a sentence each, the controls to press one after another to give the order. all is false if a
	// part of the order has no control, such as a place on the board.
	Presses(p table.Private, ask, order string) (steps []string, all bool)
}

// Advisor proposes controls, for a game that has worked out what most players would press.
type Advisor interface {
	// Proposed returns the control that most players would press at the question, and why; "" for none.
	Proposed(p table.Private, ask string) (step, why string)
}

// Shorthand reads the abbreviations that a game lets its players type.
type Shorthand interface {
	// Typed returns a typed order with its abbreviations expanded from what the player knows: those for a place, and
	// those for several orders. Semicolons separate several orders.
	Typed(p table.Private, line string) string
}

// History shows past events in words and on boards.
type History interface {
	// Log describes each fact in words with the rules that it follows from; "" for a fact that needs no words. Its
	// reader was told these facts.
	Log(v game.View, m table.Meta, facts []game.Fact) []string
	// Plainly is Log without the rules.
	Plainly(v game.View, m table.Meta, facts []game.Fact) []string
	// Ruling returns the ruling card of the nth public fact, RulingOwn that of the nth fact that a seat was told: its
	// board, distances, modifiers with their sources, rules. before and after are the match right before and right
	// after the step; before is zero for the first step.
	Ruling(before, after table.Public, n int) (wire.Notice, error)
	RulingOwn(before, after table.Private, n int) (wire.Letter, error)
	// Disclosed shows what was disclosed to a referee.
	Disclosed(o table.Opened, m table.Meta) (wire.Message, error)
	// Sealed compares what was opened at the end with what was sealed at the start, as the facts report it. It returns
	// a line for each seal with the data to check it. The error names a seal that does not match.
	Sealed(told []game.Fact) (seals []string, err error)
	// PrivateThen and PublicThen show the match at a past moment, to a seat and to everybody: what had just happened,
	// and the board.
	PrivateThen(table.Private, table.Moment) (wire.Letter, error)
	PublicThen(table.Public, table.Moment) (wire.Notice, error)
}

// Films makes pictures of the course of a finished match.
type Films interface {
	// Film returns the whole match as an animation. It calls progress after each step with the number of finished
	// steps; an error from progress ends it.
	Film(film Film, m table.Meta, progress func(done, of int) error) (wire.Notice, error)
	// ContactSheet shows the course of the match on one picture.
	ContactSheet(film Film, m table.Meta) (wire.Notice, error)
	// Still shows one step, in one of the kinds of Stills; "": the usual kind.
	Still(f table.Frame, m table.Meta, which string) (wire.Notice, error)
	Stills() []wire.Choice
}

// Endings makes public pictures of how a match ended.
type Endings interface {
	// Result returns the picture of the result.
	Result(table.Public) (wire.Notice, error)
	// Highlights returns a short animation of the decisive events. p is the match at its end; progress works as in
	// Film.
	Highlights(film Film, p table.Public, progress func(done, of int) error) (wire.Notice, error)
}

// Film shows the steps of a finished match in order, until show fails. It can be called again.
type Film func(show func(table.Frame) error) error

// Lessons teaches the game.
type Lessons interface {
	// Lesson returns the lesson after its learner's orders so far. A *game.Refusal concerns the last of them.
	Lesson(orders []string) (Lesson, error)
}

// Lesson is a lesson as its learner sees it after some orders.
type Lesson struct {
	table.Private
	Step, Steps int    // the next step, from 1
	Tell        string // the text about it
	Example     string // an order that it accepts; "" at the end
	Tells       bool   // the learner only reads; there is nothing to do
	News        int    // the index of the first fact of the last order
	Opponents   int    // the scripted players, who have the seats after the learner's
	// Along returns an order begun in the part that leads to an order that the step accepts. A *game.Refusal means that
	// it leads elsewhere.
	Along func(begun string) (string, error)
}

// Inspector answers the game's own commands that ask about a match and change nothing.
type Inspector interface {
	Queries() []Command
	// Query answers a command for a seat's eyes, QueryPublic for an onlooker. The error says what is impossible, or
	// what was expected.
	Query(p table.Private, command string, options map[string]string) (wire.Letter, error)
	QueryPublic(p table.Public, command string, options map[string]string) (wire.Notice, error)
	// Complete suggests values for an option of a query that has Autocomplete, from what the view's owner knows.
	Complete(view game.View, meta table.Meta, option, typed string) []wire.Choice
}

// Library answers the game's own commands that look something up, such as cards or rules. They need no match.
type Library interface {
	Books() []Command
	// LookUp answers one. A select in its answers passes its value as the command's first option; the select's id is
	// BookControl. The error says what was expected.
	LookUp(command string, options map[string]string) (wire.Message, error)
}

// OptionSeed is the name of the option that seeds the random choices of Lobby.Settings.
const OptionSeed = "seed"

// Hall is the bot's access to the table. A *table.Hall implements all its parts.
type Hall struct {
	Player
	Reader
	Rulings
}

// HallOf returns a Hall whose parts are all h.
func HallOf(h interface {
	Player
	Reader
	Rulings
}) Hall {
	return Hall{h, h, h}
}

// Opener opens matches and looks after them.
type Opener interface {
	Open(ctx context.Context, cause string, id table.ID, o table.Opening, more ...table.Record) error
	Abandon(ctx context.Context, cause string, id table.ID, seat, left game.Seat, facts int) (table.Outcome, error)
	RemoveUser(ctx context.Context, cause string, id table.ID, seat game.Seat, as wire.UserID, place func(table.Meta) (json.RawMessage, error)) (table.Outcome, error)
	Shown(ctx context.Context, cause string, id table.ID) error
	Refresh(ctx context.Context, cause string, id table.ID, seats ...game.Seat) error
	// Outages returns the outages after the given time, in which players could reach no host. If lasts is true, the
	// last one has not ended.
	Outages(ctx context.Context, after time.Time) (all []table.Outage, lasts bool, err error)
}

// Player opens matches and plays in them.
type Player interface {
	Opener
	Parse(ctx context.Context, id table.ID, line string) (game.Reply, error)
	Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error)
	// Position, ActOn and ActUnnoticed are for a player that takes a while to think; see table.Position.
	Position(ctx context.Context, id table.ID, seat game.Seat) (table.Position, error)
	ActOn(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error)
	ActUnnoticed(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error)
	Undo(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error)
	Propose(ctx context.Context, cause string, id table.ID, seat game.Seat, what table.Proposal, d time.Duration) (agreed bool, err error)
	Leave(ctx context.Context, cause string, id table.ID, seat game.Seat, days int) (table.Outcome, error)
	Return(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error)
}

// Reader reads matches as one of their viewers.
type Reader interface {
	Meta(ctx context.Context, id table.ID) (table.Meta, error)
	SeatOf(ctx context.Context, id table.ID, u wire.UserID) (game.Seat, error)
	MatchesOf(ctx context.Context, u wire.UserID) ([]table.Seated, error)
	Public(ctx context.Context, id table.ID) (table.Public, error)
	Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error)
	PastReader
	// Audit's error may be a *table.Inconsistency, which quotes stored data.
	Audit(ctx context.Context, id table.ID) (table.Audited, error)
}

// PastReader reads earlier moments of matches.
type PastReader interface {
	PublicAt(ctx context.Context, id table.ID, at table.Point) (table.Public, table.Moment, error)
	PrivateAt(ctx context.Context, id table.ID, seat game.Seat, at table.Point) (table.Private, table.Moment, error)
	FrameAt(ctx context.Context, id table.ID, step int) (table.Frame, error)
	Course(ctx context.Context, id table.ID) (table.Course, error)
	Film(ctx context.Context, id table.ID, show func(table.Frame) error) error
}

// Rulings is a moderator's access to matches.
type Rulings interface {
	// Referee carries out a ruling. TryRuling decides one without carrying it out.
	Referee(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Outcome, error)
	TryRuling(ctx context.Context, id table.ID, r table.Ruling) ([]game.Fact, error)
	// Disclose commits that a referee sees secrets, then returns them. CarriedFor returns the whole match that was
	// disclosed.
	Disclose(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Opened, error)
	CarriedFor(ctx context.Context, o table.Opened) (table.Carried, error)
	// Legal reports whether the decision that led to a public event was legal.
	Legal(ctx context.Context, id table.ID, event int) (bool, error)
}

const (
	// BuildTyped is the builder's part that accepts a list as text.
	BuildTyped = "typed"
	// MaxCode bounds a share code, in characters, with room for what people add to it.
	MaxCode = 100
	// MaxPasted bounds the text that people paste a share code in, in characters: Discord's longest field, which holds
	// a whole message.
	MaxPasted = 4000
	// MostOrders bounds how many orders can be given at once, for pieces that move together: enough for a whole side.
	MostOrders = game.MostOrders
	// MaxForce bounds a typed list, in characters.
	MaxForce = 400
)

// Modes returns a game's modes of secrecy: the choices of its option "secrecy".
func (f Forms) Modes() []string {
	var out []string
	for _, o := range f.Options() {
		if o.Name == "secrecy" {
			for _, c := range o.Choices {
				out = append(out, c.Value)
			}
		}
	}
	return out
}
