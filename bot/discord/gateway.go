package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"downsync/bot/wire"
)

// longestPause is the longest pause between gateway connections. It keeps even a day of faults well below Discord's limit
// of 1,000 sessions a day.
const longestPause = 3 * time.Minute

// pauses are the pauses between gateway connections. They double each time, and start again after a connection that
// lasted.
type pauses struct{ first, next time.Duration }

// after returns the pause after a connection that was ready for that long. There is none after one that lasted, and none
// the first time that Discord asks for a new connection.
func (p *pauses) after(lasted time.Duration, asked bool) time.Duration {
	if lasted > longestPause {
		p.next = 0
	}
	if p.next == 0 {
		p.next = p.first
		if asked || lasted > longestPause {
			return 0
		}
	}
	d := p.next/2 + rand.N(p.next/2+1)
	p.next = min(2*p.next, longestPause)
	return d
}

// Run receives interactions until the context ends. It opens a new gateway connection whenever one fails, and resumes the
// session as long as Discord allows that, so that Discord sends again what came in between. It returns nil when the
// context ends, after running handlers have finished. It returns an error that says what to do when Discord rejects the
// bot.
func (c *Client) Run(ctx context.Context, h wire.Handler) error {
	defer c.work.Wait()
	pauses := pauses{first: c.cfg.Pause}
	var s session
	for ctx.Err() == nil {
		lasted, err := c.serve(ctx, &s, h)
		if c.cfg.Lost != nil {
			c.cfg.Lost()
		}
		if ctx.Err() != nil {
			return nil
		}
		if fatal := c.verdict(err); fatal != nil {
			if errors.Is(fatal, ErrToken) {
				c.guard.mu.Lock()
				c.guard.revoke()
				c.guard.mu.Unlock()
			}
			return fatal
		}
		pause := pauses.after(lasted, errors.Is(err, errAsked))
		c.log.Warn("gateway connection ended", "error", fmt.Sprint(err), "pause", pause, "resumes", s.id != "")
		if !sleep(ctx, pause) {
			return nil
		}
	}
	return nil
}

// closed returns the row of the gateway's close code, nil if there is none.
func closed(err error) *refusal {
	var e *websocket.CloseError
	if !errors.As(err, &e) {
		return nil
	}
	return rowOf(0, e.Code)
}

// verdict returns an error if trying again is pointless: the token is revoked, or Discord's close code says so.
func (c *Client) verdict(err error) error {
	if errors.Is(err, ErrToken) {
		return ErrToken
	}
	row := closed(err)
	if row == nil || row.passes != never {
		return nil
	}
	c.rest.tally.note(row, 0, row.code)
	if row.means(ErrToken) {
		return fmt.Errorf("%w (%d)", ErrToken, row.code)
	}
	return fmt.Errorf("Discord refuses the gateway connection (%d): %s", row.code, row.explain(row.code))
}

// dispatch handles one event of the gateway.
func (c *Client) dispatch(ctx context.Context, h wire.Handler, name string, data []byte) {
	switch name {
	case "READY", "RESUMED":
		c.log.Info("gateway ready", "resumed", name == "RESUMED")
		if c.cfg.Ready != nil {
			c.cfg.Ready()
		}
	case "INTERACTION_CREATE":
		c.receive(ctx, h, data)
	case "GUILD_CREATE":
		c.guard.forgive("")
		c.arrived(ctx, data)
	case "GUILD_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE",
		"CHANNEL_CREATE", "CHANNEL_UPDATE":
		c.guard.forgive("") // permissions may have changed
	case "THREAD_UPDATE":
		c.unlocked(data)
	}
}

// unlocked forgives the denials of a thread that is not locked, or not any more.
func (c *Client) unlocked(data []byte) {
	var thread struct {
		ID   wire.ChannelID `json:"id"`
		Meta struct {
			Locked bool `json:"locked"`
		} `json:"thread_metadata"`
	}
	if err := json.Unmarshal(data, &thread); err == nil && thread.ID != "" && !thread.Meta.Locked {
		c.guard.forgive(thread.ID)
	}
}

// receive handles an interaction once, even if it arrives repeatedly or over several sessions. The channel is closed after the
// first answer was sent, or could not be; nil means that there is nothing to do.
func (c *Client) receive(ctx context.Context, h wire.Handler, data []byte) (answered <-chan struct{}) {
	i, r, err := decode(data)
	if err != nil {
		c.log.Warn("interaction not understood", "error", err.Error())
		return nil
	}
	if !c.first(i.ID) {
		return nil
	}
	i.At = c.onThisClock(i.At)
	if m := r.Message; c.cfg.PublicKey == nil && m != nil && m.Webhook == "" && m.Flags&flagEphemeral == 0 { // no answer to an interaction
		c.shared.press(i.ID, m.ID)
	}
	if i.Guild != "" {
		c.guard.hear(i.Guild, i.Channel, i.BotMay)
	}
	if i.Direct { // a user who acts in their direct messages accepts them
		c.guard.forgive(i.Channel)
		c.guard.accepts(i.User)
	}
	first := make(chan struct{})
	c.work.Go(func() {
		x := exchange{c: c, i: i, token: r.Token, answered: sync.OnceFunc(func() { close(first) })}
		defer x.answered()
		ctx := context.WithoutCancel(ctx) // a bot that stops finishes what it has begun
		ctx, cancel := context.WithTimeout(ctx, 14*time.Minute)
		defer cancel()
		select {
		case c.slots <- struct{}{}:
			defer func() { <-c.slots }()
			c.handle(ctx, h, x)
		default:
			if err := x.direct(ctx, plain(i, "Too much is going on just now; please try again in a few seconds.")); err != nil {
				c.log.Warn("overloaded", "interaction", i.ID, "error", err.Error())
			}
		}
	})
	return first
}

// maxSeen is the number of interaction ids kept to recognize repeats.
const maxSeen = 4096

// first reports whether the interaction is new, and remembers it.
func (c *Client) first(id wire.InteractionID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[id] {
		return false
	}
	c.seen[id] = true
	c.recent = append(c.recent, id)
	if len(c.recent) > maxSeen {
		delete(c.seen, c.recent[0])
		c.recent = c.recent[1:]
	}
	return true
}
