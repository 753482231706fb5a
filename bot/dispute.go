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

// Disputes: a player stops the match and asks the moderators, or asks another moderator about a decision. One is open at a time.

// Limits of disputes.
const (
	mostDisputes  = 3 // that a player opens in a match
	mostOften     = 5 // that a user opens within disputeSpan
	disputeDays   = 30
	disputeSpan   = disputeDays * 24 * time.Hour
	mostActsShown = 15
)

func disputesKey(u Snowflake) string { return "disputes/" + string(u) }

func disputeCommand(match CommandOption) Command {
	reason := CommandOption{Name: "reason", Description: wordReasonOption, Kind: StringOption, Required: true}
	return Command{Name: "dispute", Description: wordDisputeAbout, Sub: []Command{
		{Name: "open", Description: wordDisputeOpen, Options: []CommandOption{reason, {Name: "event", Description: wordDisputeEvent, Kind: IntOption}, match}},
		{Name: "withdraw", Description: wordDisputeBack, Options: []CommandOption{match}},
		{Name: "appeal", Description: wordDisputeAppeal, Options: []CommandOption{{Name: "number", Description: wordDisputeN, Kind: IntOption, Required: true}, reason, match}},
		{Name: "list", Description: wordDisputeList, Options: []CommandOption{match}},
	}}
}

// disputes is /dispute.
func (b *Bot) disputes(ctx context.Context, i Interaction, id table.ID) Answer {
	if i.Command[1] == "list" {
		return b.listActs(ctx, id)
	}
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	if errors.Is(err, table.ErrNoSeat) {
		return b.say(wordNotPlayer)
	}
	var j judged
	if err == nil {
		j, err = b.judging(ctx, id)
	}
	if err != nil {
		return b.trouble(id, err)
	}
	if i.Command[1] != "withdraw" && !goodReason(i.Options["reason"]) {
		return b.say(wordNeedReason, maxReason)
	}
	a := act{N: j.acts + 1, What: i.Command[1], Seat: seat, By: i.User, Name: i.Name, At: b.Clock.Now().UTC(), Reason: strings.TrimSpace(i.Options["reason"]), Player: true}
	switch i.Command[1] {
	case "open":
		return b.openDispute(ctx, i, j, a)
	case "withdraw":
		return b.withdraw(ctx, i, j, a)
	}
	return b.appeal(ctx, i, j, a)
}

// openDispute stops the match and calls the moderators.
func (b *Bot) openDispute(ctx context.Context, i Interaction, j judged, a act) Answer {
	switch {
	case j.Result != nil:
		return b.say(wordDisputeOver)
	case j.dispute.Open:
		return b.say(wordDisputeIsOpen)
	case j.dispute.Opened[i.User] >= mostDisputes:
		return b.say(wordDisputeMost, mostDisputes)
	}
	a.What = "dispute"
	if typed := i.Options["event"]; typed != "" {
		p, err := b.Hall.Private(ctx, j.ID, a.Seat)
		if err != nil {
			return b.trouble(j.ID, err)
		}
		n, err := strconv.Atoi(typed)
		if err != nil || n < 1 || n > len(p.Facts) {
			return b.say(wordNoEvent, len(p.Facts))
		}
		// Not the number in the seat's own count, which would tell how much was told to the seat alone.
		a.Event = publicNumbers(p.Facts, j.Facts)[n-1]
	}
	often, no, ok := b.oftenDisputed(ctx, i.User)
	if !ok {
		return no
	}
	if err := b.callModerators(ctx, j, &a); err != nil {
		return b.trouble(j.ID, err)
	}
	if j.dispute.Opened == nil {
		j.dispute.Opened = map[Snowflake]int{}
	}
	j.dispute.Opened[i.User]++
	j.dispute.Open, j.dispute.By = true, i.User
	return b.doAct(ctx, i, j, a, table.Ruling{Hold: "dispute", Records: []table.Record{often}}, wordDisputeOpened)
}

// publicNumbers is, for each of a seat's facts, how many everybody had been told by then. What everybody is told the seat is told
// too, at its place: as it is, or as something richer, over which the next few that are alike lead on.
func publicNumbers(own, all []game.Fact) []int {
	const ahead = 8
	alike := func(f, g game.Fact) bool { return fmt.Sprintf("%T%+v", f, f) == fmt.Sprintf("%T%+v", g, g) }
	out, n := make([]int, len(own)), 0
	for i, f := range own {
		for k := n; k < min(len(all), n+ahead); k++ {
			if alike(f, all[k]) {
				n = k + 1
				break
			}
		}
		out[i] = n
	}
	return out
}

