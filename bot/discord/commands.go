package discord

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"downsync/bot"
)

// command is a slash command as Discord keeps it, as far as we set it.
type command struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Type        int             `json:"type"`
	Options     []commandOption `json:"options,omitempty"`
	Contexts    []int           `json:"contexts,omitempty"`
	Permissions *string         `json:"default_member_permissions,omitempty"`
}

type commandOption struct {
	Type         int             `json:"type"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Required     bool            `json:"required,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	Choices      []commandChoice `json:"choices,omitempty"`
	Options      []commandOption `json:"options,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
}

type commandChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Types of options.
const optionSub, optionString, optionInt, optionBool, optionUser, optionChannel, optionRole = 1, 3, 4, 5, 6, 7, 8

// Register makes these the bot's commands: one overwrite, and only if they differ from what Discord has.
func (c *Client) Register(ctx context.Context, cs []bot.Command) error {
	path := "applications/" + c.app + "/commands"
	if c.cfg.Guild != "" {
		path = "applications/" + c.app + "/guilds/" + c.cfg.Guild + "/commands"
	}
	want := []command{}
	for _, x := range cs {
		want = append(want, commandOf(x, c.cfg.Guild == ""))
	}
	var have []command
	if err := c.call(ctx, http.MethodGet, path, nil, &have); err != nil {
		return err
	}
	if reflect.DeepEqual(have, want) {
		return nil
	}
	return c.call(ctx, http.MethodPut, path, want, nil)
}

func commandOf(x bot.Command, global bool) command {
	out := command{Name: x.Name, Description: x.Description, Type: 1}
	if global { // a guild's own commands have no contexts
		const guild, botDM = 0, 1
		out.Contexts = []int{guild, botDM}
		if x.GuildOnly {
			out.Contexts = []int{guild}
		}
	}
	if x.Needs != 0 {
		bits := strconv.FormatUint(uint64(x.Needs), 10)
		out.Permissions = &bits
	}
	for _, s := range x.Sub {
		out.Options = append(out.Options, commandOption{Type: optionSub, Name: s.Name, Description: s.Description, Options: optionsOf(s.Options)})
	}
	out.Options = append(out.Options, optionsOf(x.Options)...)
	return out
}

func optionsOf(os []bot.CommandOption) []commandOption {
	kinds := map[bot.OptionKind]int{bot.StringOption: optionString, bot.IntOption: optionInt, bot.BoolOption: optionBool, bot.UserOption: optionUser,
		bot.ChannelOption: optionChannel, bot.RoleOption: optionRole}
	var out []commandOption
	for _, o := range os {
		x := commandOption{Type: kinds[o.Kind], Name: o.Name, Description: o.Description, Required: o.Required, Autocomplete: o.Autocomplete}
		if o.Kind == bot.ChannelOption {
			const text = 0
			x.ChannelTypes = []int{text}
		}
		for _, ch := range o.Choices {
			x.Choices = append(x.Choices, commandChoice{ch.Name, ch.Value})
		}
		out = append(out, x)
	}
	return out
}
