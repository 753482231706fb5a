package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// Privacy: what is kept about a user, as a file, and its removal. A match that is over keeps its moves, under a name that
// says nothing; one that is on needs both its players, so it is given up first.

// idPrivacy is privacy|what|until: the confirmation of a removal, good until that second.
const idPrivacy = "privacy"

const (
	// privacyWait is how long a removal waits for its confirmation.
	privacyWait = 10 * time.Minute
	// mostExported bounds an export, in bytes; what was told in further matches is left out of it then.
	mostExported = 6 << 20
	// goneUser begins the name of a seat whose user is gone: no id of Discord's.
	goneUser = "gone."
)

// isGone tells whether the user has had themselves removed.
func isGone(u Snowflake) bool { return strings.HasPrefix(string(u), goneUser) }

func privacyCommand() Command {
	return Command{Name: "privacy", Description: wordPrivacyAbout, Sub: []Command{
		{Name: "show", Description: wordPrivacyShow},
		{Name: "export", Description: wordPrivacyExport},
		{Name: "delete", Description: wordPrivacyDelete},
	}}
}

func (b *Bot) privacyCmd(ctx context.Context, i Interaction) Answer {
	switch i.Command[len(i.Command)-1] {
	case "show":
		return b.privacyShow(ctx, i)
	case "export":
		return b.privacyExport(ctx, i)
	}
	return b.privacyAsk(ctx, i)
}

// kept is what is kept about a user. It is theirs alone to read.
type kept struct {
	User       Snowflake   `json:"user"`
	Made       time.Time   `json:"made"`
	Settings   Prefs       `json:"settings"`
	Forces     []force     `json:"forces,omitempty"`
	Lesson     []string    `json:"lesson,omitempty"` // the orders given in /learn
	Challenges []challenge `json:"challenges,omitempty"`
	Matches    []keptMatch `json:"matches,omitempty"`
	DMs        string      `json:"direct_messages,omitempty"` // "closed" if they were
	ShortOf    int         `json:"matches_without_events,omitempty"`
	size       int         // of what was told, in bytes
	live, over []table.Seated
}

// keptMatch is a match of theirs, as they see it.
type keptMatch struct {
	ID        table.ID     `json:"id"`
	Seat      game.Seat    `json:"seat"`
	Began     time.Time    `json:"began"`
	Place     Place        `json:"place"`
	Result    *game.Result `json:"result,omitempty"`
	Delivered []delivered  `json:"delivered,omitempty"`
	Told      []keptFact   `json:"told,omitempty"`
	Disputes  []act        `json:"disputes,omitempty"` // what the user did and wrote in them
}

type keptFact struct {
	Kind string    `json:"kind"`
	Fact game.Fact `json:"fact"`
}

// gather reads what is kept about a user, with what they were told in each match or without.
func (b *Bot) gather(ctx context.Context, u Snowflake, whole bool) (k kept, err error) {
	k.User, k.Made = u, b.Clock.Now().UTC().Truncate(time.Second)
	if k.Settings, err = b.Prefs(ctx, u); err != nil {
		return k, err
	}
	own, err := b.armory(ctx, u)
	if err != nil {
		return k, err
	}
	if k.Forces = own.Kept; own.Draft != (force{}) {
		k.Forces = append(k.Forces, own.Draft)
	}
	var lesson learning
	if err := b.record(ctx, learnKey(u), &lesson); err != nil {
		return k, err
	}
	k.Lesson = lesson.Orders
	if k.Challenges, err = b.challenges(ctx, func(c challenge) bool { return c.side(u) >= 0 || c.To == u || c.chooser(u) >= 0 }); err != nil {
		return k, err
	}
	for i, c := range k.Challenges { // what is the other's alone
		k.Challenges[i].Seed = ""
		if c.From != u {
			k.Challenges[i].Force, k.Challenges[i].Entropy = "", ""
		}
		if c.side(u) != 1 {
			k.Challenges[i].Taker = nil
		}
		k.Challenges[i].Choosing = slices.DeleteFunc(c.Choosing, func(x taker) bool { return x.User != u })
	}
	if raw, err := b.Records.Get(ctx, dmNote(u)); err == nil {
		k.DMs = string(raw)
	} else if notFound(err) != nil {
		return k, err
	}
	seats, err := b.Hall.MatchesOf(ctx, table.User(u))
	for _, s := range seats {
		if s.Over {
			k.over = append(k.over, s)
		} else {
			k.live = append(k.live, s)
		}
		if err == nil && whole {
			err = b.gatherMatch(ctx, &k, s)
		}
	}
	return k, err
}