// ownNumber is the number in a seat's own count of the fact with that number in everybody's.
func ownNumber(own, all []game.Fact, n int) int {
	for i, m := range publicNumbers(own, all) {
		if m >= n {
			return i + 1
		}
	}
	return len(own)
}

// oftenDisputed is the record of when the user opened disputes, with one more; ok is false if it is too many.
func (b *Bot) oftenDisputed(ctx context.Context, u Snowflake) (r table.Record, no Answer, ok bool) {
	key := disputesKey(u)
	var at []time.Time
	if err := b.record(ctx, key, &at); err != nil {
		return r, b.trouble("", err), false
	}
	now := b.Clock.Now().UTC()
	at = slices.DeleteFunc(at, func(t time.Time) bool { return now.Sub(t) > disputeSpan })
	if len(at) >= mostOften {
		return r, b.say(wordDisputeOften, mostOften, disputeDays), false
	}
	raw, err := json.Marshal(append(at, now))
	if err != nil {
		return r, b.trouble("", err), false
	}
	return table.Record{Key: key, Value: raw}, Answer{}, true
}

// callModerators notes the role to call.
func (b *Bot) callModerators(ctx context.Context, j judged, a *act) error {
	s, err := b.Server(ctx, j.place.Guild)
	a.Role = s.ModRole
	return err
}

func (b *Bot) withdraw(ctx context.Context, i Interaction, j judged, a act) Answer {
	switch {
	case !j.dispute.Open:
		return b.say(wordNoDispute)
	case j.dispute.By != i.User:
		return b.say(wordDisputeNotIt)
	}
	j.dispute.Open, j.dispute.By, j.dispute.Against = false, "", ""
	return b.doAct(ctx, i, j, a, table.Ruling{Release: true}, wordDisputeTaken)
}

// appeal asks another moderator about a decision, once.
func (b *Bot) appeal(ctx context.Context, i Interaction, j judged, a act) Answer {
	n, _ := strconv.Atoi(i.Options["number"]) // 0 is no decision
	var about act
	if err := b.record(ctx, actKey(j.ID, n), &about); err != nil {
		return b.trouble(j.ID, err)
	}
	_, appealed := j.dispute.Appealed[strconv.Itoa(n)]
	switch {
	case about.N == 0 || about.Player:
		return b.say(wordNoAct, n)
	case appealed:
		return b.say(wordActAppealed)
	case j.dispute.Open:
		return b.say(wordDisputeIsOpen)
	}
	if err := b.callModerators(ctx, j, &a); err != nil {
		return b.trouble(j.ID, err)
	}
	if j.dispute.Appealed == nil {
		j.dispute.Appealed = map[string]struct{}{}
	}
	j.dispute.Appealed[strconv.Itoa(n)] = struct{}{}
	j.dispute.Open, j.dispute.By, j.dispute.Against = true, i.User, about.By
	r := table.Ruling{}
	if j.Result == nil {
		r.Hold = "appeal"
	}
	return b.doAct(ctx, i, j, a, r, wordAppealOpened)
}

// doAct carries a player's act out.
func (b *Bot) doAct(ctx context.Context, i Interaction, j judged, a act, r table.Ruling, done string) Answer {
	r.What, r.Seat, r.Expect = a.What, a.Seat, j.acts
	if err := b.file(&r, j, a); err != nil {
		return b.trouble(j.ID, err)
	}
	_, err := b.Hall.Referee(ctx, cause(i), j.ID, r)
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return b.say(wordModAnother)
	case errors.As(err, &refused):
		return b.cannot(err)
	case err != nil:
		return b.trouble(j.ID, err)
	}
	return b.say("%s", b.text(done))
}

// listActs is /dispute list: what was done in the match, the newest last. It is public.
func (b *Bot) listActs(ctx context.Context, id table.ID) Answer {
	if _, err := b.Hall.Meta(ctx, id); err != nil {
		return b.trouble(id, err)
	}
	var d dispute
	if err := b.record(ctx, disputeKey(id), &d); err != nil {
		return b.trouble(id, err)
	}
	all, err := b.acts(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	var lines []string
	for _, a := range all[max(0, len(all)-mostActsShown):] {
		line := b.sayf(wordActLine, a.N, a.At.Unix(), ActText(b.lang, game.Refereed{What: a.What, Seat: a.Seat}), Plain(a.Name), Clip(Plain(a.Reason), 150))
		if _, ok := d.Appealed[strconv.Itoa(a.N)]; ok {
			line += b.text(wordActAppeal)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return b.say(wordNoActs)
	}
	return b.say("%s", strings.Join(lines, "\n"))
}

// acts are all that was done in the match, oldest first.
func (b *Bot) acts(ctx context.Context, id table.ID) ([]act, error) {
	const most = 1000
	return readAll[act](ctx, b, "act/"+string(id)+"/", most)
}
