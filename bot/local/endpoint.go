package local

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Interactions over HTTP. An application with an interactions endpoint gets signed POSTs instead of events of the gateway.

// The type of the request that asks whether an endpoint is there, and of its answer.
const (
	typePing     = 1
	callbackPong = 1
)

// maxInline is the size from which on an answer in the response to the POST fails (discord-api-docs #5250). The callback route takes more.
const maxInline = 150 << 10

// errEndpoint is the refusal of an endpoint, in Discord's words.
var errEndpoint = errors.New("The specified interactions endpoint URL could not be verified.")

// keyOf derives the key that signs interactions from a token, so that a Discord that is kept keeps it.
func keyOf(token string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("interactions of " + token))
	return ed25519.NewKeyFromSeed(seed[:])
}

// PublicKey returns the key that signs interactions over HTTP, as the developer portal shows it.
func (s *Server) PublicKey() string {
	return hex.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// SetEndpoint has interactions sent to the address, as the developer portal does; "" goes back to the gateway. The endpoint must
// answer a PING, and refuse one with a bad signature by 401. The address must be on this machine, where a balancer may distribute requests to
// the bots, with a certificate that the machine trusts.
func (s *Server) SetEndpoint(ctx context.Context, address string) error {
	if address == "" {
		s.point("")
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("endpoint %q: expected an address like http://127.0.0.1:8097", address)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("endpoint %q: expected an address on this machine", address)
	}
	ping := encode(map[string]any{"id": s.newID(), "application_id": s.bot.ID, "type": typePing, "token": secret(), "version": 1, "entitlements": []any{}})
	other := keyOf(secret())
	for _, key := range []ed25519.PrivateKey{other, s.key} {
		res, err := s.post(ctx, address, ping, key)
		if err != nil {
			return fmt.Errorf("%w It does not answer: %w", errEndpoint, err)
		}
		var pong struct{ Type int }
		body, err := io.ReadAll(io.LimitReader(res.Body, maxInline))
		res.Body.Close()
		switch good := key.Equal(s.key); {
		case !good && res.StatusCode != http.StatusUnauthorized:
			return fmt.Errorf("%w It answers %d to a bad signature, expected 401.", errEndpoint, res.StatusCode)
		case good && (err != nil || res.StatusCode != http.StatusOK || json.Unmarshal(body, &pong) != nil || pong.Type != callbackPong):
			return fmt.Errorf("%w It answers %d %.100q to a PING, expected 200 and {\"type\": 1}.", errEndpoint, res.StatusCode, body)
		}
	}
	s.point(address)
	return nil
}

func (s *Server) newID() ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return mint(s, s.clock.Now())
}

// point saves the address of the endpoint.
func (s *Server) point(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = address
	_ = s.keeper.keep(s) // the next change tries again
}

// post sends a body to the endpoint, signed with its time.
func (s *Server) post(ctx context.Context, address string, body []byte, key ed25519.PrivateKey) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	at := strconv.FormatInt(s.clock.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, append([]byte(at), body...))))
	return s.client.Do(r)
}

// sendInteraction posts an interaction and takes the answer. Callers hold mu.
func sendInteraction(s *Server, x *interaction, raw []byte) {
	if s.closed {
		return
	}
	address, wait := s.endpoint, s.faults.delay()
	s.tasks.Go(func() {
		late := time.NewTimer(wait)
		defer late.Stop()
		select {
		case <-late.C:
		case <-s.ctx.Done():
			return
		}
		why := s.exchange(x, address, raw)
		s.mu.Lock()
		defer s.mu.Unlock()
		if sweep(s); why != nil && x.State == Pending {
			x.Reason = "The application did not respond"
			settle(s, x, Failed)
		}
	})
}

// exchange posts an interaction. The endpoint answers by 202 without a body and uses the callback route, or by 200 with the answer.
// The error says why the interaction fails at once.
func (s *Server) exchange(x *interaction, address string, raw []byte) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	res, err := s.post(ctx, address, raw, s.key)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	const route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	data, err := io.ReadAll(io.LimitReader(res.Body, maxInline+1))
	switch {
	case err != nil:
		return err
	case res.StatusCode == http.StatusAccepted && len(data) == 0:
		return nil
	case res.StatusCode != http.StatusOK || len(data) > maxInline:
		err = fmt.Errorf("an interaction was answered by %d and %d bytes: expected 202 and none, or 200 and at most %d", res.StatusCode, len(data), maxInline)
		note(s, route, err.Error(), nil)
		return err
	}
	b, err := readBody(nil, &http.Request{Header: res.Header, Body: io.NopCloser(bytes.NewReader(data))})
	if err == nil {
		err = checkRequest(s, route, b.json)
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	if sweep(s); x.State == Pending { // else too late, or answered over the route
		_, err = respond(s, x, b, false)
	}
	fresh := s.fresh
	s.fresh = nil
	err = errors.Join(err, s.keeper.keep(s))
	s.mu.Unlock()
	for _, m := range fresh {
		checkMessage(s, route, m)
	}
	return err
}

// respond carries out the first answer to an interaction. Callers hold mu.
func respond(s *Server, x *interaction, b body, v9 bool) (*Message, error) {
	var ask struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := b.decode(&ask); err != nil {
		return nil, err
	}
	if !slices.Contains(callbacks(x), ask.Type) {
		return nil, badForm("type", "INTERACTION_CALLBACK_TYPE_INVALID",
			"Callback type %d cannot answer an interaction of type %d; expected one of %v.", ask.Type, x.Type, callbacks(x))
	}
	m, err := s.answer(x, ask.Type, body{json: ask.Data, files: b.files}, v9)
	if err != nil {
		return nil, err
	}
	x.Callback, x.acked = ask.Type, s.clock.Now()
	acknowledged(s, x)
	return m, nil
}
