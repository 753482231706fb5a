package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game/table"
)

// What cannot be a campaign is answered with what was expected.
func TestBadCampaigns(t *testing.T) {
	w := newWar(t)
	for _, x := range []struct {
		options []bottest.Option
		says    string
	}{
		{[]bottest.Option{opt("opponent", "ann")}, "cannot lead both sides"},
		{[]bottest.Option{opt("opponent", "bot")}, "Bots do not play"},
		{[]bottest.Option{opt("opponent", string(bottest.Self))}, "I do not play Toy myself yet"},
		{[]bottest.Option{opt("in", "dm-ann")}, "on a server"},
		{[]bottest.Option{opt("form", "seven")}, `"seven" is none of the choices of ` + "`form`: three, five"},
		{[]bottest.Option{opt("side", "Mars")}, `"Mars" is none of the choices of ` + "`side`"},
		{[]bottest.Option{opt("clock", "sundial")}, `"sundial" is none of the choices of ` + "`clock`: none, quick, slow"},
		{[]bottest.Option{opt("size", "0")}, "from 1 to 8"},
		{[]bottest.Option{opt("size", "9")}, "from 1 to 8"},
		{[]bottest.Option{opt("name", strings.Repeat("é", 61))}, "61 characters; expected at most 60"},
	} {
		w.says(w.campaign(ann, "start", x.options...), x.says)
	}
	w.says(w.campaign(eve, "map", opt("campaign", "nothere")), "no such campaign")
	w.says(w.Press(eve, w.card(), "campaign|nothere|map"), "no such campaign")
	w.says(w.Press(eve, w.card(), "campaign||map"), "older message")
	w.says(w.Press(eve, w.card(), controlOf(t, w.card(), "campaign|")+"x"), "older message")
	w.says(w.campaign(eve, "appoint", opt("member", "ann"), opt("as", "king")), `"king" is none of the choices of `+"`as`: named, captain, out")
	w.says(w.campaign(eve, "appoint", opt("member", "ann")), "neither side")
	w.says(w.campaign(eve, "leave"), "neither side")
	w.says(w.campaign(eve, "attack"), "neither side")
	w.says(w.campaign(eve, "end"), "Only the captain")
	w.says(w.campaign(eve, "join"), "which side do you join?")
	w.says(w.campaign(ann, "attack"), "It begins when somebody joins **Sun**")
	w.says(w.campaign(ann, "join"), "no such campaign") // none is left to join
	for _, id := range []string{"attack", "join", "named", "captain", "out", "ended"} {
		if a := w.Press(ann, w.card(), strings.Replace(controlOf(t, w.card(), "|history"), "history", id+".zzz", 1)); a.Letter == nil {
			t.Errorf("%s: no answer", id)
		}
	}
}

// A side has room for eight, or as many as were said; names are at most 60 characters.
func TestCampaignSizes(t *testing.T) {
	w := newWar(t, opt("name", strings.Repeat("é", 60)))
	for n := range 8 {
		w.says(w.campaign(bot.UserID(fmt.Sprintf("sun%d", n)), "join", opt("side", "2")), "You play for **Sun** now")
	}
	w.says(w.campaign(eve, "join", opt("side", "2")), "room for 8")
	w.says(w.campaign(eve, "join", opt("side", "1")), "You play for **Moon** now")
	w.says(w.campaign(eve, "join", opt("side", "2")), "no such campaign") // she has one side already
	w.says(w.Press(eve, w.card(), controlOf(t, w.card(), "Join: Sun")), "for **Moon** already")
	w.Settle()
	if _, ok := bottest.ControlsOf(w.card().Message).Find("Join: Sun"); ok {
		t.Error("a full side is offered")
	}
	duel := newWar(t, opt("opponent", "ben"))
	duel.campaign(ben, "join", opt("side", "2"))
	duel.says(duel.campaign(eve, "join"), "room for 1")
}

// A server has ten campaigns under way at most, led by several users. Of those that are over the oldest go, and none that runs.
func TestCampaignsOfServer(t *testing.T) {
	w := newWar(t)
	for n := range 9 {
		u := bot.UserID(fmt.Sprint("lead", n/3))
		if n < 2 {
			u = ann
		}
		w.says(w.campaign(u, "start", opt("name", fmt.Sprint("no ", n))), fmt.Sprint("no ", n))
	}
	w.says(w.campaign(ann, "start"), "under way, which is the most")
	w.says(w.campaign(ann, "map"), "several campaigns: choose one")
	m := w.Newest(ann)
	w.says(w.Press(ann, m, controlOf(t, m, "Which campaign"), bottest.ControlsOf(m.Message).Selects[0].Options[0].Value), "## ⚔️")
	w.says(w.campaign(ben, "start", opt("guild", "elsewhere"), opt("in", "there")), "Campaign of Name of ben")
	for n := range 60 {
		id := bottest.ControlsOf(w.pick(ann)).Selects[0].Options[0].Value
		w.campaign(ann, "end", opt("campaign", id))
		w.says(w.click(ann, w.Newest(ann), "End it"), "is over")
		w.says(w.campaign(ann, "start", opt("name", fmt.Sprint("new ", n))), fmt.Sprint("new ", n))
		w.Clock.Advance(1)
	}
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 999)
	live := 0
	for _, r := range rs {
		var x struct{ Over any }
		if err := json.Unmarshal(r.Value, &x); err != nil {
			t.Fatal(err)
		}
		if x.Over == nil {
			live++
		}
	}
	if err != nil || len(rs) > 50 || live != 10 {
		t.Errorf("%d campaigns kept, %d of them under way, %v", len(rs), live, err)
	}
}

