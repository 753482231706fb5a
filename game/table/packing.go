package table

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"
)

// A finished match is read now and then, and hardly ever changes. So a host packs it some time after its end: the store then keeps
// it in a tenth of the space, reads it as before, and unpacks it if a commit follows after all.

const (
	// packAfter is how long a match must have been quiet: its last messages and marks follow its end within seconds.
	packAfter = 10 * time.Minute
	// packLook is how often a host looks for matches to pack.
	packLook = time.Minute
	// packRest is how much longer a host rests than it has worked, so that old stores are packed beside the matches that go on.
	packRest = 9
	packPage = 50
)

// Packing is a store that can keep a match in little space. It decides nothing about the match: any match may be packed at any time.
type Packing interface {
	// Unpacked lists at most max matches with an id above after that are not packed and have no timer, by id. It lists none
	// while a host serves the store that cannot read packed matches.
	Unpacked(ctx context.Context, after ID, max int) ([]ID, error)
	// Pack packs a match unless it is packed already. Errors: ErrNoMatch; ErrDamaged; ErrConflict if the match has moved on
	// meanwhile.
	Pack(context.Context, ID) error
}

// Packer packs the finished matches of a store beside the matches that go on.
type Packer struct {
	Hall  *Hall
	Store Packing
	Log   *slog.Logger
	Rest  int // how much longer it rests than it has worked; 0: 9 times, below 0: not at all
	// failed holds the matches that cannot be packed. `check` says why.
	failed map[ID]bool
}

// Run packs until the context ends.
func (p *Packer) Run(ctx context.Context) {
	told := ""
	for ctx.Err() == nil {
		n, err := p.Pack(ctx)
		switch {
		case err == nil:
			told = ""
		case ctx.Err() == nil && err.Error() != told:
			told = err.Error()
			p.Log.Warn("finished matches are not packed", "error", told)
		}
		if n > 0 {
			p.Log.Info("finished matches packed", "matches", n)
		}
		await(ctx, packLook, nil, nil)
	}
}

// Pack packs each finished match that has been quiet for a while, and returns how many. It rests after each.
func (p *Packer) Pack(ctx context.Context) (packed int, err error) {
	for after := ID(""); ; {
		ids, err := p.Store.Unpacked(ctx, after, packPage)
		if err != nil || len(ids) == 0 {
			return packed, err
		}
		for _, id := range ids {
			after = id
			began := time.Now()
			done, err := p.pack(ctx, id)
			switch {
			case ctx.Err() != nil || FaultOf(err) != "":
				return packed, errors.Join(err, ctx.Err())
			case errors.Is(err, ErrConflict), errors.Is(err, ErrNoMatch): // it has moved on, or to another store
			case err != nil:
				if p.failed == nil {
					p.failed = map[ID]bool{}
				}
				p.failed[id] = true
				p.Log.Error("a match cannot be packed", "match", id, "error", err.Error())
			}
			if done {
				packed++
				await(ctx, p.rest(time.Since(began)), nil, nil)
			}
		}
	}
}

// rest returns how long to rest after some work.
func (p *Packer) rest(worked time.Duration) time.Duration {
	return time.Duration(max(0, cmp.Or(p.Rest, packRest))) * worked
}

// pack packs the match if it has ended and is quiet.
func (p *Packer) pack(ctx context.Context, id ID) (done bool, err error) {
	if p.failed[id] {
		return false, nil
	}
	over, err := p.Hall.Over(ctx, id)
	if errors.Is(err, ErrNoRecord) { // all of its users were removed, as from finished matches only
		over, err = true, nil
	}
	if err != nil || !over {
		return false, err
	}
	if quiet, err := p.quiet(ctx, id); err != nil || !quiet {
		return false, err
	}
	if err := p.Store.Pack(ctx, id); err != nil {
		return false, err
	}
	return true, nil
}

// quiet reports whether the newest event of the match is old enough.
func (p *Packer) quiet(ctx context.Context, id ID) (bool, error) {
	head, err := p.Hall.store.Head(ctx, id)
	if err != nil || head.Version == 0 {
		return false, err
	}
	newest, err := p.Hall.store.Events(ctx, id, head.Version-1, 1)
	if err != nil || len(newest) == 0 {
		return false, err
	}
	return p.Hall.clock.Now().Sub(newest[0].At) >= packAfter, nil
}
