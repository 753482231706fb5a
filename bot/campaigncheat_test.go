package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game/table"
)

// What somebody with the code in hand may try against a campaign: to win it without playing, to lose it for others, to keep it from
// going on, to judge it.

const day = 24 * time.Hour

// newTeams is a campaign with open sides: ann leads Moon, ben leads Sun.
func newTeams(t *testing.T, options ...bottest.Option) war {
	t.Helper()
	w := newWar(t, options...)
	w.joins(ben, "2")
	return w
}

// sideOf is the side that each of the two who begin a campaign leads, as /campaign join names it.
var sideOf = map[bot.UserID]string{ann: "1", ben: "2"}

func (w war) joins(u bot.UserID, side string) {
	w.t.Helper()
	w.says(w.campaign(u, "join", opt("side", side)), "You play for")
	w.Settle()
}

// control presses a control of the only campaign, as a forged message would have it.
func (w war) control(u bot.UserID, what string, values ...string) bot.Answer {
	w.t.Helper()
	id := controlOf(w.t, w.card(), "campaign|")
	id = strings.Join(strings.Split(id, "|")[:2], "|")
	return w.decides(u, w.Press(u, w.card(), id+"|"+what, values...))
}

// decides gives a reason if the answer asks a moderator for one.
func (w war) decides(u bot.UserID, a bot.Answer) bot.Answer {
	w.t.Helper()
	if a.Form == nil || a.Form.Fields[0].ID != "reason" {
		return a
	}
	return w.Submit(u, w.card(), a.Form, map[string]string{"reason": "for a good reason"})
}

// attacks makes a challenge of the side whose turn it is, and returns its id.
func (w war) attacks(u bot.UserID) table.ID {
	w.t.Helper()
	w.says(w.control(u, "attack", "1"), "Your challenge is out")
	w.Settle()
	id, _ := bottest.ControlsOf(w.lobby().Message).Find("accept|")
	return table.ID(strings.TrimPrefix(id, "accept|"))
}

// takes lets the user accept with a force.
func (w war) takes(u bot.UserID, id table.ID) {
	w.t.Helper()
	m := w.card()
	w.Press(u, m, "accept|"+string(id))
	w.says(w.click(u, w.Newest(u), "force|", "blue"), "You are in")
}

// A user who joins a side that has let the other wait, perhaps for the other, neither leads nor plays for it; a member who was there does.
func TestCheatByJoiningASideThatWaits(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(cal, sideOf[u])
	w.Pass(3*day + time.Hour)
	w.joins(eve, sideOf[u])
	for _, what := range []string{"out." + string(u), "captain.eve", "named.eve"} {
		w.says(w.control(eve, what), "Only the captain")
	}
	w.says(w.control(eve, "attack", "1"), "You cannot do that now")
	w.says(w.control(cal, "named", string(cal)), "plays the next match")
	w.attacks(cal)
	// The same when it is to accept: another side's newcomer is no taker.
	w.Pass(3*day + time.Hour)
	w.joins(dan, sideOf[other])
	id, _ := bottest.ControlsOf(w.lobby().Message).Find("accept|")
	w.says(w.Press(dan, w.lobby(), id), "for somebody else")
}

// A user with a side in a campaign does not decide about it as a moderator, nor judge its matches, also after leaving it.
func TestCheatByJudgingTheOwnCampaign(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(judge, sideOf[u])
	w.May[judge], w.May[second] = bot.ManageServer, bot.ManageServer
	id := w.fights(u, other)
	for _, step := range []string{"on a side", "after leaving"} {
		for _, what := range []string{"ended.moderator", "out." + string(other), "named." + string(other), "captain." + string(u)} {
			w.control(judge, what)
			if got := text(w.control(eve, "map")); !strings.Contains(got, "The match is on") || !strings.Contains(got, "<@ben>") || !strings.Contains(got, "<@ann>") {
				t.Errorf("%s, %s: the campaign shows %s", step, what, got)
			}
		}
		w.says(w.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "You have or had a side")
		w.says(w.mod(judge, id, "show", opt("view", "all"), opt("reason", "x")), "You have or had a side")
		w.control(judge, "left")
	}
	w.says(w.mod(second, id, "end", opt("result", "a"), opt("reason", "x")), "You are about to")
	w.says(w.control(second, "ended", "moderator"), "is over")
	w.Slash(judge, []string{"privacy", "export"})
	if files := w.Newest(judge).Files; len(files) != 1 || !strings.Contains(string(files[0].Data), `"left": true`) {
		t.Errorf("the export does not tell of it: %s", files)
	}
	w.erase(judge)
	if s := w.about(string(judge)); len(s) > 0 {
		t.Errorf("it is kept of who left: %v", s)
	}
}

