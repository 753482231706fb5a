package referee

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// verb is one of /mod's about a match: what it asks for, and what it does.
type verb struct {
	name, about string
	options     []bot.CommandOption
	// doing says what the moderator is about to do; %s is the ruling's detail.
	doing string
	// read adds to the ruling what the options ask for, with the detail. The error says what was expected.
	read func(ctx context.Context, c *bot.Call, o bot.Options, rv review, r *table.Ruling) (detail string, err error)
}

// verbs are all of them, in the order of the command.
func verbs() []verb {
	number := bot.CommandOption{Name: "number", Description: wordModNumber, Kind: bot.IntOption, Required: true}
	user := bot.CommandOption{Name: "user", Description: wordModUser, Kind: bot.UserOption, Required: true}
	side := choice("side", wordModSide, "A", "B")
	return []verb{
		{name: "show", about: wordModShow, options: []bot.CommandOption{choice("view", wordModView, "public", "A", "B", "all")}, read: readLook},
		{name: "legal", about: wordModLegal, options: []bot.CommandOption{number}},
		{name: "rewind", about: wordModRewind, options: []bot.CommandOption{number}, doing: "rewind the match to before event %s", read: readRewind},
		{name: "rule", about: wordModRule, options: []bot.CommandOption{{Name: "ruling", Description: wordModRuling, Kind: bot.StringOption, Required: true}}, doing: "rule: %s",
			read: func(_ context.Context, _ *bot.Call, o bot.Options, _ review, r *table.Ruling) (string, error) {
				r.Order = strings.Join(strings.Fields(o["ruling"]), " ")
				return "`" + bot.Clip(bot.Plain(o["ruling"]), 100) + "`", nil
			}},
		{name: "answer", about: wordModAnswer, options: []bot.CommandOption{side}, doing: "let %s's open question be answered by its default",
			read: func(_ context.Context, c *bot.Call, o bot.Options, _ review, r *table.Ruling) (string, error) {
				s, err := readSide(c, o)
				r.Lapse, r.Seat = s, s
				return o["side"], err
			}},
		{name: "extend", about: wordModExtend, options: []bot.CommandOption{{Name: "hours", Description: wordModHours, Kind: bot.IntOption, Required: true}}, doing: "give every open question %s more hours", read: readExtend},
		{name: "pause", about: wordModPause, doing: "stop the match", read: with(table.Ruling{Hold: "moderator"})},
		{name: "resume", about: wordModResume, doing: "let the match go on", read: with(table.Ruling{Release: true})},
		{name: "replace", about: wordModReplace, options: []bot.CommandOption{side, user}, doing: "put another player into a seat: %s", read: readReplace},
		{name: "end", about: wordModEnd, options: []bot.CommandOption{choice("result", wordModResult, "a", "b", "draw", "void")}, doing: "end the match: %s", read: readEnd},
		{name: "note", about: wordModNote, doing: "write a note into the match's record", read: with(table.Ruling{})},
		{name: "dismiss", about: wordModDismiss, doing: "decide that the dispute or appeal was not right", read: readDecision},
		{name: "uphold", about: wordModUphold, doing: "decide that the dispute or appeal was right", read: readDecision},
		{name: "evidence", about: wordModEvidence, doing: "take the whole match as evidence, secrets too", read: with(table.Ruling{What: table.Evidence})},
	}
}

func verbNamed(name string) verb {
	for _, v := range verbs() {
		if v.name == name {
			return v
		}
	}
	return verb{read: with(table.Ruling{})}
}

// modCommand is /mod: the verbs about matches, then those about users.
func modCommand(a *bot.App) bot.Command {
	mod := bot.Command{Name: "mod", Description: wordModAbout, GuildOnly: true}
	for _, v := range verbs() {
		options := v.options
		if v.name == "rule" && len(a.Games) == 1 {
			options[0].Description = a.Games[0].In(bot.Voice{}).About.RulingHow
		}
		if v.name != "legal" {
			options = append(options, bot.ReasonOption())
		}
		mod.Sub = append(mod.Sub, bot.Command{Name: v.name, Description: v.about, Options: append(options, bot.MatchOption()),
			Run: func(ctx context.Context, c *bot.Call) bot.Answer {
				return c.WithMatch(ctx, func(id table.ID) bot.Answer { return matchVerb(ctx, c, id, v) })
			}})
	}
	user := bot.CommandOption{Name: "user", Description: wordModUser, Kind: bot.UserOption, Required: true}
	users := func(name, about string, options ...bot.CommandOption) bot.Command {
		return bot.Command{Name: name, Description: about, Options: options,
			Run: func(ctx context.Context, c *bot.Call) bot.Answer { return userVerb(ctx, c, name) }}
	}
	mod.Sub = append(mod.Sub,
		users("ban", wordModBan, user, bot.ReasonOption(), bot.CommandOption{Name: "days", Description: wordModDays, Kind: bot.IntOption}),
		users("unban", wordModUnban, user, bot.ReasonOption()),
		bot.Command{Name: "list", Description: wordModList, Run: listConduct})
	return mod
}

