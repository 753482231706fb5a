package discord

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// reserved is how many of the day's gateway sessions are never used. Discord resets the token of a bot that uses them
// up, and the next start of the program needs one.
const reserved = 20

// mayStart waits until a gateway session may start: never two at once, and none of the reserved ones. Discord counts
// sessions for all programs with this token, across restarts. It returns the address of the gateway.
func (c *Client) mayStart(ctx context.Context) (address string, err error) {
	if err := c.starts.Wait(ctx); err != nil {
		return "", err
	}
	for {
		var now struct {
			URL   string `json:"url"`
			Limit struct {
				Remaining  int   `json:"remaining"`
				ResetAfter int64 `json:"reset_after"` // milliseconds
			} `json:"session_start_limit"`
		}
		if err := c.rest.call(ctx, http.MethodGet, "gateway/bot", nil, &now); err != nil {
			return "", fmt.Errorf("gateway: %w", err)
		}
		if now.Limit.Remaining > reserved {
			return now.URL, nil
		}
		wait := min(max(time.Duration(now.Limit.ResetAfter)*time.Millisecond, time.Second), time.Hour)
		c.log.Error("daily limit of gateway sessions reached", "remaining", now.Limit.Remaining, "pause", wait)
		if !sleep(ctx, wait) {
			return "", ctx.Err()
		}
	}
}