// A banned user who is called keeps nobody from the attack.
func TestCheatByBeingBanned(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.May[judge] = bot.ManageServer
	w.Slash(judge, []string{"mod", "ban"}, opt("user", string(other)), opt("reason", "spam"), opt("days", "300"))
	w.click(judge, w.Newest(judge), "|go")
	id := w.attacks(u)
	w.says(w.Press(other, w.lobby(), "accept|"+string(id)), "keeps you from matches")
	w.Pass(14*day + time.Hour)
	w.says(w.control(u, "end"), "so nobody wins")
	w.says(w.control(u, "ended", "barred"), "is over")
	w.Settle()
	w.saysCard("nobody has won: as a moderator kept a side from its matches")
	w.saysCard("Name of judge, as a moderator: <@" + string(other) + ">")
}

// Nor does a banned user win who has made the challenge, or accepted it: the other side, which may not play them, does not let anybody wait.
func TestCheatByBeingBannedMeanwhile(t *testing.T) {
	for _, who := range []string{"challenger", "taker"} {
		w := newTeams(t, opt("clock", "slow"))
		u, other := w.first(ann, ben)
		w.joins(cal, sideOf[u])
		w.joins(dan, sideOf[other])
		w.May[judge] = bot.ManageServer
		id := w.attacks(u)
		banned, waits := u, other
		if who == "taker" {
			w.takes(other, id)
			banned, waits = other, u
		}
		w.Slash(judge, []string{"mod", "ban"}, opt("user", string(banned)), opt("reason", "spam"))
		w.click(judge, w.Newest(judge), "|go")
		if who == "taker" {
			w.Pass(2 * time.Hour) // after which whoever is called now may be called again
			w.says(w.control(eve, "map"), "is to be played")
		}
		w.Pass(14*day + time.Hour)
		w.says(w.control(banned, "end"), "The other side wins")
		w.says(w.control(waits, "end"), map[string]string{"challenger": "The other side wins", "taker": "so your side wins"}[who])
		if who == "challenger" { // somebody else of the side may attack, when their turn has come
			w.Pass(3*day + time.Hour)
			w.says(w.control(cal, "attack", "1"), "Your challenge is out")
			w.Settle()
			id = table.ID(strings.TrimPrefix(controlOf(t, w.lobby(), "accept|"), "accept|"))
			w.takes(other, id)
			w.says(w.Press(cal, w.lobby(), "ready|"+string(id)), "The match begins")
		} else {
			w.takes(dan, id)
			w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "The match begins")
		}
	}
}

// A moderator with a side in a campaign does not keep the other side's players from it by banning them, whenever they joined it.
func TestCheatByBanningTheOtherSide(t *testing.T) {
	for _, first := range []string{"joins", "bans"} {
		w := newTeams(t, opt("clock", "slow"))
		u, other := w.first(ann, ben)
		w.May[judge], w.May[second] = bot.ManageServer, bot.ManageServer
		bans := func(m bot.UserID) {
			w.Slash(m, []string{"mod", "ban"}, opt("user", string(other)), opt("reason", "spam"))
			w.says(w.click(m, w.Newest(m), "|go"), "is kept from matches")
		}
		if first == "bans" {
			bans(judge)
		}
		w.joins(judge, sideOf[u])
		if first == "joins" {
			bans(judge)
		}
		w.says(w.Slash(other, challenge), "keeps you from matches here")
		id := w.attacks(u)
		w.takes(other, id)
		bans(second)
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "keeps that player from matches")
		w.Slash(second, []string{"mod", "unban"}, opt("user", string(other)), opt("reason", "spam"))
		w.click(second, w.Newest(second), "|go")
		bans(judge)
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.quits(u, id)
		w.attacks(other)
	}
}

