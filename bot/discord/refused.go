package discord

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Refused counts one kind of refusal by Discord.
type Refused struct {
	// Status is the HTTP status, 0 for the gateway. Code is Discord's, 0 for none, -1 for further codes that have no row.
	Status, Code int
	Known        bool // the program has a row for it
	Times        int
}

const (
	// maxUnknown is how many codes without a row are counted each for itself.
	maxUnknown = 32
	// troubleLasts is how long after the last such refusal the operator reads of it.
	troubleLasts = hour
)

// tally counts the refusals of Discord and tells the operator. It is safe for concurrent use.
type tally struct {
	now func() time.Time
	log *slog.Logger

	mu       sync.Mutex
	times    map[[2]int]int
	unknown  int // codes without a row that are counted each for itself
	troubles map[*refusal]trouble
}

// trouble is a refusal that an operator should know of.
type trouble struct {
	at   time.Time
	line string
}

// note counts a refusal.
func (t *tally) note(row *refusal, status, code int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := [2]int{status, code}
	if _, counted := t.times[key]; !isKnown(status, code) && !counted {
		if t.unknown == maxUnknown {
			key[1] = -1
		} else {
			t.unknown++
			t.log.Warn("Discord refuses with a code that this program does not know", "status", status, "code", code)
		}
	}
	t.times[key]++
	if row == nil || row.tells != operator {
		return
	}
	now, line := t.now(), row.explain(code)
	if was, ok := t.troubles[row]; !ok || now.Sub(was.at) >= troubleLasts {
		level := slog.LevelWarn // one request, which another may replace
		if row.holds != "" {
			level = slog.LevelError
		}
		t.log.Log(context.Background(), level, "Discord refuses", "status", status, "code", code, "meaning", line)
	}
	t.troubles[row] = trouble{now, line}
}

// Refused returns how often Discord has refused requests, by code. The number of codes is bounded.
func (c *Client) Refused() (all []Refused) {
	t := c.rest.tally
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, n := range t.times {
		all = append(all, Refused{Status: key[0], Code: key[1], Known: isKnown(key[0], key[1]), Times: n})
	}
	return all
}

// Troubles returns what Discord has refused within the last hour and the operator should know, a line each.
func (c *Client) Troubles() (lines []string) {
	t := c.rest.tally
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.troubles {
		if t.now().Sub(x.at) < troubleLasts {
			lines = append(lines, x.line)
		}
	}
	slices.Sort(lines)
	return lines
}
