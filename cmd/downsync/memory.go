package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"downsync/bot/wire"
	"downsync/render"
)

// An idle bot gives back the memory that keeps a busy one quick.
const (
	// idleAfter is how long nobody has asked anything of an idle bot.
	idleAfter = 20 * time.Second
	// garbage is how much garbage may collect before it is freed, in hundredths of the memory in use. GOGC overrides it.
	garbage = 50
)

// idler gives memory back once the bot is idle.
type idler struct {
	wire.Handler
	asked atomic.Int64 // the number of requests so far
}

func (i *idler) Handle(ctx context.Context, x wire.Interaction) wire.Answer {
	i.asked.Add(1)
	return i.Handler.Handle(ctx, x)
}

// run checks every idleAfter, until the context ends, whether anybody has asked anything since.
func (i *idler) run(ctx context.Context, tick <-chan time.Time) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	}
	for last, given := int64(0), true; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		now := i.asked.Load()
		if now == last && !given {
			render.Forget()
			debug.FreeOSMemory()
			given = true
		} else if now != last {
			last, given = now, false
		}
	}
}

// resident returns how much memory the process holds, in bytes, without the store's file, which the system takes back when it
// needs the room. If the system does not say, it returns what the language's runtime holds.
func resident() float64 {
	var total, held, shared int
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if _, err := fmt.Sscan(string(statm), &total, &held, &shared); err == nil {
			return float64((held - shared) * os.Getpagesize())
		}
	}
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}
