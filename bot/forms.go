package bot

import (
	"context"
	"encoding/json"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// Notice is a message that everybody may see. It is another type than Letter, so that neither can go the other's way.
type Notice struct{ Message }

// Letter is a private message for one seat.
type Letter struct {
	Seat game.Seat
	Message
}

// About describes a game to its players.
type About struct {
	Name  string // "Downsync"
	Goal  string // two sentences: what it is about, and how it is won
	Signs string // what the signs on its boards mean; "" if they say it themselves
	Order string // an order as it may be typed, for an example
	// Concede is the order that gives a match up, in answer to the standing ask.
	Concede string
	// Conceded is the reason of a result by giving up.
	Conceded string
	// ListHow is how a list of one's own is typed as a force; "" where there is nothing to type.
	ListHow string
	// ChangeHow is how a line is typed that changes a force under construction, in at most 45 characters; "" where it is as ListHow says.
	ChangeHow string
	// RulingHow are examples of what a moderator may rule, at most 100 characters.
	RulingHow game.Text
	// LearnDone is what the lesson says when it is over; "" without one.
	LearnDone string
	// Windowless tells that its reactions hang on what everybody knows: a strict pace would hide nothing.
	Windowless bool
}

// Force is a force as its owner is shown it.
type Force struct {
	Value string // what ReadForce reads
	Name  string // at most 100 characters
	About string // what it is like to play, at most 100 characters; "" for one that nobody has described
	Units string // what is in it, at most 600 characters
	Kept  bool   // its reader built and kept it
}

// LongestBeside bounds what is said of a force beside the one that is chosen, with its name, in characters.
const LongestBeside = 240

// Listed is the force's name in a list, in the reader's language.
func (f Force) Listed(v Voice) string {
	if f.Kept {
		return Clip(v.Say("Yours: %s", f.Name), LongestChoice)
	}
	return Clip(f.Name, LongestChoice)
}

// Page says where a console is opened.
type Page struct {
	Ask   string // the question whose controls are shown; "": the one that holds the match up
	Order string // an order begun in answer to it, as text; dropped if it no longer fits
	Note  string // what to say first
	Guide *Guide // leads through the page; nil outside a lesson
}

// Guide adds a lesson's step to a page of the console.
type Guide struct {
	Tell  string // what the step is about
	Order string // an order that it takes: the page says which of its controls to press next for it
	News  int    // from which of the facts on they are new; the page leaves the others out
}

// Step is what a press on a console comes to: an order to submit, one to go on with, or a form to type into.
type Step struct {
	Order string
	Draft string
	Form  *Form
}

// Forms are one game's words and controls for one reader. They see a match only as its readers do. What a game does not have
// is nil, and is not offered: Advisor, Shorthand, Builder, Films, Lessons, Inspector, Library and Series may be.
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

// Queries are the game's own commands about matches, none without an Inspector.
func (f Forms) Queries() []Command {
	if f.Inspector == nil {
		return nil
	}
	return f.Inspector.Queries()
}

// Books are the game's own commands that look something up, none without a Library.
func (f Forms) Books() []Command {
	if f.Library == nil {
		return nil
	}
	return f.Library.Books()
}

// Stills are the kinds of stills of a match that is over, none without Films.
func (f Forms) Stills() []Choice {
	if f.Films == nil {
		return nil
	}
	return f.Films.Stills()
}

// Proposed is the Advisor's; without one all advice is left to the opponent's mind.
func (f Forms) Proposed(p table.Private, ask string) (step, why string) {
	if f.Advisor == nil {
		return "", ""
	}
	return f.Advisor.Proposed(p, ask)
}

// Typed is an order as somebody typed it, written out where the game has a Shorthand.
func (f Forms) Typed(p table.Private, line string) string {
	if f.Shorthand == nil {
		return line
	}
	return f.Shorthand.Typed(p, line)
}

// Lobby reads and shows the terms of a match.
type Lobby interface {
	// Options are the game's own options of /match challenge. The one named "force" is the challenger's private
	// choice.
	Options() []CommandOption
	// Settings reads the options. An error says what was expected. What a challenge leaves to chance follows from the option
	// named OptionSeed, a number that no user gives.
	Settings(options map[string]string) (settings json.RawMessage, err error)
	// Mode is the mode of secrecy of settings, one of the choices of the option "secrecy"; "" in a game without them.
	Mode(settings json.RawMessage) string
	// Summary names settings in a few words, for a list; Terms says in a few short lines what is played by them: what is
	// brought, how it is won, what is secret. Both are "" for settings that cannot be read.
	Summary(settings json.RawMessage) string
	Terms(settings json.RawMessage) string
	// Preview is a picture of the settings for the challenge's card, with no words besides; without files if there is
	// nothing to show.
	Preview(settings json.RawMessage) (Notice, error)
	// Suggest completes an option of /match challenge or of a book in view of the others; at most 25 choices of at most
	// 100 characters.
	Suggest(name string, options map[string]string) []Choice
	// Config makes the ruleset's options of the settings and each side's choice.
	Config(settings json.RawMessage, forces []string) (game.Config, error)
}

// Roster reads and shows the forces that the sides bring into a match.
type Roster interface {
	// Forces are what a seat may choose from in private, the usual choice first. They do not hang on what another seat
	// has chosen: that is secret.
	Forces(settings json.RawMessage, seat game.Seat) []Force
	// ForceNamed is a force as ReadForce gave it, for its owner.
	ForceNamed(settings json.RawMessage, force string) Force
	// ReadForce reads a force that somebody typed for a seat: one of those offered, a share code, or a list of their own. It gives what
	// to keep, and what its owner should know of it ("" for nothing); the error says what was expected.
	ReadForce(settings json.RawMessage, seat game.Seat, typed string) (force, note string, err error)
	// Played are the forces of a match that is over, by seat, as ReadForce gave them; ok is false if they were not opened.
	Played(table.Public) (forces []string, ok bool)
	// Factions names what each seat of a match that is over played, by seat; "" for what cannot be named.
	Factions(table.Public) []string
}

// Builder builds forces. A share code is a force under construction or whole in one line of at most MaxCode characters,
// which stands for itself on any host.
type Builder interface {
	// Starters are the forces that everybody has, NewForce is an empty one; as share codes.
	Starters() []Option
	NewForce() string
	// ForceCode reads a code as somebody typed it and gives it as it is kept, with the force in short.
	ForceCode(typed string) (code, summary string, err error)
	// EmptyForce tells of a code that there is nothing in it, which nobody could play or would want to open.
	EmptyForce(code string) bool
	// BuilderPage shows a force under construction, with controls named by BuildControl or BuildButton that ChangeForce carries
	// out; the part BuildTyped is a list as text. A builder of several pages shows the one that the pressed control stands on or
	// leads to, the first if none was pressed. Beside the page stand up to 17 components of the bot's.
	BuilderPage(code string, pressed Built) ([]Block, error)
	ChangeForce(code, part string, values []string) (string, error)
}

// Built is what was pressed in the force builder: a part of it, with the values chosen. It is zero if nothing was.
type Built struct {
	Part   string
	Values []string
}

// Play are a match's cards and consoles.
type Play interface {
	// Turn numbers the public cards: a new number is a new card.
	Turn(table.Public) int
	// Split is the number of facts that belong to the cards up to that turn.
	Split(facts []game.Fact, turn int) int
	// Card is the public card: what happened in facts, the board, who is to act and by when. A closed card is of a turn
	// that is over: it has no board, no controls and calls nobody.
	Card(p table.Public, facts []game.Fact, closed bool) (Notice, error)
	// Board is the match as everybody sees it now, for somebody who looks on: no controls, nobody called.
	Board(table.Public) (Notice, error)
	// Question is what is asked, in a few words; Outcome how a match that is over ended, in one line.
	Question(p table.Private, a table.OpenAsk) string
	Outcome(p table.Public) string
	// Title names the match for its thread, in at most 100 characters.
	Title(p table.Public, names []string) string
	// Console is a seat's private console: its board, what it is asked, what happens if it does nothing.
	Console(table.Private, Page) (Letter, error)
	// Press goes on with an order begun after a choice. The values are those of a select, or of a form in the order of
	// its fields' ids.
	Press(p table.Private, ask, draft string, values []string) Step
	// Presses says which controls of the console to press one after another to give the order, a sentence each. all is false if the rest of
	// it has no control, as a place on the board has none.
	Presses(p table.Private, ask, order string) (steps []string, all bool)
}

// Advisor proposes controls, where a game has worked out what most players would press.
type Advisor interface {
	// Proposed returns the control of the console that most players would press at the question, and why; "" for none.
	Proposed(p table.Private, ask string) (step, why string)
}

// Shorthand reads what a game lets its players type for short.
type Shorthand interface {
	// Typed is an order as somebody typed it, with what stands for a place or for several orders worked out from what they
	// know; several have semicolons between them.
	Typed(p table.Private, line string) string
}

// History shows past events, in words and on boards.
type History interface {
	// Log says facts in words with the rules that they follow from, one a fact; "" for what needs no words. It is for whoever
	// was told the facts.
	Log(v game.View, m table.Meta, facts []game.Fact) []string
	// Plainly is Log without the rules.
	Plainly(v game.View, m table.Meta, facts []game.Fact) []string
	// Ruling is the ruling card of the nth fact that everybody was told, and RulingOwn of one that a seat was told: its board,
	// distances, modifiers with their sources, rules. after is the match right after the step, before what it was before (zero
	// for the first).
	Ruling(before, after table.Public, n int) (Notice, error)
	RulingOwn(before, after table.Private, n int) (Letter, error)
	// Disclosed shows what was disclosed to a referee.
	Disclosed(o table.Opened, m table.Meta) (Message, error)
	// Sealed holds what was opened at the end against what was sealed at the start, as facts tell: a line for each seal with what
	// it takes to check it, and as an error which of them does not fit.
	Sealed(told []game.Fact) (seals []string, err error)
	// PrivateThen and PublicThen are a match as it stood at a moment of the past for a seat, and for everybody: what had
	// just happened, and the board.
	PrivateThen(table.Private, table.Moment) (Letter, error)
	PublicThen(table.Public, table.Moment) (Notice, error)
}

// Films are pictures of the course of a match that is over.
type Films interface {
	// Film is the whole match as an animation. It tells after each step how many are done; an error of that ends it.
	Film(film Film, m table.Meta, progress func(done, of int) error) (Notice, error)
	// ContactSheet is its course on one picture.
	ContactSheet(film Film, m table.Meta) (Notice, error)
	// Still is one step, by one of Stills; "": the usual one.
	Still(f table.Frame, m table.Meta, which string) (Notice, error)
	Stills() []Choice
}

// Endings are pictures of how a match ended, for everybody.
type Endings interface {
	// Result is the picture of the result.
	Result(table.Public) (Notice, error)
	// Highlights is a short animation of what decided. p is the match at its end; progress is as in Film.
	Highlights(film Film, p table.Public, progress func(done, of int) error) (Notice, error)
}

// Film shows the steps of a match that is over, in order, until the showing fails. It can be shown again.
type Film func(show func(table.Frame) error) error

// Lessons teach the game.
type Lessons interface {
	// Lesson is the lesson after those orders of its learner. A *game.Refusal is of the last of them.
	Lesson(orders []string) (Lesson, error)
}

// Lesson is a lesson as its learner sees it, after some orders.
type Lesson struct {
	table.Private
	Step, Steps int    // the step that comes, from 1
	Tell        string // what it is about
	Example     string // an order that it takes; "" when it is over
	Tells       bool   // there is nothing to do but to read
	News        int    // from which of the facts on they are of the last order
	// Along is an order begun as far as it leads to one that the step takes. A *game.Refusal says that it led elsewhere.
	Along func(begun string) (string, error)
}

// Inspector answers the game's own commands that ask something of a match and change nothing.
type Inspector interface {
	Queries() []Command
	// Query answers one for a seat's eyes, QueryPublic for somebody who looks on. The error says what cannot be, or what
	// was expected.
	Query(p table.Private, command string, options map[string]string) (Letter, error)
	QueryPublic(p table.Public, command string, options map[string]string) (Notice, error)
	// Complete suggests values for an option of a query that has Autocomplete, from what the view's owner knows.
	Complete(view game.View, meta table.Meta, option, typed string) []Choice
}

// Library answers the game's own commands that look something up: cards, rules. They need no match.
type Library interface {
	Books() []Command
	// LookUp answers one. What a select of its answers gives comes as the command's first option; the select's id is
	// BookControl. The error says what was expected.
	LookUp(command string, options map[string]string) (Message, error)
}

// OptionSeed is the name of the option that Lobby.Settings draws from.
const OptionSeed = "seed"

// Hall is the bot's access to the table. A *table.Hall is all three.
type Hall struct {
	Player
	Reader
	Rulings
}

// HallOf is the whole of a hall.
func HallOf(h interface {
	Player
	Reader
	Rulings
}) Hall {
	return Hall{h, h, h}
}

// Opener opens matches, and looks after them.
type Opener interface {
	Open(ctx context.Context, cause string, id table.ID, o table.Opening, more ...table.Record) error
	Abandon(ctx context.Context, cause string, id table.ID, seat, left game.Seat, facts int) (table.Outcome, error)
	RemoveUser(ctx context.Context, cause string, id table.ID, seat game.Seat, as UserID, place func(table.Meta) (json.RawMessage, error)) (table.Outcome, error)
	Shown(ctx context.Context, cause string, id table.ID) error
	Refresh(ctx context.Context, cause string, id table.ID, seats ...game.Seat) error
	// Outages returns the times after the given one in which players could reach no host. If it lasts, the last has not ended.
	Outages(ctx context.Context, after time.Time) (all []table.Outage, lasts bool, err error)
}

// Player opens matches and plays in them.
type Player interface {
	Opener
	Parse(ctx context.Context, id table.ID, line string) (game.Reply, error)
	Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error)
	// Position and ActOn are for who takes a while to think; see table.Position.
	Position(ctx context.Context, id table.ID, seat game.Seat) (table.Position, error)
	ActOn(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error)
	Undo(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error)
	Propose(ctx context.Context, cause string, id table.ID, seat game.Seat, what table.Proposal, d time.Duration) (agreed bool, err error)
	Leave(ctx context.Context, cause string, id table.ID, seat game.Seat, days int) (table.Outcome, error)
	Return(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error)
}

