package person

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Lists of matches and challenges.

// The values of the option "which" of /match list.
const listMine, listServer, listOpen = "mine", "server", "open"

func listCmd(ctx context.Context, c *bot.Call) wire.Answer {
	switch c.Options.Text("which") {
	case listServer:
		return listOnServer(ctx, c)
	case listOpen:
		l := listing{which: listOpen}
		if err := l.addChallenges(ctx, c, bot.Acceptable); err != nil {
			return c.Trouble("", err)
		}
		return l.answer(c, "No challenge is open to you here. `/play` makes one.")
	}
	return list(ctx, c)
}

// listing is a list with its possible actions.
type listing struct {
	which string // a value of the option "which"
	lines []listLine
}

// listLine is a line of a list, with what can be done about it. read is set where that takes time: it is then called for the lines shown.
type listLine struct {
	text string
	ways []wire.Option
	read func() listLine
}

func (l *listing) addChallenges(ctx context.Context, c *bot.Call, sort bot.ChallengeSort) error {
	items, err := c.Challenges(ctx, c, c.User, sort)
	for _, it := range items {
		l.lines = append(l.lines, listLine{text: it.Line, ways: it.Ways})
	}
	return err
}

// The custom ids of a list: of its select, whose values are the custom ids of the buttons that they replace, and of the buttons that turn
// its pages.
const idGo, idTurn = "go", "turn"

// The further lists with pages.
const turnsInbox, turnsLadder = "inbox", "ladder"

// optionPage is the option that holds the number of a list's page. Users cannot type it.
const optionPage = "page"

// turnPress shows another page of a list.
func turnPress(ctx context.Context, c *bot.Call, which, page string) wire.Answer {
	c.Options = wire.Options{"which": which, optionPage: page}
	var a wire.Answer
	switch which {
	case listMine, listServer, listOpen:
		a = listCmd(ctx, c)
	case turnsInbox:
		a = inboxCmd(ctx, c)
	case turnsLadder:
		rest := strings.Split(page, "|")
		if len(rest) != 3 {
			return c.Answer(bot.OldButton)
		}
		c.Options["game"], c.Options["season"], c.Options[optionPage] = rest[0], rest[1], rest[2]
		a = ladder(ctx, c)
	default:
		return c.Answer(bot.OldButton)
	}
	a.Fresh = false
	return a
}

