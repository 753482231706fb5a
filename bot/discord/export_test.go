package discord

import (
	"context"
	"net"
	"net/http"
)

// DialThrough makes all later requests of the client use connections that dial opens, and returns what closes the idle ones.
func (c *Client) DialThrough(dial func(context.Context, string, string) (net.Conn, error)) (closeIdle func()) {
	through := c.rest.session.Client.Transport.(*transport)
	next := through.next.(*http.Transport).Clone()
	next.DialContext, next.Proxy = dial, nil
	through.next = next
	return next.CloseIdleConnections
}

// Forgive lets everything be tried again that Discord refused, as the client does when the gateway reports that the bot is on a server.
func (c *Client) Forgive() { c.guard.forgive("") }
