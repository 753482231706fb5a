package campaign

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
)

// next says who must do what next, and by when.
func (w campaign) next(ctx context.Context, c *bot.Call, p phase) string {
	f := w.forms(c).Series
	until := w.Since.Add(turnTime).Unix()
	switch side := w.waitsFor(c, p); {
	case p == gathering:
		side := 0
		if len(w.Teams[0].Members) > 0 {
			side = 1
		}
		if w.Rival != "" && w.side(w.Rival) < 0 {
			return c.Say("It begins when %s joins **%s**.", wire.Mention(w.Rival, w.RivalName), f.Sides()[side])
		}
		return c.Say("It begins when somebody joins **%s**, and leads it.", f.Sides()[side])
	case p == over && w.Over.Side == nobody:
		return c.Say("It is over, and nobody has won: %s.", c.Text(whys[w.Over.Why]))
	case p == over:
		return c.Say("It is over. **%s** has won: %s.", f.Sides()[w.Over.Side], w.victory(c))
	case p == choosing && side == w.side(bot.RivalUser):
		return c.Text("I choose the next match in a moment.")
	case p == meeting && len(w.absent) == 1:
		return c.Say("**%s** is to be played. The match begins when %s is ready.", w.subject(c, w.Next.Choice), w.mention(w.absent[0]))
	case p == meeting:
		return c.Say("**%s** is to be played. The match begins when both players are ready.", w.subject(c, w.Next.Choice))
	case p == playing:
		text := c.Say("The match is on: **%s**%s. Its result comes here when it has ended.", w.subject(c, w.Next.Choice), c.InThread(ctx, w.Next.Match))
		if len(c.Timings[w.Clock].Clocks) == 0 && w.Plays == nil { // the program continues at once
			text += " " + c.Text("It has no time limits: if it does not go on, its players call a moderator with `/match dispute`.")
		}
		return text
	case delay{w}.overdue(c.Clock.Now()) && p == choosing:
		return c.Say("Anybody of **%s** chooses the next match now: %s has let it wait.", f.Sides()[side], w.Teams[side].called().mention())
	case p == choosing:
		return c.Say("campaign.choose",
			w.Teams[side].called().mention(), f.Sides()[side], until)
	case delay{w}.overdue(c.Clock.Now()):
		return c.Say("**%s** is to be played. Anybody of **%s** accepts now: %s has let it wait.", w.subject(c, w.Next.Choice), f.Sides()[side], w.Teams[side].called().mention())
	default:
		return c.Say("campaign.accept",
			w.subject(c, w.Next.Choice), w.Teams[side].called().mention(), f.Sides()[side], until)
	}
}

// mention mentions the member, or names the program.
func (m member) mention() string {
	if !bot.Reachable(m.User) {
		return wire.Plain(m.Name)
	}
	return wire.Mention(m.User, m.Name)
}

// mention mentions a user of the campaign.
func (w campaign) mention(u wire.UserID) string {
	if side := w.side(u); side >= 0 {
		return w.Teams[side].Members[w.Teams[side].has(u)].mention()
	}
	return wire.Mention(u, "")
}

// subject names the subject of a match of the campaign.
func (w campaign) subject(c *bot.Call, choice string) string {
	s, err := w.state(c)
	if err != nil {
		s = nil
	}
	return w.forms(c).Series.Choice(s, choice)
}

// victory says how a campaign was won.
func (w campaign) victory(c *bot.Call) string {
	if s, err := w.state(c); err == nil && w.Over.Why == "played" {
		if how := w.forms(c).Series.Victory(s); how != "" {
			return how
		}
	}
	return c.Text(whys[w.Over.Why])
}