// answer shows a page of the list: the lines, and a select of actions.
func (l listing) answer(c *bot.Call, empty game.Text) wire.Answer {
	if len(l.lines) == 0 {
		return c.Answer("%s", c.Text(empty))
	}
	most := 1 // ways of a line
	for _, x := range l.lines {
		most = max(most, len(x.ways))
	}
	pages := bot.PagesOf(len(l.lines), min(wire.MostListed, wire.MostOptions/most), c.Options.Text(optionPage)) // the select has room for all ways
	var texts []string
	var ways []wire.Option
	for _, x := range l.lines[pages.From:pages.To] {
		if x.read != nil {
			x = x.read()
		}
		texts, ways = append(texts, x.text), append(ways, x.ways...)
	}
	if says := pages.Says(c); says != "" {
		texts = append(texts, says)
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(strings.Join(texts, "\n"), wire.LongestText))}}
	if len(ways) > 0 {
		m.Blocks = append(m.Blocks, wire.Select{ID: idGo, Placeholder: c.Text("Go to one of them"), Options: ways})
	}
	if row := pages.Turn(c, idTurn+"|"+l.which); row != nil {
		m.Blocks = append(m.Blocks, row)
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// goPress does what the user chose in a list, as if they had pressed its button.
func goPress(ctx context.Context, c *bot.Call, _, _ string) wire.Answer {
	if len(c.Values) != 1 {
		return c.Answer(bot.OldButton)
	}
	kind, _, _ := strings.Cut(c.Values[0], "|")
	switch kind {
	case customid.View, customid.Accept, customid.Decline, customid.Cancel, customid.Ready, customid.Change, customid.SendAway:
		c.CustomID, c.Values = c.Values[0], nil
		return c.Press(ctx)
	}
	return c.Answer(bot.OldButton)
}

// mostScanned bounds how many matches of a server are checked for its list.
const mostScanned = 500

// listOnServer lists the server's running matches, and its challenges that are open to anyone, in the channels that the
// user sees. It clears away the notes of finished matches on the way.
func listOnServer(ctx context.Context, c *bot.Call) wire.Answer {
	if c.Guild == "" {
		return c.Answer("That list is of a server: use the command in one of its channels.")
	}
	rs, err := c.Records.List(ctx, keys.OnServer(c.Guild, ""), "", mostScanned)
	if err != nil {
		return c.Trouble("", err)
	}
	l := listing{which: listServer}
	for _, r := range rs {
		id := table.ID(strings.TrimPrefix(r.Key, keys.OnServer(c.Guild, "")))
		if !addRunning(ctx, c, &l, id) {
			continue
		}
		if err := c.Delete(ctx, r.Key); err != nil {
			return c.Trouble(id, err)
		}
	}
	if err := l.addChallenges(ctx, c, bot.OpenOnServer); err != nil {
		return c.Trouble("", err)
	}
	return l.answer(c, "Nothing is being played on this server. `/play` starts something.")
}

// addRunning adds a match with its public state, unless it has ended. It leaves out a match in a channel that the user
// does not see, unless they play in it.
func addRunning(ctx context.Context, c *bot.Call, l *listing, id table.ID) (over bool) {
	p, err := c.Hall.Public(ctx, id)
	if errors.Is(err, table.ErrNoMatch) || err == nil && p.Result != nil {
		return true
	}
	meta, merr := c.Hall.Meta(ctx, id) // this also works for a match that is held after a fault
	meta.Left = p.Meta.Left
	place, perr := bot.PlaceOf(meta)
	err = errors.Join(err, merr, perr)
	switch {
	case !slices.Contains(meta.Users, c.User) && !c.Sees(ctx, place.Channel):
		return false
	case err != nil:
		l.lines = append(l.lines, listLine{text: c.Say("• %s: %s%s", string(id), c.Text("held after a fault"), "")})
		return false
	}
	names := bot.Versus(c.Language, place.NowIn(c.Language))
	l.lines = append(l.lines, listLine{text: c.Say("• %s: %s%s", wire.Plain(names), c.Played(p.Meta.Game, place), c.InThread(ctx, id)),
		ways: []wire.Option{{Value: customid.View + "|" + string(id), Label: wire.Clip(c.Say("Look: %s", names), wire.LongestChoice),
			Note: wire.Clip(c.Played(p.Meta.Game, place), wire.LongestChoice)}}})
	return false
}

// list is /match list: first the running matches, then the challenges, then the finished matches.
func list(ctx context.Context, c *bot.Call) wire.Answer {
	seats, err := c.Hall.MatchesOf(ctx, c.User)
	if err != nil {
		return c.Trouble("", err)
	}
	slices.SortStableFunc(seats, func(x, y table.Seated) int { return rank(x) - rank(y) })
	l := listing{which: listMine}
	over := slices.IndexFunc(seats, func(s table.Seated) bool { return s.Over })
	if over < 0 {
		over = len(seats)
	}
	for _, s := range seats[:over] {
		l.lines = append(l.lines, listLine{read: func() listLine { return ofMatch(ctx, c, s) }})
	}
	if err := l.addChallenges(ctx, c, bot.Concerning); err != nil {
		return c.Trouble("", err)
	}
	for _, s := range seats[over:] {
		l.lines = append(l.lines, listLine{read: func() listLine { return ofMatch(ctx, c, s) }})
	}
	return l.answer(c, "You are in no match, and no challenge is open to you. `/play` starts one.")
}

// rank puts running matches before finished ones.
func rank(s table.Seated) int {
	if s.Over {
		return 1
	}
	return 0
}

// ofMatch returns the line of one of the user's matches: who plays, and whether the user has to move.
func ofMatch(ctx context.Context, c *bot.Call, s table.Seated) listLine {
	names, state := matchState(ctx, c, s)
	if s.Over {
		state = cmp.Or(verdict(ctx, c, s), state)
	}
	return listLine{text: c.Say("• %s: %s", wire.Plain(names), state) + c.InThread(ctx, s.Match),
		ways: []wire.Option{{Value: customid.View + "|" + string(s.Match),
			Label: wire.Clip(c.Say("Look: %s", names), wire.LongestChoice), Note: strings.Trim(state, "*")}}}
}

// matchState names the players and describes the match's state for the user.
func matchState(ctx context.Context, c *bot.Call, s table.Seated) (names, state string) {
	names = c.Players(ctx, s.Match)
	switch {
	case names == "?":
		return names, c.Text("held after a fault")
	case s.Over:
		if p, err := c.Hall.Public(ctx, s.Match); err == nil && p.Result == nil {
			return names, c.Text("you are out; the others play on")
		}
		return names, c.Text("over")
	}
	p, err := c.Hall.Private(ctx, s.Match, s.Seat)
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return names, c.Text("you were replaced")
	case err != nil:
		return names, c.Text("held after a fault")
	case p.Result != nil:
		return names, c.Text("over")
	case bot.Owed(p) != "":
		return names, c.Text("**your move**")
	}
	return names, c.Text("waiting")
}

