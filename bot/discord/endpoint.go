package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"downsync/bot/wire"
)

// Interactions can also come over HTTP. Discord then sends none over the gateway. Each is a signed POST, which any process of the
// bot may answer: the bot keeps nothing between two requests, and if a request is sent to a second process after the first one
// died, its interaction's id shows that it repeats the same decision.
//
// Answers go to the callback route, like answers to interactions of the gateway, and Discord's POST is answered by 202 after them.
// So a load balancer sees a process that dies before it has answered as a broken request, and asks another one. An answer in the
// response could hold at most 150 kB, and nobody would learn that Discord refused it. Only a PING must be answered there.

// replayWindow is how old a signed request may be, and how far in the future, by Discord's clock.
const replayWindow = 5 * time.Minute

// PublicKey reads the key of the application, 64 hexadecimal digits, as the developer portal shows it.
func PublicKey(digits string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(digits)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("expected the 64 hexadecimal digits that the developer portal shows on the page General Information")
	}
	return key, nil
}

// Serve receives interactions on the listener until the context ends. It then returns nil, after running handlers have finished; it
// does not accept requests that come meanwhile, so that a load balancer gives them to another process. It returns ErrToken when
// Discord refuses the token.
func (c *Client) Serve(ctx context.Context, l net.Listener, h wire.Handler) error {
	defer c.work.Wait()
	const patience, longest = 5 * time.Second, 30 * time.Second
	srv := &http.Server{Handler: c.endpoint(ctx, h), ReadTimeout: patience, WriteTimeout: longest, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(c.log.Handler(), slog.LevelDebug)}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	c.log.Info("receiving interactions over HTTP", "address", l.Addr().String())
	if c.cfg.Ready != nil {
		c.cfg.Ready()
	}
	var err error
	select {
	case err = <-ended:
		return fmt.Errorf("receiving interactions: %w", err)
	case <-c.guard.gone:
		err = ErrToken
	case <-ctx.Done():
	}
	if c.cfg.Lost != nil {
		c.cfg.Lost()
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	return errors.Join(err, srv.Shutdown(end))
}

// endpoint returns the handler of signed interactions. It reads the whole body before it answers, and a refusal closes the
// connection: nothing that a stranger sends after a refused request is taken for another one.
func (c *Client) endpoint(ctx context.Context, h wire.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse := func(status int, text string) {
			w.Header().Set("Connection", "close")
			http.Error(w, text, status)
		}
		// r.Body stays as it is: net/http recognises its own and drops the connection if any of it is left.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			refuse(http.StatusMethodNotAllowed, "expected a POST of Discord's")
			return
		}
		if err != nil || !c.signed(r.Context(), r.Header, body) { // too large, cut short, or not Discord's
			refuse(http.StatusUnauthorized, "expected a request that Discord has signed just now")
			return
		}
		var ask struct{ Type int }
		if json.Unmarshal(body, &ask) == nil && ask.Type == rawPing {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"type":1}`) // a client that has gone needs no answer
			return
		}
		if answered := c.receive(ctx, h, body); answered != nil {
			<-answered
		}
		w.WriteHeader(http.StatusAccepted)
	})
}

// signed reports whether Discord made the request, within the replay window. Nothing of the body is read as JSON before.
func (c *Client) signed(ctx context.Context, h http.Header, body []byte) bool {
	at, err := strconv.ParseInt(h.Get("X-Signature-Timestamp"), 10, 64)
	return err == nil && discordgo.VerifyInteraction(&http.Request{Header: h, Body: io.NopCloser(bytes.NewReader(body))}, c.cfg.PublicKey) &&
		c.signedLately(ctx, time.Unix(at, 0))
}
