package person

import (
	"context"
	"errors"
	"time"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The greeting: one silent message on a server that the bot was added to, in the first channel where it may write. A server gets it once, also if
// it removes the bot and adds it again: the record that it was greeted is written before the greeting is sent, and stays.

// greeted records that a server was greeted, or is about to be.
type greeted struct {
	Version int       `json:"v"`
	At      time.Time `json:"at"`
}

// Form returns the version of the record, see bot.RecordVersion.
func (g *greeted) Form() *int { return &g.Version }

func greetedKey(g wire.GuildID) string { return "guild.greeted/" + string(g) }

// greeting is a greeting that is not sent yet.
type greeting struct {
	Version int          `json:"v"`
	Guild   wire.GuildID `json:"guild"`
	Locale  string       `json:"locale"`
	// Channels are those to try, the best first.
	Channels []wire.ChannelID `json:"channels"`
	// Begun is when it was first tried in the first of them, and Tried when it was last; zero: never.
	Begun time.Time `json:"begun,omitzero"`
	Tried time.Time `json:"tried,omitzero"`
}

// Form returns the version of the record, see bot.RecordVersion.
func (g *greeting) Form() *int { return &g.Version }

// Empty reports whether there is no channel left to try.
func (g greeting) Empty() bool { return len(g.Channels) == 0 }

const greetings = "greeting/" // greeting/server

const (
	// mostGreeted is how many channels are tried.
	mostGreeted = 5
	// greetingTries is how long the same channel is tried again after an error that says nothing. Within that time Discord recognises the
	// second copy of a message, so that a server is never greeted twice.
	greetingTries = 2 * time.Minute
	// greetingPause is how long a host that tries has for itself.
	greetingPause = 20 * time.Second
)

// arrived queues the greeting of a server, unless the server has been greeted.
func arrived(ctx context.Context, c *bot.Call, at wire.Arrival) error {
	var known greeted
	guard, err := c.Guard(ctx, greetedKey(at.Guild), &known)
	if err != nil || guard.Was != nil {
		return err
	}
	if guard, err = bot.With(guard, greeted{bot.RecordVersion, c.Clock.Now()}); err != nil {
		return err
	}
	records := []table.Record{guard}
	if channels := at.Channels[:min(len(at.Channels), mostGreeted)]; len(channels) > 0 {
		next, err := bot.RecordOf(greetings+string(at.Guild), greeting{Version: bot.RecordVersion, Guild: at.Guild, Locale: at.Locale, Channels: channels})
		if err != nil {
			return err
		}
		records = append(records, next)
	}
	if err := c.Records.Put(ctx, records...); !errors.Is(err, table.ErrChanged) { // otherwise another host greets
		return err
	}
	return nil
}

// greet sends the greetings that are queued.
func greet(ctx context.Context, c *bot.Call) (done int, err error) {
	const most = 20
	due, err := bot.ReadAll[greeting](ctx, c.App, greetings, most)
	for _, g := range due {
		if sent, failed := greetServer(ctx, c, g.Guild); failed != nil {
			err = errors.Join(err, failed)
		} else if sent {
			done++
		}
	}
	return done, err
}

// greetServer tries to send the greeting of one server. done reports whether it was sent or given up.
func greetServer(ctx context.Context, c *bot.Call, id wire.GuildID) (done bool, err error) {
	now, mine := c.Clock.Now(), false
	g, err := bot.Change(ctx, c.App, greetings+string(id), func(g *greeting) error {
		switch mine = false; {
		case g.Empty() || now.Sub(g.Tried) < greetingPause:
		case g.Begun.IsZero():
			mine, g.Begun, g.Tried = true, now, now
		case now.Sub(g.Begun) >= greetingTries: // it may have been sent
			g.Channels = nil
		default:
			mine, g.Tried = true, now
		}
		return nil
	})
	if err != nil || !mine {
		return g.Empty(), err
	}
	s, err := c.Server(ctx, id)
	if err != nil {
		return false, err
	}
	m := greetingIn(c.In(bot.ServerVoice(s, wire.Interaction{GuildLocale: g.Locale})))
	_, err = c.Wire.Post(ctx, g.Channels[0], m, "hello"+string(id))
	if err != nil && !wire.Final(err) {
		c.Log.Warn("greeting not sent", "server", id, "error", err.Error())
		return false, nil
	}
	left := g.Channels[1:]
	if err == nil {
		left = nil
	}
	_, err = bot.Change(ctx, c.App, greetings+string(id), func(g *greeting) error {
		g.Channels, g.Begun, g.Tried = left, time.Time{}, time.Time{}
		return nil
	})
	return true, err
}

// greetingIn returns the greeting in a server's language.
func greetingIn(c *bot.Call) wire.Message {
	var names []game.Text
	for _, g := range c.Games {
		names = append(names, game.Text("**"+c.Forms(g.ID).About.Name+"**"))
	}
	return wire.Message{Silent: true, Blocks: []wire.Block{wire.Box{Accent: greetingAccent, Blocks: []wire.Block{
		wire.Text(c.Say("person.greeting", wire.Joined(names))),
		wire.Row{{ID: idSetup, Label: c.Text("Set up"), Style: wire.Primary}, {ID: idHelp, Label: c.Text("How to play")}}}}}}
}

// greetingAccent is the colour of the messages that invite to play.
const greetingAccent = 0x2f7d5b