// verdict says how a finished match ended for the user. If it was against the program and counts, it adds their record
// against that strength. It returns "" for a match without a result.
func verdict(ctx context.Context, c *bot.Call, s table.Seated) string {
	meta, err := c.Hall.Meta(ctx, s.Match)
	if err != nil {
		return ""
	}
	place, err := bot.PlaceOf(meta)
	if err != nil {
		return ""
	}
	p, err := c.Hall.Public(ctx, s.Match)
	if err != nil || p.Result == nil || bot.CalledOff(p.Result.Why) {
		return ""
	}
	if n := len(p.Result.Rank); n > 2 {
		return c.Say("place %d of %d", p.Result.Rank[s.Seat-1], n)
	}
	score := bot.ScoreOf(*p.Result, int(s.Seat)-1)
	said := c.Text(cmp.Or(map[float64]game.Text{0: "lost", 1: "won"}[score], "drawn"))
	if place.Rival == nil {
		return said
	}
	if p.Result.Why == "ruling" {
		return ""
	}
	lines, err := c.RivalTally(ctx, c, meta.Game, place.Guild, c.User, place.Rival.Strength)
	if err != nil || len(lines) == 0 {
		return ""
	}
	return said + "; " + lines[0]
}

// listMatches returns the user's matches, the running ones first, or the finished ones for a replay. The name of each ends with its id, which
// tells it from one against the same opponent.
func listMatches(ctx context.Context, c *bot.Call) []wire.Choice {
	out := []wire.Choice{}
	matches, err := c.Hall.MatchesOf(ctx, c.User)
	slices.SortStableFunc(matches, func(x, y table.Seated) int {
		if slices.Equal(c.Command, []string{"match", "replay"}) {
			x, y = y, x
		}
		return rank(x) - rank(y)
	})
	if err != nil {
		return out
	}
	for _, s := range matches[:min(len(matches), mostScanned)] {
		end := " · " + string(s.Match)
		names, state := c.Players(ctx, s.Match), c.Text("over")
		if !s.Over || len(out) < wire.MostChoices { // reading a finished one takes time
			names, state = matchState(ctx, c, s)
		}
		out = append(out, wire.Choice{Name: wire.Clip(names+": "+strings.Trim(state, "*"), wire.LongestChoice-len(end)) + end, Value: string(s.Match)})
	}
	return out
}
