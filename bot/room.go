package bot

import (
	"context"
	"encoding/json"
	"time"

	"downsync/game"
	"downsync/game/rival"
	"downsync/game/table"
)

// Room is one part of the bot. Rooms know this package and not each other. Every field may be empty.
type Room struct {
	// Commands are its slash commands. Commands of one name from several rooms become one with all their subcommands.
	Commands []Command
	// Presses answer its buttons, selects and forms, by the kind that begins their custom ids.
	Presses map[string]Pressed
	// Queues deliver the updates of matches, by the queue's name, or by the name's beginning if it ends in "/".
	Queues map[string]func(context.Context, *Call, table.Delivery) (table.Kept, error)
	Jobs   []Job
	// Ended gives the records that change as a match ends.
	Ended func(context.Context, *Call, table.Public) ([]table.Record, error)
	Keeps Keeper
	// Reposts brings up to date the messages that no match delivers itself, and posts again what cannot be edited; nil: there is nothing. It may be repeated.
	Reposts func(context.Context, *Call) error
}

// Pressed answers a button, a select or a form. Its custom id was "kind|id|rest"; what is missing is "".
type Pressed func(ctx context.Context, c *Call, id, rest string) Answer

// Job is work that comes due by itself.
type Job struct {
	Name string // for the log
	// Due does what is due and tells how much that was. What fails is due again.
	Due func(context.Context, *Call) (int, error)
	// Wake, if set, receives when work may have come.
	Wake <-chan struct{}
}

// Keeper gives access to the records that a room stores about users. Every field may be nil.
type Keeper struct {
	// Tell adds what is kept about the export's user.
	Tell func(ctx context.Context, c *Call, e *Export) error
	// Forget removes what is kept outside matches.
	Forget func(ctx context.Context, c *Call, user UserID) error
	// Rename gives the records of a match in which another name takes the place of the user's.
	Rename func(ctx context.Context, c *Call, match table.ID, seat game.Seat, user, as UserID) ([]table.Record, error)
}

// Export is everything that is stored about a user. Only that user may read it.
type Export struct {
	User       UserID              `json:"user"`
	Made       time.Time           `json:"made"`
	Settings   Prefs               `json:"settings"`
	Forces     any                 `json:"forces,omitempty"`
	Lesson     []string            `json:"lesson,omitempty"`  // the orders given in the first game's /learn
	Lessons    map[string][]string `json:"lessons,omitempty"` // and in those of others
	Challenges []any               `json:"challenges,omitempty"`
	Matches    []ExportMatch       `json:"matches,omitempty"`
	Left       []LeftMatch         `json:"left_matches,omitempty"`
	Moderated  []LeftMatch         `json:"moderated_matches,omitempty"` // where the user did something as a moderator
	DMs        string              `json:"direct_messages,omitempty"`   // "closed" if they were
	Versus     map[string]any      `json:"against_the_bot,omitempty"`   // results, by server and strength
	Campaigns  []any               `json:"campaigns,omitempty"`         // the user's place in each
	Moderates  []string            `json:"moderates,omitempty"`         // servers on which the user has moderated
	Reports    []any               `json:"reports,omitempty"`           // what the user reported of others
	Bans       []any               `json:"bans,omitempty"`              // that the user made
	ShortOf    int                 `json:"matches_without_events,omitempty"`

	SavedForces int            `json:"-"` // how many are saved
	Live, Over  []table.Seated `json:"-"` // the user's matches
}

// ExportMatch is a match in an Export, as its user sees it.
type ExportMatch struct {
	ID        table.ID     `json:"id"`
	Seat      game.Seat    `json:"seat"`
	Began     time.Time    `json:"began"`
	Place     Place        `json:"place"`
	Result    *game.Result `json:"result,omitempty"`
	Delivered []Delivered  `json:"delivered,omitempty"`
	Told      []ExportFact `json:"told,omitempty"`
	Disputes  []any        `json:"disputes,omitempty"` // what the user did and wrote in them
}

// LeftMatch is a match in which a moderator gave the user's seat to another, or in which the user is the moderator.
type LeftMatch struct {
	ID       table.ID `json:"id"`
	Disputes []any    `json:"disputes,omitempty"` // what the user did and wrote in them
}

// ExportFact is something that a user was told, with its kind.
type ExportFact struct {
	Kind string    `json:"kind"`
	Fact game.Fact `json:"fact"`
}

