package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Commands are the bot's slash commands.
func (b *Bot) Commands() []Command {
	match := CommandOption{Name: "match", Description: "Which match; not needed in its thread or if you have but one", Kind: StringOption, Autocomplete: true}
	open := CommandOption{Name: "challenge", Description: "Which challenge", Kind: StringOption, Autocomplete: true}
	clocks := CommandOption{Name: "clock", Description: "How long each may think", Kind: StringOption}
	for name := range b.Timings {
		clocks.Choices = append(clocks.Choices, Choice{name, name})
	}
	slices.SortFunc(clocks.Choices, func(x, y Choice) int { return strings.Compare(x.Name, y.Name) })
	options := append([]CommandOption{{Name: "opponent", Description: "Whom you challenge; leave out for anyone", Kind: UserOption}}, b.Forms.Options()...)
	return []Command{
		{Name: "match", Description: "Matches: challenge, accept, look, give up", Sub: []Command{
			{Name: "challenge", Description: "Challenge somebody, or anyone, to a match", Options: append(options, clocks)},
			{Name: "accept", Description: "Accept a challenge", Options: []CommandOption{open}},
			{Name: "decline", Description: "Decline a challenge, or take your own back", Options: []CommandOption{open}},
			{Name: "list", Description: "Your matches and the open challenges"},
			{Name: "show", Description: "Your view of a match", Options: []CommandOption{match}},
			{Name: "concede", Description: "Give a match up", Options: []CommandOption{match}},
		}},
		{Name: "order", Description: "Give an order in one line; the next word is suggested", Options: []CommandOption{
			{Name: "line", Description: "Such as: move A2 to 12.5,30", Kind: StringOption, Required: true, Autocomplete: true}, match}},
		{Name: "help", Description: "How this works"},
	}
}

func (b *Bot) slash(ctx context.Context, i Interaction) Answer {
	switch strings.Join(i.Command, " ") {
	case "match challenge":
		return b.challengeCmd(ctx, i)
	case "match accept":
		return b.answerChallenge(ctx, i, idAccept)
	case "match decline":
		return b.answerChallenge(ctx, i, idDecline)
	case "match list":
		return b.list(ctx, i)
	case "match show":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.view(ctx, i, id) })
	case "match concede":
		return b.withMatch(ctx, i, func(id table.ID) Answer {
			if _, a, ok := b.seat(ctx, i, id); !ok {
				return a
			}
			return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(wordConcedeSure),
				Row{{ID: idConcede + "|" + string(id), Label: wordConcede, Style: Danger}}}}}
		})
	case "order":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.order(ctx, i, id) })
	case "help":
		return say("%s", wordHelp)
	}
	return say(wordOldButton)
}

// withMatch finds the match that a command means: named, the thread's, or the user's only one.
func (b *Bot) withMatch(ctx context.Context, i Interaction, f func(table.ID) Answer) Answer {
	if m := i.Options["match"]; m != "" {
		return f(table.ID(m))
	}
	if raw, err := b.Records.Get(ctx, threadKey(i.Channel)); err == nil {
		return f(table.ID(raw))
	}
	live, err := b.liveMatches(ctx, i.User)
	switch {
	case err != nil:
		return b.trouble("", err)
	case len(live) == 0:
		return say(wordNoMatches)
	case len(live) > 1:
		return say(wordWhichMatch)
	}
	return f(live[0].Match)
}

func threadKey(channel Snowflake) string { return "thread/" + string(channel) }

func (b *Bot) liveMatches(ctx context.Context, u Snowflake) ([]table.Seated, error) {
	all, err := b.Hall.MatchesOf(ctx, table.User(u))
	return slices.DeleteFunc(all, func(s table.Seated) bool { return s.Over }), err
}

// order plays a typed line: it answers whichever of the user's open questions takes it.
func (b *Bot) order(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return a
	}
	line := strings.TrimSpace(i.Options["line"])
	if strings.EqualFold(line, "undo") {
		_, err := b.Hall.Undo(ctx, "i:"+string(i.ID), id, seat)
		return b.after(ctx, id, seat, wordTakenBack, err)
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	r, err := b.Hall.Parse(ctx, id, line)
	if err == nil {
		err = b.actOnAny(ctx, "i:"+string(i.ID), p, r)
	}
	a = b.after(ctx, id, seat, "✔️ `"+line+"`", err)
	a.Fresh = true
	return a
}

// actOnAny plays the reply in answer to whichever question takes it. If none does, the refusal is that of the question
// that holds the match up, which comes first and knows best what it expected.
func (b *Bot) actOnAny(ctx context.Context, cause string, p table.Private, r game.Reply) error {
	var first error = &game.Refusal{Code: "not-now", Text: wordNotAsked}
	for n, ask := range p.Asks {
		_, err := b.Hall.Act(ctx, cause, p.ID, p.Seat, ask.ID, r)
		if no := (*game.Refusal)(nil); !errors.As(err, &no) || no.Code != "not-now" {
			return err
		}
		if n == 0 && !ask.Standing {
			first = err
		}
	}
	return first
}

