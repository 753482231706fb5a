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
	queue [2][]chan struct{} // of those who wait, in order; the patient ones last
	// being holds what is closed when a picture that is being drawn no longer is, by the picture's key and its kin's.
	being map[digest]chan struct{}
}

var drawing = turns{free: maxDrawn()}

// maxDrawn is how many pictures are drawn at once.
func maxDrawn() int { return runtime.GOMAXPROCS(0) }

// take waits for a turn, and returns what ends it.
func (t *turns) take(patient bool) (end func()) {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return t.end
	}
	i := 0
	if patient {
		i = 1
	}
	mine := make(chan struct{})
	t.queue[i] = append(t.queue[i], mine)
	t.mu.Unlock()
	<-mine
	return t.end
}

func (t *turns) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, q := range t.queue {
		if len(q) > 0 {
			close(q[0])
			t.queue[i] = slices.Delete(q, 0, 1)
			return
		}
	}
	t.free++
}

// once returns a picture that is kept, or draws it in its turn. Of several who want the same at once, the first who has a turn draws
// it, and the others give theirs back: so nobody waits for a picture whose own turn has not come. Likewise with pictures that are kin,
// as those of one match are: they differ little, so that the second is drawn in less time after the first than beside it. What has no
// kin gives its key again.
func (t *turns) once(key, kin digest, patient bool, draw func() ([]byte, error)) ([]byte, error) {
	for {
		if png, ok := pictures.get(key); ok {
			return png, nil
		}
		end := t.take(patient)
		other := t.begin(key, kin)
		if other == nil {
			defer end()
			defer t.drawn(key, kin)
			break
		}
		end()
		<-other
	}
	if png, ok := pictures.get(key); ok { // drawn while this one waited for its turn
		return png, nil
	}
	png, err := draw()
	if err == nil {
		pictures.put(key, png)
	}
	return png, err
}

// begin notes that a picture is being drawn, or returns what is closed when another one with one of its keys no longer is.
func (t *turns) begin(keys ...digest) (other chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range keys {
		if other := t.being[k]; other != nil {
			return other
		}
	}
	if t.being == nil {
		t.being = map[digest]chan struct{}{}
	}
	mine := make(chan struct{})
	for _, k := range keys {
		t.being[k] = mine
	}
	return nil
}

// drawn lets those go on who wait for a picture.
func (t *turns) drawn(keys ...digest) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.being[keys[0]])
	for _, k := range keys {
		delete(t.being, k)
	}
}
