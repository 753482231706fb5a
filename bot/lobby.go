package bot

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"downsync/game/table"
)

// lobby handles the buttons of a challenge and the commands that do the same.
func (b *Bot) lobby(ctx context.Context, i Interaction, kind, id string) Answer {
	c, err := b.openChallenge(ctx, id)
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.tooLate(ctx, i, table.ID(id))
	case err != nil:
		return b.trouble(table.ID(id), err)
	case kind == idDecline || kind == idCancel:
		return b.decline(ctx, i, kind, c)
	case kind == idReady:
		return b.sayReady(ctx, i, c)
	case kind == idChange:
		return b.changeForce(ctx, i, c)
	}
	if a, ok := b.mayAccept(c, i, kind); !ok {
		return a
	}
	if a, ok := b.hasRoom(ctx, i); !ok {
		return a
	}
	if no, ok := b.mayPlay(ctx, c.Guild, i.User, c.From); !ok {
		return no
	}
	switch kind {
	case idAccept:
		return b.accept(ctx, i, c)
	case idOwnForce:
		return Answer{Form: &Form{ID: idForce + "|" + c.ID, Title: b.text(wordForceHolder), Fields: []Field{{ID: "force",
			Label: b.text(wordForceField), Placeholder: Clip(b.Forms.Forces(c.Settings, 2)[0].Units, longestChoice), Min: 1, Max: maxForce, Required: true}}}}
	}
	return b.chooseForce(ctx, i, c, kind)
}

// accept notes who accepts, shows on the card that they are choosing a force, and offers them some in private.
func (b *Bot) accept(ctx context.Context, i Interaction, c challenge) Answer {
	entropy, ok := readLuck(i)
	if !ok {
		return b.say(wordLongLuck, maxLuck)
	}
	head := b.text(wordPickForce)
	if c.Taker != nil { // it is theirs already
		head = b.text(wordDesk)
	} else {
		known := c.chooser(i.User) >= 0
		var err error
		c, err = b.changeChallenge(ctx, c.ID, func(x *challenge) { x.choose(taker{User: i.User, Name: i.Name, Entropy: entropy}) })
		switch {
		case errors.Is(err, table.ErrNoMatch):
			return b.tooLate(ctx, i, table.ID(c.ID))
		case err != nil:
			return b.trouble(table.ID(c.ID), err)
		case !known:
			b.redraw(ctx, c)
		}
	}
	desk := b.desk(ctx, c, i.User, head)
	return Answer{Letter: &desk, Fresh: true}
}

// mostChoosing is how many of those who are choosing a force for the same challenge are remembered.
const mostChoosing = 5

// chooser is the place of the user among those who are choosing, -1 if they are not.
func (c challenge) chooser(u Snowflake) int {
	return slices.IndexFunc(c.Choosing, func(x taker) bool { return x.User == u })
}

// choose notes somebody who is choosing a force.
func (c *challenge) choose(t taker) {
	if n := c.chooser(t.User); n >= 0 {
		c.Choosing[n].Entropy = or(t.Entropy, c.Choosing[n].Entropy)
		return
	}
	c.Choosing = append(c.Choosing, t)
	c.Choosing = c.Choosing[max(0, len(c.Choosing)-mostChoosing):]
}

// chooseForce takes a force for the challenge: one chosen, typed, or built just now.
func (b *Bot) chooseForce(ctx context.Context, i Interaction, c challenge, kind string) Answer {
	typed := i.Fields["force"]
	if len(i.Values) == 1 {
		typed = i.Values[0]
	}
	var err error
	if kind == idBuilt {
		var a armory
		a, err = b.armory(ctx, i.User)
		typed = a.Draft.Code
	} else {
		typed, err = b.forceMeant(ctx, i.User, typed)
	}
	if err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	force, note, err := b.Forms.ReadForce(c.Settings, typed)
	if err != nil {
		return b.say("⚠️ %s", Plain(b.lang.Error(err)))
	}
	c.note = note
	if c.side(i.User) >= 0 {
		return b.changeForceTo(ctx, i, c, force)
	}
	return b.takeUp(ctx, i, c, force)
}

// maxForce bounds a list of Units that is typed, in characters.
const maxForce = 400

// tooLate answers a press on a challenge that is over: whoever plays in what came of it sees their console.
func (b *Bot) tooLate(ctx context.Context, i Interaction, id table.ID) Answer {
	if _, err := b.Hall.SeatOf(ctx, id, table.User(i.User)); err == nil {
		return b.view(ctx, i, id)
	}
	return b.say(wordChallengeGone)
}

// mayAccept tells whether the user may accept, or choose a force; if not, what to tell them.
func (b *Bot) mayAccept(c challenge, i Interaction, kind string) (Answer, bool) {
	switch {
	case c.Taker != nil && c.side(i.User) >= 0:
		return Answer{}, true
	case i.User == c.From && kind != idAccept: // their own force
		return Answer{}, true
	case c.Taker != nil:
		return b.say(wordTakenUp), false
	case i.User == c.From:
		return b.say(wordOwnChallenge), false
	case !c.visible(i):
		return b.say(wordNotForYou), false
	}
	return Answer{}, true
}

