package stage

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// IDs are the ids of records that begin so.
func (s *Stage) IDs(prefix string) (out []string) {
	rs, err := s.Store.List(context.Background(), prefix, "", 999)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, r := range rs {
		out = append(out, strings.TrimPrefix(r.Key, prefix))
	}
	return out
}

func (s *Stage) pick(words ...string) string { return words[s.IntN(len(words))] }

func (s *Stage) one(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return s.pick(words...)
}

// running are the matches that are not over, else all.
func (s *Stage) running() []string {
	var live, all []string
	for _, id := range s.IDs("match/") {
		p, err := s.Hall.Public(context.Background(), table.ID(id))
		if err != nil {
			s.T.Fatal(err)
		}
		if all = append(all, id); p.Result == nil {
			live = append(live, id)
		}
	}
	if len(live) > 0 && s.IntN(4) > 0 {
		return live
	}
	return all
}

func (s *Stage) press(u wire.UserID, custom string, values ...string) Doing {
	s.acts++
	return Doing{n: s.acts, I: wire.Interaction{Kind: wire.Press, User: u, CustomID: custom, Values: values}}
}

func (s *Stage) slash(u wire.UserID, command string, o wire.Options) Doing {
	s.acts++
	return Doing{n: s.acts, I: wire.Interaction{Kind: wire.Slash, User: u, Command: strings.Fields(command), Options: o}}
}

// sure asks for something that is to be confirmed, and returns the confirmation.
func (s *Stage) sure(d Doing, find string) Doing {
	a := s.does(s.Hosts()[0], d.n, d.I)
	if a.Letter == nil {
		return d
	}
	id, ok := bottest.ControlsOf(*a.Letter).Find(find)
	if !ok {
		return d
	}
	return s.press(d.I.User, id)
}

// Useful returns something to do that moves the campaign or a match forward.
func (s *Stage) Useful() Doing {
	var w struct {
		campaigns.Record
		Teams [2]struct {
			Members []struct{ User wire.UserID }
		}
		Next *struct {
			Match table.ID `json:"match"`
		}
		Over any
	}
	for _, id := range s.IDs("campaign/guild/") {
		if err := json.Unmarshal([]byte(s.Stored("campaign/guild/"+id)), &w); err != nil {
			s.T.Fatal(err)
		}
	}
	member := func(side int) wire.UserID {
		all := w.Teams[side].Members
		if len(all) == 0 {
			return party.Eve
		}
		if s.IntN(3) > 0 {
			return all[0].User
		}
		return all[s.IntN(len(all))].User
	}
	state, err := w.Log.State(toy.Cup{})
	if err != nil {
		s.T.Fatal(err)
	}
	side, _ := state.Turn()
	inMatch := func(id table.ID) Doing {
		meta, err := s.Hall.Meta(context.Background(), id)
		if err != nil {
			s.T.Fatal(err)
		}
		n := s.IntN(2)
		for range 2 {
			v, err := s.Hall.Private(context.Background(), id, game.Seat(n+1))
			if err != nil {
				s.T.Fatal(err)
			}
			for _, a := range v.Asks {
				if line := map[string]string{"bid": "bid " + s.pick("1", "2", "3"), "tune": "done", "claim": "claim", "peek": "leave"}[a.Name]; line != "" && !a.Standing {
					return s.slash(meta.Users[n], "order", wire.Options{"line": line, "match": string(id)})
				}
			}
			n = 1 - n
		}
		return s.slash(meta.Users[n], "order", wire.Options{"line": "quit", "match": string(id)})
	}
	if w.Over == nil && s.IntN(4) > 0 {
		if w.Next == nil {
			return s.press(member(side), s.page+"attack", s.pick("1", "2", "3"))
		}
		if open := s.Stored("table/" + string(w.Next.Match)); open != "" {
			if strings.Contains(open, `"},{}]`) { // the second seat is free
				return s.press(member(1-side), "force|"+string(w.Next.Match), "blue")
			}
			return s.press(member(s.IntN(2)), "ready|"+string(w.Next.Match))
		}
		if s.Stored("match/"+string(w.Next.Match)) != "" {
			return inMatch(w.Next.Match)
		}
	}
	if all := s.running(); len(all) > 0 {
		return inMatch(table.ID(s.one(all)))
	}
	return s.anything()
}

// Any is something that may be done.
func (s *Stage) Any() Doing {
	if s.IntN(2) == 0 {
		return s.Useful()
	}
	return s.anything()
}

