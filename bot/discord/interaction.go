package discord

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"downsync/bot/wire"
)

// raw holds the fields of an interaction that the bot reads. Unknown fields are ignored.
type raw struct {
	ID      wire.InteractionID `json:"id"`
	App     wire.UserID        `json:"application_id"` // the bot's user has the same id
	Type    int                `json:"type"`
	Token   string             `json:"token"`
	Guild   wire.GuildID       `json:"guild_id"`
	Channel wire.ChannelID     `json:"channel_id"`
	Locale  string             `json:"locale"`
	Prefers string             `json:"guild_locale"`
	May     string             `json:"app_permissions"` // what the bot may do in the channel
	Where   struct {
		Type int `json:"type"`
	} `json:"channel"`
	Context *int `json:"context"`
	// Owners says who installed the application that is used here, by the way of installing: a server, or the user.
	Owners map[string]string `json:"authorizing_integration_owners"`
	User   *rawUser          `json:"user"`
	Member *struct {
		User        rawUser       `json:"user"`
		Nick        string        `json:"nick"`
		Roles       []wire.RoleID `json:"roles"`
		Permissions string        `json:"permissions"`
	} `json:"member"`
	Message *struct {
		found
		ID      wire.MessageID `json:"id"`
		Flags   int            `json:"flags"`
		Webhook string         `json:"webhook_id"`
	} `json:"message"`
	Data struct {
		Name       string      `json:"name"`
		Type       int         `json:"type"` // of a command
		Target     string      `json:"target_id"`
		Options    []rawOption `json:"options"`
		CustomID   string      `json:"custom_id"`
		Values     []string    `json:"values"`
		Components []rawInput  `json:"components"`
		Resolved   struct {
			Users   map[wire.UserID]rawUser `json:"users"`
			Members map[wire.UserID]struct {
				Nick string `json:"nick"`
			} `json:"members"`
			Messages map[wire.MessageID]struct {
				found
				Author rawUser `json:"author"`
			} `json:"messages"`
		} `json:"resolved"`
	} `json:"data"`
}

type rawUser struct {
	ID         wire.UserID `json:"id"`
	Username   string      `json:"username"`
	GlobalName string      `json:"global_name"`
	Bot        bool        `json:"bot"`
}

func (u rawUser) name() string {
	if u.GlobalName != "" {
		return u.GlobalName
	}
	return u.Username
}

type rawOption struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Options []rawOption     `json:"options"`
	Focused bool            `json:"focused"`
}

// rawInput is a modal's field: bare, in a row, or in a label.
type rawInput struct {
	CustomID   string     `json:"custom_id"`
	Value      string     `json:"value"`
	Components []rawInput `json:"components"`
	Component  *rawInput  `json:"component"`
}

// Where an interaction can be: on a server, in a user's DM with the bot, or in a DM of other people.
const contextGuild, contextDirect, contextPrivate = 0, 1, 2

// Ways to install an application. Keys of raw.Owners are these, in decimal.
const installGuild, installUser = 0, 1

// abroad reports whether the bot is only installed for the user, and is not on the server where they act.
func (r raw) abroad() bool {
	_, here := r.Owners[strconv.Itoa(installGuild)]
	return r.Guild != "" && len(r.Owners) > 0 && !here
}

// direct reports whether the interaction is in the user's DM with the bot.
func (r raw) direct() bool {
	return r.Guild == "" && (r.Context == nil || *r.Context == contextDirect)
}

// Types of interactions.
const (
	rawPing, rawCommand, rawComponent, rawAutocomplete, rawModal = 1, 2, 3, 4, 5
)

// maxInteraction is the maximum size of an interaction in bytes. It contains the message that was pressed, which is
// below a tenth of this.
const maxInteraction = 256 << 10

