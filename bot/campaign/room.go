package campaign

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/deed"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
)

// New makes the room of campaigns. It has commands only if a game has series.
func New(a *bot.App) bot.Room {
	wake := make(chan struct{}, 1)
	a.Hooks.SeriesTaker, a.Hooks.SeriesWaiting, a.Hooks.SeriesSide, a.Hooks.SeriesTold = taker, waiting, sided, told
	a.Hooks.SeriesName, a.Hooks.SeriesPlays, a.Hooks.SeriesBan, a.Hooks.SeriesMember = title, plays, ruledBan, isMember
	a.Hooks.SeriesChanged = func() {
		select {
		case wake <- struct{}{}:
		default: // it will be woken anyway
		}
	}
	room := bot.Room{
		Presses: map[string]bot.Pressed{id: press, customid.Campaigns: campaigns},
		Jobs:    []bot.Job{{Name: "campaigns", Due: redraw, Wake: wake}},
		Ended:   ended,
		Keeps:   bot.Keeper{Tell: tell, Forget: forget},
		Reposts: repost,
	}
	if games := a.Games.Having(hasSeries); len(games) > 0 {
		commands := command(a, games)
		begin := &commands.Sub[0]
		for _, g := range games {
			for _, o := range g.In(bot.Voice{}).Series.Options() {
				if !slices.ContainsFunc(begin.Options, func(x bot.CommandOption) bool { return x.Name == o.Name }) {
					begin.Options = append(begin.Options, o)
				}
			}
		}
		room.Commands = []bot.Command{commands}
	}
	return room
}

func hasSeries(f bot.Forms) bool { return f.Series != nil }

// id is the prefix of the custom ids of the room's controls: campaign|id|verb, and with ".value".
const id = "campaign"