// gatherMatch adds a match as the user sees it.
func (b *Bot) gatherMatch(ctx context.Context, k *kept, s table.Seated) error {
	p, err := b.Hall.Private(ctx, s.Match, s.Seat)
	if err != nil {
		return err
	}
	place, err := placeOf(p.Meta)
	if err != nil {
		return err
	}
	m := keptMatch{ID: s.Match, Seat: s.Seat, Began: p.Meta.Began, Place: place, Result: p.Result}
	if m.Delivered, err = b.ledger(ctx, s.Match, s.Seat); err != nil {
		return err
	}
	if m.Disputes, err = b.signed(ctx, s.Match, k.User); err != nil {
		return err
	}
	for _, f := range p.Facts {
		m.Told = append(m.Told, keptFact{f.Kind(), f})
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("match %s: %T", s.Match, err) // its text is secret
	}
	if k.size+len(raw) > mostExported {
		m.Told = nil
		k.ShortOf++
	} else {
		k.size += len(raw)
	}
	k.Matches = append(k.Matches, m)
	return nil
}

func (b *Bot) privacyShow(ctx context.Context, i Interaction) Answer {
	k, err := b.gather(ctx, i.User, false)
	if err != nil {
		return b.trouble("", err)
	}
	return b.say(wordPrivacyKept, len(k.live), len(k.over), len(k.Challenges), len(k.Forces))
}

// privacyExport gives all of it as a file.
func (b *Bot) privacyExport(ctx context.Context, i Interaction) Answer {
	k, err := b.gather(ctx, i.User, true)
	if err != nil {
		return b.trouble("", err)
	}
	raw, err := json.MarshalIndent(k, "", " ")
	if err != nil {
		return b.trouble("", fmt.Errorf("export: %T", err))
	}
	text := b.text(wordPrivacyFile)
	if k.ShortOf > 0 {
		text += "\n" + b.sayf(wordPrivacyShort, k.ShortOf)
	}
	return Answer{Fresh: true, Letter: &Message{Files: []File{{Name: newID() + newID() + ".json", Data: raw}}, Blocks: []Block{Text(text), Attached(0)}}}
}

// privacyAsk explains what a removal does, and asks whether it shall be done.
func (b *Bot) privacyAsk(ctx context.Context, i Interaction) Answer {
	k, err := b.gather(ctx, i.User, false)
	if err != nil {
		return b.trouble("", err)
	}
	text, label := b.sayf(wordPrivacySure, len(k.over)), b.text(wordPrivacyDo)
	if n := len(k.live); n > 0 {
		text += "\n" + b.sayf(wordPrivacyLive, n)
		label = b.sayf(wordPrivacyConcede, n)
	}
	id := fmt.Sprintf("%s|%d|%d", idPrivacy, len(k.live), b.Clock.Now().Add(privacyWait).Unix())
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(text), Row{{ID: id, Label: label, Style: Danger}}}}}
}

// privacyDo removes what is kept, after the question. The button is good for ten minutes, and for as many running matches
// as it named.
func (b *Bot) privacyDo(ctx context.Context, i Interaction, live, until string) Answer {
	last, err := strconv.ParseInt(until, 10, 64)
	if err != nil || b.Clock.Now().Unix() > last {
		return b.say(wordPrivacyLate)
	}
	k, err := b.gather(ctx, i.User, false)
	switch {
	case err != nil:
		return b.trouble("", err)
	case strconv.Itoa(len(k.live)) != live:
		return b.privacyAsk(ctx, i)
	}
	for _, s := range k.live {
		if err := b.giveUp(ctx, cause(i), s); err != nil {
			return b.trouble(s.Match, err)
		}
	}
	for _, c := range k.Challenges {
		if err := b.leaveChallenge(ctx, i.User, c); err != nil {
			return b.trouble(table.ID(c.ID), err)
		}
	}
	for _, s := range append(k.over, k.live...) {
		if err := b.leaveMatch(ctx, cause(i), s); err != nil {
			return b.trouble(s.Match, err)
		}
	}
	if err := b.forgetLesson(ctx, i.User); err != nil {
		return b.trouble("", err)
	}
	standings, err := b.standingsOf(ctx, i.User)
	if err != nil {
		return b.trouble("", err)
	}
	if err := b.Records.Put(ctx, append(standings, table.Record{Key: forcesKey(i.User)}, table.Record{Key: dmNote(i.User)}, table.Record{Key: prefsKey(i.User)})...); err != nil {
		return b.trouble("", err)
	}
	return b.say(wordPrivacyDone, len(k.live)+len(k.over))
}