// Reader reads matches as one of their viewers.
type Reader interface {
	Meta(ctx context.Context, id table.ID) (table.Meta, error)
	SeatOf(ctx context.Context, id table.ID, u UserID) (game.Seat, error)
	MatchesOf(ctx context.Context, u UserID) ([]table.Seated, error)
	Public(ctx context.Context, id table.ID) (table.Public, error)
	Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error)
	PublicAt(ctx context.Context, id table.ID, at table.Point) (table.Public, table.Moment, error)
	PrivateAt(ctx context.Context, id table.ID, seat game.Seat, at table.Point) (table.Private, table.Moment, error)
	FrameAt(ctx context.Context, id table.ID, step int) (table.Frame, error)
	Film(ctx context.Context, id table.ID, show func(table.Frame) error) error
	// Audit's error may be an *table.Inconsistency, which quotes what is stored.
	Audit(ctx context.Context, id table.ID) (table.Audited, error)
}

// Rulings is a moderator's access to matches.
type Rulings interface {
	// Referee carries a ruling out, TryRuling decides one without doing it.
	Referee(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Outcome, error)
	TryRuling(ctx context.Context, id table.ID, r table.Ruling) ([]game.Fact, error)
	// Disclose commits that a referee sees secrets, then returns them. CarriedFor returns the whole match that was disclosed.
	Disclose(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Opened, error)
	CarriedFor(ctx context.Context, o table.Opened) (table.Carried, error)
	// Legal tells whether what led to an event in everybody's count was legal.
	Legal(ctx context.Context, id table.ID, event int) (bool, error)
}

const (
	// BuildTyped is the builder's part that takes a list as text.
	BuildTyped = "typed"
	// MaxCode bounds a share code, in characters; there is room for what people add to it.
	MaxCode = 100
	// MaxPasted bounds what people paste a share code with, in characters: Discord's longest field, which holds a whole message.
	MaxPasted = 4000
	// MostOrders bounds how many orders are given at once, for pieces that move together: enough for a whole side's.
	MostOrders = game.MostOrders
	// MaxForce bounds a list that is typed, in characters.
	MaxForce = 400
)
