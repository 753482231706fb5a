package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/game/chance"
	"downsync/game/series"
	"downsync/game/table"
)

// lastKey is the key of the record of the server's newest campaign: of two that begin at once the second counts the first.
func lastKey(g bot.GuildID) string { return "campaign.last/" + string(g) }

func start(ctx context.Context, c *bot.Call) bot.Answer {
	w, no, ok := readStart(ctx, c)
	if !ok {
		return no
	}
	err := bot.Retry(func() error {
		var last string
		newest, err := c.Guard(ctx, lastKey(c.Guild), &last)
		if err != nil {
			return err
		}
		if last == w.ID { // the same command, delivered twice
			return nil
		}
		gone, err := room(ctx, c)
		if err != nil {
			return err
		}
		if w.Rival != "" {
			may, err := c.MayCall(ctx, "campaign", w.Rival, w.ID)
			if err != nil {
				return err
			}
			w.Quiet = !may
		}
		if newest, err = bot.With(newest, w.ID); err != nil {
			return err
		}
		r, err := bot.With(table.Record{Key: key(c.Guild, w.ID), If: true}, w)
		if err != nil {
			return err
		}
		return c.Records.Put(ctx, append(gone, newest, r, mineRecord(w, c.User), bot.SeriesNews(c.Guild, w.ID))...)
	})
	if err != nil {
		return cannot(c, err)
	}
	c.SeriesChanged()
	return on(ctx, c, w.ID, "map", "")
}

// readStart makes a campaign of the command's options. ok is false with the answer to give.
func readStart(ctx context.Context, c *bot.Call) (w campaign, no bot.Answer, ok bool) {
	if c.Guild == "" {
		return w, c.Answer(onServerOnly), false
	}
	played, no, ok := c.Chosen(ctx, hasSeries)
	if !ok {
		return w, no, false
	}
	s := c.Forms(played).Series
	if s == nil {
		return w, c.Answer("⚠️ %s has no campaigns.", c.Forms(played).About.Name), false
	}
	rival := c.Options.User("opponent")
	wish := bot.RivalWish{Strength: c.Options.Text("rival")}
	against := rival != "" && rival == c.Self || rival == "" && wish.Strength != ""
	if against {
		rival = ""
	}
	switch {
	case !against && wish.Strength != "":
		return w, c.Answer("⚠️ `rival` is for a campaign against me: leave `opponent` empty."), false
	case rival == c.User:
		return w, c.Answer("You cannot lead both sides. Leave `opponent` empty to let anyone lead the other."), false
	case c.Bots[rival]:
		return w, c.Answer("Bots do not play. Leave `opponent` empty to let anyone lead the other side."), false
	}
	if no, ok := c.Admit(ctx, c, c.Guild, c.User, rival); !ok {
		return w, no, false
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return w, c.Trouble("", err), false
	}
	if server.Channel != "" && c.Channel != server.Channel {
		return w, c.Answer("On this server matches are played in <#%s>: begin it there.", server.Channel), false
	}
	voice := server.Voice(c.Interaction)
	public := c.In(voice)
	w = campaign{Version: bot.RecordVersion, ID: c.NewID("campaign"), Game: c.Games.Recorded(played), Guild: c.Guild, Channel: c.Channel, Rival: rival, Stage: 1,
		Language: voice.Language.String(), Theme: voice.Theme, Began: c.Clock.Now(), Since: c.Clock.Now(), Clock: cmp.Or(c.Options.Text("clock"), server.Clock, c.Default)}
	if against && c.Options.Text("clock") == "" { // as in any match against the program
		w.Clock = ""
	} else if _, known := c.Timings[w.Clock]; !known {
		return w, c.Answer("⚠️ There is no clock %q; the choices are %s.", bot.Plain(bot.Clip(w.Clock, 100)), strings.Join(c.ClockNames(), ", ")), false
	}
	if w.Kind, no, ok = readKind(c, s); !ok {
		return w, no, false
	}
	for _, o := range s.Options() {
		if typed := c.Options.Text(o.Name); typed != "" {
			w.Chosen = strings.TrimSpace(w.Chosen + " " + o.Name + "=" + strings.ReplaceAll(typed, " ", "_"))
		}
	}
	side, no, ok := readSide(c, s, c.Options.Text("side"))
	if !ok {
		return w, no, false
	}
	if w.Name = bot.Clean(c.Options.Text("name")); w.Name == "" {
		w.Name, w.Titled = titled(public, c.Name), c.User
	}
	if n := utf8.RuneCountInString(w.Name); n > maxName {
		return w, c.Answer("⚠️ The name has %d {character|characters}; expected at most %d.", n, maxName), false
	}
	if w.Size = mostTeam; rival != "" || against {
		w.Size = 1
	}
	if typed := c.Options.Text("size"); typed != "" {
		if w.Size, ok = c.Options.Int("size", 1, mostTeam); !ok {
			return w, c.Answer("⚠️ `size` is a number from 1 to %d.", mostTeam), false
		}
	}
	if w.Log, err = series.Begin(s.Rules(), w.form(), toss(c)); err != nil {
		return w, c.Cannot(err), false
	}
	w.join(max(side, 0), member{User: c.User, Name: c.Name}, w.Began)
	if against {
		seat, no, ok := c.Rival(ctx, c, played, wish)
		if !ok {
			return w, no, false
		}
		w.Plays = &seat
		w.join(1-max(side, 0), member{User: bot.RivalUser, Name: seat.Name(voice.Language)}, w.Began)
	}
	return w, no, true
}

