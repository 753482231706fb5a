// Package queue decides which pictures are drawn when, and keeps the pictures drawn last. It knows nothing of their content: two
// pictures with the same key are the same.
package queue

import (
	"slices"
	"sync"

	"downsync/render/lru"
)

// Queue limits how many pictures are drawn at once, because each takes megabytes. Pictures that somebody waits for come before patient
// ones. It is safe for concurrent use.
type Queue[K comparable] struct {
	pictures lru.Cache[K, []byte]

	mu    sync.Mutex
	free  int           // turns that nobody has
	turns [2][]*turn[K] // waiting turns, in order; the patient ones last
	being []K           // the keys of the pictures being drawn
}

// New makes a queue that draws at most that many pictures at once and keeps about kept bytes of pictures.
func New[K comparable](atOnce, kept int) *Queue[K] {
	return &Queue[K]{free: atOnce, pictures: lru.Cache[K, []byte]{Most: kept, Size: func(png []byte) int { return len(png) }}}
}

// Held returns how many bytes the pictures that are kept take.
func (q *Queue[K]) Held() int { return q.pictures.Held() }

// Forget forgets the pictures that are kept.
func (q *Queue[K]) Forget() { q.pictures.Empty() }

// turn is a turn to draw.
type turn[K comparable] struct {
	keys  []K           // two pictures that share a key are not drawn at once
	ready chan struct{} // closed when the turn begins, or the picture exists
	mine  bool          // the turn has begun
}

// Take waits for a turn to draw a picture without kin, and returns the function that ends it.
func (q *Queue[K]) Take(patient bool) (end func()) {
	own := q.wait(patient)
	return func() { q.end(own) }
}

// wait waits until the turn begins, or until the picture of the first key is no longer being drawn elsewhere.
func (q *Queue[K]) wait(patient bool, keys ...K) *turn[K] {
	own, i := &turn[K]{keys: keys, ready: make(chan struct{})}, 0
	if patient {
		i = 1
	}
	q.mu.Lock()
	q.turns[i] = append(q.turns[i], own)
	q.next()
	q.mu.Unlock()
	<-own.ready
	return own
}

// next begins as many waiting turns as are free, in order. It passes over pictures whose kin is being drawn.
func (q *Queue[K]) next() {
	for i, waiting := range q.turns {
		q.turns[i] = slices.DeleteFunc(waiting, func(w *turn[K]) bool {
			if q.free == 0 || slices.ContainsFunc(w.keys, func(k K) bool { return slices.Contains(q.being, k) }) {
				return false
			}
			q.free--
			q.being = append(q.being, w.keys...)
			w.mine = true
			close(w.ready)
			return true
		})
	}
}

// end ends a turn. Others that waited for the same picture need no turn any more, unless drawing it failed.
func (q *Queue[K]) end(own *turn[K]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.being = slices.DeleteFunc(q.being, func(k K) bool { return slices.Contains(own.keys, k) })
	for i, waiting := range q.turns {
		q.turns[i] = slices.DeleteFunc(waiting, func(w *turn[K]) bool {
			same := len(w.keys) > 0 && len(own.keys) > 0 && w.keys[0] == own.keys[0]
			if same {
				close(w.ready)
			}
			return same
		})
	}
	q.next()
}

// Once returns a cached picture, or draws it in its turn. If several callers want the same picture at once, the first whose turn
// comes draws it for all. Pictures of the same kin, such as one match, are drawn one after another: they differ little, so the
// second takes less time after the first than beside it. For a picture without kin, kin is its key. Callers must not change the
// bytes.
func (q *Queue[K]) Once(key, kin K, patient bool, draw func() ([]byte, error)) ([]byte, error) {
	for {
		if png, ok := q.pictures.Get(key); ok {
			return png, nil
		}
		own := q.wait(patient, key, kin)
		if !own.mine {
			continue
		}
		defer q.end(own)
		break
	}
	if png, ok := q.pictures.Get(key); ok { // drawn between the first look and the turn
		return png, nil
	}
	png, err := draw()
	if err == nil {
		q.pictures.Put(key, png)
	}
	return png, err
}
