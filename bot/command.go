package bot

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
)

// Action answers a slash command.
type Action func(context.Context, *Call) wire.Answer

// Command is a slash command. If it has Sub, it only groups subcommands.
type Command struct {
	Name        string
	Description game.Text
	Sub         []Command
	Options     []CommandOption
	// GuildOnly hides it in DMs.
	GuildOnly bool
	// Needs hides it from users without these permissions, unless the server's administrators decide otherwise; 0 shows
	// it to everybody. Run checks the rights again.
	Needs wire.Permission
	// Light marks a command whose answer needs no whole match. It counts less towards the user's rate.
	Light bool
	// Order is played in the match by a game's command, as /order would; "": it only asks and changes
	// nothing.
	Order string
	// Run answers it. A command with subcommands has none. Games leave it nil: the bot passes their commands on by
	// name.
	Run Action
	// Was holds its earlier names. Now is its present path, such as "look know", in the copy that an earlier name runs.
	Was []OldName
	Now string
}

// Menu is a command in the context menu of users or of messages. The call's Target names the user or the message.
type Menu struct {
	Name game.Text // at most 32 characters
	// On is wire.OnUser or wire.OnMessage.
	On wire.Kind
	// GuildOnly hides it in DMs.
	GuildOnly bool
	Run       Action
}

// MostMenus bounds the bot's commands in each context menu, by Discord's least limit.
const MostMenus = 5

// CommandOption is one option of a slash command.
type CommandOption struct {
	Name        string
	Description game.Text
	Kind        wire.OptionKind
	Required    bool
	Choices     []wire.Choice
	// Autocomplete asks for suggestions as the user types. Suggest returns them; for a game's own option, the game
	// does.
	Autocomplete bool
	Suggest      func(context.Context, *Call) []wire.Choice
	// Typing says how to read the text of a wire.StringOption.
	Typing pasted.Typing
}

// Suggested returns the option with suggestions.
func (o CommandOption) Suggested(by func(context.Context, *Call) []wire.Choice) CommandOption {
	o.Autocomplete, o.Suggest = true, by
	return o
}

// Listed returns the option with suggestions from a list: those that fit what is typed, see Fitting.
func (o CommandOption) Listed(all func(context.Context, *Call) []wire.Choice) CommandOption {
	return o.Suggested(func(ctx context.Context, c *Call) []wire.Choice { return Fitting(all(ctx, c), c.Options[c.Focused]) })
}

// Fitting returns the choices that have all typed words in their name, or that value.
func Fitting(all []wire.Choice, typed string) []wire.Choice {
	words := strings.Fields(strings.ToLower(typed))
	out := []wire.Choice{}
	for _, x := range all {
		name, value := strings.ToLower(x.Name), strings.ToLower(x.Value)
		lacks := func(word string) bool { return !strings.Contains(name, word) && !strings.HasPrefix(value, word) }
		if !slices.ContainsFunc(words, lacks) {
			out = append(out, x)
		}
	}
	return out
}

// With returns the command with further options, added to each of its subcommands if it has any.
func (c Command) With(os ...CommandOption) Command {
	if len(c.Sub) == 0 {
		c.Options = slices.Concat(c.Options, os)
		return c
	}
	c.Sub = slices.Clone(c.Sub)
	for i := range c.Sub {
		c.Sub[i] = c.Sub[i].With(os...)
	}
	return c
}

// maxTyped is how many characters an option may have. Discord allows 6,000, too many to quote in an answer.
const maxTyped = 1000

// tooLong refuses a command with an overlong option.
func (c *Call) tooLong() error {
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		if n := utf8.RuneCountInString(c.Options[name]); n > maxTyped {
			return c.Refuse("⚠️ `%s` has %d characters; expected at most %d.", c.OptionName(name), n, maxTyped)
		}
	}
	return nil
}

// WordBadChoice refuses a value that is not one of an option's choices. Its arguments are the value, the option's name
// and the choices.
const WordBadChoice game.Text = "⚠️ %q is not one of the choices of `%s`: %s."