// pick is the newest message that asks which campaign.
func (w war) pick(u bot.UserID) bot.Message {
	w.t.Helper()
	w.campaign(u, "map")
	return w.Newest(u).Message
}

// A banned user joins no campaign, and one who has had their data deleted is in none.
func TestCampaignsAndPeople(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.May[owner] = bot.ManageServer
	w.Slash(owner, []string{"mod", "ban"}, opt("user", "eve"), opt("reason", "rude"))
	w.click(owner, w.Newest(owner), "|go")
	w.says(w.campaign(eve, "join", opt("side", "1")), "keeps you from")
	w.says(w.campaign(eve, "start"), "keeps you from")

	w.quits(other, w.fights(one, other))
	w.says(w.campaign(otherMate, "attack", opt("target", "1")), "Your challenge is out")
	w.Settle()
	w.Slash(otherMate, privacy("export"))
	if file := string(w.Newest(otherMate).Files[0].Data); !strings.Contains(file, `"campaign": "The cup"`) {
		t.Errorf("the export does not tell of the campaign:\n%s", file)
	}
	w.says(w.Slash(otherMate, privacy("show")), "Your place in 1 campaign")
	for _, u := range []bot.UserID{otherMate, one} {
		w.Slash(u, privacy("delete"))
		w.click(u, w.Newest(u), "privacy|")
		w.Settle()
	}
	for _, u := range []bot.UserID{otherMate, one} {
		rs, err := w.Store.List(ctx, "campaign/", "", 99)
		if err != nil || len(rs) != 1 || strings.Contains(string(rs[0].Value), `"`+string(u)+`"`) {
			t.Errorf("%s stands in %s, %v", u, rs[0].Value, err)
		}
	}
	w.saysCard("<@" + string(other) + "> of") // the attack is open again, and the next of the side is called
	w.says(w.campaign(oneMate, "history"), "1 of 1")
	w.anew()
	w.says(w.campaign(owner, "end"), "as a moderator? Nobody wins")
	w.decides(owner, w.click(owner, w.Newest(owner), "End it"))
	w.Settle()
	w.saysCard("nobody has won: as a moderator ended it")
	w.saysCard("Name of owner, as a moderator: ended the campaign. Reason: for a good reason")
}

// A campaign that a moderator takes the only one out of before it began is over, and none that waits for ever.
func TestCampaignOfNobody(t *testing.T) {
	w := newWar(t)
	w.May[owner] = bot.ManageServer
	w.says(w.control(owner, "out.ann"), "no longer plays")
	w.Settle()
	w.says(w.campaign(eve, "map"), "before it began")
}

// The name of a campaign to which nobody gave one holds its starter's, until they have their data removed: on its card, above the open
// challenge of its next match, and in what is stored, also if they have left their side or an older program kept it.
func TestCampaignNamedForSomebody(t *testing.T) {
	for _, older := range []bool{false, true} {
		called := "Name of "
		w := war{newPartyAs(t, func(s *bottest.Setup) {
			s.Forms, s.Dice, s.Name = small.Forms{}, nil, func(u bot.UserID) string { return called + string(u) }
		})}
		w.says(w.campaign(ann, "start", opt("side", "1")), "Campaign of Name of ann")
		w.Settle()
		w.joins(ben, "2")
		u, other := w.first(ann, ben)
		w.joins(cal, sideOf[u])
		w.joins(dan, sideOf[other])
		w.saysCard("Campaign of Name of ann")
		key := "campaign/guild/" + w.id()
		if older {
			r := table.Record{Key: key, Value: []byte(strings.Replace(w.stored(key), `"titled":"ann",`, "", 1))}
			if err := w.Store.Put(ctx, r); err != nil || strings.Contains(w.stored(key), "titled") {
				t.Fatal(w.stored(key), err)
			}
		}
		w.control(u, "named.cal")
		w.says(w.control(cal, "attack", "1"), "Your challenge is out")
		w.Settle()
		posted := w.lobby()
		has(t, posted, "**Campaign of Name of ann**")
		if !older {
			w.control(ann, "left")
			called = "Now "
		}
		w.erase(ann)
		ms := w.Wire.Messages(bottest.General)
		has(t, ms[slices.IndexFunc(ms, func(m bottest.Message) bool { return m.ID == posted.ID })], "**Campaign "+w.id()+"**")
		w.saysCard("Campaign " + w.id())
		if all := w.about("Name of ann"); len(all) > 0 {
			t.Errorf("it stands in %v", all)
		}
		if all := w.about(`"ann"`); len(all) > 0 {
			t.Errorf("ann stands in %v", all)
		}
	}
}
