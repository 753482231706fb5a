package campaign_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Attacks by somebody who knows the code on a campaign: to win it without playing, to lose it for others, to stop it,
// to judge it.

// A user who joins a side that has kept the other waiting, perhaps on behalf of the other, neither leads nor plays for
// it. A member who was there does.
func TestCheatByJoiningASideThatWaits(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[u])
	w.Pass(3*day + time.Hour)
	w.Joins(eve, campaigns.SideOf[u])
	for _, what := range []string{"out." + string(u), "captain.eve", "named.eve"} {
		w.Says(w.Control(eve, what), "Only the captain")
	}
	w.Says(w.Control(eve, "attack", "1"), "You cannot do that now")
	w.Says(w.Control(cal, "named", string(cal)), "plays the next match")
	w.Attacks(cal)
	// The same holds when the side must accept: a newcomer cannot accept.
	w.Pass(3*day + time.Hour)
	w.Joins(dan, campaigns.SideOf[other])
	id, _ := bottest.ControlsOf(w.Card().Message).Find("accept|")
	w.Says(w.Press(dan, w.Card(), id), "for somebody else")
}

// A user with a side in a campaign does not decide about it as a moderator or judge its matches, even after leaving it.
func TestCheatByJudgingTheOwnCampaign(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(judge, campaigns.SideOf[u])
	w.May[judge], w.May[second] = wire.ManageServer, wire.ManageServer
	id := w.Fights(u, other)
	for _, step := range []string{"on a side", "after leaving"} {
		for _, what := range []string{"ended.moderator", "out." + string(other), "named." + string(other), "captain." + string(u)} {
			w.Control(judge, what)
			if got := party.Text(w.Control(eve, "map")); !strings.Contains(got, "The match is on") || !strings.Contains(got, "<@ben>") || !strings.Contains(got, "<@ann>") {
				t.Errorf("%s, %s: the campaign shows %s", step, what, got)
			}
		}
		w.Says(w.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You have or had a side")
		w.Says(w.Mod(judge, id, "show", party.Opt("view", "all"), party.Opt("reason", "x")), "You have or had a side")
		w.Control(judge, "left")
	}
	w.Says(w.Mod(second, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You are about to")
	w.Says(w.Control(second, "ended", "moderator"), "is over")
	w.Slash(judge, []string{"privacy", "export"})
	if files := w.Newest(judge).Files; len(files) != 1 || !strings.Contains(string(files[0].Data), `"left": true`) {
		t.Errorf("the export does not tell of it: %s", files)
	}
	w.Erase(judge)
	if s := w.About(string(judge)); len(s) > 0 {
		t.Errorf("it is kept of who left: %v", s)
	}
}

// A banned player whose turn it is does not stop the attack.
func TestCheatByBeingBanned(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.May[judge] = wire.ManageServer
	w.Slash(judge, []string{"mod", "ban"}, party.Opt("user", string(other)), party.Opt("reason", "spam"), party.Opt("days", "300"))
	w.Click(judge, w.Newest(judge), "|go")
	id := w.Attacks(u)
	w.Says(w.Press(other, w.Card(), "accept|"+string(id)), "has banned you from matches")
	w.Pass(14*day + time.Hour)
	w.Says(w.Control(u, "end"), "so nobody wins")
	w.Says(w.Control(u, "ended", "barred"), "is over")
	w.Settle()
	w.CardSays("nobody has won: as a moderator kept a side from its matches")
	w.CardSays("Name of judge, as a moderator: <@" + string(other) + ">")
}

// A banned user who has made or accepted the challenge does not win by it either: the other side, which may not play
// them, keeps nobody waiting.
func TestCheatByBeingBannedMeanwhile(t *testing.T) {
	for _, who := range []string{"challenger", "taker"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
		u, other := w.First(ann, ben)
		w.Joins(cal, campaigns.SideOf[u])
		w.Joins(dan, campaigns.SideOf[other])
		w.May[judge] = wire.ManageServer
		id := w.Attacks(u)
		banned, waits := u, other
		if who == "taker" {
			w.Takes(other, id)
			banned, waits = other, u
		}
		w.Slash(judge, []string{"mod", "ban"}, party.Opt("user", string(banned)), party.Opt("reason", "spam"))
		w.Click(judge, w.Newest(judge), "|go")
		if who == "taker" {
			w.Pass(2 * time.Hour) // after that the player whose turn it is may be notified again
			w.Says(w.Control(eve, "map"), "is to be played")
		}
		w.Pass(14*day + time.Hour)
		w.Says(w.Control(banned, "end"), "The other side wins")
		w.Says(w.Control(waits, "end"), map[string]string{"challenger": "The other side wins", "taker": "so your side wins"}[who])
		if who == "challenger" { // another member of the side may attack when their turn has come
			w.Pass(3*day + time.Hour)
			w.Says(w.Control(cal, "attack", "1"), "Your challenge is out")
			w.Settle()
			id = table.ID(strings.TrimPrefix(party.ControlOf(t, w.Card(), "accept|"), "accept|"))
			w.Takes(other, id)
			w.Says(w.Press(cal, w.Card(), "ready|"+string(id)), "The match begins")
		} else {
			w.Takes(dan, id)
			w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
		}
	}
}

// A moderator with a side in a campaign does not stop the other side's players by banning them, whenever they joined
// it.
func TestCheatByBanningTheOtherSide(t *testing.T) {
	for _, first := range []string{"joins", "bans"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
		u, other := w.First(ann, ben)
		w.May[judge], w.May[second] = wire.ManageServer, wire.ManageServer
		bans := func(m wire.UserID) {
			w.Slash(m, []string{"mod", "ban"}, party.Opt("user", string(other)), party.Opt("reason", "spam"))
			w.Says(w.Click(m, w.Newest(m), "|go"), "is banned from matches")
		}
		if first == "bans" {
			bans(judge)
		}
		w.Joins(judge, campaigns.SideOf[u])
		if first == "joins" {
			bans(judge)
		}
		w.Says(w.Slash(other, party.Challenge), "has banned you from matches here")
		id := w.Attacks(u)
		w.Takes(other, id)
		bans(second)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "has banned that player from matches")
		w.Slash(second, []string{"mod", "unban"}, party.Opt("user", string(other)), party.Opt("reason", "spam"))
		w.Click(second, w.Newest(second), "|go")
		bans(judge)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.Quits(u, id)
		w.Attacks(other)
	}
}

// A manager of the server with a side cannot either: a campaign continues in the channel where it began, whatever
// `/setup` says since.
func TestCheatBySettingTheServerUp(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	w.Joins(judge, campaigns.SideOf[u])
	w.May[judge] = wire.ManageServer
	for _, x := range [][2]wire.UserID{{u, other}, {other, u}} {
		if x[0] == u {
			w.Attacks(u)
			w.Says(w.Slash(judge, setup, party.Opt("channel", "elsewhere")), "elsewhere")
		} else {
			w.Attacks(other)
		}
		id := table.ID(strings.TrimPrefix(party.ControlOf(t, w.Card(), "accept|"), "accept|"))
		w.Takes(x[1], id)
		w.Says(w.Press(x[0], w.Card(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.Quits(x[0], id)
	}
	w.Says(w.Slash(other, party.Challenge), "matches are played in <#elsewhere>")
}

// However a campaign ends, its open challenge is withdrawn: nobody could accept it any more, and it would count towards
// its user's limit of open challenges.
func TestCheatByLeavingAChallengeBehind(t *testing.T) {
	for _, how := range []string{"left", "out", "removal", "ended.resigned", "ended.moderator"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
		w.May[judge] = wire.ManageServer
		u, other := w.First(ann, ben)
		w.Attacks(u)
		switch how {
		case "out":
			w.Control(judge, "out", string(other))
		case "removal":
			w.Erase(other)
		case "ended.moderator":
			w.Control(judge, how)
		default:
			w.Control(other, how)
		}
		w.Settle()
		w.Says(w.Control(eve, "map"), "It is over")
		if rs, err := w.Store.List(ctx, "table/", "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %d challenges are open, %v", how, len(rs), err)
		}
	}
}

// Outsiders and the other side press controls that are not theirs, forged and out of turn, without effect. A match
// counts once, whoever presses what twice.
func TestCheatByForgedControlsOfACampaign(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	before := w.Stored("campaign/guild/" + w.CampaignID())
	for _, x := range []wire.UserID{eve, other} {
		for _, what := range []string{"attack.1", "attack.7", "back", "named." + string(u), "captain." + string(x), "out." + string(u), "ended.idle", "ended.moderator", "ended.off",
			"ended.", "nothing", "", "history.-1", "history.99999999999999999999", "map.x", "side", "join.7", "join.x"} {
			w.Control(x, what)
		}
	}
	w.Control(eve, "left")
	w.Control(eve, "leave")
	w.Press(eve, w.CampaignCard(), "campaign||attack", w.CampaignID())
	w.Press(eve, w.CampaignCard(), "campaign|../guild/"+w.CampaignID()+"|map")
	if now := w.Stored("campaign/guild/" + w.CampaignID()); now != before {
		t.Errorf("it is\n%s\nand was\n%s", now, before)
	}
	id := w.Attacks(u)
	w.Joins(cal, campaigns.SideOf[u]) // he is on the challenger's side
	w.Press(cal, w.Card(), "accept|"+string(id))
	w.Press(cal, w.Card(), "force|"+string(id), "blue")
	for _, press := range []string{"rivals|" + string(id) + "|recruit", "decline|" + string(id), "cancel|" + string(id), "ready|" + string(id), "change|" + string(id)} {
		for _, x := range []wire.UserID{eve, other} {
			w.Press(x, w.Card(), press)
		}
	}
	w.Press(u, w.Card(), "rivals|"+string(id)+"|recruit")
	for _, x := range []wire.UserID{eve, u} {
		w.Press(x, w.Card(), "accept|"+string(id))
		w.Press(x, w.Card(), "force|"+string(id), "blue")
	}
	if all, err := w.Hall.MatchesOf(ctx, u); err != nil || len(all) > 0 {
		t.Fatalf("a match began: %v %v", all, err)
	}
	w.Press(other, w.Card(), "accept|"+string(id))
	w.Press(other, w.Card(), "force|"+string(id), "blue")
	w.Settle()
	w.Quits(other, id)
	w.Quits(other, id)
	w.Press(u, w.CampaignCard(), "rematch|"+string(id))
	if log := anew(w); len(log.Played) != 1 {
		t.Errorf("%d matches count", len(log.Played))
	}
	w.Says(w.Control(eve, "map"), "chooses the next match")
}

// The number of campaigns that one user leads is bounded, and theirs do not displace campaigns in which others have
// played.
func TestCheatByFillingAServerWithCampaigns(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Quits(other, w.Fights(u, other))
	w.Quits(u, w.Fights(other, u))
	played := w.CampaignID()
	for range 3 {
		w.Says(w.Command(eve, "start"), "Campaign of")
	}
	w.Says(w.Command(eve, "start"), "You lead 3 campaigns")
	w.Says(w.Command(cal, "start"), "Campaign of")
	for range 60 {
		w.Clock.Advance(time.Hour / 30)
		w.Says(w.Command(dan, "start", party.Opt("name", "x")), "x")
		w.Press(dan, w.Newest(dan), strings.Replace(party.ControlOf(t, w.Newest(dan), "|history"), "history", "ended.off", 1))
	}
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 100)
	if err != nil || len(rs) > 50 {
		t.Errorf("%d campaigns are kept (%v)", len(rs), err)
	}
	w.Says(w.Command(eve, "history", party.Opt("campaign", played)), "matches 1 to")
}

// The dice of a campaign are rolled when both sides have a member. A user who begins campaigns until they like the
// result has seen nothing of the dice.
func TestCheatTheDiceOfACampaign(t *testing.T) {
	w := campaigns.New(t, party.Opt("opponent", "ben"))
	setup := func() string {
		_, after, _ := strings.Cut(w.Stored("campaign/guild/"+w.CampaignID()), `"setup":`)
		setup, _, _ := strings.Cut(after, "}")
		return setup
	}
	other := 0
	for range 8 {
		if got := bottest.Words(w.CampaignCard().Message); strings.Contains(got, "Matches won") {
			t.Fatalf("before anybody has joined it shows %s", got)
		}
		before := setup()
		w.Joins(ben, "2")
		if setup() != before {
			other++
		}
		w.Says(w.Control(ben, "ended", "resigned"), "is over")
		w.Settle()
		w.Says(w.Command(ann, "start", party.Opt("opponent", "ben"), party.Opt("side", "1")), "It begins when")
		w.Settle()
	}
	if other == 0 || other == 8 {
		t.Errorf("of 8 tosses %d came out otherwise than the starter's", other)
	}
}

// A user whose data is removed during a match of a campaign that they are losing has lost it for their side.
func TestCheatACampaignByRemoval(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[other])
	w.Fights(u, other)
	w.Erase(other)
	w.Says(w.Control(eve, "history"), "won by who chose")
	if log := anew(w); len(log.Played) != 1 {
		t.Errorf("%d matches count", len(log.Played))
	}
}

// A user who had a side in a running campaign does not judge it after the removal of their data either. After the
// campaign nothing is stored about them.
func TestCheatByJudgingAfterRemoval(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(judge, campaigns.SideOf[u])
	w.May[judge] = wire.ManageServer
	id := w.Fights(u, other)
	for range 2 {
		w.Erase(judge)
		for _, what := range []string{"ended.moderator", "out." + string(other), "captain." + string(u)} {
			w.Control(judge, what)
		}
		if got := party.Text(w.Control(eve, "map")); !strings.Contains(got, "The match is on") || !strings.Contains(got, "<@ben>") || !strings.Contains(got, "<@ann>") {
			t.Errorf("the campaign shows %s", got)
		}
		w.Says(w.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You have or had a side")
	}
	if s := w.Stored("campaign/guild/" + w.CampaignID()); strings.Contains(s, string(judge)) || strings.Count(s, bot.GoneUser) != 1 {
		t.Errorf("of who left it keeps %s", s)
	}
	w.Says(w.Slash(judge, party.PrivacyCommand("show")), "0 campaigns")
	w.Says(w.Control(ann, "ended.resigned"), "is over")
	if s := w.Stored("campaign/guild/" + w.CampaignID()); strings.Contains(s, bot.GoneUser) {
		t.Errorf("of who left it keeps %s", s)
	}
}

// A user who leaves a side, or is removed from it, plays no more matches for it: neither one that they have accepted
// nor one that they have chosen. A captain's appointment ends too.
func TestCheatByPlayingOnForASide(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[other])
	w.Joins(dan, campaigns.SideOf[u])
	for _, out := range []func(){
		func() { w.Says(w.Control(other, "out.cal"), "no longer plays for your side") },
		func() { w.Says(w.Control(cal, "left"), "You have left") },
	} {
		w.Says(w.Control(other, "named.cal"), "plays the next match")
		id := w.Attacks(u)
		w.Takes(cal, id)
		out()
		if s := w.Stored("campaign/guild/" + w.CampaignID()); strings.Contains(s, `"named"`) {
			t.Errorf("somebody is appointed still: %s", s)
		}
		w.Press(u, w.Card(), "ready|"+string(id))
		w.Says(w.Press(cal, w.Card(), "accept|"+string(id)), "for somebody else")
		w.Says(w.Press(other, w.Card(), "accept|"+string(id)), "Choose your force")
		w.Control(u, "back")
		w.Joins(cal, campaigns.SideOf[other])
	}
	w.Says(w.Control(u, "named.dan"), "plays the next match")
	id := w.Attacks(dan)
	w.Takes(other, id)
	w.Says(w.Control(u, "out.dan"), "no longer plays for your side")
	w.Says(w.Press(dan, w.Card(), "ready|"+string(id)), "no longer open")
	for _, x := range []wire.UserID{cal, dan, u, other} {
		if all, err := w.Hall.MatchesOf(ctx, x); err != nil || len(all) > 0 {
			t.Errorf("a match of %s began: %v %v", x, all, err)
		}
	}
	w.Says(w.Control(eve, "map"), "chooses the next match")
}

// Leaving does not undo a battle against the program that is going badly: the side that it waits for has lost it after
// a week.
func TestCheatByLeavingABattleAgainstTheBot(t *testing.T) {
	w := campaigns.NewAs(t, func(s *bottest.Setup) { s.Forms = bottest.WithRival{Offered: small.Forms{}, Mind: mind.Mind{}} }, party.Opt("opponent", string(bottest.Self)))
	w.Pass(mind.Calm)
	if accept, ok := bottest.ControlsOf(w.CampaignCard().Message).Find("accept|"); ok { // the program attacks
		takesFrom(w, strings.TrimPrefix(accept, "accept|"))
	} else {
		w.Control(ann, "attack", "1")
		w.Settle()
		w.Says(w.Click(ann, w.Card(), "ready|"), "The match begins")
	}
	w.Pass(mind.Calm)
	id := only(t, w.Party, ann)
	w.Pass(7*day - time.Hour)
	if r := w.PublicOf(id).Result; r != nil {
		t.Fatalf("after less than a week: %+v", r)
	}
	w.Pass(7 * day)
	p := w.PublicOf(id)
	if p.Result == nil || p.Result.Why != table.WhyTime || p.Result.Rank[slices.Index(p.Meta.Users, ann)] != 2 {
		t.Errorf("the battle that was left ended so: %+v", p.Result)
	}
	w.CardSays("Matches won: 0 to 1")
}

// takesFrom has ann accept that challenge of the program's, which begins its match.
func takesFrom(w campaigns.Campaign, id string) {
	w.T.Helper()
	w.Press(ann, w.CampaignCard(), "accept|"+id)
	w.Says(w.Click(ann, w.Newest(ann), "force|", "blue"), "The match begins")
}

// only returns the user's only match.
func only(t *testing.T, p *party.Party, u wire.UserID) table.ID {
	t.Helper()
	all, err := p.Hall.MatchesOf(ctx, u)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0].Match
}

// A moderator who is asked for confirmation, and joins a side before confirming, judges nothing any more.
func TestCheatByJoiningBeforeTheRuling(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.May[judge] = wire.ManageServer
	id := w.Fights(u, other)
	w.Says(w.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You are about to")
	button := party.ControlOf(t, w.Newest(judge), "|go")
	asked := w.Newest(judge)
	w.Joins(judge, "1")
	w.Says(w.Press(judge, asked, button), "You have or had a side")
	w.Says(w.Control(eve, "map"), "The match is on")
}
