package referee

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/deed"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// verb is one of the subcommands of /mod about a match: its options and its effect.
type verb struct {
	name    string
	about   game.Text
	options []bot.CommandOption
	// doing describes the effect to the moderator; %s is the ruling's detail.
	doing game.Text
	// read adds the options' requests to the ruling and returns the detail. The error says what was expected.
	read func(ctx context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (detail string, err error)
}

// verbs returns all of them, in the order of the command, for matches of up to that many seats.
func verbs(seats int) []verb {
	event := bot.CommandOption{Name: bot.EventOption, Description: "The event's number in everybody's log", Kind: wire.IntOption, Required: true}
	also := event
	also.Description, also.Required = "Also go back to before this event, by its number in everybody's log", false
	user := bot.CommandOption{Name: "user", Description: "Who", Kind: wire.UserOption, Required: true}
	var sides, results []string
	for n := range seats {
		name := bot.SideName(game.Seat(n + 1))
		sides, results = append(sides, name), append(results, strings.ToLower(name))
	}
	side := choice("side", "Which side", sides...)
	return []verb{
		{name: "show", about: "Look at a match: the public view, a side's or all of it. The players are told of a look at secrets",
			options: []bot.CommandOption{choice("view", "Whose view", slices.Concat([]string{viewPublic}, sides, []string{viewAll})...)}, read: readLook},
		{name: "legal", about: "Check that an event was legal and followed the rules; reveals no secret", options: []bot.CommandOption{event}},
		{name: "rewind", about: "Go back to before an event; dice are not given back", options: []bot.CommandOption{event},
			doing: "rewind the match to before event %s", read: readRewind},
		{name: "rule", about: "Change the position, as the rules of the game let a moderator",
			options: []bot.CommandOption{{Name: "ruling", Description: "The ruling, as the match's game writes it", Kind: wire.StringOption,
				Required: true, Typing: pasted.AsOrder}}, doing: "rule: %s",
			read: func(_ context.Context, _ *bot.Call, o wire.Options, _ review, r *table.Ruling) (string, error) {
				r.Order = strings.Join(strings.Fields(o["ruling"]), " ")
				return "`" + wire.Clip(wire.Plain(o["ruling"]), 100) + "`", nil
			}},
		{name: "answer", about: "Answer for an absent player with the default", options: []bot.CommandOption{side},
			doing: "answer the open question of %s with its default",
			read: func(_ context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
				s, err := readSide(c, o, rv)
				if err != nil {
					return "", err
				}
				r.Lapse, r.Seat = s, s
				return rv.side(s), nil
			}},
		{name: "extend", about: "Give every open question more time",
			options: []bot.CommandOption{{Name: "hours", Description: "Hours, 1 to 168", Kind: wire.IntOption, Required: true}},
			doing:   "give every open question %s more hours", read: readExtend},
		{name: "pause", about: "Stop the match", doing: "stop the match", read: with(table.Ruling{Hold: "moderator"})},
		{name: "resume", about: "Resume the match", doing: "resume the match", read: with(table.Ruling{Release: true})},
		{name: deed.Replace, about: "Offer a seat to another member, who then sees its secrets", options: []bot.CommandOption{side, user},
			doing: "offer a seat to another player: %s", read: readReplace},
		{name: "end", about: "End the match with a result",
			options: []bot.CommandOption{choice("result", "Who wins; void: it counts for nothing", append(results, resultDraw, resultVoid)...)},
			doing:   "end the match: %s", read: readEnd},
		{name: "note", about: "Write a note into the match's record", doing: "write a note into the match's record",
			read: with(table.Ruling{})},
		{name: verbDismiss, about: "Dismiss the dispute or appeal; the match goes on",
			doing: "dismiss the dispute or appeal", read: readDecision},
		{name: verbUphold, about: "Uphold the dispute or appeal; the match goes on", options: []bot.CommandOption{also},
			doing: "uphold the dispute or appeal", read: readUphold},
		{name: "evidence", about: "Export the whole match as one file; the players are told",
			doing: "export the whole match as evidence, including its secrets", read: with(table.Ruling{What: table.Evidence})},
		{name: verbRival, about: "What the bot knew as an opponent, and what it considered, as one file; the players are told",
			options: rivalOptions(seats, side), read: readRival},
	}
}

// rivalOptions returns the options of /mod rival. In matches of more than two, the program may have several sides.
func rivalOptions(seats int, side bot.CommandOption) []bot.CommandOption {
	out := []bot.CommandOption{{Name: bot.EventOption, Description: "Until which event, by its number in everybody's log; default: until now", Kind: wire.IntOption}}
	if side.Required = false; seats > 2 {
		out = append(out, side)
	}
	return out
}

// verbNamed returns the verb with that name. ok is false if there is none.
func verbNamed(c *bot.Call, name string) (v verb, ok bool) {
	all := verbs(c.Games.MostSeats())
	n := slices.IndexFunc(all, func(v verb) bool { return v.name == name })
	if n < 0 {
		return v, false
	}
	return all[n], true
}

// modCommand is /mod: the verbs about matches, then those about users.
func modCommand(a *bot.App) bot.Command {
	mod := bot.Command{Name: "mod", Description: "For moderators: decide disputes, look, rule, ban", GuildOnly: true}
	for _, v := range verbs(a.Games.MostSeats()) {
		if v.name == verbRival && !a.Games.PlaysItself() {
			continue
		}
		options := v.options
		if v.name == "rule" && len(a.Games) == 1 {
			options[0].Description = a.Games[0].In(bot.Voice{}).About.RulingHow
		}
		if v.name != "legal" {
			at := slices.IndexFunc(options, func(o bot.CommandOption) bool { return !o.Required }) // Discord requires the required options to come first
			if at < 0 {
				at = len(options)
			}
			reason := reasonOption()
			if v.name == "show" { // only a look at secrets needs one
				reason.Required, at = false, len(options)
			}
			options = slices.Insert(options, at, reason)
		}
		mod.Sub = append(mod.Sub, bot.Command{Name: v.name, Description: v.about, Options: append(options, bot.MatchOption()),
			Run: func(ctx context.Context, c *bot.Call) wire.Answer {
				return c.WithMatch(ctx, func(id table.ID) wire.Answer { return matchVerb(ctx, c, id, v) })
			}})
	}
	user := bot.CommandOption{Name: "user", Description: "Who", Kind: wire.UserOption, Required: true}
	users := func(name string, about game.Text, options ...bot.CommandOption) bot.Command {
		return bot.Command{Name: name, Description: about, Options: options,
			Run: func(ctx context.Context, c *bot.Call) wire.Answer { return userVerb(ctx, c, name) }}
	}
	mod.Sub = append(mod.Sub,
		users(verbBan, "Ban somebody from matches on this server", user, publicReason(),
			bot.CommandOption{Name: "days", Description: "For how many days; default: for good", Kind: wire.IntOption}),
		users(verbUnban, "Let somebody play here again", user, publicReason()),
		bot.Command{Name: "list", Description: "Bans, reports, and who let matches lapse, on this server", Run: listConduct})
	return mod
}

// publicReason asks for a reason that everybody may read.
func publicReason() bot.CommandOption {
	return bot.CommandOption{Name: "reason", Description: "Why; everybody on the server can read it", Kind: wire.StringOption, Required: true, Typing: pasted.AsTyped}
}

// moderatorsReason asks for a reason that players do not read.
func moderatorsReason() bot.CommandOption {
	return bot.CommandOption{Name: "reason", Description: "Why; the moderators read it", Kind: wire.StringOption, Required: true, Typing: pasted.AsTyped}
}

func choice(name string, about game.Text, values ...string) bot.CommandOption {
	return bot.CommandOption{Name: name, Description: about, Kind: wire.StringOption, Required: true, Choices: wire.ChoicesOf(values...)}
}

// ruling builds the verb's ruling for the table, with its description. The error says what was expected.
func (v verb) ruling(ctx context.Context, c *bot.Call, o wire.Options, rv review) (r table.Ruling, what string, err error) {
	r = table.Ruling{What: v.name, Expect: rv.acts}
	detail, err := v.read(ctx, c, o, rv, &r)
	r.Expect = rv.acts
	doing := v.doing
	switch r.What {
	case table.DisclosedAll:
		doing = "look at the whole match, including its secrets"
	case table.DisclosedSeat:
		doing = "look at the view of %s, including its secrets"
	}
	if v.name == verbUphold && r.Before > 0 {
		doing = "uphold the dispute or appeal, and rewind the match to before event %s"
	}
	what = c.Text(doing)
	if strings.Contains(string(doing), "%s") {
		what = c.Say(doing, detail)
	}
	return r, what, err
}

// with returns a reader for a ruling that needs no options.
func with(x table.Ruling) func(context.Context, *bot.Call, wire.Options, review, *table.Ruling) (string, error) {
	return func(_ context.Context, _ *bot.Call, _ wire.Options, _ review, r *table.Ruling) (string, error) {
		x.What = cmp.Or(x.What, r.What)
		*r = x
		return "", nil
	}
}

// expected returns an error that says what was expected, in the reader's language.
func expected(text string) error { return expectation(strings.TrimPrefix(text, "⚠️ ")) }

// expectation is an error that says what was expected, in the reader's language.
type expectation string

func (x expectation) Error() string { return string(x) }

// unmet reports whether the error says why the request cannot be carried out; any other error is a failure of the bot.
func unmet(err error) bool {
	return errors.As(err, new(*game.Refusal)) || errors.As(err, new(expectation))
}

// cannot answers a request that is refused, or that failed.
func cannot(c *bot.Call, id table.ID, err error) wire.Answer {
	if unmet(err) {
		return c.Cannot(err)
	}
	return c.Trouble(id, err)
}

// sideOf returns the seat of the side with that name, 0 if there is none.
func (rv review) sideOf(name string) game.Seat {
	for n := range rv.Meta.Users {
		if seat := game.Seat(n + 1); bot.SideName(seat) == name {
			return seat
		}
	}
	return 0
}

// side returns a side's letter and its player's name: "A (Ann)".
func (rv review) side(seat game.Seat) string {
	return bot.SideName(seat) + " (" + bot.NameOf(rv.Meta, seat) + ")"
}

// sides lists the match's sides.
func (rv review) sides() string {
	var names []string
	for n := range rv.Meta.Users {
		names = append(names, rv.side(game.Seat(n+1)))
	}
	return strings.Join(names, ", ")
}

func readSide(c *bot.Call, o wire.Options, rv review) (game.Seat, error) {
	s := rv.sideOf(o["side"])
	if s == 0 {
		return 0, expected(c.Say("⚠️ Name a side: %s.", rv.sides()))
	}
	return s, nil
}

// The values of the option "view" of /mod show, besides the sides.
const viewPublic, viewAll = "public", "all"

// readLook reads which view a moderator wants to see. An unknown view opens nothing.
func readLook(_ context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	view := o.Text("view")
	if view == viewAll {
		r.What = table.DisclosedAll
		return "", nil
	}
	r.What, r.Seat = table.DisclosedSeat, rv.sideOf(view)
	if r.Seat == 0 {
		return "", expected(c.Say("⚠️ Name a view: public, %s or all.", rv.sides()))
	}
	return rv.side(r.Seat), nil
}

func readRewind(_ context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	n, ok := o.Int(bot.EventOption, 1, len(rv.Facts))
	if !ok {
		return "", expected(c.Say(wordNoEvent, len(rv.Facts)))
	}
	r.Before = n
	return o[bot.EventOption], nil
}

// mostHours bounds the time that a moderator can give at once.
const mostHours = 168

func readExtend(_ context.Context, c *bot.Call, o wire.Options, _ review, r *table.Ruling) (string, error) {
	n, ok := o.Int("hours", 1, mostHours)
	if !ok {
		return "", expected(c.Text("⚠️ Expected a number of hours from 1 to 168."))
	}
	r.Extend = time.Duration(n) * time.Hour
	return o["hours"], nil
}

// The values of the option "result" of /mod end, besides the winning side.
const resultDraw, resultVoid = "draw", "void"

// readEnd reads how a moderator ends a match: either one side wins and all others share second place, or all share
// first place.
func readEnd(_ context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	typed := o["result"]
	end := &game.Result{Rank: make([]int, len(rv.Meta.Users)), Why: "ruling"}
	winner := rv.sideOf(strings.ToUpper(typed))
	for n := range end.Rank {
		end.Rank[n] = 1
		if winner > 0 && game.Seat(n+1) != winner {
			end.Rank[n] = 2
		}
	}
	switch {
	case typed == resultVoid:
		end.Why = "void"
	case winner == 0 && typed != resultDraw:
		return "", expected(c.Say("⚠️ Expected a result: the side that wins (%s), draw or void.", rv.sides()))
	}
	r.End = end
	if winner > 0 {
		return c.Say("%s wins", rv.side(winner)), nil
	}
	return typed, nil
}

func readDecision(_ context.Context, c *bot.Call, _ wire.Options, rv review, r *table.Ruling) (string, error) {
	if !rv.dispute.Open {
		return "", expected(c.Text(wordNoDispute))
	}
	r.Release = true
	return "", nil
}

// readUphold is readDecision, with an event to rewind the match to if one is named.
func readUphold(ctx context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	if o[bot.EventOption] != "" {
		if _, err := readRewind(ctx, c, o, rv, r); err != nil {
			return "", err
		}
	}
	_, err := readDecision(ctx, c, o, rv, r)
	return o[bot.EventOption], err
}

// reasonOption asks a moderator, or a player in a dispute, for a reason.
func reasonOption() bot.CommandOption {
	return bot.CommandOption{Name: "reason", Description: "Why; the players and the moderators read it", Kind: wire.StringOption, Required: true, Typing: pasted.AsTyped}
}
