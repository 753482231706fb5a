package main

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"downsync/bot/local"
	"downsync/bot/wire"
)

// presser is a person with the view of their client.
type presser struct {
	name string
	id   string // of their match

	mu       sync.Mutex
	more     chan struct{}       // closed and replaced when they are shown something
	ended    map[string]bool     // their interactions that were answered or failed
	answered int                 // how many were answered
	told     map[string][]string // by channel: each line that they were ever shown, once
	log      []string            // of their match, as it was last
}

// happened tells live that something was sent or seen.
func (s *staging) happened() {
	select {
	case s.events <- struct{}{}:
	default: // nobody counts
	}
}

// follow reads everything that a person is shown, to the end of the local Discord.
func (s *staging) follow(p *presser) {
	s.t.Helper()
	res, err := http.Get(s.url + "/local/users/" + p.name + "/events")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 8<<20)
	hello := make(chan struct{})
	go func() {
		kind := ""
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				kind = text
			} else if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && kind == "hello" {
				close(hello)
			} else if ok {
				p.see(kind, []byte(text))
				s.happened()
			}
		}
	}()
	<-hello
}

// see notes one thing that a person was shown.
func (p *presser) see(kind string, data []byte) {
	var d struct {
		Message *local.Message `json:"message"`
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() {
		close(p.more)
		p.more = make(chan struct{})
	}()
	switch kind {
	case local.EventInteraction:
		var out local.Outcome
		if json.Unmarshal(data, &out) == nil && out.State != local.Pending && out.State != local.Deferred {
			p.ended[out.ID.String()] = true
			if out.State == local.Answered {
				p.answered++
			}
		}
	case local.EventMessage, local.EventMessageUpdate:
		if json.Unmarshal(data, &d) != nil || d.Message == nil || d.Message.Ephemeral() {
			return
		}
		for _, line := range bullets(d.Message) {
			if at := d.Message.ChannelID.String(); !slices.Contains(p.told[at], line) {
				p.told[at] = append(p.told[at], line)
			}
		}
	}
}

// bullets returns the lines of a message that report what happened in a match: parts that consist of such lines only, unlike
// cards.
func bullets(m *local.Message) (out []string) {
	var walk func([]local.Component)
	walk = func(list []local.Component) {
		for _, k := range list {
			if telling.MatchString(k.Content) {
				for line := range strings.Lines(k.Content) {
					if line, ok := strings.CutPrefix(strings.TrimSpace(line), "• "); ok && !ordered.MatchString(line) {
						out = append(out, line)
					}
				}
			}
			walk(k.Components)
		}
	}
	if strings.Contains(text(m), "## ") {
		walk(m.Components)
	}
	return out
}

// ordered matches a line about pieces in an order that is begun.
var ordered = regexp.MustCompile(`^(\*\*[AB][0-9]+(\.[0-9])?\*\*: |No way for: |[AB][0-9]+ stays and guards your VIP\.$)`)

// telling matches a part that reports what happened, after a line that counts the earlier ones.
var telling = regexp.MustCompile(`^(-# .*\n)?(• .*\n?)+$`)

// act sends an interaction and waits for its answer, or for the end of the context.
func (s *staging) act(ctx context.Context, p *presser, path string, body map[string]any) (local.Outcome, bool) {
	var made struct{ Interaction string }
	var out local.Outcome
	if s.try("users/"+p.name+"/"+path, body, &made) != nil {
		return out, false // what was pressed has just changed
	}
	s.happened()
	if !s.wait(ctx, p, func() bool { return p.ended[made.Interaction] }) {
		return out, false
	}
	return out, s.try("interactions/"+made.Interaction, nil, &out) == nil
}

// insist does something until it is answered: on a busy machine three seconds may be too short.
func (s *staging) insist(ctx context.Context, p *presser, path string, body map[string]any) local.Outcome {
	s.t.Helper()
	for range 5 {
		if out, ok := s.act(ctx, p, path, body); ok && out.State == local.Answered {
			return out
		}
	}
	s.t.Fatalf("%s of %s is never answered: %v\n%s", path, p.name, body, s.said.String())
	return local.Outcome{}
}

// wait waits until something holds for what the person was shown. It calls with the person locked.
func (s *staging) wait(ctx context.Context, p *presser, holds func() bool) bool {
	for {
		p.mu.Lock()
		ok, more := holds(), p.more
		p.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-more:
		case <-ctx.Done():
			return false
		}
	}
}

// next returns a channel that is closed when the person is shown something more.
func (p *presser) next() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.more
}

// play presses the controls that a person is offered, until the context ends.
func (s *staging) play(ctx context.Context, p *presser, r *rand.Rand) {
	for ctx.Err() == nil {
		more := p.next()
		var v local.View
		if s.try("users/"+p.name+"/view", nil, &v) != nil {
			return
		}
		m, k := offeredTo(v, r)
		if k == nil {
			select {
			case <-more:
			case <-ctx.Done():
			}
			continue
		}
		s.act(ctx, p, "click", map[string]any{"message": m.ID.String(), "custom_id": k.CustomID, "values": someOf(k, r)})
	}
}

// offeredTo returns a control of a console that asks, usually one that decides something; nil if none does.
func offeredTo(v local.View, r *rand.Rand) (*local.Message, *local.Component) {
	m := askingConsole(v)
	if m == nil {
		return nil, nil
	}
	var all []*local.Component
	for _, k := range controlsOf(m) {
		switch kind, _, _ := strings.Cut(k.CustomID, "|"); {
		case kind == wire.ControlSubmit:
			all = append(all, k, k, k, k)
		case kind == wire.ControlDraft && k.Label != "Back", kind == wire.ControlChoose:
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return m, all[r.IntN(len(all))]
}

// someOf chooses values in a select.
func someOf(k *local.Component, r *rand.Rand) (values []string) {
	if len(k.Options) == 0 {
		return nil
	}
	n := 1
	if k.MinValues != nil {
		n = max(1, *k.MinValues)
	}
	for _, i := range r.Perm(len(k.Options))[:n] {
		values = append(values, k.Options[i].Value)
	}
	return values
}
