package discord

import (
	"context"
	"net/http"
	"testing"
	"time"
)

// dated is a Discord whose answers have a Date. It sends none to a request whose sender has gone.
type dated struct{ at time.Time }

func (d dated) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Date": {d.at.Format(http.TimeFormat)}}, Body: http.NoBody, Request: r}, nil
}

// Somebody who repeats an old signed request and hangs up at once does not keep the client from learning what time it is: the
// next request of Discord's is answered.
func TestCheatByHangingUpOnTheTime(t *testing.T) {
	discords := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	c := clientOn(t, &answers{})
	c.rest.session.Client.Transport.(*transport).next = dated{discords}
	ahead := func() time.Time { return discords.Add(time.Hour) }
	c.cfg.Now, c.skew.now = ahead, ahead
	gone, hangUp := context.WithCancel(context.Background())
	hangUp()
	if c.signedLately(gone, discords.Add(-time.Hour)) {
		t.Error("a request of an hour ago is taken")
	}
	if !c.signedLately(context.Background(), discords) {
		t.Error("a request of this second is refused")
	}
}
