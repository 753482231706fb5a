package bot

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"downsync/bot/wire"
	"downsync/game"
)

// Commands that get a new name keep the old one for a year: it does what it did, and its answer says the new one.

// MostCommands bounds the bot's slash commands, without old names: a phone lists them all under one "/".
const MostCommands = 16

// OldNamesOf2026 is when the names that commands had before December 2026 stop working.
var OldNamesOf2026 = time.Date(2027, time.November, 28, 0, 0, 0, 0, time.UTC)

// OldName is an earlier name of a command.
type OldName struct {
	Path  []string
	Until time.Time
	// Options and Run belong to the old name; nil: the command's own.
	Options []CommandOption
	Run     Action
}

// Formerly returns the command with a name that it had before December 2026.
func (c Command) Formerly(path ...string) Command { return c.FormerlyAs(nil, nil, path...) }

// FormerlyAs is Formerly for a command that had other options, or another answer, under the old name.
func (c Command) FormerlyAs(options []CommandOption, run Action, path ...string) Command {
	c.Was = append(slices.Clip(c.Was), OldName{Path: path, Until: OldNamesOf2026, Options: options, Run: run})
	return c
}

// FormerlyAlone returns the commands, which are subcommands now, with their old names: those that they have as
// subcommands, without a group.
func FormerlyAlone(cs ...Command) (out []Command) {
	for _, c := range cs {
		out = append(out, c.Formerly(c.Name))
	}
	return out
}

// IsOld reports whether it is only an old name, or a group of old names.
func (c Command) IsOld() bool {
	return c.Now != "" || len(c.Sub) > 0 && !slices.ContainsFunc(c.Sub, func(s Command) bool { return !s.IsOld() })
}

// WithoutOld returns the commands without old names.
func WithoutOld(cs []Command) []Command {
	out := slices.DeleteFunc(slices.Clone(cs), Command.IsOld)
	for i, c := range out {
		if len(c.Sub) > 0 {
			out[i].Sub = WithoutOld(c.Sub)
		}
	}
	return out
}

// Descriptions of old names.
const (
	wordOldName  game.Text = "An old name of this command; its answer says the new one"
	wordOldGroup game.Text = "Old names of commands; their answers say the new ones"
)

// withOldNames adds the old names that still work at that time; a zero time adds all.
func withOldNames(all []Command, at time.Time) []Command {
	out := slices.Clone(all)
	var walk func(path string, cs []Command)
	walk = func(path string, cs []Command) {
		for _, c := range cs {
			own := strings.TrimSpace(path + " " + c.Name)
			for _, old := range c.Was {
				if at.Before(old.Until) {
					out = insert(out, old.Path, named(c, own, old))
				}
			}
			walk(own, c.Sub)
		}
	}
	walk("", all)
	return out
}

// insert adds a command at a path, below groups of old names where there are no groups yet.
func insert(all []Command, path []string, c Command) []Command {
	c.Name = path[0]
	if len(path) == 1 {
		return append(slices.Clip(all), c)
	}
	all = slices.Clone(all)
	i := slices.IndexFunc(all, func(x Command) bool { return x.Name == path[0] })
	if i < 0 {
		i, all = len(all), append(all, Command{Name: path[0], Description: wordOldGroup, GuildOnly: c.GuildOnly})
	}
	all[i].Sub = insert(all[i].Sub, path[1:], c)
	return all
}

// named returns the command under an old name. now is its present path.
func named(c Command, now string, old OldName) Command {
	c.Now, c.Description, c.Was = now, wordOldName, nil
	if old.Options != nil {
		c.Options = old.Options
	}
	run := c.Run
	if old.Run != nil {
		run = old.Run
	}
	c.Run = func(ctx context.Context, call *Call) wire.Answer {
		return sayingNow(call, run(ctx, call), old, now)
	}
	return c
}

// sayingNow adds to an answer what the command is called now, if there is room.
func sayingNow(c *Call, a wire.Answer, old OldName, now string) wire.Answer {
	if a.Letter == nil {
		return a
	}
	note := c.Say("-# `%s` is now `%s`. The old name works until <t:%d:D>.", c.Typed(strings.Join(old.Path, " ")), c.Typed(now), old.Until.Unix())
	if textOf(a.Letter.Blocks)+utf8.RuneCountInString(note) > wire.LongestText {
		return a
	}
	m := *a.Letter
	m.Blocks = append(slices.Clip(m.Blocks), wire.Text(note))
	a.Letter = &m
	return a
}

// textOf returns how many characters of text blocks have.
func textOf(bs []wire.Block) (n int) {
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Text:
			n += utf8.RuneCountInString(string(b))
		case wire.Box:
			n += textOf(b.Blocks)
		}
	}
	return n
}

// Typed returns a command as the reader types it, from its path: "/match show".
func (v Voice) Typed(path string) string {
	words := strings.Fields(path)
	for i, word := range words {
		words[i] = v.OptionName(word)
	}
	return "/" + strings.Join(words, " ")
}