// Nor does a manager of the server with a side: a campaign goes on in the channel where it began, whatever `/setup` says since.
func TestCheatBySettingTheServerUp(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	w.joins(judge, sideOf[u])
	w.May[judge] = bot.ManageServer
	for _, x := range [][2]bot.UserID{{u, other}, {other, u}} {
		if x[0] == u {
			w.attacks(u)
			w.says(w.Slash(judge, setup, opt("channel", "elsewhere")), "elsewhere")
		} else {
			w.attacks(other)
		}
		id := table.ID(strings.TrimPrefix(controlOf(t, w.lobby(), "accept|"), "accept|"))
		w.takes(x[1], id)
		w.says(w.Press(x[0], w.lobby(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.quits(x[0], id)
	}
	w.says(w.Slash(other, challenge), "matches are played in <#elsewhere>")
}

// However a campaign ends, the challenge that is open in it goes: nobody could take it up any more, and it would count among those that
// its user may have open.
func TestCheatByLeavingAChallengeBehind(t *testing.T) {
	for _, how := range []string{"left", "out", "removal", "ended.resigned", "ended.moderator"} {
		w := newTeams(t, opt("clock", "slow"))
		w.May[judge] = bot.ManageServer
		u, other := w.first(ann, ben)
		w.attacks(u)
		switch how {
		case "out":
			w.control(judge, "out", string(other))
		case "removal":
			w.erase(other)
		case "ended.moderator":
			w.control(judge, how)
		default:
			w.control(other, how)
		}
		w.Settle()
		w.says(w.control(eve, "map"), "It is over")
		if rs, err := w.Store.List(ctx, "table/", "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %d challenges are open, %v", how, len(rs), err)
		}
	}
}

// Outsiders and the other side press what is not theirs, forged and out of turn; nothing comes of it. A match counts once, whoever
// presses what twice.
func TestCheatByForgedControlsOfACampaign(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	before := w.stored("campaign/guild/" + w.id())
	for _, x := range []bot.UserID{eve, other} {
		for _, what := range []string{"attack.1", "attack.7", "back", "named." + string(u), "captain." + string(x), "out." + string(u), "ended.idle", "ended.moderator", "ended.off",
			"ended.", "nothing", "", "history.-1", "history.99999999999999999999", "map.x", "side", "join.7", "join.x"} {
			w.control(x, what)
		}
	}
	w.control(eve, "left")
	w.control(eve, "leave")
	w.Press(eve, w.card(), "campaign||attack", w.id())
	w.Press(eve, w.card(), "campaign|../guild/"+w.id()+"|map")
	if now := w.stored("campaign/guild/" + w.id()); now != before {
		t.Errorf("it is\n%s\nand was\n%s", now, before)
	}
	id := w.attacks(u)
	w.joins(cal, sideOf[u]) // who is on the challenger's side
	w.Press(cal, w.lobby(), "accept|"+string(id))
	w.Press(cal, w.lobby(), "force|"+string(id), "blue")
	for _, press := range []string{"rivals|" + string(id) + "|recruit", "decline|" + string(id), "cancel|" + string(id), "ready|" + string(id), "change|" + string(id)} {
		for _, x := range []bot.UserID{eve, other} {
			w.Press(x, w.lobby(), press)
		}
	}
	w.Press(u, w.lobby(), "rivals|"+string(id)+"|recruit")
	for _, x := range []bot.UserID{eve, u} {
		w.Press(x, w.lobby(), "accept|"+string(id))
		w.Press(x, w.lobby(), "force|"+string(id), "blue")
	}
	if all, err := w.Hall.MatchesOf(ctx, u); err != nil || len(all) > 0 {
		t.Fatalf("a match began: %v %v", all, err)
	}
	w.Press(other, w.lobby(), "accept|"+string(id))
	w.Press(other, w.lobby(), "force|"+string(id), "blue")
	w.Settle()
	w.quits(other, id)
	w.quits(other, id)
	w.Press(u, w.card(), "rematch|"+string(id))
	if log := w.anew(); len(log.Played) != 1 {
		t.Errorf("%d matches count", len(log.Played))
	}
	w.says(w.control(eve, "map"), "chooses the next match")
}

// id is the only campaign's.
func (w war) id() string {
	w.t.Helper()
	id, _, _ := strings.Cut(strings.Split(controlOf(w.t, w.card(), "campaign|"), "|")[1], "@")
	return id
}

// One user leads so many campaigns and no more, and does not push those out in which others have played.
func TestCheatByFillingAServerWithCampaigns(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.quits(other, w.fights(u, other))
	w.quits(u, w.fights(other, u))
	played := w.id()
	for range 3 {
		w.says(w.campaign(eve, "start"), "Campaign of")
	}
	w.says(w.campaign(eve, "start"), "You lead 3 campaigns")
	w.says(w.campaign(cal, "start"), "Campaign of")
	for range 60 {
		w.says(w.campaign(dan, "start", opt("name", "x")), "x")
		w.Press(dan, w.Newest(dan), strings.Replace(controlOf(t, w.Newest(dan), "|history"), "history", "ended.off", 1))
	}
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 100)
	if err != nil || len(rs) > 50 {
		t.Errorf("%d campaigns are kept (%v)", len(rs), err)
	}
	w.says(w.campaign(eve, "history", opt("campaign", played)), "matches 1 to")
}

// The dice of a campaign fall when both sides have somebody. Who begins campaigns until they like what they see has seen nothing of them.
func TestCheatTheDiceOfACampaign(t *testing.T) {
	w := newWar(t, opt("opponent", "ben"))
	setup := func() string {
		_, after, _ := strings.Cut(w.stored("campaign/guild/"+w.id()), `"setup":`)
		setup, _, _ := strings.Cut(after, "}")
		return setup
	}
	other := 0
	for range 8 {
		if got := bottest.Words(w.card().Message); strings.Contains(got, "Matches won") {
			t.Fatalf("before anybody has joined it shows %s", got)
		}
		before := setup()
		w.joins(ben, "2")
		if setup() != before {
			other++
		}
		w.says(w.control(ben, "ended", "resigned"), "is over")
		w.Settle()
		w.says(w.campaign(ann, "start", opt("opponent", "ben"), opt("side", "1")), "It begins when")
		w.Settle()
	}
	if other == 0 || other == 8 {
		t.Errorf("of 8 tosses %d came out otherwise than the starter's", other)
	}
}

// A user who has their data removed in a match of a campaign that they are losing has lost it for their side.
func TestCheatACampaignByRemoval(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(cal, sideOf[other])
	w.fights(u, other)
	w.erase(other)
	w.says(w.control(eve, "history"), "won by who chose")
	if log := w.anew(); len(log.Played) != 1 {
		t.Errorf("%d matches count", len(log.Played))
	}
}

// A user who had a side in a campaign that goes on does not judge it after having their data removed either. When it is over nothing is kept
// of them.
func TestCheatByJudgingAfterRemoval(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(judge, sideOf[u])
	w.May[judge] = bot.ManageServer
	id := w.fights(u, other)
	for range 2 {
		w.erase(judge)
		for _, what := range []string{"ended.moderator", "out." + string(other), "captain." + string(u)} {
			w.control(judge, what)
		}
		if got := text(w.control(eve, "map")); !strings.Contains(got, "The match is on") || !strings.Contains(got, "<@ben>") || !strings.Contains(got, "<@ann>") {
			t.Errorf("the campaign shows %s", got)
		}
		w.says(w.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "You have or had a side")
	}
	if s := w.stored("campaign/guild/" + w.id()); strings.Contains(s, string(judge)) || strings.Count(s, bot.GoneUser) != 1 {
		t.Errorf("of who left it keeps %s", s)
	}
	w.says(w.Slash(judge, privacy("show")), "0 campaigns")
	w.says(w.control(ann, "ended.resigned"), "is over")
	if s := w.stored("campaign/guild/" + w.id()); strings.Contains(s, bot.GoneUser) {
		t.Errorf("of who left it keeps %s", s)
	}
}

// A user who leaves a side, or is taken out of it, plays no match for it any more: not one that they have accepted, nor one that they have
// chosen. A captain's appointment ends too.
func TestCheatByPlayingOnForASide(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	w.joins(cal, sideOf[other])
	w.joins(dan, sideOf[u])
	for _, out := range []func(){
		func() { w.says(w.control(other, "out.cal"), "no longer plays for your side") },
		func() { w.says(w.control(cal, "left"), "You have left") },
	} {
		w.says(w.control(other, "named.cal"), "plays the next match")
		id := w.attacks(u)
		w.takes(cal, id)
		out()
		if s := w.stored("campaign/guild/" + w.id()); strings.Contains(s, `"named"`) {
			t.Errorf("somebody is appointed still: %s", s)
		}
		w.Press(u, w.lobby(), "ready|"+string(id))
		w.says(w.Press(cal, w.lobby(), "accept|"+string(id)), "for somebody else")
		w.says(w.Press(other, w.lobby(), "accept|"+string(id)), "Choose your force")
		w.control(u, "back")
		w.joins(cal, sideOf[other])
	}
	w.says(w.control(u, "named.dan"), "plays the next match")
	id := w.attacks(dan)
	w.takes(other, id)
	w.says(w.control(u, "out.dan"), "no longer plays for your side")
	w.says(w.Press(dan, w.lobby(), "ready|"+string(id)), "no longer open")
	for _, x := range []bot.UserID{cal, dan, u, other} {
		if all, err := w.Hall.MatchesOf(ctx, x); err != nil || len(all) > 0 {
			t.Errorf("a match of %s began: %v %v", x, all, err)
		}
	}
	w.says(w.control(eve, "map"), "chooses the next match")
}

// A battle against the program that is going badly is not undone by leaving it: whom it waits for has lost it after a week.
func TestCheatByLeavingABattleAgainstTheBot(t *testing.T) {
	w := newWarAs(t, func(s *bottest.Setup) { s.Forms = bottest.WithRival{Offered: small.Forms{}, Mind: mind{}} }, opt("opponent", string(bottest.Self)))
	w.Pass(calm)
	if accept, ok := bottest.ControlsOf(w.card().Message).Find("accept|"); ok { // the program attacks
		w.takesFrom(strings.TrimPrefix(accept, "accept|"))
	} else {
		w.control(ann, "attack", "1")
		w.Settle()
		w.says(w.click(ann, w.lobby(), "ready|"), "The match begins")
	}
	w.Pass(calm)
	id := only(t, w.party, ann)
	w.Pass(7*day - time.Hour)
	if r := w.publicOf(id).Result; r != nil {
		t.Fatalf("after less than a week: %+v", r)
	}
	w.Pass(7 * day)
	p := w.publicOf(id)
	if p.Result == nil || p.Result.Why != table.WhyTime || p.Result.Rank[slices.Index(p.Meta.Users, ann)] != 2 {
		t.Errorf("the battle that was left ended so: %+v", p.Result)
	}
	w.saysCard("Matches won: 0 to 1")
}

// takesFrom has ann accept that challenge of the program's, which begins its match.
func (w war) takesFrom(id string) {
	w.t.Helper()
	w.Press(ann, w.card(), "accept|"+id)
	w.says(w.click(ann, w.Newest(ann), "force|", "blue"), "The match begins")
}

// only is the user's only match.
func only(t *testing.T, p *party, u bot.UserID) table.ID {
	t.Helper()
	all, err := p.Hall.MatchesOf(ctx, u)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0].Match
}

// A moderator who is asked whether they are sure, and joins a side before they say so, judges nothing any more.
func TestCheatByJoiningBeforeTheRuling(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.May[judge] = bot.ManageServer
	id := w.fights(u, other)
	w.says(w.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "You are about to")
	button := controlOf(t, w.Newest(judge), "|go")
	asked := w.Newest(judge)
	w.joins(judge, "1")
	w.says(w.Press(judge, asked, button), "You have or had a side")
	w.says(w.control(eve, "map"), "The match is on")
}
