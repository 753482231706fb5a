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
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/chance"
	"downsync/game/series"
	"downsync/game/table"
)

// lastKey returns the key of the record of the server's newest campaign: if two begin at once, the second counts the first.
func lastKey(g wire.GuildID) string { return "campaign.last/" + string(g) }

func start(ctx context.Context, c *bot.Call) wire.Answer {
	w, err := readStart(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	err = bot.Retry(func() error {
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
		cards, err := c.CountAll(ctx, w.ID, cardAccounts(c)...)
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
		return c.Records.Put(ctx, append(append(gone, cards...), newest, r, mineRecord(w, c.User), bot.SeriesNews(c.Guild, w.ID))...)
	})
	if err != nil {
		return cannot(c, err)
	}
	c.SeriesChanged()
	return on(ctx, c, w.ID, "map", "")
}

// readStart makes a campaign from the command's options.
func readStart(ctx context.Context, c *bot.Call) (w campaign, err error) {
	if c.Guild == "" {
		return w, c.Refuse(onServerOnly)
	}
	played, err := c.Chosen(ctx, hasSeries)
	if err != nil {
		return w, err
	}
	s := c.Forms(played).Series
	if s == nil {
		return w, c.Refuse("⚠️ %s has no campaigns.", c.Forms(played).About.Name)
	}
	rival := c.Opponent()
	wish := bot.RivalWish{Strength: c.Options.Text("rival")}
	against := rival != "" && rival == c.Self || rival == "" && wish.Strength != ""
	if against {
		rival = ""
	}
	switch {
	case !against && wish.Strength != "":
		return w, c.Refuse("⚠️ `rival` is for a campaign against me: leave `opponent` empty.")
	case rival == c.User:
		return w, c.Refuse("You cannot lead both sides. Leave `opponent` empty to let anyone lead the other.")
	case c.Bots[rival]:
		return w, c.Refuse("Bots do not play. Leave `opponent` empty to let anyone lead the other side.")
	}
	if err := c.Admit(ctx, c, c.Guild, c.User, rival); err != nil {
		return w, err
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return w, err
	}
	if server.Channel != "" && c.Channel != server.Channel {
		return w, c.Refuse("On this server matches are played in <#%s>: begin it there.", server.Channel)
	}
	voice := bot.ServerVoice(server, c.Interaction)
	public := c.In(voice)
	w = campaign{Version: form2, ID: c.NewID("campaign"), Game: c.Games.Recorded(played), Guild: c.Guild, Channel: c.Channel, Rival: rival, RivalName: c.Names[rival], Stage: 1,
		Language: voice.Language.String(), Theme: voice.Theme, Began: c.Clock.Now(), Since: c.Clock.Now(), Clock: cmp.Or(c.Options.Text("clock"), server.Clock, c.Default)}
	if against && c.Options.Text("clock") == "" { // as in any match against the program
		w.Clock = ""
	} else if _, known := c.Timings[w.Clock]; !known {
		return w, c.Refuse("⚠️ There is no clock %q; the choices are %s.", wire.Plain(wire.Clip(w.Clock, 100)), strings.Join(c.ClockNames(), ", "))
	}
	if w.Kind, err = readKind(c, s); err != nil {
		return w, err
	}
	for _, o := range s.Options() {
		if typed := c.Options.Text(o.Name); typed != "" {
			w.Chosen = strings.TrimSpace(w.Chosen + " " + o.Name + "=" + strings.ReplaceAll(typed, " ", "_"))
		}
	}
	side, err := readSide(c, s, c.Options.Text("side"))
	if err != nil {
		return w, err
	}
	if w.Name = wire.Clean(c.Options.Text("name")); w.Name == "" {
		w.Name, w.Titled = titled(public, c.Name), c.User
	}
	if n := utf8.RuneCountInString(w.Name); n > maxName {
		return w, c.Refuse("⚠️ The name has %d {character|characters}; expected at most %d.", n, maxName)
	}
	if w.Size = mostTeam; rival != "" || against {
		w.Size = 1
	}
	if typed := c.Options.Text("size"); typed != "" {
		var ok bool
		if w.Size, ok = c.Options.Int("size", 1, mostTeam); !ok {
			return w, c.Refuse("⚠️ `size` is a number from 1 to %d.", mostTeam)
		}
	}
	if w.Log, err = series.Begin(s.Rules(), w.form(), toss(c)); err != nil {
		return w, bot.Refuse(c.Cannot(err))
	}
	w.join(max(side, 0), member{User: c.User, Name: c.Name}, w.Began)
	if against {
		seat, err := c.Rival(ctx, c, played, wish)
		if err != nil {
			return w, err
		}
		w.Plays = &seat
		w.join(1-max(side, 0), member{User: bot.RivalUser, Name: seat.Name(voice.Language)}, w.Began)
	}
	return w, nil
}

// titled returns the name of a campaign that its starter has not named.
func titled(public *bot.Call, starter string) string {
	return wire.Clean(wire.Clip(public.Say("Campaign of %s", starter), maxName))
}

// toss rolls the dice with which a campaign begins, which count as soon as both sides have a member. They follow from the
// interaction, so that a repeat on another host rolls the same.
func toss(c *bot.Call) func(sides int) int {
	sum := sha256.Sum256([]byte("toss " + string(c.ID)))
	lot := chance.Source(binary.BigEndian.Uint64(sum[:]))
	return func(sides int) int { return 1 + int(lot.Next()%uint64(sides)) }
}

// readKind reads the form of a campaign, the default if none is named.
func readKind(c *bot.Call, s bot.Series) (kind string, err error) {
	kinds := s.Kinds()
	typed := cmp.Or(c.Options.Text("form"), kinds[0].Value)
	if !slices.ContainsFunc(kinds, func(k wire.Choice) bool { return k.Value == typed }) {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Value)
		}
		return "", c.Refuse("⚠️ There is no form %q; the choices are %s.", wire.Plain(wire.Clip(typed, 40)), strings.Join(names, ", "))
	}
	return typed, nil
}

