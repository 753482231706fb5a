package wire

import (
	"context"
	"errors"
	"time"

	"downsync/game/table"
)

// Discord's ids are decimal numbers. "" means none.
type (
	// UserID is the id of a user, also in halls.
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

// After reports whether Discord made the interaction after the other. Ids grow with time, and are never padded.
func (i InteractionID) After(other InteractionID) bool {
	if len(i) != len(other) {
		return len(i) > len(other)
	}
	return i > other
}

// Kind is the sort of an interaction.
type Kind int

// The kinds of interactions.
const (
	Slash     Kind = iota + 1 // a slash command
	Complete                  // autocomplete of an option
	Press                     // a button or a select
	Submit                    // a modal's fields
	OnUser                    // a command of a user's context menu
	OnMessage                 // a command of a message's context menu
)

// Interaction is one thing that a user did, without the wire's formats. It holds no token; the Wire replies by its ID.
type Interaction struct {
	ID    InteractionID
	Kind  Kind
	Self  UserID    // the bot's own user
	At    time.Time // when Discord made it, from its id; an answer is due within 3 s
	User  UserID
	Name  string  // the user's display name
	Guild GuildID // "" in a DM, and wherever the bot is not itself: there the user has installed it
	// Direct is set in the user's DM with the bot.
	Direct  bool
	Channel ChannelID
	Locale  string // "en-US"
	// GuildLocale is the language that the server prefers; "" in a DM.
	GuildLocale string
	// Permissions holds the user's permissions in the channel, and Roles their roles on the server; both are empty in a DM.
	// They come with each interaction, so that rights are checked as they are now.
	Permissions Permission
	Roles       []RoleID
	// BotMay holds what the bot may do in the channel. IsThread means that the channel is a thread, which has no threads of its own.
	BotMay   Permission
	IsThread bool
	// Command is the path of a Slash or Complete, such as {"match", "challenge"}, or the name of an OnUser or OnMessage.
	Command []string
	Options Options // by option name; users, channels and roles by id
	Focused string  // Complete: the option being typed
	// CustomID is the id of a Press or Submit.
	CustomID string
	Values   []string          // the chosen values of a select
	Fields   map[string]string // a modal's fields by custom id
	// Message is the message with the pressed control. Private means that only this user sees it (an ephemeral message
	// or a DM), so it may be updated in place with secrets.
	Message MessageID
	Private bool
	// Controls holds the custom ids of that message's controls, as Discord has it.
	Controls []string
	// Target names the user or the message of an OnUser or OnMessage.
	Target Target
	// Names resolves the users named in Options, and the user of Target: from id to display name.
	Names map[UserID]string
	// Bots holds the bots among these users, and Members those who are on the server.
	Bots, Members map[UserID]bool
}

// Target is the user or the message whose context menu was used.
type Target struct {
	User     UserID // of a message, its author
	Message  MessageID
	Controls []string // the custom ids of the message's controls
	Text     string   // the texts of the message, if it is of components
}

// Permission is a set of Discord's permission bits.
type Permission uint64

// The permissions that the bot checks.
const (
	Administrator   Permission = 1 << 3 // includes every other
	ManageServer    Permission = 1 << 5
	ViewChannel     Permission = 1 << 10
	SendMessages    Permission = 1 << 11
	MentionEveryone Permission = 1 << 17

	EmbedLinks            Permission = 1 << 14
	AttachFiles           Permission = 1 << 15
	ReadMessageHistory    Permission = 1 << 16
	CreatePublicThreads   Permission = 1 << 35
	SendMessagesInThreads Permission = 1 << 38
)

// May reports whether the user has all of those permissions where they act.
func (i Interaction) May(p Permission) bool {
	return i.Permissions&Administrator != 0 || i.Permissions&p == p
}

// Answer is the bot's answer to an interaction. Exactly one of the fields is set; the zero Answer acknowledges the
// interaction without a change. Answers are always private: a Press on a private message updates it in place,
// everything else gets a new ephemeral message.
type Answer struct {
	Letter  *Message // a private message
	Fresh   bool     // with Letter: a new ephemeral message, even after a press on a private one
	Choices []Choice // Complete: at most 25
	Form    *Form    // opens a modal; not allowed in answer to a Submit
	// Newer, with Letter, is called after the answer has replaced the message with the pressed control. It returns the
	// current content of that message if it has changed meanwhile, otherwise nothing. Any host may also edit the
	// message as the match goes on, and without Newer a slower answer would overwrite that edit. After an error it is
	// called again.
	Newer func(context.Context) (Answer, error)
	// Placed, with Letter, must be called as soon as it is known whether the answer has replaced the message with the
	// pressed control. Only the first call counts.
	Placed func(bool)
}

// Fresh returns a private answer in a new message.
func Fresh(blocks ...Block) Answer { return Answer{Letter: &Message{Blocks: blocks}, Fresh: true} }

// Settled returns a private answer that replaces the message with the pressed control.
func Settled(text string, more ...Block) Answer {
	return Answer{Letter: &Message{Blocks: append([]Block{Text(text)}, more...)}}
}

// Handler answers interactions. Many goroutines call it. If it takes longer than the wire's patience, the wire
// acknowledges the interaction and delivers the Answer later.
type Handler interface {
	Handle(context.Context, Interaction) Answer
}

// Posted is one of the bot's messages in a channel, with the custom ids of its controls.
type Posted struct {
	ID       MessageID
	Controls []string
}

// Guild is a server as it is in Discord now.
type Guild struct {
	Name  string // as its owner typed it
	Owner UserID
	Pings bool       // mentioning the role in question notifies its members
	May   Permission // what the bot may do in the channel in question, without ViewChannel if it does not see it
	// Thread means that the channel in question is a thread.
	Thread bool
}

// Member is a user on a server.
type Member struct {
	Name string // the name that the server shows
	Bot  bool
}

// Arrival is a server that the bot was added to.
type Arrival struct {
	Guild  GuildID
	Locale string // the language that the server prefers
	// Channels are the text channels where the bot may write: first the one for messages of the system, then the others from the top.
	Channels []ChannelID
}

// Wire is the bot's access to Discord. Discord's errors are *WireError, and wrap the errors below that they mean.
type Wire interface {
	// Post sends a message. The nonce (1 to 25 characters) makes a repeat within minutes return the first message.
	Post(ctx context.Context, channel ChannelID, m Message, nonce string) (MessageID, error)
	// Edit replaces a message's whole content.
	Edit(ctx context.Context, channel ChannelID, message MessageID, m Message) error
	// Delete deletes one of the bot's messages.
	Delete(ctx context.Context, channel ChannelID, message MessageID) error
	// Latest returns the bot's own messages among the latest in the channel.
	Latest(ctx context.Context, channel ChannelID) ([]Posted, error)
	// Thread starts a public thread on a message, or finds its existing one.
	Thread(ctx context.Context, channel ChannelID, message MessageID, name string) (ChannelID, error)
	// AddMember makes the user a member of a thread, so that it is in their list of channels. It notifies nobody.
	AddMember(ctx context.Context, thread ChannelID, user UserID) error
	// DM opens the direct channel to a user.
	DM(ctx context.Context, user UserID) (ChannelID, error)
	Servers
}

// Servers answers questions about servers and their members.
type Servers interface {
	// GuildNow returns the server as it is now, whether a mention of the role notifies its members, and what the bot may do in the
	// channel; role and channel may be "".
	GuildNow(ctx context.Context, guild GuildID, role RoleID, channel ChannelID) (Guild, error)
	// Moderators returns the users who may moderate the server now: its members with the role ("": none), and those who
	// may manage it.
	Moderators(ctx context.Context, guild GuildID, role RoleID, users []UserID) ([]UserID, error)
	// Sees reports whether a user with these roles on the server sees the channel. The answer is at most a minute old.
	// An error means that it is unknown.
	Sees(ctx context.Context, guild GuildID, user UserID, roles []RoleID, channel ChannelID) (bool, error)
	// Member returns a user as the server's members see them. The error is ErrGone if the user is not on the server.
	Member(ctx context.Context, guild GuildID, user UserID) (Member, error)
}

var (
	// ErrGone: the channel, thread or message no longer exists.
	ErrGone = errors.New("the channel or message is gone")
	// ErrDenied: the bot may not do that there.
	ErrDenied = errors.New("Discord does not permit that here")
	// ErrTimedOut: a moderator of the server has timed out the bot. It is an ErrDenied too.
	ErrTimedOut = errors.New("the bot is timed out")
	// ErrLocked: a moderator of the server has locked the thread.
	ErrLocked = errors.New("the thread is locked")
	// ErrUneditable: the message cannot be changed and must be posted again.
	ErrUneditable = errors.New("the message cannot be edited")
	// ErrClosedDM: the user gets no direct messages from the bot.
	ErrClosedDM = errors.New("the user's direct messages are closed")
	// ErrUnshared: the bot and the user are on no server together. It comes with ErrClosedDM, and passes when the bot is invited again.
	ErrUnshared = errors.New("the user shares no server with the bot")
	// ErrBarred: Discord keeps the bot from doing that, everywhere and for good.
	ErrBarred = errors.New("Discord has barred the bot")
	// ErrFinal: Discord never takes that request, whoever changes what.
	ErrFinal = errors.New("Discord refuses for good")
)

// Final reports whether Discord will give the same answer next time too, for example because the user no longer exists.
func Final(err error) bool {
	var w *WireError
	return errors.Is(err, ErrClosedDM) || errors.Is(err, ErrDenied) || errors.Is(err, ErrGone) || errors.As(err, &w) && w.RetryAfter == 0
}

// WireError is any other error from Discord.
type WireError struct {
	Status int // HTTP
	Code   int // Discord's
	// RetryAfter is set if Discord or the network asks to try later; zero: a retry is pointless.
	RetryAfter time.Duration
	// Everywhere is set if other requests would fail too: the network or Discord fails, or everything has to pause.
	Everywhere bool
	Text       string // without tokens
}

func (e *WireError) Error() string { return e.Text }
