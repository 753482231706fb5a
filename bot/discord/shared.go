package discord

import (
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"downsync/bot/wire"
)

// Discord gives every interaction to all processes that use one token, and takes the first answer. Two bots with a store
// each then answer for each other's matches, which they do not know.
const (
	// manySigns is the number of signs that prove another process: a lost answer can cause a single one.
	manySigns = 3
	// signsLast is how long a sign counts.
	signsLast = time.Hour
	// maxPosted is how many of the newest posted messages are remembered.
	maxPosted = 4096
)

// shared notices that another process uses this bot's token. Two things are signs of it: somebody else answered an
// interaction, or somebody pressed a control on a message of the bot's that this process did not post. It is safe for
// concurrent use.
type shared struct {
	now func() time.Time
	log *slog.Logger

	mu     sync.Mutex
	floor  uint64 // id; messages up to it may be an earlier process's, or are forgotten; 0: not known yet
	posted []wire.MessageID
	signs  []sign // the latest
	warned bool   // of these
}

// sign is a sign of another process.
type sign struct {
	at      time.Time
	message wire.MessageID // a message that this process did not post; "": an interaction was answered
}

// post notes a message that this process posted.
func (s *shared) post(id wire.MessageID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(string(id))
	s.signs = slices.DeleteFunc(s.signs, func(x sign) bool { return x.message == id }) // its press came before Discord's answer
	s.posted = append(s.posted, id)
	if len(s.posted) > maxPosted {
		s.floor = max(s.floor, number(string(s.posted[0])))
		s.posted = s.posted[1:]
	}
}

func (s *shared) press(i wire.InteractionID, m wire.MessageID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(string(i))
	strange := func(x sign) bool { return x.message == m }
	if number(string(m)) > s.floor && !slices.Contains(s.posted, m) && !slices.ContainsFunc(s.signs, strange) {
		s.see(m)
	}
}

// answered notes an interaction that somebody else has answered.
func (s *shared) answered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.see("")
}

// begin takes the first id that Discord gave this process as the moment of its start. Callers hold mu.
func (s *shared) begin(id string) {
	if s.floor == 0 {
		s.floor = number(id) - 1
	}
}

// see adds a sign. Callers hold mu.
func (s *shared) see(m wire.MessageID) {
	s.signs = append(s.signs, sign{s.now(), m})
	s.signs = s.signs[max(0, len(s.signs)-manySigns):]
	many := s.many()
	if many && !s.warned {
		s.log.Warn("another process uses this bot's token: stop one of them, or give it an application of its own")
	}
	s.warned = many
}

// many reports whether enough signs are recent. Callers hold mu.
func (s *shared) many() bool {
	return len(s.signs) == manySigns && s.now().Sub(s.signs[0].at) < signsLast
}

// number returns an id as a number; ids grow with time.
func number(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64) // Discord's ids are numbers; anything else is as old as can be
	return n
}

// Shared reports whether another process used this bot's token within the last hour.
func (c *Client) Shared() bool {
	c.shared.mu.Lock()
	defer c.shared.mu.Unlock()
	return c.shared.many()
}
