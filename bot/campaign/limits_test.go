package campaign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/table"
)

// An invalid campaign is answered with what was expected.
func TestBadCampaigns(t *testing.T) {
	w := campaigns.New(t)
	for _, x := range []struct {
		options []bottest.Option
		says    string
	}{
		{[]bottest.Option{party.Opt("opponent", "ann")}, "cannot lead both sides"},
		{[]bottest.Option{party.Opt("opponent", "robot")}, "Bots do not play"},
		{[]bottest.Option{party.Opt("opponent", string(bottest.Self))}, "I do not play Toy myself yet"},
		{[]bottest.Option{party.Opt("in", "dm-ann")}, "on a server"},
		{[]bottest.Option{party.Opt("form", "seven")}, `"seven" is not one of the choices of ` + "`form`: three, five"},
		{[]bottest.Option{party.Opt("side", "Mars")}, `"Mars" is not one of the choices of ` + "`side`"},
		{[]bottest.Option{party.Opt("clock", "sundial")}, `"sundial" is not one of the choices of ` + "`clock`: none, quick, slow"},
		{[]bottest.Option{party.Opt("size", "0")}, "from 1 to 8"},
		{[]bottest.Option{party.Opt("size", "9")}, "from 1 to 8"},
		{[]bottest.Option{party.Opt("name", strings.Repeat("é", 61))}, "61 characters; expected at most 60"},
	} {
		w.Says(w.Command(ann, "start", x.options...), x.says)
	}
	w.Says(w.Command(eve, "map", party.Opt("campaign", "nothere")), "no such campaign")
	w.Says(w.Press(eve, w.CampaignCard(), "campaign|nothere|map"), "no such campaign")
	w.Says(w.Press(eve, w.CampaignCard(), "campaign||map"), "older message")
	w.Says(w.Press(eve, w.CampaignCard(), party.ControlOf(t, w.CampaignCard(), "campaign|")+"x"), "older message")
	w.Says(w.Command(eve, "appoint", party.Opt("member", "ann"), party.Opt("as", "king")), `"king" is not one of the choices of `+"`as`: named, captain, out")
	w.Says(w.Command(eve, "appoint", party.Opt("member", "ann")), "neither side")
	w.Says(w.Command(eve, "leave"), "neither side")
	w.Says(w.Command(eve, "attack"), "neither side")
	w.Says(w.Command(eve, "end"), "Only the captain")
	w.Says(w.Command(eve, "join"), "which side do you join?")
	w.Says(w.Command(ann, "attack"), "It begins when somebody joins **Sun**")
	w.Says(w.Command(ann, "join"), "no such campaign") // there is none left to join
	for _, id := range []string{"attack", "join", "named", "captain", "out", "ended"} {
		if a := w.Press(ann, w.CampaignCard(), strings.Replace(party.ControlOf(t, w.CampaignCard(), "|history"), "history", id+".zzz", 1)); a.Letter == nil {
			t.Errorf("%s: no answer", id)
		}
	}
}

// A side has room for eight members, or for the chosen number. Names have at most 60 characters.
func TestCampaignSizes(t *testing.T) {
	w := campaigns.New(t, party.Opt("name", strings.Repeat("é", 60)))
	for n := range 8 {
		w.Says(w.Command(wire.UserID(fmt.Sprintf("sun%d", n)), "join", party.Opt("side", "2")), "You play for **Sun** now")
	}
	w.Says(w.Command(eve, "join", party.Opt("side", "2")), "room for 8")
	w.Says(w.Command(eve, "join", party.Opt("side", "1")), "You play for **Moon** now")
	w.Says(w.Command(eve, "join", party.Opt("side", "2")), "no such campaign") // she already has a side
	w.Says(w.Press(eve, w.CampaignCard(), party.ControlOf(t, w.CampaignCard(), "Join: Sun")), "for **Moon** already")
	w.Settle()
	if _, ok := bottest.ControlsOf(w.CampaignCard().Message).Find("Join: Sun"); ok {
		t.Error("a full side is offered")
	}
	duel := campaigns.New(t, party.Opt("opponent", "ben"))
	duel.Command(ben, "join", party.Opt("side", "2"))
	duel.Says(duel.Command(eve, "join"), "room for 1")
}

