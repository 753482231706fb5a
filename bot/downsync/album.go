package downsync

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// kept is how many pictures an album holds, the latest; at some 130 KB each.
const kept = 64

// album is a brush that draws the same picture once: a press is answered with what the direct message shows as well,
// often at the same moment. It is safe for concurrent use.
type album struct {
	brush
	publics  shelf[render.Public]
	privates shelf[render.Private]
}

func newAlbum(b brush) *album { return &album{brush: b} }

// pictureKey is a hash of everything that a picture is drawn from: whose view it is stands in the view.
type pictureKey [sha256.Size]byte

func keyOf(v rules.View, s *draw.Staged) (pictureKey, error) {
	raw, err := json.Marshal(struct {
		View   rules.View
		Ground string
		Staged *draw.Staged
	}{v, fmt.Sprintf("%p", v.Ground()), s})
	return sha256.Sum256(raw), err
}

func (a *album) Public(v rules.View) (render.Public, error) {
	k, err := keyOf(v, nil)
	if err != nil {
		return render.Public{}, err
	}
	return a.publics.get(k, func() (render.Public, error) { return a.brush.Public(v) })
}

func (a *album) Private(v rules.View, s *draw.Staged) (render.Private, error) {
	k, err := keyOf(v, s)
	if err != nil {
		return render.Private{}, err
	}
	return a.privates.get(k, func() (render.Private, error) { return a.brush.Private(v, s) })
}

// shelf keeps pictures of one kind, which never mix with another.
type shelf[P any] struct {
	mu    sync.Mutex
	all   map[pictureKey]*picture[P]
	order []pictureKey // oldest first
}

// picture is drawn by whoever needs it first; the others wait for it.
type picture[P any] struct {
	once sync.Once
	pic  P
	err  error
}

func (s *shelf[P]) get(k pictureKey, draw func() (P, error)) (P, error) {
	s.mu.Lock()
	p, ok := s.all[k]
	if !ok {
		if s.all == nil {
			s.all = map[pictureKey]*picture[P]{}
		}
		p = &picture[P]{}
		s.all[k] = p
		s.order = append(s.order, k)
		if len(s.order) > kept {
			delete(s.all, s.order[0])
			s.order = s.order[1:]
		}
	}
	s.mu.Unlock()
	p.once.Do(func() { p.pic, p.err = draw() })
	return p.pic, p.err
}