// showMap shows the state of a campaign, in private.
func showMap(ctx context.Context, c *bot.Call, w campaign, p phase, _ string) wire.Answer {
	m, err := page(ctx, c, w, p, true)
	if err != nil {
		return c.Trouble("", err)
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// page returns the present state of a campaign: its sides, its chart, who must do what next, and the buttons for it. An own page is
// for the user alone: it leaves out what they have done already.
func page(ctx context.Context, c *bot.Call, w campaign, p phase, own bool) (wire.Message, error) {
	f := w.forms(c).Series
	s, err := w.state(c)
	if err != nil {
		return wire.Message{}, err
	}
	lines := []string{"▶️ " + w.next(ctx, c, p), c.Say("## ⚔️ %s", wire.Plain(w.Name)), "-# " + w.summary(c)} // a notification shows the first words
	for n, t := range w.Teams {
		var names []string
		for _, m := range t.Members {
			names = append(names, m.mention())
		}
		if len(names) == 0 {
			names = []string{c.Text("nobody yet")}
		}
		line := c.Say("**%s**: %s", f.Sides()[n], strings.Join(names, ", "))
		if p != over && t.has(bot.RivalUser) < 0 {
			line += c.Say(" (%d of %d)", len(t.Members), w.Size)
		}
		lines = append(lines, line)
	}
	var chart wire.Notice
	if p != gathering { // before this, the dice of its beginning have not been rolled
		if standing := f.Standing(s); standing != "" {
			lines = append(lines, standing)
		}
		if chart, err = f.Chart(s); err != nil {
			return wire.Message{}, bot.FormsFailed("chart", err)
		}
	}
	lines = append(lines, w.ruled(c)...)
	row := wire.Row{}
	switch p {
	case choosing:
		row = append(row, wire.Button{ID: w.control("attack", ""), Label: wire.Clip(f.Asks(), 80), Style: wire.Success})
	case accepting:
		row = append(row, wire.Button{ID: customid.Accept + "|" + string(w.Next.Match), Label: c.Text("Accept"), Style: wire.Success},
			wire.Button{ID: w.control("back", ""), Label: c.Text("Take it back"), Style: wire.Danger})
	case meeting:
		if !own || slices.Contains(w.absent, c.User) {
			row = append(row, wire.Button{ID: customid.Ready + "|" + string(w.Next.Match), Label: c.Text("Ready"), Style: wire.Success})
		}
		row = append(row, wire.Button{ID: w.control("back", ""), Label: c.Text("Take it back"), Style: wire.Danger})
	case playing:
		row = append(row, customid.ViewButton(w.Next.Match, c.Language))
	}
	row = append(row, wire.Button{ID: w.control("history", ""), Label: c.Text("History")})
	if p != over {
		row = append(row, wire.Button{ID: w.control("side", ""), Label: c.Text("My side")})
	}
	if len(w.Rulings) > 0 {
		row = append(row, wire.Button{ID: w.control("acts", ""), Label: c.Text("Moderators' acts")})
	}
	blocks := append([]wire.Block{wire.Text(wire.Clip(strings.Join(lines, "\n"), wire.LongestText))}, chart.Blocks...)
	blocks = append(blocks, row)
	switch join := joinRow(c, w); {
	case len(join) == 0, own && w.side(c.User) >= 0:
	case own, p == gathering, p == choosing && len(w.Matches) == 0:
		blocks = append(blocks, join)
	default: // it has begun: to most readers of the card the buttons are useless
		blocks = append(blocks, wire.Text(c.Text("-# There is still room: `/campaign join` joins a side.")))
	}
	return wire.Message{Files: chart.Files, Blocks: []wire.Block{wire.Box{Accent: 0xc9a2ff, Blocks: blocks}}}, nil
}

// showHistory lists the matches played, the newest ones unless others are requested.
func showHistory(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	story := w.forms(c).Series.Story(w.Log)
	if len(story) == 0 {
		return wire.Fresh(wire.Text(c.Say("**%s**: no match has been played yet. %s", wire.Plain(w.Name), w.next(ctx, c, p))))
	}
	end, err := strconv.Atoi(what)
	if err != nil || end < 1 || end > len(story) {
		end = len(story)
	}
	begin := max(0, end-wire.LogLines)
	lines := []string{c.Say("**%s**: matches %d to %d of %d", wire.Plain(w.Name), begin+1, end, len(story))}
	for n := begin; n < end; n++ {
		lines = append(lines, wire.Clip(fmt.Sprintf("**%d.** %s · %s%s", n+1, story[n], wire.Plain(c.Players(ctx, w.Matches[n])), c.InThread(ctx, w.Matches[n])), wire.LogLine))
	}
	lines = append(lines, "▶️ "+w.next(ctx, c, p))
	row := wire.Row{{ID: w.control("map", ""), Label: c.Text("Map")}}
	if begin > 0 {
		row = append(row, wire.Button{ID: w.control("history", strconv.Itoa(begin)), Label: c.Text("Earlier")})
	}
	if end < len(story) {
		row = append(row, wire.Button{ID: w.control("history", strconv.Itoa(min(end+wire.LogLines, len(story)))), Label: c.Text("Later")})
	}
	return wire.Settled(strings.Join(lines, "\n"), row)
}
