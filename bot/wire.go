package bot

import (
	"context"
	"errors"
	"time"

	"downsync/game/table"
)

// Discord's ids, as decimal numbers. "" is none.
type (
	// UserID is the id of a user. Halls know a user by it.
	UserID = table.User
	// ChannelID is the id of a channel, of a thread or of a channel of direct messages.
	ChannelID string
	// MessageID is the id of a message.
	MessageID string
	// GuildID is the id of a server.
	GuildID string
	// RoleID is the id of a role on a server.
	RoleID string
	// InteractionID is the id of an interaction.
	InteractionID string
)

// Kind says what sort of interaction came in.
type Kind int

// Kinds of interactions.
const (
	Slash    Kind = iota + 1 // a slash command
	Complete                 // autocomplete of an option
	Press                    // a button or a select
	Submit                   // a modal's fields
)

// Interaction is one thing a user did, freed of the wire's forms. It carries no token: Reply goes through the Wire
// by ID.
type Interaction struct {
	ID      InteractionID
	Kind    Kind
	Self    UserID    // the bot's own user
	At      time.Time // when it was made, from its id; an answer is due 3 s later
	User    UserID
	Name    string  // the user's display name
	Guild   GuildID // "" in a DM
	Channel ChannelID
	Locale  string // "en-US"
	// GuildLocale is the language that the server prefers, "" in a DM.
	GuildLocale string
	// Permissions are what the user may do in the channel, and Roles their roles on the server; none in a DM. They come
	// with each interaction, so that rights are checked as they are now.
	Permissions Permission
	Roles       []RoleID
	// Command is the path of a Slash or Complete: {"match", "challenge"}.
	Command []string
	Options Options // by option name; users, channels and roles by id
	Focused string  // Complete: the option being typed
	// CustomID of a Press or Submit.
	CustomID string
	Values   []string          // what a select holds
	Fields   map[string]string // a modal's fields by custom id
	// Message is the one that was pressed; Private tells that only this user sees it (an ephemeral, or a DM), so
	// that it may be updated in place with secrets.
	Message MessageID
	Private bool
	// Names resolves the users named in Options: id to display name.
	Names map[UserID]string
	// Bots holds the users named in Options who are bots, and Members those who are on the server.
	Bots, Members map[UserID]bool
}

// Permission is a set of Discord's permission bits.
type Permission uint64

// The permissions that the bot looks at.
const (
	Administrator   Permission = 1 << 3 // holds every other
	ManageServer    Permission = 1 << 5
	ViewChannel     Permission = 1 << 10
	MentionEveryone Permission = 1 << 17
)

// May tells whether the user has all of those permissions where they act.
func (i Interaction) May(p Permission) bool {
	return i.Permissions&Administrator != 0 || i.Permissions&p == p
}

// Answer is the bot's answer to an interaction. Exactly one of the fields is set; the zero Answer acknowledges
// without a change. Answers are always private: a Press on a private message updates it in place, everything else
// gets a new ephemeral message.
type Answer struct {
	Letter  *Message // a private message
	Fresh   bool     // with Letter: a new ephemeral even when a private message was pressed
	Choices []Choice // Complete: at most 25
	Form    *Form    // opens a modal; not in answer to a Submit
	// Newer, with Letter, is asked after the answer has taken the place of the message that was pressed: what stands there by now, if
	// that has changed meanwhile, or nothing. A message is also edited as the match goes on, by any host, and an answer that was
	// slower than that edit would stay. After an error it is asked again.
	Newer func(context.Context) (Answer, error)
	// Placed, with Letter, is to be called as soon as it is known whether the answer has taken the place of the message that was
	// pressed. Only the first call counts.
	Placed func(bool)
}

// Handler answers interactions. It is called on many goroutines. The wire acknowledges for it when it takes longer
// than the wire's patience, and delivers the Answer then.
type Handler interface {
	Handle(context.Context, Interaction) Answer
}

// Posted is a message of the bot's as it is found in a channel, with the custom ids of its controls.
type Posted struct {
	ID       MessageID
	Controls []string
}

// Guild is a server as it is in Discord at the moment.
type Guild struct {
	Name  string // as its owner typed it
	Owner UserID
	Pings bool // a mention of the role that was asked about notifies its members
}

// Wire is the bot's access to Discord. Errors of Discord are *WireError or wrap ErrGone, ErrDenied, ErrClosedDM.
type Wire interface {
	// Post sends a message. The nonce (1 to 25 characters) makes a repeat within minutes return the first message.
	Post(ctx context.Context, channel ChannelID, m Message, nonce string) (MessageID, error)
	// Edit replaces a message's whole content.
	Edit(ctx context.Context, channel ChannelID, message MessageID, m Message) error
	// Delete takes a message of the bot's away.
	Delete(ctx context.Context, channel ChannelID, message MessageID) error
	// Latest returns the bot's own among the latest messages in the channel.
	Latest(ctx context.Context, channel ChannelID) ([]Posted, error)
	// Thread starts a public thread on a message, or finds the one it has.
	Thread(ctx context.Context, channel ChannelID, message MessageID, name string) (ChannelID, error)
	// AddMember makes the user a member of a thread, so that it is in their list of channels. It notifies nobody.
	AddMember(ctx context.Context, thread ChannelID, user UserID) error
	// DM opens the direct channel to a user.
	DM(ctx context.Context, user UserID) (ChannelID, error)
	// GuildNow returns what the server is now, and how a mention of the role reaches its members ("": of none).
	GuildNow(ctx context.Context, guild GuildID, role RoleID) (Guild, error)
	// Moderators returns those of the users who may moderate the server now: members of it with the role ("": none), or who may manage it.
	Moderators(ctx context.Context, guild GuildID, role RoleID, users []UserID) ([]UserID, error)
	// Sees tells whether a user with these roles on the server sees the channel, as it was within the last minute. An error
	// says that it cannot be told.
	Sees(ctx context.Context, guild GuildID, user UserID, roles []RoleID, channel ChannelID) (bool, error)
}

var (
	// ErrGone: the channel, thread or message is no more (10003, 10008).
	ErrGone = errors.New("the channel or message is gone")
	// ErrDenied: a permission is missing (50001, 50013).
	ErrDenied = errors.New("Discord does not permit that here")
	// ErrLocked: a moderator of the server has locked the thread (160005).
	ErrLocked = errors.New("the thread is locked")
	// ErrUneditable: the message stays as it is, and has to be posted again (30046, 50005, or a refusal of the edit's files).
	ErrUneditable = errors.New("the message cannot be edited")
	// ErrClosedDM: the user takes no direct messages from the bot (50007, 50278).
	ErrClosedDM = errors.New("the user's direct messages are closed")
)

// Final tells whether Discord will answer the same another time too, as for a user who is no more.
func Final(err error) bool {
	var w *WireError
	return errors.Is(err, ErrClosedDM) || errors.Is(err, ErrDenied) || errors.Is(err, ErrGone) || errors.As(err, &w) && w.RetryAfter == 0
}

// WireError is an answer of Discord's that is neither of the above.
type WireError struct {
	Status int // HTTP
	Code   int // Discord's
	// RetryAfter is set when Discord or the network asks for a later try; zero: a retry is pointless.
	RetryAfter time.Duration
	Text       string // scrubbed of tokens
}

func (e *WireError) Error() string { return e.Text }