// leaveChallenge takes a challenge of the user's, or to them, away; one to anyone that they were choosing a force for stays without them.
func (b *Bot) leaveChallenge(ctx context.Context, u Snowflake, c challenge) error {
	if c.side(u) < 0 && c.To != u {
		next, err := b.changeChallenge(ctx, c.ID, func(x *challenge) {
			x.Choosing = slices.DeleteFunc(x.Choosing, func(t taker) bool { return t.User == u })
		})
		if err == nil {
			b.redraw(ctx, next)
		}
		return notFound(err)
	}
	gone, err := b.drop(ctx, c)
	if err == nil && !gone {
		b.closeLobby(ctx, c, wordLobbyWithdrawn)
	}
	return err
}

// giveUp concedes a match that is on.
func (b *Bot) giveUp(ctx context.Context, cause string, s table.Seated) error {
	p, err := b.Hall.Private(ctx, s.Match, s.Seat)
	if err != nil {
		return err
	}
	r, err := b.Hall.Parse(ctx, s.Match, b.Forms.About().Concede)
	if err != nil {
		return err
	}
	for _, a := range p.Asks {
		if a.Standing {
			_, err = b.Hall.Act(ctx, cause, s.Match, s.Seat, a.ID, r)
		}
	}
	if no := (*game.Refusal)(nil); errors.As(err, &no) && no.Code == "stale" { // it has ended meanwhile
		return nil
	}
	return err
}

// leaveMatch puts a name that says nothing in the place of the user's in a match that is over.
func (b *Bot) leaveMatch(ctx context.Context, cause string, s table.Seated) error {
	meta, err := b.Hall.Meta(ctx, s.Match)
	if err != nil {
		return err
	}
	place, err := placeOf(meta)
	if err != nil {
		return err
	}
	user := meta.Users[s.Seat-1]
	name := newID()
	if int(s.Seat) <= len(place.Names) {
		place.Names[s.Seat-1] = goneUser + name
	}
	raw, err := json.Marshal(place)
	if err != nil {
		return err
	}
	if _, err := b.Hall.Part(ctx, cause+"/part", s.Match, s.Seat, table.User(goneUser+name), raw); err != nil {
		return err
	}
	gone := []table.Record{{Key: ledgerKey(s.Match, s.Seat)}, {Key: pendingKey(s.Match, Snowflake(user))}}
	more, err := b.unsign(ctx, s.Match, Snowflake(user), Snowflake(goneUser+name))
	if err != nil {
		return err
	}
	return b.Records.Put(ctx, append(gone, more...)...)
}

// signed lists what the user did in disputes about a match.
func (b *Bot) signed(ctx context.Context, id table.ID, u Snowflake) ([]act, error) {
	all, err := b.acts(ctx, id)
	return slices.DeleteFunc(all, func(a act) bool { return a.By != u }), err
}

// unsign are the records of a match's disputes with another name in the place of the user's, and without what they wrote.
func (b *Bot) unsign(ctx context.Context, id table.ID, u, as Snowflake) ([]table.Record, error) {
	signed, err := b.signed(ctx, id, u)
	if err != nil {
		return nil, err
	}
	var out []table.Record
	keep := func(key string, v any) error {
		raw, err := json.Marshal(v)
		out = append(out, table.Record{Key: key, Value: raw})
		return err
	}
	for _, x := range signed {
		x.By, x.Name, x.Reason = as, string(as), ""
		if err := keep(actKey(id, x.N), x); err != nil {
			return nil, err
		}
	}
	var d dispute
	if err := b.record(ctx, disputeKey(id), &d); err != nil {
		return nil, err
	}
	if n, opened := d.Opened[u]; opened || d.By == u {
		if opened {
			d.Opened = maps.Clone(d.Opened)
			delete(d.Opened, u)
			d.Opened[as] = n
		}
		if d.By == u {
			d.By = as
		}
		if err := keep(disputeKey(id), d); err != nil {
			return nil, err
		}
	}
	return out, nil
}