// badChoice refuses a command with a value that its option does not offer. Discord may still show the choices of
// another version of the program, and the command must not fall back to its default. A choice may also be given by its
// name.
func (c *Call) badChoice(of Command) error {
	for _, o := range of.Options {
		value := c.Options.Text(o.Name)
		if value == "" || len(o.Choices) == 0 {
			continue
		}
		n := slices.IndexFunc(o.Choices, func(x wire.Choice) bool { return x.Value == value || strings.EqualFold(x.Name, value) })
		if n >= 0 {
			c.Options[o.Name] = o.Choices[n].Value
			continue
		}
		var values []string
		for _, x := range o.Choices {
			values = append(values, x.Value)
		}
		return c.Refuse(WordBadChoice, wire.Clip(wire.Plain(value), 60), c.OptionName(o.Name), strings.Join(values, ", "))
	}
	return nil
}

// Options that many commands share.

// EventOption is the name of the option that asks for an event by its number in a log.
const EventOption = "event"

// WordNoEvent refuses the number of an event.
const WordNoEvent game.Text = "log.no-event"

// MatchOption names the match that a command is about.
func MatchOption() CommandOption {
	return CommandOption{Name: "match", Description: "Which match; not needed in its thread or if you have only one",
		Kind: wire.StringOption}.Listed(
		func(ctx context.Context, c *Call) []wire.Choice { return c.ListMatches(ctx, c) })
}

// merge adds commands to a list. If a name is already there, it adds the subcommands to that command.
func merge(all, more []Command) []Command {
	for _, c := range more {
		if i := slices.IndexFunc(all, func(x Command) bool { return x.Name == c.Name }); i >= 0 {
			all[i].Sub, all[i].Description = slices.Concat(all[i].Sub, c.Sub), cmp.Or(all[i].Description, c.Description)
			continue
		}
		all = append(all, c)
	}
	return all
}

// commandAt returns the command at a path.
func commandAt(all []Command, path []string) (Command, bool) {
	at, found := all, Command{}
	for _, name := range path {
		i := slices.IndexFunc(at, func(c Command) bool { return c.Name == name })
		if i < 0 {
			return Command{}, false
		}
		found, at = at[i], at[i].Sub
	}
	return found, found.Run != nil
}

// menuOf returns the command of a context menu that the interaction names.
func menuOf(all []Menu, i wire.Interaction) (Menu, bool) {
	n := slices.IndexFunc(all, func(m Menu) bool { return m.On == i.Kind && slices.Equal(i.Command, []string{string(m.Name)}) })
	if n < 0 {
		return Menu{}, false
	}
	return all[n], true
}

// The amounts of work that count towards a user's rate.
const pressWork, lightWork, fullWork = 1, 2, 5

// Cost returns the work of an interaction: 1 for a press, 2 for a light command, 5 for any other.
func (a *App) Cost(i wire.Interaction) int {
	switch i.Kind {
	case wire.Slash:
	case wire.OnUser, wire.OnMessage:
		return fullWork
	default:
		return pressWork
	}
	if c, ok := commandAt(a.Commands, i.Command); ok && c.Light {
		return lightWork
	}
	return fullWork
}

// suggestions completes the option that the user is typing. On an error it suggests nothing; the command itself reports
// the error.
func (c *Call) suggestions(ctx context.Context) []wire.Choice {
	out := []wire.Choice{}
	command, ok := commandAt(c.Commands, c.Command)
	i := slices.IndexFunc(command.Options, func(o CommandOption) bool { return o.Name == c.Focused })
	if ok && i >= 0 && command.Options[i].Suggest != nil {
		c.unpack(command)
		out = append(out, command.Options[i].Suggest(ctx, c)...)
	}
	return out[:min(len(out), wire.MostChoices)]
}

// unpack reads the options of a command in which the user may have pasted something. c.Focused names the option that is
// still being typed.
func (c *Call) unpack(of Command) {
	for _, o := range of.Options {
		text, typing := c.Options[o.Name], o.Typing
		if o.Kind != wire.StringOption || text == "" || typing == pasted.AsTyped || typing == pasted.AsName && c.Focused != o.Name {
			continue
		}
		read := pasted.Value
		if typing == pasted.AsOrder {
			read = pasted.Order
		}
		if c.Focused == o.Name {
			c.Options[o.Name] = pasted.Begun(text, read, o.Name, c.OptionName(o.Name))
		} else {
			c.Options[o.Name] = read(text, o.Name, c.OptionName(o.Name))
		}
	}
}
