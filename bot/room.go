package bot

import (
	"context"
	"encoding/json"
	"time"

	"downsync/bot/ledger"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/rival"
	"downsync/game/table"
)

// Room is one part of the bot. Rooms know this package and not each other. Every field may be empty.
type Room struct {
	// Commands are its slash commands. Commands of the same name from several rooms are merged, with all their
	// subcommands.
	Commands []Command
	// Menus are its commands in context menus.
	Menus []Menu
	// Presses answer its buttons, selects and forms, by the kind that begins their custom ids.
	Presses map[string]Pressed
	// Queues deliver the updates of matches. The key is a queue's name, or the beginning of the name if it ends in "/".
	Queues map[string]func(context.Context, *Call, table.Delivery) (table.Kept, error)
	Jobs   []Job
	// Ended returns the records that change when a match ends.
	Ended func(context.Context, *Call, table.Public) ([]table.Record, error)
	Keeps Keeper
	// Reposts updates the messages that no match delivers itself, and posts again those that cannot be edited; nil:
	// there are none. It may be repeated.
	Reposts func(context.Context, *Call) error
	// Arrived is told of a server that the bot was added to, possibly several times.
	Arrived func(context.Context, *Call, wire.Arrival) error
}

// Pressed answers a button, a select or a form. Its custom id was "kind|id|rest"; a missing part is "".
type Pressed func(ctx context.Context, c *Call, id, rest string) wire.Answer

// Job is background work.
type Job struct {
	Name string // for the log
	// Due does the work that is due and returns how many things it did. Work that fails stays due.
	Due func(context.Context, *Call) (int, error)
	// Wake, if set, receives when there may be new work.
	Wake <-chan struct{}
}

// Keeper gives access to the records that a room stores about users. Every field may be nil.
type Keeper struct {
	// Tell adds the stored data about the export's user.
	Tell func(ctx context.Context, c *Call, e *Export) error
	// Forget deletes the user's data outside matches.
	Forget func(ctx context.Context, c *Call, user wire.UserID) error
	// Rename returns a match's records with the name as in place of the user's.
	Rename func(ctx context.Context, c *Call, match table.ID, seat game.Seat, user, as wire.UserID) ([]table.Record, error)
}

// Export is everything that is stored about a user. Only that user may read it.
type Export struct {
	User       wire.UserID         `json:"user"`
	Made       time.Time           `json:"made"`
	Settings   prefs.User          `json:"settings"`
	Forces     any                 `json:"forces,omitempty"`
	Lesson     []string            `json:"lesson,omitempty"`  // the orders given in the first game's /learn
	Lessons    map[string][]string `json:"lessons,omitempty"` // and in the /learn of other games
	Challenges []any               `json:"challenges,omitempty"`
	Matches    []ExportMatch       `json:"matches,omitempty"`
	Left       []LeftMatch         `json:"left_matches,omitempty"`
	Moderated  []LeftMatch         `json:"moderated_matches,omitempty"` // where the user acted as a moderator
	DMs        string              `json:"direct_messages,omitempty"`   // "closed" if they were
	Versus     map[string]any      `json:"against_the_bot,omitempty"`   // results, by server and strength
	Campaigns  []any               `json:"campaigns,omitempty"`         // the user's place in each
	Moderates  []string            `json:"moderates,omitempty"`         // servers on which the user has moderated
	Reports    []any               `json:"reports,omitempty"`           // the user's reports about others
	Bans       []any               `json:"bans,omitempty"`              // bans that the user made or ended, with their appeals and decisions
	ShortOf    int                 `json:"matches_without_events,omitempty"`

	SavedForces int            `json:"-"` // the number of saved forces
	Live, Over  []table.Seated `json:"-"` // the user's matches
}

// ExportMatch is a match in an Export, as its user sees it.
type ExportMatch struct {
	ID        table.ID           `json:"id"`
	Seat      game.Seat          `json:"seat"`
	Began     time.Time          `json:"began"`
	Place     Place              `json:"place"`
	Result    *game.Result       `json:"result,omitempty"`
	Delivered []ledger.Delivered `json:"delivered,omitempty"`
	Told      []ExportFact       `json:"told,omitempty"`
	Disputes  []any              `json:"disputes,omitempty"` // what the user did and wrote in them
}

// LeftMatch is a match in which a moderator gave the user's seat to another player, or which the user moderated.
type LeftMatch struct {
	ID       table.ID `json:"id"`
	Disputes []any    `json:"disputes,omitempty"` // what the user did and wrote in them
}

// ExportFact is a fact that a user was told, with its kind.
type ExportFact struct {
	Kind string    `json:"kind"`
	Fact game.Fact `json:"fact"`
}