// anything is one of all that may be done.
func (s *Stage) anything() Doing {
	u := wire.UserID(s.pick("ann", "ben", "cal", "dan"))
	if s.IntN(12) == 0 {
		u = party.Eve
	}
	whom := wire.UserID(s.pick("ann", "ben", "cal", "dan", "eve"))
	mod := wire.UserID(s.pick(string(party.Judge), string(party.Second)))
	match := s.one(s.running())
	open := s.one(s.IDs("table/"))
	switch n := s.IntN(64); {
	case n < 8:
		return s.press(u, s.page+"attack", s.pick("1", "2", "3"))
	case n < 10:
		return s.press(u, s.page+"back")
	case n < 11:
		return s.press(u, s.page+"left")
	case n < 13:
		return s.press(u, s.page+"join."+s.pick("1", "2"))
	case n < 15:
		return s.press(u, s.page+s.pick("out", "captain", "named"), string(whom))
	case n < 18:
		return s.press(u, s.page+"ended."+s.pick("idle", "idle", "idle", "resigned"))
	case n < 19:
		return s.press(u, s.page+s.pick("map", "end"))
	case n < 26:
		return s.press(u, "force|"+open, s.pick("red", "blue"))
	case n < 31:
		return s.press(u, "ready|"+open)
	case n < 32:
		return s.press(u, s.pick("decline|", "cancel|", "accept|", "rivals|")+open)
	case n < 34:
		return s.press(u, "rematch|"+match)
	case n < 35:
		o := wire.Options{"clock": s.pick("none", "slow", "quick")}
		if whom != u {
			o["opponent"] = string(whom)
		}
		return s.slash(u, "match challenge", o)
	case n < 44:
		return s.slash(u, "order", wire.Options{"match": match, "line": s.pick("bid 1", "bid 2", "bid 3", "bid 2", "bid 3", "undo", "claim", "pass", "done", "quit", "leave", "draw", "leave")})
	case n < 46:
		return s.slash(u, "clock "+s.pick("pause", "extend", "withdraw", "resume", "vacation", "back"), wire.Options{"match": match, "for": "2h", "by": "2h", "days": "2"})
	case n < 48:
		return s.slash(u, "dispute "+s.pick("open", "withdraw", "appeal"), wire.Options{"match": match, "reason": "why", "number": "1"})
	case n < 55:
		verb := s.pick("replace", "rewind", "pause", "resume", "dismiss", "uphold", "answer", "end", "end", "rewind", "extend")
		o := wire.Options{"match": match, "reason": "because", "side": s.pick("A", "B"), "user": string(whom), "event": s.pick("1", "2", "3"), "result": s.pick("a", "b", "draw", "void"), "hours": "3"}
		return s.sure(s.slash(mod, "mod "+verb, o), "|go")
	case n < 56:
		if raw := s.Stored("offer/" + match); raw != "" { // what a moderator's replace leads to
			var o struct {
				Act  int         `json:"act"`
				User wire.UserID `json:"user"`
			}
			if err := json.Unmarshal([]byte(raw), &o); err != nil {
				s.T.Fatal(err)
			}
			return s.press(o.User, fmt.Sprintf("seat|%s|%d|take", match, o.Act))
		}
		return s.sure(s.slash(mod, "mod replace", wire.Options{"match": match, "reason": "because", "side": s.pick("A", "B"), "user": string(whom)}), "|go")
	case n < 57:
		return s.sure(s.slash(mod, "mod "+s.pick("ban", "ban", "unban"), wire.Options{"user": string(whom), "reason": "rude"}), "|go")
	case n < 58 && s.IntN(3) == 0:
		return s.sure(s.slash(u, "privacy delete", nil), "privacy|")
	}
	spans := []time.Duration{time.Minute, 10 * time.Minute, time.Hour, 9 * time.Hour, 25 * time.Hour, 49 * time.Hour, 73 * time.Hour, 15 * (24 * time.Hour)}
	return Doing{Span: spans[s.IntN(len(spans))]}
}

// Prelude does some things, and picks two more.
func (s *Stage) Prelude() (a, b Doing) {
	for range 3 + s.IntN(14) {
		d := s.Any()
		said := s.Do(s.Hosts()[s.IntN(2)], d)
		s.Story = append(s.Story, fmt.Sprintf("%s: %.70q", d, said))
		s.Settle()
		if s.IntN(3) == 0 {
			s.Clock.Advance(time.Duration(s.IntN(90)) * time.Second)
		}
	}
	if s.IntN(4) == 0 { // somebody may win by time, or is about to
		s.Pass(15 * (24 * time.Hour))
		for _, u := range everybody {
			s.acts++
			s.does(s.Hosts()[0], s.acts, wire.Interaction{User: u, CustomID: s.page + "end"})
		}
		s.Settle()
		s.Pass(time.Duration(23+s.IntN(3)) * time.Hour)
		if s.IntN(2) == 0 {
			s.acts++
			s.does(s.Hosts()[0], s.acts, wire.Interaction{User: party.Eve, CustomID: s.page + "map"})
			s.Settle()
		}
		claim := s.press(wire.UserID(s.pick("ann", "ben")), s.page+"ended.idle")
		if a, b = claim, s.Useful(); s.IntN(2) == 0 {
			a, b = b, a
		}
		return a, b
	}
	if a, b = s.Any(), s.Any(); s.IntN(4) == 0 && a.Span == 0 {
		b = a // they try again
		s.acts++
		b.n = s.acts
	}
	return a, b
}