// decode converts an interaction from Discord's format to the bot's.
func decode(b []byte) (wire.Interaction, raw, error) {
	var r raw
	if len(b) > maxInteraction {
		return wire.Interaction{}, r, fmt.Errorf("interaction of %d bytes: expected at most %d", len(b), maxInteraction)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return wire.Interaction{}, r, fmt.Errorf("interaction: %w", err)
	}
	i := wire.Interaction{ID: r.ID, Self: r.App, At: madeAt(r.ID), Guild: r.Guild, Channel: r.Channel, Locale: r.Locale, GuildLocale: r.Prefers, Options: map[string]string{},
		Fields: map[string]string{}, Names: map[wire.UserID]string{},
		Bots: map[wire.UserID]bool{}, Members: map[wire.UserID]bool{}}
	i.CustomID, i.Values = pressed(r.Data.CustomID, r.Data.Values)
	switch {
	case r.Member != nil:
		i.User, i.Name = r.Member.User.ID, r.Member.User.name()
		if r.Member.Nick != "" {
			i.Name = r.Member.Nick
		}
		i.Roles, i.Permissions, i.BotMay = r.Member.Roles, permissions(r.Member.Permissions), permissions(r.May)
		i.IsThread = isThread(r.Where.Type)
	case r.User != nil:
		i.User, i.Name = r.User.ID, r.User.name()
	}
	i.Direct = r.direct()
	if r.abroad() { // what the server says of its member and of the bot is not the bot's business
		i.Guild, i.GuildLocale, i.Roles, i.Permissions, i.BotMay = "", "", nil, 0, 0
	}
	if r.Message != nil {
		i.Message, i.Controls = r.Message.ID, r.Message.controls()
		i.Private = r.Message.Flags&flagEphemeral != 0 || i.Direct
	}
	for id, u := range r.Data.Resolved.Users {
		i.Names[id], i.Bots[id] = u.name(), u.Bot
		m, member := r.Data.Resolved.Members[id]
		if i.Members[id] = member; m.Nick != "" {
			i.Names[id] = m.Nick
		}
	}
	switch r.Type {
	case rawCommand:
		i.Kind = wire.Slash
		readTarget(&i, r)
	case rawAutocomplete:
		i.Kind = wire.Complete
	case rawComponent:
		i.Kind = wire.Press
	case rawModal:
		i.Kind = wire.Submit
		readFields(i.Fields, r.Data.Components)
	default:
		return i, r, fmt.Errorf("interaction of type %d", r.Type)
	}
	if r.Type == rawCommand || r.Type == rawAutocomplete {
		i.Command = []string{r.Data.Name}
		readOptions(&i, r.Data.Options)
	}
	if i.ID == "" || i.User == "" {
		return i, r, fmt.Errorf("interaction without id or user")
	}
	return i, r, nil
}

// readTarget reads what a command of a context menu is about.
func readTarget(i *wire.Interaction, r raw) {
	switch r.Data.Type {
	case commandOnUser:
		i.Kind, i.Target.User = wire.OnUser, wire.UserID(r.Data.Target)
	case commandOnMessage:
		i.Kind, i.Target.Message = wire.OnMessage, wire.MessageID(r.Data.Target)
		m := r.Data.Resolved.Messages[i.Target.Message]
		i.Target.User, i.Target.Controls, i.Target.Text = m.Author.ID, m.controls(), strings.Join(m.texts(), "\n")
		if m.Author.ID != "" {
			i.Names[m.Author.ID], i.Bots[m.Author.ID] = m.Author.name(), m.Author.Bot
		}
	}
}

// permissions parses Discord's decimal bits; it returns no permissions if that fails.
func permissions(decimal string) wire.Permission {
	bits, err := strconv.ParseUint(decimal, 10, 64)
	if err != nil {
		return 0
	}
	return wire.Permission(bits)
}

// readOptions descends to the subcommand and reads its options.
func readOptions(i *wire.Interaction, options []rawOption) {
	const sub, group, user, mentionable = 1, 2, 6, 9
	for _, o := range options {
		if o.Type == sub || o.Type == group {
			i.Command = append(i.Command, o.Name)
			readOptions(i, o.Options)
			continue
		}
		var text string
		if json.Unmarshal(o.Value, &text) != nil {
			text = string(o.Value) // a number or a Boolean
		}
		if o.Type >= user && o.Type <= mentionable && strings.Trim(text, "0123456789") != "" {
			text = "" // not an id
		}
		i.Options[o.Name] = text
		if o.Focused {
			i.Focused = o.Name
		}
	}
}

func readFields(into map[string]string, inputs []rawInput) {
	for _, in := range inputs {
		if in.CustomID != "" {
			into[in.CustomID] = in.Value
		}
		readFields(into, in.Components)
		if in.Component != nil {
			readFields(into, []rawInput{*in.Component})
		}
	}
}

// madeAt returns the time at which an interaction was created.
func madeAt(id wire.InteractionID) time.Time {
	const epoch = 1420070400000
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch)
}