func choice(name, about string, values ...string) bot.CommandOption {
	return bot.CommandOption{Name: name, Description: about, Kind: bot.StringOption, Required: true, Choices: bot.ChoicesOf(values...)}
}

// ruling makes the table's ruling of the verb, with its description. The error says what was expected.
func (v verb) ruling(ctx context.Context, c *bot.Call, o bot.Options, rv review) (r table.Ruling, what string, err error) {
	r = table.Ruling{What: v.name, Expect: rv.acts}
	detail, err := v.read(ctx, c, o, rv, &r)
	r.Expect = rv.acts
	doing := v.doing
	switch r.What {
	case table.LookAll:
		doing = wordLookAll
	case table.LookSeat:
		doing = wordLookSeat
	}
	what = c.Text(doing)
	if strings.Contains(doing, "%s") {
		what = c.Say(doing, detail)
	}
	return r, what, err
}

// with reads a ruling that needs no options.
func with(x table.Ruling) func(context.Context, *bot.Call, bot.Options, review, *table.Ruling) (string, error) {
	return func(_ context.Context, _ *bot.Call, _ bot.Options, _ review, r *table.Ruling) (string, error) {
		x.What = cmp.Or(x.What, r.What)
		*r = x
		return "", nil
	}
}

// expected is an error that says what was expected, in the reader's words.
func expected(text string) error { return errors.New(strings.TrimPrefix(text, "⚠️ ")) }

func sideOf(word string) game.Seat {
	return map[string]game.Seat{"A": 1, "B": 2}[strings.ToUpper(word)]
}

func readSide(c *bot.Call, o bot.Options) (game.Seat, error) {
	s := sideOf(o["side"])
	if s == 0 {
		return 0, expected(c.Text(wordBadSide))
	}
	return s, nil
}

func readLook(_ context.Context, _ *bot.Call, o bot.Options, _ review, r *table.Ruling) (string, error) {
	r.What = table.LookAll
	if s := sideOf(o["view"]); s > 0 {
		r.What, r.Seat = table.LookSeat, s
		return bot.SideName(s), nil
	}
	return "", nil
}

func readRewind(_ context.Context, c *bot.Call, o bot.Options, rv review, r *table.Ruling) (string, error) {
	n, ok := o.Int("number", 1, len(rv.Facts))
	if !ok {
		return "", expected(c.Say(wordNoEvent, len(rv.Facts)))
	}
	r.Before = n
	return o["number"], nil
}

// mostHours bounds the time that a moderator gives at once.
const mostHours = 168

func readExtend(_ context.Context, c *bot.Call, o bot.Options, _ review, r *table.Ruling) (string, error) {
	n, ok := o.Int("hours", 1, mostHours)
	if !ok {
		return "", expected(c.Text(wordBadHours))
	}
	r.Extend = time.Duration(n) * time.Hour
	return o["hours"], nil
}

func readReplace(ctx context.Context, c *bot.Call, o bot.Options, rv review, r *table.Ruling) (string, error) {
	s, err := readSide(c, o)
	if err != nil {
		return "", err
	}
	r.Seat, r.Replace = s, table.User(o["user"])
	saw, err := hasLooked(ctx, c, rv.ID, o.User("user"))
	switch {
	case err != nil:
		return "", err
	case saw:
		return "", expected(c.Text(wordModSaw))
	}
	r.Place, err = rv.renamed(s, cmp.Or(c.Names[o.User("user")], o["name"]))
	return bot.SideName(s) + ", <@" + o["user"] + ">", err
}

func readEnd(_ context.Context, c *bot.Call, o bot.Options, _ review, r *table.Ruling) (string, error) {
	end, ok := results[o["result"]]
	if !ok {
		return "", expected(c.Text(wordBadResult))
	}
	r.End = end
	return o["result"], nil
}

func readDecision(_ context.Context, c *bot.Call, _ bot.Options, rv review, r *table.Ruling) (string, error) {
	if !rv.dispute.Open {
		return "", expected(c.Text(wordNoDispute))
	}
	r.Release = true
	return "", nil
}
