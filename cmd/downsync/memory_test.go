package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot/wire"
	"downsync/render"
)

// An idle bot gives back, once, the memory that makes pictures quick, and can still draw. A busy bot keeps it.
func TestIdle(t *testing.T) {
	scene := render.Scene{W: 10, H: 10}
	kept := func() bool {
		at := resident()
		return at > 0 && render.Kept() > 0
	}
	if _, err := render.Draw(scene); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		i, tick := &idler{Handler: answering{}}, make(chan time.Time)
		go i.run(ctx, tick)
		pass := func() {
			tick <- time.Time{}
			synctest.Wait()
		}
		i.Handle(ctx, wire.Interaction{})
		pass()
		if !kept() {
			t.Error("a busy bot gives back what it needs")
		}
		pass()
		if kept() {
			t.Error("an idle bot keeps what it does not need")
		}
		if _, err := render.Draw(scene); err != nil {
			t.Error(err)
		}
		pass()
		if !kept() {
			t.Error("it gives back again without having been asked")
		}
		stop()
		synctest.Wait()
	})
}

type answering struct{}

func (answering) Handle(context.Context, wire.Interaction) wire.Answer { return wire.Answer{} }
