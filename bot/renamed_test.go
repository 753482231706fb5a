package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
)

// paths returns the paths of all commands, such as "match show".
func paths(before string, cs []bot.Command) (out []string) {
	for _, c := range cs {
		path := strings.TrimSpace(before + " " + c.Name)
		if c.Run != nil {
			out = append(out, path)
		}
		out = append(out, paths(path, c.Sub)...)
	}
	return out
}

// An old name works until its day: a host that starts the moment before offers it, and one that starts then does not.
func TestOldNamesEnd(t *testing.T) {
	for at, want := range map[time.Time]bool{{}: true, bot.OldNamesOf2026.Add(-1): true, bot.OldNamesOf2026: false} {
		all := paths("", bottest.App(bot.Config{Games: []bot.Game{plain.Forms{}.Game()}, OldNames: at}).Commands)
		if got := slices.Contains(all, "match challenge"); got != want {
			t.Errorf("at %v: the old name is offered: %t", at, got)
		}
		if !slices.Contains(all, "play") || !slices.Contains(all, "match show") {
			t.Errorf("at %v the commands are %q", at, all)
		}
	}
}

// Every old name leads to a command that exists, is no command of its own, and its answer ends with the new name.
func TestOldNamesSayTheNew(t *testing.T) {
	p := party.Plain(t)
	all := p.Bot.Commands
	now := paths("", bot.WithoutOld(all))
	n := 0
	for _, path := range paths("", all) {
		c, group := find(all, strings.Fields(path))
		if c.Now == "" {
			continue
		}
		n++
		if !slices.Contains(now, c.Now) || slices.Contains(now, path) || c.Description == "" || group.Description == "" {
			t.Errorf("/%s leads to /%s", path, c.Now)
		}
		p.Says(p.Slash("ann", strings.Fields(path)), "`/"+path+"` is now `/"+c.Now+"`")
	}
	if n == 0 {
		t.Error("there is no old name")
	}
}

// find returns the command at a path, and the first of its groups.
func find(cs []bot.Command, path []string) (c, group bot.Command) {
	for n, name := range path {
		c = cs[slices.IndexFunc(cs, func(x bot.Command) bool { return x.Name == name })]
		if n == 0 {
			group = c
		}
		cs = c.Sub
	}
	return c, group
}
