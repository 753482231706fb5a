package table

import (
	"encoding/json"
	"testing"
	"time"
)

// In a queue of a program that did not keep when deliveries were made, they count from when it is due. New deliveries count
// from when they are made.
func TestQueueOfAnOlderProgram(t *testing.T) {
	var q Queue
	if err := json.Unmarshal([]byte(`{"seq":2,"tries":1,"due":"2026-03-07T12:00:00Z","wishes":[{"seq":1,"body":"YQ=="},{"seq":2,"coalesce":true}]}`), &q); err != nil {
		t.Fatal(err)
	}
	due := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	if got := q.Since(); !got.Equal(due) {
		t.Errorf("since %v, expected %v", got, due)
	}
	q.Add(Effect{Coalesce: true}, due.Add(time.Hour))
	q.Done(1, nil)
	if got := q.Since(); !got.Equal(due.Add(time.Hour)) {
		t.Errorf("since %v, expected when it was made", got)
	}
	q.Add(Effect{Coalesce: true}, due.Add(2*time.Hour))
	if got := q.Since(); !got.Equal(due.Add(time.Hour)) {
		t.Errorf("since %v, expected when the replaced one was made", got)
	}
	q.Done(4, nil)
	if got := q.Since(); !got.IsZero() {
		t.Errorf("since %v, and nothing waits", got)
	}
}