// Hooks are functions that one room provides to the others. The room that provides one sets it.
type Hooks struct {
	// Show answers with a seat's console, opened at the page.
	Show func(ctx context.Context, c *Call, id table.ID, seat game.Seat, page Page) wire.Answer
	// Advise answers a press on a seat's console with the console as it was, and with advice below its question.
	Advise func(ctx context.Context, c *Call, id table.ID, seat game.Seat, advice string) wire.Answer
	// View answers with the user's own console, or with the board for an onlooker.
	View func(ctx context.Context, c *Call, id table.ID) wire.Answer
	// Begun updates the card of a match's challenge with the state of the match. ok is false if that message is no card
	// of a match.
	Begun func(ctx context.Context, c *Call, id table.ID, card wire.MessageID) (ok bool, err error)
	// Challenges returns the challenges of one sort that concern the user.
	Challenges func(ctx context.Context, c *Call, user wire.UserID, sort ChallengeSort) ([]Item, error)
	// List answers with the user's matches and challenges.
	List func(ctx context.Context, c *Call) wire.Answer
	// Inbox returns everything that waits for the user, the most urgent question first, with below at its end.
	Inbox func(ctx context.Context, c *Call, user wire.UserID, below string) (wire.Message, error)
	// Admit refuses users whom the server does not let play. The first of them makes the request; "" is nobody.
	Admit func(ctx context.Context, c *Call, guild wire.GuildID, users ...wire.UserID) error
	// AdmitTo is Admit for the matches of a series; "" is none.
	AdmitTo func(ctx context.Context, c *Call, guild wire.GuildID, series string, users ...wire.UserID) error
	// Barred reports whether the server bans the user from the matches of a series.
	Barred func(ctx context.Context, c *Call, guild wire.GuildID, series string, user wire.UserID) (bool, error)
	// ForceMeant returns the force that the user typed: a code, or the name of a saved force.
	ForceMeant func(ctx context.Context, c *Call, game, typed string) (string, error)
	// ForcesFor returns the user's saved forces that a seat can play with the settings.
	ForcesFor func(ctx context.Context, c *Call, user wire.UserID, id string, settings json.RawMessage, seat game.Seat) []Force
	// ForceDraft returns the code of the user's force under construction, "" if there is none.
	ForceDraft func(ctx context.Context, c *Call) (string, error)
	// PlayBuilt offers the force under construction for each of the user's challenges that it fits, with the changes
	// that the challenge makes to it.
	PlayBuilt func(ctx context.Context, c *Call, game, code string) ([]wire.Block, error)
	// Lesson returns the call inside the user's own lesson, and the function that guides the user through a page of its
	// console. ok is false if the id is not of a lesson of theirs; the call is nil then if it is of somebody else's
	// lesson.
	Lesson func(c *Call, id table.ID) (lesson *Call, lead Lead, ok bool)
	// Rival picks how the program plays against the call's user. The error answers the user if the program does not
	// play.
	Rival func(ctx context.Context, c *Call, game string, wish RivalWish) (RivalSeat, error)
	// RivalOpens returns the program's records of a match against the user on a server, in which it has those seats. They are
	// committed with the opening. It refuses the user if the program already plays in too many matches.
	RivalOpens func(ctx context.Context, c *Call, id table.ID, guild wire.GuildID, user wire.UserID, seats []RivalSeat) ([]table.Record, error)
	// RivalAsked tells the program that its seat may have new facts or a new question.
	RivalAsked func(ctx context.Context, c *Call, id table.ID, seat game.Seat) error
	// RivalThoughts returns what the program considered in a match, oldest first. It is secret until the match ends.
	RivalThoughts func(ctx context.Context, c *Call, id table.ID) ([]Thought, error)
	// RivalTally describes the user's results against the program on the server, a line for each strength.
	RivalTally func(ctx context.Context, c *Call, game string, guild wire.GuildID, user wire.UserID, of ...rival.Strength) ([]string, error)
	// ListMatches returns the matches that the option for a match may name, each with a name that shows what can be typed to find it.
	ListMatches func(ctx context.Context, c *Call) []wire.Choice
	SeriesHooks
}

// Lead guides the user through a page of a lesson's console. The buttons go under the page.
type Lead func(ctx context.Context, page Page) (Page, wire.Row, error)

// ChallengeSort selects challenges.
type ChallengeSort int

// The sorts of challenges.
const (
	Waiting      ChallengeSort = iota // they wait for the user to accept, or to be ready
	Leisurely                         // the user's own that do not wait for them
	Concerning                        // the user's own, those to them, and those to anyone where they are
	Acceptable                        // those that the user may accept
	OpenOnServer                      // those open to anyone on the call's server
)

// Item is one line of a list, with what its reader can do about it.
type Item struct {
	Line string
	// Press is the button for the first thing to do; without an ID there is none.
	Press wire.Button
	// Ways are all the things to do. Their values are custom ids.
	Ways []wire.Option
}
