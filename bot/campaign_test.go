package bot_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game/series"
	"downsync/game/table"
	"downsync/game/toy"
)

const cal, dan = bot.UserID("cal"), bot.UserID("dan")

// war is a party with a campaign.
type war struct{ *party }

func newWar(t *testing.T, options ...bottest.Option) war {
	t.Helper()
	return newWarAs(t, func(*bottest.Setup) {}, options...)
}

func newWarAs(t *testing.T, change func(*bottest.Setup), options ...bottest.Option) war {
	t.Helper()
	w := war{newPartyAs(t, func(s *bottest.Setup) {
		s.Forms, s.Dice = small.Forms{}, nil
		change(s)
	})}
	w.says(w.campaign(ann, "start", append(options, opt("name", "The cup"), opt("side", "1"))...), "The cup")
	w.Settle()
	return w
}

// campaign gives a command.
func (w war) campaign(u bot.UserID, command string, options ...bottest.Option) bot.Answer {
	w.t.Helper()
	return w.Slash(u, []string{"campaign", command}, options...)
}

// card is the newest public card of the campaign.
func (w war) card() bottest.Message {
	w.t.Helper()
	ms := w.Wire.Messages(bottest.General)
	for n := range ms {
		if m := ms[len(ms)-1-n]; strings.Contains(bottest.Words(m.Message), "## ⚔️") {
			return m
		}
	}
	w.t.Fatal("the campaign has no card")
	return bottest.Message{}
}

// fights lets the user whose turn it is begin a match, and the other accept it. It returns the match.
func (w war) fights(u, other bot.UserID) table.ID {
	w.t.Helper()
	w.says(w.click(u, w.card(), "How many rounds"), "also plays the match")
	w.says(w.Press(u, w.Newest(u), controlOf(w.t, w.Newest(u), "campaign|"), "1"), "Your challenge is out")
	w.Settle()
	w.says(w.click(other, w.card(), "accept|"), "Choose your force")
	id, _ := bottest.ControlsOf(w.card().Message).Find("accept|")
	w.click(other, w.Newest(other), "force|", "blue")
	w.Settle()
	return table.ID(strings.TrimPrefix(id, "accept|"))
}

func controlOf(t testing.TB, m bottest.Message, words string) string {
	t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		t.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return id
}

// first is who chooses first: of the two one for each side.
func (w war) first(red, blue bot.UserID) (u, other bot.UserID) {
	if strings.Contains(bottest.Words(w.card().Message), "<@"+string(red)+"> of **Moon** chooses") {
		return red, blue
	}
	return blue, red
}

// quits lets the user give their match up.
func (w war) quits(u bot.UserID, id table.ID) {
	w.t.Helper()
	w.Slash(u, []string{"order"}, opt("line", "quit"), opt("match", string(id)))
	w.Settle()
}

// Two people play a series to its end by buttons alone. Its card says who is to do what, and history and result are those of its
// matches.
func TestCampaignOfTwo(t *testing.T) {
	w := newWar(t, opt("opponent", "ben"))
	w.saysCard("It begins when <@ben> joins **Sun**")
	w.says(w.click(eve, w.card(), "Join: Sun"), "kept for another player")
	w.says(w.click(ben, w.card(), "Join: Sun"), "You play for **Sun** now.")
	w.Settle()
	u, other := w.first(ann, ben)
	w.says(w.campaign(other, "attack"), "<@"+string(u)+"> of")
	one := w.fights(u, other)
	w.saysCard("The match is on: **rounds: 1**")
	w.quits(other, one)
	w.saysCard("Matches won")
	w.says(w.campaign(eve, "history"), "**1.** rounds: 1, won by who chose")
	two := w.fights(other, u)
	w.quits(other, two)
	w.saysCard("has won: by its matches")
	w.says(w.campaign(eve, "history"), "**2.** rounds: 1, won by the other")
	w.says(w.campaign(u, "attack"), "no such campaign here")

	// The same follows from what the matches themselves tell.
	log := w.anew()
	s, err := log.State(toy.Cup{})
	if err != nil {
		t.Fatal(err)
	}
	side, over := s.Winner()
	if names := [2]bot.UserID{ann, ben}; !over || names[side] != u {
		t.Errorf("worked out anew side %d has won, %t", side, over)
	}
}

// keptCampaign is what is stored of a campaign.
type keptCampaign struct {
	Log     series.Log `json:"log"`
	Matches []table.ID `json:"matches"`
}