// verb handles a verb of /campaign for an existing campaign. what is the value chosen with it, "" for none.
type verb func(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer

// verbs holds all verbs, by their names in custom ids.
var verbs map[string]verb

func init() {
	verbs = map[string]verb{"map": showMap, "history": showHistory, "attack": attackWith, "join": joinSide, "side": showSide, "named": nameNext, "captain": nameCaptain,
		"out": takeOut, "leave": askLeave, "left": leave, "end": askEnd, "ended": endNow, "back": takeBack,
		"acts": showActs, "appeal": appealAct, "judge": judgeAct, deed.Withdrawn: withdrawAppeal, deed.Undone: decideAs(deed.Undone, "Undo the act"), deed.Confirms: decideAs(deed.Confirms, "Let it stand")}
}

func command(a *bot.App, games []bot.Game) bot.Command {
	which := bot.CommandOption{Name: "campaign", Description: "Which campaign; not needed if you are in one only", Kind: wire.StringOption}.Listed(suggest)
	about := func(name string, description game.Text, verb string, option string, more ...bot.CommandOption) bot.Command {
		return bot.Command{Name: name, Description: description, Options: append(more, which), Run: func(ctx context.Context, c *bot.Call) wire.Answer {
			return choose(ctx, c, verb, c.Options.Text(option))
		}}
	}
	kinds := bot.CommandOption{Name: "form", Description: "How long it is; left out: the usual form", Kind: wire.StringOption}
	sides := bot.CommandOption{Name: "side", Description: "Which side", Kind: wire.StringOption}
	if len(games) == 1 {
		s := games[0].In(bot.Voice{}).Series
		kinds.Choices = s.Kinds()
		for n, name := range s.Sides() {
			sides.Choices = append(sides.Choices, wire.Choice{Name: name, Value: sideValues[n]})
		}
	} else {
		kinds, sides = kinds.Listed(suggestKinds), sides.Listed(suggestSides)
	}
	begin := slices.Concat(a.Games.GameOption(hasSeries), []bot.CommandOption{
		{Name: "opponent", Description: "Who leads the other side; left out: whoever joins it first", Kind: wire.UserOption}, kinds, sides,
		{Name: "name", Description: "What it is called, at most 60 characters", Kind: wire.StringOption, Typing: pasted.AsTyped},
		{Name: "size", Description: "How many may play on each side, 1 to 8; left out: 1 against an opponent, else 8", Kind: wire.IntOption},
		{Name: "clock", Description: "How long each player may think; default: this server's", Kind: wire.StringOption,
			Choices: wire.ChoicesOf(a.ClockNames()...)}})
	if slices.ContainsFunc(games, func(g bot.Game) bool { return g.Rival != nil }) {
		begin = append(begin, bot.RivalOption(hasSeries))
	}
	member := bot.CommandOption{Name: "member", Description: "Who of your side", Kind: wire.UserOption}
	return bot.Command{Name: "campaign", Description: "A series of matches between two sides of this server", GuildOnly: true, Sub: []bot.Command{
		{Name: "start", Description: "Begin a campaign and lead one of its sides", Run: start, Options: begin},
		about("join", "Join a side of a campaign", "join", "side", sides),
		about("map", "The state of a campaign, and who has to do what next", "map", ""),
		about("attack", "Choose what the next match is about, and play it", "attack", "target",
			bot.CommandOption{Name: "target", Description: "What to attack; left out: choose from a list", Kind: wire.StringOption}.Listed(suggestTargets)),
		about("history", "The matches of a campaign", "history", ""),
		{Name: "appoint", Description: "For captains: who plays next, and who leads; without options: your side", Run: appoint,
			Options: []bot.CommandOption{member, {Name: "as", Description: "What for; left out: the next match", Kind: wire.StringOption, Choices: []wire.Choice{
				{Name: "the next match", Value: "named"}, {Name: "captain", Value: "captain"}, {Name: "no longer on our side", Value: "out"}}}, which}},
		about("leave", "Leave your side of a campaign", "leave", ""),
		about("acts", "Moderators' acts in a campaign: what, by whom and why; appeal, decide appeals", "acts", ""),
		about("end", "Give a campaign up, or end one that the other side does not go on with", "end", ""),
	}}
}

// sideValues holds the values of the sides in options.
var sideValues = [2]string{"1", "2"}

// press answers a control.
func press(ctx context.Context, c *bot.Call, id, rest string) wire.Answer {
	name, what, _ := strings.Cut(rest, ".")
	if id == "" { // one of several campaigns was chosen
		if len(c.Values) == 1 {
			return on(ctx, c, c.Values[0], name, what)
		}
		return c.Answer(bot.OldButton)
	}
	if len(c.Values) == 1 {
		what = c.Values[0]
	}
	id, guild, _ := strings.Cut(id, "@")
	direct := c.Guild == "" // here it is unknown which channels the user sees
	if direct {
		c = at(c, wire.GuildID(guild))
	}
	var w campaign
	switch err := c.Read(ctx, key(c.Guild, id), &w); {
	case err != nil:
		return c.Trouble("", err)
	case w.Empty():
		return c.Gone(ctx, goneCampaign)
	case direct && w.side(c.User) < 0:
		return cannot(c, errNone)
	}
	return on(ctx, c, id, name, what)
}

// goneCampaign is told to somebody who pressed a control of a campaign that the store does not hold.
const goneCampaign game.Text = "campaign.gone"

// at returns the call as if it came from that server.
func at(c *bot.Call, g wire.GuildID) *bot.Call {
	own := *c
	own.Guild = g
	return &own
}

// on carries out a verb for a campaign.
func on(ctx context.Context, c *bot.Call, id, name, what string) wire.Answer {
	do := verbs[name]
	if do == nil {
		return c.Answer(bot.OldButton)
	}
	w, p, err := look(ctx, c, c.Guild, id)
	if err != nil {
		return cannot(c, err)
	}
	if w.side(c.User) < 0 && !c.Sees(ctx, w.Channel) {
		return cannot(c, errNone)
	}
	return do(ctx, c, w, p, what)
}

// cannot answers an error: a refusal with its reason, any other with an apology.
func cannot(c *bot.Call, err error) wire.Answer {
	if no := (*game.Refusal)(nil); errors.As(err, &no) {
		return c.Answer("%s", c.Language.Error(err))
	}
	return c.Trouble("", err)
}

// choose finds the campaign that a command means: the named one, the user's only one, the server's only one. If there are several
// it asks which one.
func choose(ctx context.Context, c *bot.Call, name, what string) wire.Answer {
	if c.Guild == "" {
		return c.Answer(onServerOnly)
	}
	if id := c.Options.Text("campaign"); id != "" {
		return on(ctx, c, id, name, what)
	}
	all, err := visible(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	live := slices.DeleteFunc(slices.Clone(all), func(w campaign) bool { return w.Over != nil })
	mine := slices.DeleteFunc(slices.Clone(live), func(w campaign) bool { return w.side(c.User) < 0 })
	looks := name == "map" || name == "history" || name == "acts"
	switch {
	case name == "join":
		mine = slices.DeleteFunc(live, func(w campaign) bool { return w.side(c.User) >= 0 })
	case len(mine) == 0 && len(live) > 0:
		mine = live
	case len(mine) == 0 && looks:
		mine = all
	}
	switch len(mine) {
	case 0:
		return c.Answer(noneOpen)
	case 1:
		return on(ctx, c, mine[0].ID, name, what)
	}
	return wire.Fresh(wire.Text(c.Text("There are several campaigns: choose one.")), pick(c, mine, strings.TrimSuffix(name+"."+what, ".")))
}

// pick returns a select of campaigns, which carries out the verb for the chosen one.
func pick(c *bot.Call, list []campaign, verb string) wire.Select {
	s := wire.Select{ID: id + "||" + verb, Placeholder: c.Text("Which campaign?")}
	for _, w := range list { // at most mostKept
		s.Options = append(s.Options, wire.Option{Value: w.ID, Label: wire.Clip(w.Name, wire.LongestChoice), Note: wire.Clip(w.summary(c), wire.LongestChoice)})
	}
	return s
}

// campaigns shows the server's campaigns and offers a new one of that game; or it begins one and puts the user on that side.
func campaigns(ctx context.Context, c *bot.Call, game, side string) wire.Answer {
	switch {
	case c.Guild == "":
		return c.Answer(onServerOnly)
	case !c.Games.Offers(game) || c.Forms(game).Series == nil:
		return c.Answer(bot.OldButton)
	case side != "":
		c.Options = wire.Options{"game": game, "side": side}
		return start(ctx, c)
	}
	all, err := visible(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	row := wire.Row{}
	for n, name := range c.Forms(game).Series.Sides() {
		row = append(row, wire.Button{ID: customid.Campaigns + "|" + game + "|" + sideValues[n], Label: c.Say("Lead: %s", name), Style: wire.Success})
	}
	blocks := []wire.Block{wire.Text(c.Text("campaign.offer")), row}
	if len(all) > 0 {
		blocks = append(blocks, pick(c, all, "map"))
	}
	return wire.Fresh(blocks...)
}

const onServerOnly game.Text = "Campaigns are played on a server: use `/campaign` in one of its channels."

const noneOpen game.Text = "There is no such campaign here. `/campaign start` begins one."

// visible returns the server's campaigns in channels that the user sees.
func visible(ctx context.Context, c *bot.Call) ([]campaign, error) {
	all, err := onServer(ctx, c, c.Guild)
	return slices.DeleteFunc(all, func(w campaign) bool { return w.side(c.User) < 0 && !c.Sees(ctx, w.Channel) }), err
}

// summary returns a campaign in a few words.
func (w campaign) summary(c *bot.Call) string {
	s := w.forms(c).Series
	said := c.Say("%s against %s", s.Sides()[0], s.Sides()[1]) + " · " + kindName(s, w.Kind)
	if w.Chosen != "" {
		said += " · " + w.Chosen
	}
	return c.NameGame(c.Games.GameOf(w.Game), said)
}

func kindName(s bot.Series, kind string) string {
	for _, k := range s.Kinds() {
		if k.Value == kind {
			return k.Name
		}
	}
	return kind
}

func suggest(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	all, err := visible(ctx, c)
	if err != nil {
		return nil
	}
	for _, w := range all {
		out = append(out, wire.Choice{Name: wire.Clip(w.Name+" · "+w.summary(c), wire.LongestChoice), Value: w.ID})
	}
	return out
}

// chosenSeries returns the series of the game that a command means, nil if there is none.
func chosenSeries(ctx context.Context, c *bot.Call) bot.Series {
	game, err := c.Chosen(ctx, hasSeries)
	if err != nil {
		return nil
	}
	return c.Forms(game).Series
}

func suggestKinds(ctx context.Context, c *bot.Call) []wire.Choice {
	if s := chosenSeries(ctx, c); s != nil {
		return s.Kinds()
	}
	return nil
}

func suggestSides(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	if s := chosenSeries(ctx, c); s != nil {
		for n, name := range s.Sides() {
			out = append(out, wire.Choice{Name: name, Value: sideValues[n]})
		}
	}
	return out
}

// suggestTargets completes the targets of an attack, in the named campaign or the user's only one.
func suggestTargets(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	all, err := visible(ctx, c)
	if err != nil {
		return nil
	}
	for _, w := range all {
		if named := c.Options.Text("campaign"); w.Over != nil || named != "" && named != w.ID || w.side(c.User) < 0 {
			continue
		}
		s, err := w.state(c)
		if err != nil {
			continue
		}
		side, targets := s.Turn()
		for _, x := range targets {
			name := w.forms(c).Series.Choice(s, x)
			if known := slices.ContainsFunc(out, func(o wire.Choice) bool { return o.Value == x }); !known && side == w.side(c.User) {
				out = append(out, wire.Choice{Name: wire.Clip(name, wire.LongestChoice), Value: x})
			}
		}
	}
	return out
}
