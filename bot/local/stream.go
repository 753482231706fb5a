package local

import (
	"fmt"
	"net/http"
	"time"
)

// keepAlive is the interval of signs of life in a quiet stream, in real time.
const keepAlive = 20 * time.Second

// events streams what is delivered to a person as server-sent events. The id is the number that View.Seq counts, the
// event is the kind, and the data is the object. A stream begins with "hello", whose data is {"seq"}. A reader fetches
// the view after it; that view contains the events up to that number.
func (on driverAPI) events(w http.ResponseWriter, r *http.Request) {
	u := user(on.s, w, r)
	if u == nil {
		return
	}
	if !enter(on.s) {
		refuse(w, http.StatusServiceUnavailable, "the server is closing")
		return
	}
	defer on.s.tasks.Done()
	on.s.mu.Lock()
	st, seq := subscribe(u.p), on.s.eventSeq
	on.s.mu.Unlock()
	defer func() {
		on.s.mu.Lock()
		delete(u.p.streams, st)
		on.s.mu.Unlock()
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	rc := http.NewResponseController(w)
	if _, err := fmt.Fprintf(w, "event: hello\ndata: {\"seq\":%d}\n\n", seq); err != nil || rc.Flush() != nil {
		return
	}
	beat := time.NewTicker(keepAlive)
	defer beat.Stop()
	for {
		items, whole := take(on.s, st)
		for _, it := range items {
			if _, err := fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", it.Seq, it.Kind, it.Data); err != nil {
				return
			}
		}
		if !whole || rc.Flush() != nil {
			return // the reader lags too far behind; it must reconnect and start again
		}
		select {
		case <-st.wake:
		case <-beat.C:
			if _, err := fmt.Fprint(w, ": alive\n\n"); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-on.s.ctx.Done():
			return
		}
	}
}