// concede gives the match up, after the question.
func (b *Bot) concede(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, a, ok := b.seat(ctx, i, id)
	if !ok {
		return a
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	for _, ask := range p.Asks {
		if ask.Standing {
			return b.submit(ctx, "i:"+string(i.ID), id, seat, ask.ID, "concede")
		}
	}
	return b.show(ctx, id, seat, "", wordStale)
}

// answerChallenge is /match accept and /match decline: the one named, or the only one that fits.
func (b *Bot) answerChallenge(ctx context.Context, i Interaction, kind string) Answer {
	id := i.Options["challenge"]
	if id == "" {
		cs, err := b.openChallenges(ctx, i)
		if err != nil {
			return b.trouble("", err)
		}
		var fits []challenge
		for _, c := range cs {
			own := c.From == i.User
			if kind == idAccept && !own || kind == idDecline && (own || c.To == i.User) {
				fits = append(fits, c)
			}
		}
		if len(fits) != 1 {
			return b.list(ctx, i)
		}
		id = fits[0].ID
	}
	return b.lobby(ctx, i, kind, id)
}

// maxListed bounds how many challenges or matches are read for one answer.
const maxListed = 200

// openChallenges are those the user may see something in: their own, to them, and in this channel's server to anyone.
func (b *Bot) openChallenges(ctx context.Context, i Interaction) ([]challenge, error) {
	rs, err := b.Records.List(ctx, "challenge/", "", maxListed)
	if err != nil {
		return nil, err
	}
	var out []challenge
	for _, r := range rs {
		var c challenge
		if json.Unmarshal(r.Value, &c) != nil || b.Clock.Now().After(c.Until) {
			continue
		}
		if c.From == i.User || c.To == i.User || c.To == "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// list is /match list.
func (b *Bot) list(ctx context.Context, i Interaction) Answer {
	seats, err := b.Hall.MatchesOf(ctx, table.User(i.User))
	if err != nil {
		return b.trouble("", err)
	}
	var lines []string
	for _, s := range seats {
		if line, ok := b.matchLine(ctx, s); ok {
			lines = append(lines, line)
		}
	}
	cs, err := b.openChallenges(ctx, i)
	if err != nil {
		return b.trouble("", err)
	}
	for _, c := range cs {
		to := wordAnyone
		if c.To != "" {
			to = c.ToName
		}
		lines = append(lines, fmt.Sprintf("• challenge `%s`: %s → %s, %s", c.ID, c.FromName, to, c.Summary))
	}
	if len(lines) == 0 {
		return say(wordNoMatches)
	}
	const most = 20
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("… and %d more", len(lines)-most))
	}
	return say("%s", strings.Join(lines, "\n"))
}

func (b *Bot) matchLine(ctx context.Context, s table.Seated) (string, bool) {
	p, err := b.Hall.Private(ctx, s.Match, s.Seat)
	if err != nil {
		return "", false
	}
	var place Place
	if json.Unmarshal(p.Meta.Place, &place) != nil {
		return "", false
	}
	state := wordWaiting
	switch {
	case p.Result != nil:
		state = wordOver
	case owed(p) != "":
		state = "**" + wordYouMustAct + "**"
	}
	return fmt.Sprintf("• match `%s`: %s, %s", s.Match, strings.Join(place.Names, " against "), state), true
}

// owed is the id of the question that the seat must answer, "" if none.
func owed(p table.Private) string {
	for _, a := range p.Asks {
		if !a.Standing {
			return a.ID
		}
	}
	return ""
}

// complete suggests: the next word of an order from the user's own questions, matches, challenges.
func (b *Bot) complete(ctx context.Context, i Interaction) Answer {
	a := Answer{Choices: []Choice{}}
	switch i.Focused {
	case "match":
		live, err := b.liveMatches(ctx, i.User)
		if err != nil {
			return a
		}
		for _, s := range live {
			if line, ok := b.matchLine(ctx, s); ok {
				a.Choices = append(a.Choices, Choice{clip(strings.NewReplacer("*", "", "`", "", "• ", "").Replace(line)), string(s.Match)})
			}
		}
	case "challenge":
		cs, err := b.openChallenges(ctx, i)
		if err != nil {
			return a
		}
		for _, c := range cs {
			a.Choices = append(a.Choices, Choice{clip(c.FromName + ": " + c.Summary), c.ID})
		}
	case "line":
		b.withMatch(ctx, i, func(id table.ID) Answer {
			a.Choices = b.nextWords(ctx, i, id)
			return Answer{}
		})
	}
	a.Choices = a.Choices[:min(len(a.Choices), 25)]
	return a
}

// clip keeps a suggestion within Discord's 100 characters.
func clip(s string) string {
	r := []rune(s)
	if len(r) > 100 {
		return string(r[:99]) + "…"
	}
	return s
}

// nextWords are the typed line with each legal next word.
func (b *Bot) nextWords(ctx context.Context, i Interaction, id table.ID) []Choice {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	if err != nil {
		return []Choice{}
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return []Choice{}
	}
	var menus []game.Menu
	for _, ask := range p.Asks {
		menus = append(menus, ask.Menu)
	}
	line := i.Options["line"]
	begun := line
	if cut := strings.LastIndexByte(line, ' '); cut >= 0 {
		begun = line[:cut+1]
	} else {
		begun = ""
	}
	out := []Choice{}
	seen := map[string]bool{}
	for _, w := range game.Next(menus, line) {
		text := begun + w
		if strings.HasPrefix(w, "<") { // a free value: what was typed stands, with its form as a hint
			text = line
		}
		text = strings.TrimSpace(text)
		if text != "" && !seen[text] && len(text) <= 100 {
			seen[text] = true
			name := text
			if strings.HasPrefix(w, "<") {
				name = clip(strings.TrimSpace(begun) + " " + w + " – like 12.5,30")
			}
			out = append(out, Choice{name, text})
		}
	}
	return out
}
