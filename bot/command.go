package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Commands are the bot's slash commands.
func (b *Bot) Commands() []Command {
	match := CommandOption{Name: "match", Description: wordMatchIs, Kind: StringOption, Autocomplete: true}
	which := CommandOption{Name: "challenge", Description: wordChallengeIs, Kind: StringOption, Autocomplete: true}
	clocks := CommandOption{Name: "clock", Description: wordClockIs, Kind: StringOption}
	for _, name := range b.clocks() {
		clocks.Choices = append(clocks.Choices, Choice{name, name})
	}
	pace := CommandOption{Name: "pace", Description: wordPace, Kind: StringOption, Choices: []Choice{{paceNatural, paceNatural}, {paceStrict, paceStrict}}}
	times := []CommandOption{{Name: "turn_time", Description: wordTurnTime, Kind: StringOption, Autocomplete: true},
		{Name: "reaction_time", Description: wordReactionTime, Kind: StringOption, Autocomplete: true}}
	options := slices.Concat([]CommandOption{{Name: "opponent", Description: wordOpponentIs, Kind: UserOption}}, b.Forms.Options(), []CommandOption{clocks, pace}, times, []CommandOption{luckOption()})
	slices.SortStableFunc(options, func(x, y CommandOption) int { return usual(x) - usual(y) })
	commands := []Command{
		{Name: "match", Description: wordMatchCommand, Sub: []Command{
			{Name: "challenge", Description: wordChallengeThat, Options: options},
			{Name: "accept", Description: wordAcceptThat, Options: []CommandOption{which, luckOption()}},
			{Name: "decline", Description: wordDeclineThat, Options: []CommandOption{which}},
			{Name: "cancel", Description: wordCancelThat, Options: []CommandOption{which}},
			{Name: "list", Description: wordListThat, Options: []CommandOption{
				{Name: "which", Description: wordListWhich, Kind: StringOption, Choices: []Choice{{wordListMine, listMine}, {wordListServer, listServer}, {wordListOpen, listOpen}}}}},
			{Name: "show", Description: wordShowThat, Options: []CommandOption{match}},
			b.replayCommand(match),
			{Name: "ledger", Description: wordLedgerThat, Options: []CommandOption{match}},
			{Name: "log", Description: wordLogAbout, Options: []CommandOption{{Name: "page", Description: wordLogPage, Kind: IntOption}, match}},
			{Name: "event", Description: wordEventAbout, Options: []CommandOption{{Name: "number", Description: wordEventN, Kind: IntOption, Required: true}, match}},
			{Name: "verify", Description: wordVerify, Options: []CommandOption{match}},
			{Name: "concede", Description: wordConcedeThat, Options: []CommandOption{match}},
		}},
		{Name: "order", Description: wordOrderCommand, Options: []CommandOption{
			{Name: "line", Description: wordLineIs, Kind: StringOption, Required: true, Autocomplete: true}, match}},
		{Name: "learn", Description: wordLearnCommand},
		{Name: "force", Description: wordForceCommand, Options: []CommandOption{
			{Name: "open", Description: wordForceOpen, Kind: StringOption, Autocomplete: true}, {Name: "code", Description: wordForceCode, Kind: StringOption}}},
		{Name: "help", Description: wordHelpCommand},
		{Name: "inbox", Description: wordInboxAbout},
		clockCommand(match),
		settingsCommand(),
		b.setupCommand(),
		disputeCommand(match),
		ladderCommand(),
		modCommand(match),
		{Name: "report", Description: wordReport, GuildOnly: true, Options: []CommandOption{
			{Name: "user", Description: wordModUser, Kind: UserOption, Required: true}, {Name: "reason", Description: wordReasonOption, Kind: StringOption, Required: true}}},
		privacyCommand(),
	}
	for _, q := range b.Forms.Queries() {
		commands = append(commands, withOption(q, match))
	}
	return append(commands, b.Forms.Books()...)
}

// usual ranks the options of a challenge: what most people choose is suggested first.
func usual(o CommandOption) int {
	order := []string{"opponent", "size", "clock", "map", "force", "secrecy"}
	if n := slices.Index(order, o.Name); n >= 0 {
		return n
	}
	return len(order)
}

// withOption adds an option to a command, or to each of its subcommands.
func withOption(c Command, o CommandOption) Command {
	if len(c.Sub) == 0 {
		c.Options = append(slices.Clone(c.Options), o)
		return c
	}
	c.Sub = slices.Clone(c.Sub)
	for i := range c.Sub {
		c.Sub[i] = withOption(c.Sub[i], o)
	}
	return c
}

// viewPublic is the value of a query's option "view" with which a player asks for what everybody sees.
const viewPublic = "public"

