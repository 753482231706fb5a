package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// Moderation. Moderators are judged by what their user id may do on the match's server at the moment they act, and never act in
// a match of their own. What they do is tried, shown to them and confirmed; then one commit does it, tells everybody that it was
// done, and writes who and why into a record of its own, which is never part of the match's events.

const (
	idMod = "mod" // mod|match|go or no

	maxReason = 300 // characters
)

// act is the record of something that a referee or a player in a dispute did.
type act struct {
	N      int       `json:"n"`
	What   string    `json:"what"`
	Seat   game.Seat `json:"seat,omitempty"`
	By     Snowflake `json:"by"`
	Name   string    `json:"name"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
	Detail string    `json:"detail,omitempty"` // what exactly, for moderators
	Event  int       `json:"event,omitempty"`  // what a dispute is about, in everybody's count; 0: nothing certain
	Player bool      `json:"player,omitempty"` // a player did it
	Role   Snowflake `json:"role,omitempty"`   // who is called
}

func actKey(id table.ID, n int) string { return fmt.Sprintf("act/%s/%04d", id, n) }

// pending is what a moderator has been asked to confirm.
type pending struct {
	Verb    string            `json:"verb"`
	Options map[string]string `json:"options"`
	Acts    int               `json:"acts"` // how many there were when it was shown
	Facts   int               `json:"facts"`
}

func pendingKey(id table.ID, u Snowflake) string { return "confirm/" + string(id) + "/" + string(u) }

// dispute is what is open in a match, and what its players have opened before.
type dispute struct {
	Open     bool                `json:"open"`
	By       Snowflake           `json:"by,omitempty"`
	Against  Snowflake           `json:"against,omitempty"` // an appeal: the moderator who may not decide it
	Opened   map[Snowflake]int   `json:"opened,omitempty"`
	Appealed map[string]struct{} `json:"appealed,omitempty"` // acts by number
}

func disputeKey(id table.ID) string { return "dispute/" + string(id) }

// modCommand is /mod.
func modCommand(match CommandOption) Command {
	reason := CommandOption{Name: "reason", Description: wordReasonOption, Kind: StringOption, Required: true}
	number := CommandOption{Name: "number", Description: wordModNumber, Kind: IntOption, Required: true}
	user := CommandOption{Name: "user", Description: wordModUser, Kind: UserOption, Required: true}
	choice := func(name, about string, values ...string) CommandOption {
		o := CommandOption{Name: name, Description: about, Kind: StringOption, Required: true}
		for _, v := range values {
			o.Choices = append(o.Choices, Choice{v, v})
		}
		return o
	}
	side := choice("side", wordModSide, "A", "B")
	sub := func(name, about string, options ...CommandOption) Command {
		return Command{Name: name, Description: about, Options: options}
	}
	return Command{Name: "mod", Description: wordModAbout, GuildOnly: true, Sub: []Command{
		sub("show", wordModShow, choice("view", wordModView, "public", "A", "B", "all"), reason, match),
		sub("legal", wordModLegal, number, match),
		sub("rewind", wordModRewind, number, reason, match),
		sub("rule", wordModRule, CommandOption{Name: "ruling", Description: wordModRuling, Kind: StringOption, Required: true}, reason, match),
		sub("answer", wordModAnswer, side, reason, match),
		sub("extend", wordModExtend, CommandOption{Name: "hours", Description: wordModHours, Kind: IntOption, Required: true}, reason, match),
		sub("pause", wordModPause, reason, match),
		sub("resume", wordModResume, reason, match),
		sub("replace", wordModReplace, side, user, reason, match),
		sub("end", wordModEnd, choice("result", wordModResult, "a", "b", "draw", "void"), reason, match),
		sub("note", wordModNote, reason, match),
		sub("dismiss", wordModDismiss, reason, match),
		sub("uphold", wordModUphold, reason, match),
		sub("evidence", wordModEvidence, reason, match),
		sub("ban", wordModBan, user, reason, CommandOption{Name: "days", Description: wordModDays, Kind: IntOption}),
		sub("unban", wordModUnban, user, reason),
		sub("list", wordModList),
	}}
}

// moderates tells whether the user is a moderator of the server they act on.
func (b *Bot) moderates(ctx context.Context, i Interaction) (no Answer, ok bool) {
	if i.Guild == "" {
		return b.say(wordModGuild), false
	}
	s, err := b.Server(ctx, i.Guild)
	if err != nil {
		return b.trouble("", err), false
	}
	if !i.May(ManageServer) && (s.ModRole == "" || !slices.Contains(i.Roles, s.ModRole)) {
		return b.say(wordNotMod), false
	}
	return Answer{}, true
}

// judged is a match with what is judged in it.
type judged struct {
	table.Public
	place   Place
	dispute dispute
	acts    int // how many there were
}

func (b *Bot) judging(ctx context.Context, id table.ID) (j judged, err error) {
	if j.Public, err = b.Hall.Public(ctx, id); err != nil {
		return j, err
	}
	if j.place, err = placeOf(j.Meta); err != nil {
		return j, err
	}
	j.acts = table.Acts(j.Facts)
	return j, b.record(ctx, disputeKey(id), &j.dispute)
}

// judges reads a match that the user may moderate. ok is false with the answer to give.
func (b *Bot) judges(ctx context.Context, i Interaction, id table.ID) (j judged, no Answer, ok bool) {
	if no, ok := b.moderates(ctx, i); !ok {
		return j, no, false
	}
	j, err := b.judging(ctx, id)
	switch {
	case err != nil:
		return j, b.trouble(id, err), false
	case j.place.Guild != i.Guild:
		return j, b.say(wordModElse), false
	case slices.Contains(j.Meta.Users, table.User(i.User)):
		return j, b.say(wordModPlays), false
	}
	return j, Answer{}, true
}

// mod is /mod.
func (b *Bot) mod(ctx context.Context, i Interaction) Answer {
	verb := i.Command[1]
	switch verb {
	case "ban", "unban", "list":
		return b.conduct(ctx, i, verb)
	}
	return b.withMatch(ctx, i, func(id table.ID) Answer {
		j, no, ok := b.judges(ctx, i, id)
		switch {
		case !ok:
			return no
		case verb == "legal":
			return b.legal(ctx, i, j)
		case !goodReason(i.Options["reason"]):
			return b.say(wordNeedReason, maxReason)
		case verb == "show" && i.Options["view"] == "public":
			return b.onlook(ctx, id)
		case verb == "replace" && i.Bots[Snowflake(i.Options["user"])]:
			return b.say(wordBot)
		case verb == "replace":
			if no, ok := b.mayPlay(ctx, i.Guild, "", Snowflake(i.Options["user"])); !ok {
				return no
			}
		}
		return b.askSure(ctx, i, j, verb)
	})
}

func goodReason(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len([]rune(s)) <= maxReason
}

// legal answers whether an event was legal.
func (b *Bot) legal(ctx context.Context, i Interaction, j judged) Answer {
	n, _ := strconv.Atoi(i.Options["number"]) // 0 is no event
	ok, err := b.Hall.Legal(ctx, j.ID, n)
	var none *table.NoMoment
	switch {
	case n < 1 || errors.As(err, &none):
		return b.say(wordNoEvent, len(j.Facts))
	case err != nil:
		return b.trouble(j.ID, err)
	case !ok:
		return b.say(wordLegalNo, n)
	}
	return b.say(wordLegalYes, n, b.Forms.Log(j.View, j.Meta, j.Facts)[n-1])
}

// askSure tries what the moderator wants, and shows what it will do.
func (b *Bot) askSure(ctx context.Context, i Interaction, j judged, verb string) Answer {
	r, what, err := b.rulingOf(ctx, i.Options, i.Names, j, verb)
	if err != nil {
		return b.cannot(err)
	}
	if j.dispute.Open && j.dispute.Against == i.User {
		return b.say(wordModAppealed)
	}
	told, err := b.Hall.TryRuling(ctx, j.ID, r)
	var none *table.NoMoment
	switch {
	case errors.As(err, &none):
		return b.say(wordNoEvent, none.Events)
	case errors.As(err, new(*game.Refusal)):
		return b.cannot(err)
	case err != nil:
		return b.trouble(j.ID, err)
	}
	options := map[string]string{}
	for _, name := range []string{"view", "number", "ruling", "side", "hours", "user", "result", "reason"} {
		if v := i.Options[name]; v != "" {
			options[name] = v
		}
	}
	options["name"] = i.Names[Snowflake(options["user"])]
	if err := b.putRecord(ctx, pendingKey(j.ID, i.User), pending{verb, options, j.acts, len(j.Facts)}, false); err != nil {
		return b.trouble(j.ID, err)
	}
	text := b.sayf(wordModSure, what, Plain(options["reason"]), b.effect(j, r, told))
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(text), Row{
		{ID: idMod + "|" + string(j.ID) + "|go", Label: b.text(wordModConfirm), Style: Danger},
		{ID: idMod + "|" + string(j.ID) + "|no", Label: b.text(wordModCancel)}}}}}
}

// effect says what everybody will be told of a ruling, or what a rewind voids.
func (b *Bot) effect(j judged, r table.Ruling, told []game.Fact) string {
	format, lines := wordModEffect, b.Forms.Log(j.View, j.Meta, told)
	if r.Before > 0 {
		format, lines = wordModVoid, b.Forms.Log(j.View, j.Meta, j.Facts)[r.Before-1:]
		for n, f := range j.Facts[r.Before-1:] {
			if _, ok := f.(game.Refereed); ok {
				lines[n] = "" // what moderators did stands
			}
		}
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	if len(lines) == 0 {
		return b.text(wordModNothing)
	}
	text := ""
	for n, line := range lines {
		if n == logLines {
			text += "\n…"
			break
		}
		text += "\n• " + Clip(line, logLine)
	}
	return b.sayf(format, strings.TrimSpace(text))
}

// rulingOf is what a verb of /mod asks the hall to do, and the same in words. The error says what was expected.
func (b *Bot) rulingOf(ctx context.Context, o map[string]string, names map[Snowflake]string, j judged, verb string) (r table.Ruling, what string, err error) {
	r = table.Ruling{What: verb, Expect: j.acts}
	number := func(most int) (int, bool) {
		n, err := strconv.Atoi(o["number"] + o["hours"])
		return n, err == nil && n >= 1 && n <= most
	}
	seat := map[string]game.Seat{"A": 1, "B": 2}[strings.ToUpper(o["side"])]
	detail, ok := "", true
	expected := ""
	switch verb {
	case "show":
		r.What = table.LookAll
		if v := map[string]game.Seat{"A": 1, "B": 2}[strings.ToUpper(o["view"])]; v > 0 {
			r.What, r.Seat, detail = table.LookSeat, v, sideName(v)
		}
	case "rewind":
		r.Before, ok = number(len(j.Facts))
		detail, expected = o["number"], b.sayf(wordNoEvent, len(j.Facts))
	case "rule":
		r.Order, detail = strings.Join(strings.Fields(o["ruling"]), " "), "`"+Clip(Plain(o["ruling"]), 100)+"`"
	case "answer":
		r.Lapse, r.Seat, detail, ok, expected = seat, seat, o["side"], seat > 0, b.text(wordBadSide)
	case "extend":
		var n int
		n, ok = number(168)
		r.Extend, detail, expected = time.Duration(n)*time.Hour, o["hours"], b.text(wordBadHours)
	case "pause":
		r.Hold = "moderator"
	case "resume":
		r.Release = true
	case "replace":
		r.Seat, r.Replace, detail, ok, expected = seat, table.User(o["user"]), sideName(max(seat, 1))+", <@"+o["user"]+">", seat > 0, b.text(wordBadSide)
		var saw bool
		if saw, err = b.hasLooked(ctx, j.ID, Snowflake(o["user"])); saw {
			err = errors.New(b.text(wordModSaw))
		}
		if ok && err == nil {
			r.Place, err = j.renamed(seat, or(names[Snowflake(o["user"])], o["name"]))
		}
	case "end":
		r.End, ok = results[o["result"]]
		detail, expected = o["result"], b.text(wordBadResult)
	case "dismiss", "uphold":
		r.Release, ok, expected = true, j.dispute.Open, b.text(wordNoDispute)
	case "evidence":
		r.What = table.Evidence
	}
	if !ok {
		err = errors.New(strings.TrimPrefix(expected, "⚠️ "))
	}
	what = b.text(doing[r.What])
	if hasVerb(doing[r.What]) {
		what = b.sayf(doing[r.What], detail)
	}
	return r, what, err
}

// hasLooked tells whether the match's secrets were opened to the user, who then must not play in it.
func (b *Bot) hasLooked(ctx context.Context, id table.ID, u Snowflake) (bool, error) {
	all, err := b.acts(ctx, id)
	return slices.ContainsFunc(all, func(a act) bool {
		return a.By == u && slices.Contains([]string{table.LookAll, table.LookSeat, table.Evidence}, a.What)
	}), err
}

var results = map[string]*game.Result{"a": {Rank: []int{1, 2}, Why: "ruling"}, "b": {Rank: []int{2, 1}, Why: "ruling"},
	"draw": {Rank: []int{1, 1}, Why: "ruling"}, "void": {Rank: []int{1, 1}, Why: "void"}}

// renamed is the match's place with another player's name in it.
func (j judged) renamed(seat game.Seat, name string) (json.RawMessage, error) {
	place := j.place
	place.Names = slices.Clone(place.Names)
	if int(seat) <= len(place.Names) {
		place.Names[seat-1] = or(name, "?")
	}
	return json.Marshal(place)
}

// modPress confirms or leaves what was proposed. Rights are judged anew.
func (b *Bot) modPress(ctx context.Context, i Interaction, id table.ID, choice string) Answer {
	j, no, ok := b.judges(ctx, i, id)
	if !ok {
		return no
	}
	var p pending
	if err := b.record(ctx, pendingKey(id, i.User), &p); err != nil {
		return b.trouble(id, err)
	}
	if p.Verb == "" {
		return b.settled(b.text(wordModGone))
	}
	if choice != "go" {
		if err := b.Records.Put(ctx, table.Record{Key: pendingKey(id, i.User)}); err != nil {
			return b.trouble(id, err)
		}
		return b.settled(b.text(wordModLeft))
	}
	r, what, err := b.rulingOf(ctx, p.Options, nil, j, p.Verb)
	switch {
	case err != nil:
		return b.cannot(err)
	case j.dispute.Open && j.dispute.Against == i.User:
		return b.say(wordModAppealed)
	case p.Acts != j.acts || (r.Order != "" || r.Before > 0) && p.Facts != len(j.Facts):
		return b.settled(b.text(wordModAnother))
	}
	return b.carryOut(ctx, i, j, p, r, what)
}

// settled replaces the question with what became of it.
func (b *Bot) settled(text string) Answer {
	return Answer{Letter: &Message{Blocks: []Block{Text(text)}}}
}

// carryOut does what was confirmed, in one commit with its record and the notices.
func (b *Bot) carryOut(ctx context.Context, i Interaction, j judged, p pending, r table.Ruling, what string) Answer {
	a := act{N: j.acts + 1, What: r.What, Seat: r.Seat, By: i.User, Name: i.Name, At: b.Clock.Now().UTC(), Reason: strings.TrimSpace(p.Options["reason"]), Detail: what}
	if p.Verb == "dismiss" || p.Verb == "uphold" {
		j.dispute.Open, j.dispute.By, j.dispute.Against = false, "", ""
	}
	if err := b.file(&r, j, a); err != nil {
		return b.trouble(j.ID, err)
	}
	r.Records = append(r.Records, table.Record{Key: pendingKey(j.ID, i.User)})
	var err error
	var seen *table.Opened
	if p.Verb == "show" || p.Verb == "evidence" {
		var o table.Opened
		o, err = b.Hall.Look(ctx, cause(i), j.ID, r)
		seen = &o
	} else {
		_, err = b.Hall.Referee(ctx, cause(i), j.ID, r)
	}
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return b.settled(b.text(wordModAnother))
	case errors.As(err, &refused):
		return b.cannot(err)
	case err != nil:
		return b.trouble(j.ID, err)
	case p.Verb == "evidence":
		return b.evidence(ctx, j, a, *seen)
	case seen != nil:
		return b.looked(j, *seen)
	}
	return b.settled(b.sayf(wordModDone, a.N))
}

// file adds the act's record, the dispute's, and the notices to both players and in the thread.
func (b *Bot) file(r *table.Ruling, j judged, a act) error {
	for key, v := range map[string]any{actKey(j.ID, a.N): a, disputeKey(j.ID): j.dispute} {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		r.Records = append(r.Records, table.Record{Key: key, Value: raw})
	}
	body := []byte(strconv.Itoa(a.N))
	for seat := range j.Meta.Users {
		r.Send = append(r.Send, table.Effect{Lane: noteLane(game.Seat(seat + 1)), Body: body})
	}
	r.Send = append(r.Send, table.Effect{Lane: actsLane, Body: body})
	return nil
}

// looked shows what a look opened, to nobody but the moderator.
func (b *Bot) looked(j judged, o table.Opened) Answer {
	m, err := b.Forms.Looked(o, j.Meta)
	if err != nil {
		return b.trouble(j.ID, formsFailed("look", err))
	}
	m.Blocks = append([]Block{Text(b.sayf(wordModLooked, j.ID))}, m.Blocks...)
	return Answer{Letter: &m, Fresh: true}
}