// kept is what is stored of the only campaign.
func (w war) kept() (kept keptCampaign) {
	w.t.Helper()
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 9)
	if err != nil || len(rs) != 1 {
		w.t.Fatal(len(rs), err)
	}
	if err := json.Unmarshal(rs[0].Value, &kept); err != nil {
		w.t.Fatal(err)
	}
	return kept
}

// anew is the campaign's log, worked out from its matches alone. It fails unless that is what is stored.
func (w war) anew() series.Log {
	w.t.Helper()
	kept := w.kept()
	log := series.Log{Version: kept.Log.Version, Setup: kept.Log.Setup}
	for n, id := range kept.Matches {
		p, err := w.Hall.Public(ctx, id)
		if err != nil {
			w.t.Fatal(err)
		}
		place, err := bot.PlaceOf(p.Meta)
		if err != nil || place.Series == nil || place.Series.N != n+1 {
			w.t.Fatalf("match %d of the series: %+v, %v", n+1, place.Series, err)
		}
		log.Played = append(log.Played, series.Played{Choice: place.Series.Choice, Result: *p.Result})
	}
	a, _ := json.Marshal(log)
	b, _ := json.Marshal(kept.Log)
	if string(a) != string(b) {
		w.t.Errorf("worked out anew\n%s\nkept\n%s", a, b)
	}
	return log
}

func (w war) saysCard(words string) {
	w.t.Helper()
	if got := bottest.Words(w.card().Message); !strings.Contains(got, words) {
		w.t.Errorf("the card says %q; expected %q in it", got, words)
	}
}

// teams is a campaign of ann and cal against ben and dan. one and other are the captains, the one whose side chooses first first.
func teams(t *testing.T) (w war, one, other, oneMate, otherMate bot.UserID) {
	t.Helper()
	return teamsAs(t, func(*bottest.Setup) {})
}

func teamsAs(t *testing.T, change func(*bottest.Setup)) (w war, one, other, oneMate, otherMate bot.UserID) {
	t.Helper()
	w = newWarAs(t, change, opt("form", "five"))
	w.click(ben, w.card(), "Join: Sun")
	w.click(cal, w.card(), "Join: Moon")
	w.says(w.campaign(dan, "join", opt("side", "Sun")), "You play for **Sun** now.")
	w.Settle()
	one, other = w.first(ann, ben)
	mates := map[bot.UserID]bot.UserID{ann: cal, ben: dan}
	return w, one, other, mates[one], mates[other]
}

// Teams take turns: whoever has waited longest plays, unless the captain appoints somebody or those who are called let it wait.
func TestCampaignOfTeams(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.says(w.campaign(oneMate, "attack"), "<@"+string(one)+"> of")
	w.quits(other, w.fights(one, other))
	w.says(w.campaign(other, "attack", opt("target", "7")), "cannot be chosen now")
	w.says(w.campaign(otherMate, "appoint", opt("member", string(other))), "Only the captain")
	w.says(w.campaign(other, "appoint", opt("member", string(one))), "somebody of your own side")
	w.says(w.campaign(one, "attack"), "<@"+string(otherMate)+"> of") // who has waited longest
	two := w.fights(otherMate, oneMate)
	w.quits(oneMate, two)
	w.saysCard("Matches won: 1 to 1")
	w.says(w.campaign(one, "appoint"), "plays the next match?")
	w.says(w.click(one, w.Newest(one), "plays the next match", string(oneMate)), "plays the next match of your side")
	w.Settle()
	w.says(w.campaign(other, "attack"), "<@"+string(oneMate)+"> of")
	w.says(w.campaign(other, "appoint", opt("member", string(otherMate)), opt("as", "captain")), "leads your side now")
	w.says(w.campaign(other, "appoint", opt("member", string(otherMate))), "Only the captain")

	w.Pass(3*24*time.Hour - time.Minute)
	w.campaign(one, "leave") // the captain may go at any time, and the next of the side leads it
	w.says(w.click(one, w.Newest(one), "Leave the campaign"), "You have left")
	w.says(w.campaign(one, "attack"), "neither side")
	w.quits(other, w.fights(oneMate, other))
	w.anew()
	w.says(w.campaign(otherMate, "appoint", opt("member", string(other)), opt("as", "out")), "no longer plays for your side")
	w.says(w.campaign(eve, "map"), "<@"+string(otherMate)+"> of **")
	w.campaign(oneMate, "leave")
	has(t, w.Newest(oneMate), "nobody else, so the other side wins")
	w.click(oneMate, w.Newest(oneMate), "Leave the campaign")
	w.Settle()
	w.saysCard("has won: as the other side has nobody left")
}

