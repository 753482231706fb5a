package render

import (
	"crypto/sha256"
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
	// being holds what is closed when a picture that is being drawn no longer is, by the picture's key.
	being map[[sha256.Size]byte]chan struct{}
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
// it, and the others give theirs back: so nobody waits for a picture whose own turn has not come.
func (t *turns) once(key [sha256.Size]byte, patient bool, draw func() ([]byte, error)) ([]byte, error) {
	for {
		if png, ok := pictures.get(key); ok {
			return png, nil
		}
		end := t.take(patient)
		other := t.begin(key)
		if other == nil {
			defer end()
			defer t.drawn(key)
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

// begin notes that a picture is being drawn, or returns what is closed when it no longer is.
func (t *turns) begin(key [sha256.Size]byte) (other chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if other = t.being[key]; other == nil {
		if t.being == nil {
			t.being = map[[sha256.Size]byte]chan struct{}{}
		}
		t.being[key] = make(chan struct{})
	}
	return other
}

// drawn lets those go on who wait for a picture.
func (t *turns) drawn(key [sha256.Size]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.being[key])
	delete(t.being, key)
}
