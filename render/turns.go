package render

import (
	"runtime"
	"slices"
	"sync"
)

// turns lets as many pictures be drawn at once as there are processors, as each takes megabytes. Pictures that somebody waits for
// come before patient ones.
type turns struct {
	mu    sync.Mutex
	free  int
	queue [2][]*turn // of those who wait, in order; the patient ones last
	being []digest   // the keys of what is being drawn
}

// turn is somebody's turn to draw.
type turn struct {
	keys  []digest      // no two pictures that share one are drawn at once
	ready chan struct{} // closed when the turn has come, or the picture is there
	mine  bool          // the turn has come
}

var drawing = turns{free: maxDrawn()}

// maxDrawn is how many pictures are drawn at once.
func maxDrawn() int { return runtime.GOMAXPROCS(0) }

// take waits for a turn to draw what has no kin, and returns what ends it.
func (t *turns) take(patient bool) (end func()) {
	own := t.wait(patient)
	return func() { t.end(own) }
}

// wait waits until it is one's turn, or the picture of the first key is no longer drawn by somebody else.
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

// next gives the turns that are free to the first who wait, but for those whose kin is being drawn.
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

// end ends a turn. Who waited for the same picture needs none any more, unless drawing it failed.
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

// once returns a picture that is kept, or draws it in its turn. Of several who want the same at once, the first whose turn comes draws
// it for all. Pictures that are kin, as those of one match are, are drawn one after another: they differ little, so that the second
// takes less time after the first than beside it. What has no kin gives its key again.
func (t *turns) once(key, kin digest, patient bool, draw func() ([]byte, error)) ([]byte, error) {
	for {
		if png, ok := pictures.get(key); ok {
			return png, nil
		}
		own := t.wait(patient, key, kin)
		if !own.mine {
			continue
		}
		defer t.end(own)
		break
	}
	if png, ok := pictures.get(key); ok { // drawn between the first look and the turn
		return png, nil
	}
	png, err := draw()
	if err == nil {
		pictures.put(key, png)
	}
	return png, err
}
