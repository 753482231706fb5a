package local

import (
	"time"
	"unicode/utf8"
)

// Account is a person or the bot, in Discord's format.
type Account struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"` // such as player1; mentions are typed with it
	GlobalName    *string `json:"global_name"`
	Discriminator string  `json:"discriminator"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  *string `json:"primary_guild"`
}

// Name returns what a client shows: the display name if there is one, otherwise the username.
func (u Account) Name() string {
	if u.GlobalName != nil {
		return *u.GlobalName
	}
	return u.Username
}

// Member is a user in the guild. Permissions is set in interactions only.
type Member struct {
	User         *Account   `json:"user,omitempty"`
	Nick         *string    `json:"nick"`
	Avatar       *string    `json:"avatar"`
	Banner       *string    `json:"banner"`
	Roles        []ID       `json:"roles"`
	JoinedAt     time.Time  `json:"joined_at"`
	PremiumSince *time.Time `json:"premium_since"`
	Timeout      *time.Time `json:"communication_disabled_until"`
	Deaf         bool       `json:"deaf"`
	Mute         bool       `json:"mute"`
	Pending      bool       `json:"pending"`
	Flags        int        `json:"flags"`
	Permissions  Permission `json:"permissions,omitzero"`
}

// Discord's channel types that exist here.
const (
	channelText               = 0
	channelDM                 = 1
	channelAnnouncement       = 5
	channelAnnouncementThread = 10
	channelPublicThread       = 11
	channelPrivateThread      = 12
)

// Channel is a text channel, a DM or a thread. Like a Message it is immutable: a change creates a new one.
type Channel struct {
	ID            ID              `json:"id"`
	Type          int             `json:"type"`
	GuildID       ID              `json:"guild_id,omitzero"`
	Name          string          `json:"name,omitempty"`
	Topic         string          `json:"topic,omitempty"`
	Position      *int            `json:"position,omitempty"`
	ParentID      ID              `json:"parent_id,omitzero"`
	OwnerID       ID              `json:"owner_id,omitzero"`
	LastMessageID ID              `json:"last_message_id,omitzero"`
	Flags         int             `json:"flags"`
	RateLimit     *int            `json:"rate_limit_per_user,omitempty"`
	Recipients    []Account       `json:"recipients,omitempty"`
	Thread        *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount  *int            `json:"message_count,omitempty"`
	TotalSent     *int            `json:"total_message_sent,omitempty"`
	MemberCount   *int            `json:"member_count,omitempty"`
	Permissions   Permission      `json:"permissions,omitzero"` // in interactions: the invoker's
	Overwrites    []Overwrite     `json:"permission_overwrites,omitempty"`
}

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool {
	return c.Type == channelPublicThread || c.Type == channelPrivateThread || c.Type == channelAnnouncementThread
}

// IsOfGuild reports whether the channel is one of the guild and no thread.
func (c *Channel) IsOfGuild() bool { return c.Type == channelText || c.Type == channelAnnouncement }

// ThreadMetadata holds the fields that a thread has in addition to a channel.
type ThreadMetadata struct {
	Archived            bool      `json:"archived"`
	AutoArchiveDuration int       `json:"auto_archive_duration"` // minutes: 60, 1440, 4320, 10080
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
	Locked              bool      `json:"locked"`
	Invitable           *bool     `json:"invitable,omitempty"`
	CreateTimestamp     time.Time `json:"create_timestamp"`
}

// Message flags.
const (
	flagSuppressEmbeds        = 1 << 2
	flagHasThread             = 1 << 5
	flagEphemeral             = 1 << 6
	flagLoading               = 1 << 7
	flagSuppressNotifications = 1 << 12
	flagComponentsV2          = 1 << 15
)

// Message types.
const (
	messageDefault       = 0
	messageRecipientAdd  = 1 // somebody was added to a thread by somebody else
	messageThreadCreated = 18
	messageReply         = 19
	messageCommand       = 20
)

// Message is a Discord message. It is immutable: an edit creates a new one with the same ID.
type Message struct {
	ID              ID                   `json:"id"`
	Type            int                  `json:"type"`
	ChannelID       ID                   `json:"channel_id"`
	GuildID         ID                   `json:"guild_id,omitzero"` // on the gateway only
	Author          Account              `json:"author"`
	Content         string               `json:"content"`
	Timestamp       time.Time            `json:"timestamp"`
	EditedTimestamp *time.Time           `json:"edited_timestamp"`
	TTS             bool                 `json:"tts"`
	Pinned          bool                 `json:"pinned"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Mentions        []Account            `json:"mentions"`
	MentionRoles    []ID                 `json:"mention_roles"`
	Attachments     []Attachment         `json:"attachments"`
	Embeds          []Embed              `json:"embeds"`
	Components      []Component          `json:"components"`
	Flags           int                  `json:"flags"`
	Nonce           string               `json:"nonce,omitempty"`
	ApplicationID   ID                   `json:"application_id,omitzero"`
	WebhookID       ID                   `json:"webhook_id,omitzero"`
	Reference       *MessageReference    `json:"message_reference,omitempty"`
	Interaction     *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread          *Channel             `json:"thread,omitempty"`

	files []*file // all files that belong to it, shown or not
	to    ID      // an ephemeral message's only reader
}

// Ephemeral reports whether only its invoker can see the message.
func (m *Message) Ephemeral() bool { return m.Flags&flagEphemeral != 0 }

// MessageReference points to a message or, in a THREAD_CREATED message, to the thread.
type MessageReference struct {
	Type      int `json:"type"`
	MessageID ID  `json:"message_id,omitzero"`
	ChannelID ID  `json:"channel_id,omitzero"`
	GuildID   ID  `json:"guild_id,omitzero"`
}

// InteractionMetadata identifies the interaction that a message answers.
type InteractionMetadata struct {
	ID                 ID                   `json:"id"`
	Type               int                  `json:"type"`
	User               Account              `json:"user"`
	Owners             map[string]ID        `json:"authorizing_integration_owners"`
	OriginalResponseID ID                   `json:"original_response_message_id,omitzero"`
	InteractedID       ID                   `json:"interacted_message_id,omitzero"`
	Triggering         *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
	Name               string               `json:"name,omitempty"` // "match challenge", for the page
}

// Attachment is a file of a message.
type Attachment struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // alt text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// Embed is a message's embed.
type Embed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Color       int          `json:"color,omitempty"`
	Timestamp   *time.Time   `json:"timestamp,omitempty"`
	Footer      *EmbedText   `json:"footer,omitempty"`
	Author      *EmbedText   `json:"author,omitempty"`
	Image       *Media       `json:"image,omitempty"`
	Thumbnail   *Media       `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedText is an embed's footer (Text) or author (Name).
type EmbedText struct {
	Text    string `json:"text,omitempty"`
	Name    string `json:"name,omitempty"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is one of an embed's fields.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Emoji is a custom emoji (ID set) or a Unicode one (Name only).
type Emoji struct {
	ID       ID     `json:"id,omitzero"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

func runes(s string) int { return utf8.RuneCountInString(s) }