// titled is the name of a campaign to which its starter gives none.
func titled(public *bot.Call, starter string) string {
	return bot.Clean(bot.Clip(public.Say("Campaign of %s", starter), maxName))
}

// toss rolls the dice with which a campaign begins: those that count as soon as both sides have somebody. They follow from the
// interaction, so that a repeat on another host rolls the same.
func toss(c *bot.Call) func(sides int) int {
	sum := sha256.Sum256([]byte("toss " + string(c.ID)))
	lot := chance.Source(binary.BigEndian.Uint64(sum[:]))
	return func(sides int) int { return 1 + int(lot.Next()%uint64(sides)) }
}

// readKind reads the form of a campaign, the usual one if none is named.
func readKind(c *bot.Call, s bot.Series) (kind string, no bot.Answer, ok bool) {
	kinds := s.Kinds()
	typed := cmp.Or(c.Options.Text("form"), kinds[0].Value)
	if !slices.ContainsFunc(kinds, func(k bot.Choice) bool { return k.Value == typed }) {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Value)
		}
		return "", c.Answer("⚠️ There is no form %q; the choices are %s.", bot.Plain(bot.Clip(typed, 40)), strings.Join(names, ", ")), false
	}
	return typed, no, true
}

// readSide reads a side by its number or its name; nobody if none is named.
func readSide(c *bot.Call, s bot.Series, typed string) (side int, no bot.Answer, ok bool) {
	if typed == "" {
		return nobody, no, true
	}
	for n, name := range s.Sides() {
		if typed == sideValues[n] || strings.EqualFold(typed, name) {
			return n, no, true
		}
	}
	return nobody, c.Answer("⚠️ There is no side %q; expected %s or %s.", bot.Plain(bot.Clip(typed, 40)), s.Sides()[0], s.Sides()[1]), false
}

// errMany says that there is no room for another campaign.
var errMany = refuse("This server has %d {campaign|campaigns} under way, which is the most. `/campaign end` ends one.", mostLive)

// errLed says that the user leads enough campaigns.
var errLed = refuse("You lead %d {campaign|campaigns} on this server, which is the most. `/campaign end` ends one.", mostLed)

// room makes room for another campaign on the server, begun by the user. It gives the records that go.
func room(ctx context.Context, c *bot.Call) (gone []table.Record, err error) {
	all, err := onServer(ctx, c, c.Guild)
	if err != nil {
		return nil, err
	}
	live, led := 0, 0
	var played, unplayed []campaign // that are over, the newest first
	for _, w := range all {
		switch {
		case w.Over != nil && len(w.Matches) > 0:
			played = append(played, w)
		case w.Over != nil:
			unplayed = append(unplayed, w)
		case w.Teams[0].captain() == c.User || w.Teams[1].captain() == c.User:
			led++
			live++
		default:
			live++
		}
	}
	switch {
	case live >= mostLive:
		return nil, errMany
	case led >= mostLed:
		return nil, errLed
	}
	for n, w := range append(played, unplayed...) {
		if live+n >= mostKept-1 {
			gone = append(gone, table.Record{Key: key(w.Guild, w.ID)})
		}
	}
	return gone, nil
}