// decline ends a challenge: by whom it is for, or by who made it. The card's button does either, /match cancel only
// the latter.
func (b *Bot) decline(ctx context.Context, i Interaction, kind string, c challenge) Answer {
	card, told := wordLobbyDeclined, wordDeclined
	switch {
	case i.User == c.From:
		card, told = wordLobbyWithdrawn, wordWithdrawn
	case kind == idCancel:
		return b.say(wordNotYours)
	case c.To == "" && c.side(i.User) == 1:
		return b.backOut(ctx, i, c)
	case c.To == "":
		return b.say(wordForAnyone)
	case c.To != i.User:
		return b.say(wordNotForYou)
	}
	gone, err := b.drop(ctx, c)
	switch {
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	case gone:
		return b.tooLate(ctx, i, table.ID(c.ID))
	}
	b.closeLobby(ctx, c, card)
	return b.say("%s", b.text(told))
}

// drop deletes a challenge unless it was used up meanwhile.
func (b *Bot) drop(ctx context.Context, c challenge) (gone bool, err error) {
	b.lobbies.Lock()
	defer b.lobbies.Unlock()
	if _, err := b.Records.Get(ctx, challengeKey(c.ID)); err != nil {
		return errors.Is(err, table.ErrNoMatch), notFound(err)
	}
	return false, b.Records.Put(ctx, table.Record{Key: challengeKey(c.ID)})
}

// notFound forgives that a record is not there.
func notFound(err error) error {
	if errors.Is(err, table.ErrNoMatch) {
		return nil
	}
	return err
}

// begin opens the match: one commit that uses the challenge up.
func (b *Bot) begin(ctx context.Context, i Interaction, c challenge) Answer {
	id := table.ID(c.ID)
	conf, err := b.Forms.Config(c.Settings, []string{c.Force, c.Taker.Force})
	if err != nil {
		return b.trouble(id, formsFailed("config", err))
	}
	place, err := json.Marshal(Place{Guild: c.Guild, Channel: c.Channel, Message: c.Message, Language: c.Language, Theme: c.Theme, Names: c.names(),
		Settings: c.Settings, Clock: c.Timing, Pace: c.Pace, Turn: c.Turn, React: c.React})
	if err != nil {
		return b.trouble(id, err)
	}
	seed, err := c.seedOf()
	if err != nil {
		return b.trouble(id, err)
	}
	gone, err := b.open(ctx, "i:"+string(i.ID), c, table.Opening{Game: b.Forms.Game(), Config: conf,
		Users: []table.User{table.User(c.From), table.User(c.Taker.User)}, Timing: b.timing(c.terms()), Place: place,
		Seed: seed, Entropy: []string{c.Entropy, c.Taker.Entropy}})
	switch {
	case gone || errors.Is(err, table.ErrConflict): // accepted a moment ago, by a double click or by another
		return b.accepted(ctx, i, id, "")
	case err != nil:
		return b.trouble(id, err)
	}
	return b.accepted(ctx, i, id, c.note)
}

// open opens the match unless its challenge is gone.
func (b *Bot) open(ctx context.Context, cause string, c challenge, o table.Opening) (gone bool, err error) {
	b.lobbies.Lock()
	defer b.lobbies.Unlock()
	if _, err := b.Records.Get(ctx, challengeKey(c.ID)); err != nil {
		return errors.Is(err, table.ErrNoMatch), notFound(err)
	}
	return false, b.Hall.Open(ctx, cause, table.ID(c.ID), o, table.Record{Key: challengeKey(c.ID)}, table.Record{Key: onServerKey(c.Guild, table.ID(c.ID)), Value: []byte("1")})
}

// accepted tells who pressed last where the match goes on: in their direct messages, where each question comes. Whose messages
// are known to be closed see their console at once.
func (b *Bot) accepted(ctx context.Context, i Interaction, id table.ID, note string) Answer {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return b.say(wordTaken)
	case errors.Is(err, table.ErrNoMatch):
		return b.say(wordChallengeGone)
	case err != nil:
		return b.trouble(id, err)
	case i.Guild == "": // their console comes right below
		return b.settled(b.text(wordBeginsHere))
	}
	note = strings.TrimSpace(b.text(wordBegins) + "\n" + note)
	if b.note(ctx, dmNote(i.User)) != "" {
		return b.show(ctx, i, id, seat, Page{Note: note})
	}
	return Answer{Letter: &Message{Blocks: []Block{Text(note), Row{ViewButton(id, b.lang)}}}}
}

// answerChallenge is /match accept, decline and cancel: the challenge named, or the only one that fits.
func (b *Bot) answerChallenge(ctx context.Context, i Interaction, kind string) Answer {
	if id := i.Options["challenge"]; id != "" {
		return b.lobby(ctx, i, kind, id)
	}
	fits, err := b.challenges(ctx, func(c challenge) bool {
		switch kind {
		case idCancel:
			return c.From == i.User
		case idDecline:
			return c.To == i.User
		}
		return c.From != i.User && c.visible(i)
	})
	switch {
	case err != nil:
		return b.trouble("", err)
	case len(fits) == 0:
		return b.say(wordNoChallenges)
	case len(fits) > 1:
		a := b.list(ctx, i)
		a.Letter.Blocks = append([]Block{Text(b.text(wordWhich))}, a.Letter.Blocks...)
		return a
	}
	return b.lobby(ctx, i, kind, fits[0].ID)
}

// visible tells whether the challenge concerns the user: their own, to them, or to anyone on the server they are on.
func (c challenge) visible(i Interaction) bool {
	return c.side(i.User) >= 0 || c.To == i.User || c.To == "" && c.Taker == nil && c.Guild == i.Guild
}