// Those who are called have three days; then anybody of their side may, and leads it.
func TestCampaignThatWaits(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.Pass(3 * 24 * time.Hour)
	w.says(w.campaign(oneMate, "map"), "has let it wait")
	w.says(w.campaign(oneMate, "appoint", opt("member", string(oneMate)), opt("as", "captain")), "leads your side now")
	w.says(w.campaign(oneMate, "attack", opt("target", "1")), "Your challenge is out")
	w.Settle()
	w.says(w.click(otherMate, w.card(), "accept|"), "for somebody else")
	w.says(w.click(eve, w.card(), "accept|"), "for somebody else")
	w.says(w.Slash(other, []string{"match", "decline"}), "not declined")
	w.says(w.campaign(other, "end"), "The other side wins")
	w.Pass(3 * 24 * time.Hour)
	w.says(w.click(otherMate, w.card(), "accept|"), "Choose your force")
	w.says(w.click(oneMate, w.card(), "Take it back"), "chooses the next match")
	w.Settle()
	w.saysCard("chooses the next match")
	w.says(w.click(otherMate, w.Newest(otherMate), "force|", "blue"), "no longer open")

	w.Pass(14 * 24 * time.Hour)
	w.says(w.campaign(other, "end"), "has let it wait, so your side wins")
	w.says(w.campaign(one, "end"), "Only the captain")
	w.says(w.click(other, w.Newest(other), "End it"), "is over")
	w.says(w.click(other, w.Newest(other), "Map"), "as the other side let it wait too long")
}

// The public card calls to join until the first match is under way or both sides are full. Whoever comes later, or presses what is
// for others, is told what holds.
func TestCampaignCardForOthers(t *testing.T) {
	joins := func(m bottest.Message) bool { _, ok := bottest.ControlsOf(m.Message).Find("Join: "); return ok }
	w := newTeams(t, opt("clock", "slow"))
	one, other := w.first(ann, ben)
	if !joins(w.card()) {
		t.Error("nobody can join before the first match")
	}
	id := w.attacks(one)
	if joins(w.card()) {
		t.Error("the card calls to join a campaign that goes on")
	}
	w.saysCard("`/campaign join` joins a side")
	w.says(w.click(eve, w.card(), "accept|"), "**Name of "+string(other)+"** is asked to accept it")
	w.takes(other, id)
	w.Settle()
	w.says(w.click(eve, w.card(), "ready|"), "**Name of "+string(one)+"** and **Name of "+string(other)+"** play this match")
	w.saysCard("The match begins when <@" + string(one) + "> is ready.")
	w.says(w.click(eve, w.card(), "My side"), "`/campaign join` joins one")
	w.campaign(eve, "map")
	if !joins(w.Newest(eve)) {
		t.Error("whoever comes later cannot join from the map")
	}

	full := newWar(t, opt("size", "1"))
	full.says(full.click(ben, full.card(), "Join: Sun"), "You play for **Sun** now.")
	full.Settle()
	if joins(full.card()) {
		t.Error("the card calls to join sides that are full")
	}
	full.says(full.click(eve, full.card(), "My side"), "and both are full")
}

// A newcomer begins a campaign from /help, with two presses.
func TestCampaignFromHelp(t *testing.T) {
	w := newWar(t)
	w.Slash(eve, []string{"help"})
	w.says(w.click(eve, w.Newest(eve), "Campaigns"), "The cup")
	m := w.Newest(eve)
	m.Channel = bottest.General // where Discord shows it
	w.says(w.Press(eve, m, controlOf(t, m, "Lead: Sun")), "It begins when somebody joins **Moon**")
	w.Settle()
	w.saysCard("Campaign of Name of eve")
	w.says(w.Press(eve, w.Newest(eve), "campaigns|chess|1"), "older message")
}

// The card may be drawn, which the record notes, between the reading of a campaign and an attack in it: the attack is made all the same.
func TestCampaignChosenAsTheCardIsDrawn(t *testing.T) {
	w := newWar(t, opt("opponent", "ben"))
	w.click(ben, w.card(), "Join: Sun")
	w.Settle()
	u, other := w.first(ann, ben)
	drawn := 0
	for _, h := range w.Hosts() {
		challenge := h.Bot.Hooks.SeriesChallenge
		h.Bot.Hooks.SeriesChallenge = func(ctx context.Context, c *bot.Call, x bot.SeriesChallenge) bot.Answer {
			if drawn++; drawn == 1 {
				r := x.Also[0]
				if err := c.Records.Put(ctx, table.Record{Key: r.Key, Value: append(r.Was, ' ')}); err != nil {
					t.Error(err)
				}
			}
			return challenge(ctx, c, x)
		}
	}
	w.fights(u, other)
	if drawn != 2 {
		t.Errorf("tried %d times, expected 2", drawn)
	}
}

