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
