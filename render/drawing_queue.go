package render

import (
	"runtime"
	"slices"
	"sync"
)

// turns allows as many pictures to be drawn at once as there are processors, because each takes megabytes. Pictures that somebody
// waits for come before patient ones.
type turns struct {
	mu    sync.Mutex
	free  int
	queue [2][]*turn // waiting turns, in order; the patient ones last
	being []digest   // the keys of the pictures being drawn
}

// turn is a turn to draw.
type turn struct {
	keys  []digest      // two pictures that share a key are not drawn at once
	ready chan struct{} // closed when the turn begins, or the picture exists
	mine  bool          // the turn has begun
}

var drawing = turns{free: maxDrawn()}

// maxDrawn returns how many pictures are drawn at once.
func maxDrawn() int { return runtime.GOMAXPROCS(0) }

// take waits for a turn to draw a picture without kin, and returns the function that ends it.
func (t *turns) take(patient bool) (end func()) {
	own := t.wait(patient)
	return func() { t.end(own) }
}

// wait waits until the turn begins, or until the picture of the first key is no longer being drawn elsewhere.
func (t *turns) wait(patient bool, keys ...digest) *turn {
	own, i := &turn{keys: keys, ready: make(chan struct{})}, 0
	if patient {
		i = 1
	}
	t.mu.Lock()
	t.queue[i] = append(t.queue[i], own)
	t.next()
	t.mu.Unlock()
	<-own.ready
	return own
}

// next gives the free turns to the first in the queue, except those whose kin is being drawn.
func (t *turns) next() {
	for i, q := range t.queue {
		t.queue[i] = slices.DeleteFunc(q, func(w *turn) bool {
			if t.free == 0 || slices.ContainsFunc(w.keys, func(k digest) bool { return slices.Contains(t.being, k) }) {
				return false
			}
			t.free--
			t.being = append(t.being, w.keys...)
			w.mine = true
			close(w.ready)
			return true
		})
	}
}

// end ends a turn. Others that waited for the same picture need no turn any more, unless drawing it failed.
func (t *turns) end(own *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	t.being = slices.DeleteFunc(t.being, func(k digest) bool { return slices.Contains(own.keys, k) })
	for i, q := range t.queue {
		t.queue[i] = slices.DeleteFunc(q, func(w *turn) bool {
			same := len(w.keys) > 0 && len(own.keys) > 0 && w.keys[0] == own.keys[0]
			if same {
				close(w.ready)
			}
			return same
		})
	}
	t.next()
}

// once returns a cached picture, or draws it in its turn. If several callers want the same picture at once, the first whose turn
// comes draws it for all. Pictures that are kin, such as those of one match, are drawn one after another: they differ little, so
// the second takes less time after the first than beside it. For a picture without kin, kin is its key.
func (t *turns) once(key, kin digest, patient bool, draw func() ([]byte, error)) ([]byte, error) {
	for {
		if png, ok := pictures.Get(key); ok {
			return png, nil
		}
		own := t.wait(patient, key, kin)
		if !own.mine {
			continue
		}
		defer t.end(own)
		break
	}
	if png, ok := pictures.Get(key); ok { // drawn between the first look and the turn
		return png, nil
	}
	png, err := draw()
	if err == nil {
		pictures.Put(key, png)
	}
	return png, err
}