// readSide reads a side by its number or its name; nobody if none is named.
func readSide(c *bot.Call, s bot.Series, typed string) (side int, err error) {
	if typed == "" {
		return nobody, nil
	}
	for n, name := range s.Sides() {
		if typed == sideValues[n] || strings.EqualFold(typed, name) {
			return n, nil
		}
	}
	return nobody, c.Refuse("⚠️ There is no side %q; expected %s or %s.", wire.Plain(wire.Clip(typed, 40)), s.Sides()[0], s.Sides()[1])
}

// cardAccounts returns who accounts for a new card that the user causes.
func cardAccounts(c *bot.Call) []bot.Account {
	return []bot.Account{bot.AccountOf(bound.Cards, c.User), bot.AccountOf(bound.ServerCards, c.Guild)}
}

// room makes room for another campaign on the server, begun by the user. It returns the records to delete. A finished campaign with an open appeal stays:
// the appeal may let it go on.
func room(ctx context.Context, c *bot.Call) (gone []table.Record, err error) {
	all, err := onServer(ctx, c, c.Guild)
	if err != nil {
		return nil, err
	}
	live, led, waiting := 0, 0, 0
	var played, unplayed []campaign // finished campaigns, the newest first
	for _, w := range all {
		switch {
		case w.Over != nil && w.appealed():
			waiting++
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
	if err := cmp.Or(c.Fits(bound.Campaigns, live), c.Fits(bound.LedCampaigns, led), c.Fits(bound.WaitingCampaigns, waiting)); err != nil {
		return nil, err
	}
	for n, w := range append(played, unplayed...) {
		if live+waiting+n < mostKept-1 {
			continue
		}
		r, err := c.Guard(ctx, key(w.Guild, w.ID), &w)
		if err != nil {
			return nil, err
		}
		if w.Over != nil && !w.appealed() { // the appeal may have come meanwhile
			gone = append(gone, r)
		}
	}
	return gone, nil
}

// appealed reports whether an appeal against an act in the campaign is open.
func (w campaign) appealed() bool {
	return slices.ContainsFunc(w.Rulings, func(r ruling) bool { return r.Appeal.Open() })
}