// Hooks are functions that one room provides to the others. The room that provides one sets it.
type Hooks struct {
	// Show answers with a seat's console, opened at the page.
	Show func(ctx context.Context, c *Call, id table.ID, seat game.Seat, page Page) Answer
	// View answers with the user's own console, or with the board for an onlooker.
	View func(ctx context.Context, c *Call, id table.ID) Answer
	// Begun shows on the card of a match's challenge how the match stands. ok is false if that message is no card of a match.
	Begun func(ctx context.Context, c *Call, id table.ID, card MessageID) (ok bool, err error)
	// Challenges are the challenges of one sort that concern the user.
	Challenges func(ctx context.Context, c *Call, user UserID, sort ChallengeSort) ([]Item, error)
	// List answers with the user's matches and challenges.
	List func(ctx context.Context, c *Call) Answer
	// Inbox is everything that waits for the user, the most urgent question first; below stands at its end.
	Inbox func(ctx context.Context, c *Call, user UserID, below string) (Message, error)
	// Admit refuses users whom the server does not let play. The first of them asks, "" is nobody.
	Admit func(ctx context.Context, c *Call, guild GuildID, users ...UserID) error
	// AdmitTo is Admit for the matches of a series; "" is none.
	AdmitTo func(ctx context.Context, c *Call, guild GuildID, series string, users ...UserID) error
	// Barred tells whether the server keeps the user from the matches of a series.
	Barred func(ctx context.Context, c *Call, guild GuildID, series string, user UserID) (bool, error)
	// ForceMeant returns the force that the user typed; the name of a saved force stands for its code.
	ForceMeant func(ctx context.Context, c *Call, game, typed string) (string, error)
	// ForcesFor are a user's saved forces that a seat can play with the settings.
	ForcesFor func(ctx context.Context, c *Call, user UserID, id string, settings json.RawMessage, seat game.Seat) []Force
	// ForceDraft is the code of the user's force under construction, "" if there is none.
	ForceDraft func(ctx context.Context, c *Call) (string, error)
	// PlayBuilt offers the force under construction for the user's challenges that it fits, and says what those change for it.
	PlayBuilt func(ctx context.Context, c *Call, game, code string) ([]Block, error)
	// Lesson is the call as it goes on in the user's own lesson, and how the lesson leads through a page of its console. ok is
	// false if the id is of no lesson of theirs; the call is nil then if it is of somebody else's.
	Lesson func(c *Call, id table.ID) (lesson *Call, lead Lead, ok bool)
	// Rival picks how the program plays against the user of the call. The error answers them if it does not.
	Rival func(ctx context.Context, c *Call, game string, wish RivalWish) (RivalSeat, error)
	// RivalOpens returns the records that the program keeps of a match against the user, in which it has those seats. They are committed with
	// the opening. It refuses the user if it plays in too many matches by now.
	RivalOpens func(ctx context.Context, c *Call, id table.ID, user UserID, seats []RivalSeat) ([]table.Record, error)
	// RivalAsked tells the program that what its seat knows or is asked may have changed.
	RivalAsked func(ctx context.Context, c *Call, id table.ID, seat game.Seat) error
	// RivalThoughts are what the program considered in a match, oldest first. They are secret until its end.
	RivalThoughts func(ctx context.Context, c *Call, id table.ID) ([]Thought, error)
	// RivalTally tells how the user has played against the program on the server, a line for each of the strengths.
	RivalTally func(ctx context.Context, c *Call, game string, guild GuildID, user UserID, of ...rival.Strength) ([]string, error)
	// SuggestMatches completes the option that names a match.
	SuggestMatches func(ctx context.Context, c *Call) []Choice
	SeriesHooks
}

// Lead leads through a page of a lesson's console. The buttons go under it.
type Lead func(ctx context.Context, page Page) (Page, Row, error)

// ChallengeSort says which challenges are meant.
type ChallengeSort int

// Sorts of challenges.
const (
	Waiting      ChallengeSort = iota // they wait for the user: to be accepted, or for Ready
	Leisurely                         // the user's own that do not wait for them
	Concerning                        // the user's own, those to them, and those to anyone where they are
	Acceptable                        // the user may accept them
	OpenOnServer                      // open to anyone on the server of the call
)

// Item is one line of a list, with what its reader may do about it.
type Item struct {
	Line string
	// Press is the button that does what is asked first; without an ID there is none.
	Press Button
	// Ways are everything that may be done. Their values are custom ids.
	Ways []Option
}
