package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
)

// named is a name and a description in all languages, as Discord stores them.
type named struct {
	Name        string            `json:"name"`
	Names       map[string]string `json:"name_localizations,omitempty"`
	Description string            `json:"description"`
	InOther     map[string]string `json:"description_localizations,omitempty"`
}

// command holds the fields of a slash command that the bot sets, as Discord stores them.
type command struct {
	named
	Type        int             `json:"type"`
	Options     []commandOption `json:"options,omitempty"`
	Contexts    []int           `json:"contexts,omitempty"`
	Installs    []int           `json:"integration_types,omitempty"`
	Permissions *string         `json:"default_member_permissions,omitempty"`
}

type commandOption struct {
	named
	Type         int             `json:"type"`
	Required     bool            `json:"required,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	Choices      []commandChoice `json:"choices,omitempty"`
	Options      []commandOption `json:"options,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
}

type commandChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value string            `json:"value"`
}

// nameOf returns the names of a command or an option. The translation key of a name is "/name", to distinguish it from
// a text.
func nameOf(name string, description game.Text) named {
	n := named{Name: name, Names: inOthers(game.Text("/" + name)), Description: string(description), InOther: inOthers(description)}
	for locale, s := range n.Names {
		n.Names[locale] = strings.TrimPrefix(s, "/")
	}
	return n
}

// inOthers returns the translations of a text by locale, without those that equal the English text.
func inOthers(english game.Text) map[string]string {
	var out map[string]string
	for _, t := range lang.All()[1:] {
		if s := t.Text(english); s != string(english) {
			if out == nil {
				out = map[string]string{}
			}
			for _, locale := range t.DiscordLocales() {
				out[locale] = s
			}
		}
	}
	return out
}

// Types of commands.
const commandTyped, commandOnUser, commandOnMessage = 1, 2, 3

// Types of options.
const optionSub, optionString, optionInt, optionBool, optionUser, optionChannel, optionRole = 1, 3, 4, 5, 6, 7, 8

// Register makes cs and menus the bot's commands. It overwrites them in one request, and only if they differ from what Discord
// has.
func (c *Client) Register(ctx context.Context, cs []bot.Command, menus ...bot.Menu) error {
	want := []command{}
	for _, x := range cs {
		want = append(want, commandOf(x, c.cfg.Guild == ""))
	}
	for _, x := range menus {
		want = append(want, menuOf(x, c.cfg.Guild == ""))
	}
	err := c.overwrite(ctx, c.cfg.Guild, want)
	if c.cfg.Guild != "" && (errors.Is(err, errNotOn) || errors.Is(err, wire.ErrDenied)) {
		return fmt.Errorf("the bot is not on server %s, or was invited without the scope applications.commands: check the id, and invite the bot again: %w", c.cfg.Guild, err)
	}
	return err
}

// Tidy removes the commands that an earlier start registered elsewhere, for one guild or everywhere: otherwise they would appear
// twice in the list. It asks Discord once for each guild, so a caller should not wait for it.
func (c *Client) Tidy(ctx context.Context) error {
	if c.cfg.Guild != "" {
		if err := c.overwrite(ctx, "", []command{}); err != nil {
			return err
		}
	}
	ids, err := c.Guilds(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if id == c.cfg.Guild {
			continue
		}
		if err := c.overwrite(ctx, id, []command{}); err != nil && !errors.Is(err, wire.ErrDenied) {
			return err
		}
	}
	return nil
}

// overwrite makes want the commands of one guild, or with "" the global ones, unless Discord has them already.
func (c *Client) overwrite(ctx context.Context, guild wire.GuildID, want []command) error {
	path := "applications/" + c.app + "/commands"
	if guild != "" {
		path = "applications/" + c.app + "/guilds/" + string(guild) + "/commands"
	}
	have := []command{}
	if err := c.rest.call(ctx, http.MethodGet, path+"?with_localizations=true", nil, &have); err != nil {
		return err
	}
	for i := range have {
		if guild != "" {
			have[i].Contexts, have[i].Installs = nil, nil // Discord fills them in
		}
	}
	for _, list := range [][]command{have, want} { // Discord has its own order
		slices.SortFunc(list, func(a, b command) int { return cmp.Or(a.Type-b.Type, strings.Compare(a.Name, b.Name)) })
	}
	known, err := json.Marshal(have)
	if err != nil {
		return err
	}
	wanted, err := json.Marshal(want)
	if err != nil || bytes.Equal(known, wanted) {
		return err
	}
	return c.rest.call(ctx, http.MethodPut, path, want, nil)
}

func commandOf(x bot.Command, global bool) command {
	out := command{named: nameOf(x.Name, x.Description), Type: commandTyped}
	if global {
		out.place(x.GuildOnly)
	}
	if x.Needs != 0 {
		bits := strconv.FormatUint(uint64(x.Needs), 10)
		out.Permissions = &bits
	}
	for _, s := range x.Sub {
		out.Options = append(out.Options, commandOption{named: nameOf(s.Name, s.Description), Type: optionSub, Options: optionsOf(s.Options)})
	}
	out.Options = append(out.Options, optionsOf(x.Options)...)
	return out
}

// place says where a command can be used: one for servers only where the bot is itself, any other also where a user has installed it. Commands of a guild have neither contexts nor ways to install.
func (c *command) place(guildOnly bool) {
	c.Contexts, c.Installs = []int{contextGuild, contextDirect, contextPrivate}, []int{installGuild, installUser}
	if guildOnly {
		c.Contexts, c.Installs = []int{contextGuild}, []int{installGuild}
	}
}

// menuOf returns a command of a context menu, which has no description.
func menuOf(x bot.Menu, global bool) command {
	out := command{named: named{Name: string(x.Name), Names: inOthers(x.Name)}, Type: commandOnMessage}
	if x.On == wire.OnUser {
		out.Type = commandOnUser
	}
	if global {
		out.place(x.GuildOnly)
	}
	return out
}

func optionsOf(os []bot.CommandOption) []commandOption {
	kinds := map[wire.OptionKind]int{wire.StringOption: optionString, wire.IntOption: optionInt, wire.BoolOption: optionBool, wire.UserOption: optionUser,
		wire.ChannelOption: optionChannel, wire.RoleOption: optionRole}
	var out []commandOption
	for _, o := range os {
		x := commandOption{named: nameOf(o.Name, o.Description), Type: kinds[o.Kind], Required: o.Required, Autocomplete: o.Autocomplete}
		if o.Kind == wire.ChannelOption {
			x.ChannelTypes = channelTypes
		}
		for _, ch := range o.Choices {
			x.Choices = append(x.Choices, commandChoice{ch.Name, inOthers(game.Text(ch.Name)), ch.Value})
		}
		out = append(out, x)
	}
	return out
}