// A server has at most ten running campaigns, led by several users. Of the finished ones the oldest are deleted, and
// never a running one.
func TestCampaignsOfServer(t *testing.T) {
	w := campaigns.New(t)
	for n := range 9 {
		u := wire.UserID(fmt.Sprint("lead", n/3))
		if n < 2 {
			u = ann
		}
		w.Says(w.Command(u, "start", party.Opt("name", fmt.Sprint("no ", n))), fmt.Sprint("no ", n))
	}
	w.Says(w.Command(ann, "start"), "under way, which is the most")
	w.Says(w.Command(ann, "map"), "several campaigns: choose one")
	m := w.Newest(ann)
	w.Says(w.Press(ann, m, party.ControlOf(t, m, "Which campaign"), bottest.ControlsOf(m.Message).Selects[0].Options[0].Value), "## ⚔️")
	w.Says(w.Command(ben, "start", party.Opt("guild", "elsewhere"), party.Opt("in", "there")), "Campaign of Name of ben")
	for n := range 60 {
		id := bottest.ControlsOf(picks(w, ann)).Selects[0].Options[0].Value
		w.Command(ann, "end", party.Opt("campaign", id))
		w.Says(w.Click(ann, w.Newest(ann), "End it"), "is over")
		w.Says(w.Command(ann, "start", party.Opt("name", fmt.Sprint("new ", n))), fmt.Sprint("new ", n))
		w.Clock.Advance(time.Hour / 30)
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

// picks returns the newest message that asks which campaign.
func picks(w campaigns.Campaign, u wire.UserID) wire.Message {
	w.T.Helper()
	w.Command(u, "map")
	return w.Newest(u).Message
}

// A banned user cannot join a campaign, and a user whose data was deleted is in none.
func TestCampaignsAndPeople(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.May[owner] = wire.ManageServer
	w.Slash(owner, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude"))
	w.Click(owner, w.Newest(owner), "|go")
	w.Says(w.Command(eve, "join", party.Opt("side", "1")), "has banned you from")
	w.Says(w.Command(eve, "start"), "has banned you from")

	w.Quits(other, w.Fights(one, other))
	w.Says(w.Command(otherMate, "attack", party.Opt("target", "1")), "Your challenge is out")
	w.Settle()
	w.Slash(otherMate, party.PrivacyCommand("export"))
	if file := string(w.Newest(otherMate).Files[0].Data); !strings.Contains(file, `"campaign": "The cup"`) {
		t.Errorf("the export does not tell of the campaign:\n%s", file)
	}
	w.Says(w.Slash(otherMate, party.PrivacyCommand("show")), "Your place in 1 campaign")
	for _, u := range []wire.UserID{otherMate, one} {
		w.Slash(u, party.PrivacyCommand("delete"))
		w.Click(u, w.Newest(u), "privacy|")
		w.Settle()
	}
	for _, u := range []wire.UserID{otherMate, one} {
		rs, err := w.Store.List(ctx, "campaign/", "", 99)
		if err != nil || len(rs) != 1 || strings.Contains(string(rs[0].Value), `"`+string(u)+`"`) {
			t.Errorf("%s stands in %s, %v", u, rs[0].Value, err)
		}
	}
	w.CardSays(wire.Mention(other, "Name of "+string(other)) + " of") // the attack is open again, and the next member of the side is notified
	w.Says(w.Command(oneMate, "history"), "1 of 1")
	anew(w)
	w.Says(w.Command(owner, "end"), "as a moderator? Nobody wins")
	w.Decides(owner, w.Click(owner, w.Newest(owner), "End it"))
	w.Settle()
	w.CardSays("nobody has won: as a moderator ended it")
	w.CardSays("Name of owner, as a moderator: ended the campaign. Reason: for a good reason")
}

// If a moderator removes the only member from a campaign before it begins, it ends and does not wait for ever.
func TestCampaignOfNobody(t *testing.T) {
	w := campaigns.New(t)
	w.May[owner] = wire.ManageServer
	w.Says(w.Control(owner, "out.ann"), "no longer plays")
	w.Settle()
	w.Says(w.Command(eve, "map"), "before it began")
}

// An unnamed campaign contains its starter's name until their data is removed: on its card, above the open challenge of
// its next match, and in the store, even if they have left their side or an older program stored it.
func TestCampaignNamedForSomebody(t *testing.T) {
	for _, older := range []bool{false, true} {
		called := "Name of "
		w := campaigns.Campaign{Party: party.PlainAs(t, func(s *bottest.Setup) {
			s.Forms, s.Dice, s.Name = small.Forms{}, nil, func(u wire.UserID) string { return called + string(u) }
		})}
		w.Says(w.Command(ann, "start", party.Opt("side", "1")), "Campaign of Name of ann")
		w.Settle()
		w.Joins(ben, "2")
		u, other := w.First(ann, ben)
		w.Joins(cal, campaigns.SideOf[u])
		w.Joins(dan, campaigns.SideOf[other])
		w.CardSays("Campaign of Name of ann")
		key := "campaign/guild/" + w.CampaignID()
		if older {
			r := table.Record{Key: key, Value: []byte(strings.Replace(w.Stored(key), `"titled":"ann",`, "", 1))}
			if err := w.Store.Put(ctx, r); err != nil || strings.Contains(w.Stored(key), "titled") {
				t.Fatal(w.Stored(key), err)
			}
		}
		w.Control(u, "named.cal")
		w.Says(w.Control(cal, "attack", "1"), "Your challenge is out")
		w.Settle()
		posted := w.Card()
		party.Has(t, posted, "**Campaign of Name of ann**")
		if !older {
			w.Control(ann, "left")
			called = "Now "
		}
		w.Erase(ann)
		ms := w.Wire.Messages(bottest.General)
		party.Has(t, ms[slices.IndexFunc(ms, func(m bottest.Message) bool { return m.ID == posted.ID })], "**Campaign "+w.CampaignID()+"**")
		w.CardSays("Campaign " + w.CampaignID())
		if all := w.About("Name of ann"); len(all) > 0 {
			t.Errorf("it stands in %v", all)
		}
		if all := w.About(`"ann"`); len(all) > 0 {
			t.Errorf("ann stands in %v", all)
		}
	}
}