// All that is said of a campaign's match names the campaign and what the match is about, in public and to its players. Its result says
// what it changed there, with a button to the page. In direct messages the inbox knows the campaigns that wait for the user, and its
// button works there.
func TestCampaignIsNamed(t *testing.T) {
	w := newWar(t, opt("opponent", "ben"))
	w.click(ben, w.card(), "Join: Sun")
	w.Settle()
	u, other := w.first(ann, ben)
	for who, waits := range map[bot.UserID]bool{u: true, other: false, eve: false} {
		if said := bottest.Words(*w.direct(who, "inbox").Letter); strings.Contains(said, "The cup") != waits {
			t.Errorf("%s is told %s", who, said)
		}
	}
	w.direct(u, "inbox")
	inbox := w.Newest(u)
	inbox.Channel = bot.ChannelID("dm-" + u)
	own := controlOf(t, inbox, "campaign|")
	w.says(w.Press(u, inbox, own), "also plays the match")
	inbox.Channel = bot.ChannelID("dm-" + eve)
	w.says(w.Press(eve, inbox, own), "no such campaign here") // the id is no secret
	id := w.fights(u, other)
	const in = "⚔️ **The cup** · rounds: 1"
	if all := w.Wire.Messages(bottest.General); !strings.Contains(bottest.Words(all[len(all)-1].Message), in) {
		t.Errorf("the channel says %s", bottest.Words(all[len(all)-1].Message))
	}
	raw, err := w.Store.Get(t.Context(), bot.RoomKey(id))
	if err != nil {
		t.Fatal(err)
	}
	if name := w.Wire.ThreadName(bot.ChannelID(raw)); !strings.HasPrefix(name, "The cup · rounds: 1 · ") || !strings.Contains(name, "Name of ann") {
		t.Errorf("the thread is called %q", name)
	}
	if card := w.Wire.Messages(bot.ChannelID(raw)); len(card) == 0 || !strings.Contains(bottest.Words(card[len(card)-1].Message), in) {
		t.Errorf("the thread has %d messages without %s", len(card), in)
	}
	if m, ok := w.Wire.Console(u); !ok || !strings.Contains(bottest.Words(m.Message), in) {
		t.Errorf("the player's console says %s", bottest.Words(m.Message))
	}
	w.quits(other, id)
	var result bottest.Message
	for _, m := range w.Wire.Messages(bottest.General) {
		if strings.Contains(bottest.Words(m.Message), "🏁") {
			result = m
		}
	}
	if said := bottest.Words(result.Message); !strings.Contains(said, "⚔️ **The cup**: rounds: 1, won by who chose.") || !strings.Contains(said, "chooses the next match") {
		t.Errorf("the result says %s", said)
	}
	w.says(w.click(eve, result, "campaign|"), "Matches won: ")
	if m, ok := w.Wire.Console(u); !ok || !strings.Contains(bottest.Words(m.Message), "won by who chose") {
		t.Errorf("the player is told %s", bottest.Words(m.Message))
	} else {
		w.says(w.Press(u, m, controlOf(t, m, "campaign|")), "Matches won: ")
	}
}

// direct gives a command in direct messages.
func (w war) direct(u bot.UserID, command string) bot.Answer {
	w.t.Helper()
	return w.Slash(u, []string{command}, opt("in", "dm-"+string(u)))
}

// One's own page of a campaign leaves out what one has done: joining, and being ready. Who may not end it sees no button for that. After a
// match the green button goes on with the campaign, not with a rematch.
func TestOwnPageOfACampaign(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	has := func(who bot.UserID, what, button string) bool {
		w.t.Helper()
		w.control(who, what)
		_, ok := bottest.ControlsOf(w.Newest(who).Message).Find(button)
		return ok
	}
	if has(u, "map", "Join: ") || !has(eve, "map", "Join: ") {
		t.Error("who has joined is offered to join, or who has not is not")
	}
	w.joins(cal, "1")
	if has(cal, "side", "End the campaign") || !has(ann, "side", "End the campaign") {
		t.Error("a member ends the campaign, or the captain does not")
	}
	id := w.attacks(u)
	w.Pass(13 * 24 * time.Hour)
	w.takes(other, id)
	if has(other, "map", "ready|") || !has(u, "map", "ready|") {
		t.Error("who is ready is asked to be, or who is not is not")
	}
}
