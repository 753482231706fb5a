package downsync

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// kept is how many pictures an album holds, the latest; at some 130 KB each.
const kept = 64

// album is a brush that draws the same picture once: a press is answered with what the direct message shows as well. It
// is safe for concurrent use.
type album struct {
	brush
	mu       sync.Mutex
	order    [][sha256.Size]byte
	publics  map[[sha256.Size]byte]render.Public
	privates map[[sha256.Size]byte]render.Private
}

func newAlbum(b brush) *album {
	return &album{brush: b, publics: map[[sha256.Size]byte]render.Public{}, privates: map[[sha256.Size]byte]render.Private{}}
}

// key is everything that a picture is drawn from: whose view it is stands in the view.
func key(v rules.View, s *draw.Staged) ([sha256.Size]byte, error) {
	raw, err := json.Marshal(struct {
		View   rules.View
		Ground string
		Staged *draw.Staged
	}{v, fmt.Sprintf("%p", v.Ground()), s})
	return sha256.Sum256(raw), err
}

func (a *album) Public(v rules.View) (render.Public, error) {
	k, err := key(v, nil)
	if err != nil {
		return render.Public{}, err
	}
	a.mu.Lock()
	pic, ok := a.publics[k]
	a.mu.Unlock()
	if ok {
		return pic, nil
	}
	if pic, err = a.brush.Public(v); err == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.publics[k] = pic
		a.keep(k)
	}
	return pic, err
}

func (a *album) Private(v rules.View, s *draw.Staged) (render.Private, error) {
	k, err := key(v, s)
	if err != nil {
		return render.Private{}, err
	}
	a.mu.Lock()
	pic, ok := a.privates[k]
	a.mu.Unlock()
	if ok {
		return pic, nil
	}
	if pic, err = a.brush.Private(v, s); err == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.privates[k] = pic
		a.keep(k)
	}
	return pic, err
}

// keep makes k the newest and forgets the oldest; callers hold mu.
func (a *album) keep(k [sha256.Size]byte) {
	if slices.Contains(a.order, k) {
		return
	}
	a.order = append(a.order, k)
	if len(a.order) > kept {
		delete(a.publics, a.order[0])
		delete(a.privates, a.order[0])
		a.order = a.order[1:]
	}
}