func (b *Bot) slash(ctx context.Context, i Interaction) Answer {
	switch strings.Join(i.Command, " ") {
	case "match challenge":
		return b.challengeCmd(ctx, i)
	case "match accept":
		return b.answerChallenge(ctx, i, idAccept)
	case "match decline":
		return b.answerChallenge(ctx, i, idDecline)
	case "match cancel":
		return b.answerChallenge(ctx, i, idCancel)
	case "match list":
		return b.listCmd(ctx, i)
	case "match show":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.view(ctx, i, id) })
	case "match replay":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.replay(ctx, i, id) })
	case "match ledger":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.ledgerCmd(ctx, i, id) })
	case "match log":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.logCmd(ctx, i, id) })
	case "match event":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.eventCmd(ctx, i, id) })
	case "ladder":
		return b.ladder(ctx, i)
	case "report":
		return b.report(ctx, i)
	case "match verify":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.verify(ctx, id) })
	case "match concede":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.askConcede(ctx, i, id) })
	case "learn":
		return b.learn(ctx, i)
	case "force":
		return b.forceCmd(ctx, i)
	case "order":
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.order(ctx, i, id) })
	case "inbox":
		return b.inboxCmd(ctx, i)
	case "clock show", "clock pause", "clock resume", "clock extend", "clock withdraw", "clock vacation", "clock back":
		return b.clockCmd(ctx, i)
	case "privacy show", "privacy export", "privacy delete":
		return b.privacyCmd(ctx, i)
	case "settings":
		return b.settings(ctx, i)
	case "setup":
		return b.setup(ctx, i)
	case "help":
		return b.help()
	}
	switch {
	case i.Command[0] == "mod" && len(i.Command) == 2:
		return b.mod(ctx, i)
	case i.Command[0] == "dispute" && len(i.Command) == 2:
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.disputes(ctx, i, id) })
	}
	if len(i.Command) == 1 {
		if _, ok := b.book(i.Command[0]); ok {
			return b.look(ctx, i.Command[0], i.Options)
		}
	}
	if slices.ContainsFunc(b.Forms.Queries(), func(q Command) bool { return q.Name == i.Command[0] }) {
		return b.withMatch(ctx, i, func(id table.ID) Answer { return b.query(ctx, i, id) })
	}
	return b.say(wordOldButton)
}

// withMatch finds the match that a command means: named, the thread's, or the user's only one.
func (b *Bot) withMatch(ctx context.Context, i Interaction, f func(table.ID) Answer) Answer {
	if m := i.Options["match"]; m != "" {
		return f(table.ID(m))
	}
	switch raw, err := b.Records.Get(ctx, threadKey(i.Channel)); {
	case err == nil:
		return f(table.ID(raw))
	case !errors.Is(err, table.ErrNoMatch):
		return b.trouble("", err)
	}
	all, err := b.Hall.MatchesOf(ctx, table.User(i.User))
	live := slices.DeleteFunc(slices.Clone(all), func(s table.Seated) bool { return s.Over })
	switch {
	case err != nil:
		return b.trouble("", err)
	case len(live) == 1:
		return f(live[0].Match)
	case len(live) > 1:
		return b.say(wordWhichMatch)
	case len(all) > 0:
		return b.say(wordOnlyOver)
	}
	return b.say(wordNoMatches)
}

// query answers a question about a match from what its asker knows, privately.
func (b *Bot) query(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	if errors.Is(err, table.ErrNoSeat) || err == nil && i.Options["view"] == viewPublic {
		p, err := b.Hall.Public(ctx, id)
		if err != nil {
			return b.trouble(id, err)
		}
		n, err := b.Forms.QueryPublic(p, i.Command[0], i.Options)
		if err != nil {
			return b.cannot(err)
		}
		n.Mention = nil
		return Answer{Letter: &n.Message, Fresh: true}
	}
	if err != nil {
		return b.trouble(id, err)
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	l, err := b.Forms.Query(p, i.Command[0], i.Options)
	if err != nil {
		return b.cannot(err)
	}
	if err := misdirected(l, p, i.User); err != nil {
		return b.trouble(id, err)
	}
	return Answer{Letter: &l.Message, Fresh: true}
}

// cannot says why a question has no answer.
func (b *Bot) cannot(err error) Answer {
	var no *game.Refusal
	if errors.As(err, &no) {
		return b.say("⚠️ %s", b.Forms.Refused(no))
	}
	return b.say("⚠️ %s", Plain(b.lang.Error(err)))
}

func threadKey(channel Snowflake) string { return "thread/" + string(channel) }

func (b *Bot) liveMatches(ctx context.Context, u Snowflake) ([]table.Seated, error) {
	all, err := b.Hall.MatchesOf(ctx, table.User(u))
	return slices.DeleteFunc(all, func(s table.Seated) bool { return s.Over }), err
}

// order plays a typed line: it answers whichever of the user's open questions takes it.
func (b *Bot) order(ctx context.Context, i Interaction, id table.ID) Answer {
	p, a, ok := b.private(ctx, i, id)
	if !ok {
		return a
	}
	line := strings.Join(strings.Fields(i.Options["line"]), " ")
	switch {
	case line == "":
		return b.say(wordNoOrder, b.Forms.About().Order)
	case strings.EqualFold(line, "undo"):
		_, err := b.Hall.Undo(ctx, cause(i), id, p.Seat)
		a = b.after(ctx, i, p, Page{}, b.text(wordTakenBack), err)
	default:
		a = b.typed(ctx, i, p, line)
	}
	a.Fresh = true
	return a
}

// askConcede asks whether the match shall be given up.
func (b *Bot) askConcede(ctx context.Context, i Interaction, id table.ID) Answer {
	p, a, ok := b.private(ctx, i, id)
	switch {
	case !ok:
		return a
	case p.Result != nil:
		return b.say(wordIsOver)
	}
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(b.text(wordConcedeSure)),
		Row{{ID: idConcede + "|" + string(id), Label: b.text(wordConcede), Style: Danger}}}}}
}

// concede gives the match up, after the question.
func (b *Bot) concede(ctx context.Context, i Interaction, id table.ID) Answer {
	p, a, ok := b.private(ctx, i, id)
	if !ok {
		return a
	}
	for _, ask := range p.Asks {
		if ask.Standing {
			return b.submit(ctx, i, p, Page{Ask: ask.ID}, b.Forms.About().Concede)
		}
	}
	return b.show(ctx, i, id, p.Seat, Page{Note: b.text(wordIsOver)})
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
