package jagged

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/campaign"
	"downsync/game/jagged/rival"
	"downsync/game/series"
	"downsync/game/table"
)

// raid is a room in which two teams of two fight a raid.
type raid struct {
	*arena
	began int // number of battles begun
}

func newRaid(t *testing.T) *raid {
	t.Helper()
	seed := uint64(0)
	dice := func(table.ID) game.Dice { seed++; return gametest.NewDice(seed) }
	r := &raid{arena: &arena{bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: sketched, Dice: dice})}}
	r.Slash(ann, []string{"campaign", "start"}, opt("side", "1"), opt("name", "The raid"))
	r.Settle()
	r.Click(ben, r.card(), "Join: Martian Order")
	r.Click("cal", r.card(), "Join: Human Colonies")
	r.Click("dan", r.card(), "Join: Martian Order")
	r.Settle()
	return r
}

// card returns the campaign's public card.
func (r *raid) card() bottest.Message {
	r.T.Helper()
	for _, m := range slices.Backward(r.Wire.Messages(bottest.General)) {
		if strings.Contains(bottest.Words(m.Message), "## ⚔️") {
			return m
		}
	}
	r.T.Fatal("no card")
	return bottest.Message{}
}

// called returns the user whom the card names first among those who must act.
func (r *raid) called() wire.UserID {
	_, after, _ := strings.Cut(bottest.Words(r.card().Message), "▶️")
	_, after, _ = strings.Cut(after, "<@")
	u, _, _ := strings.Cut(after, ">")
	return wire.UserID(u)
}

// A campaign accepts the choices of its rulings, shows them, and says how it is won and whose turn it is. With one player on each
// side there is one green button to join it.
func TestCampaignChoices(t *testing.T) {
	r := &raid{arena: &arena{&bottest.Duel{T: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: sketched})}}}
	r.Says(r.Slash(ann, []string{"campaign", "start"}, opt("side", "1"), opt("roles", "both")), "not one of the choices of `roles`: alternate, momentum")
	r.Slash(ann, []string{"campaign", "start"}, opt("side", "1"), opt("name", "The raid"), opt("size", "1"), opt("roles", "momentum"), opt("retake", "yes"), opt("pv", "tiers"))
	r.Settle()
	green := 0
	for _, b := range bottest.ControlsOf(r.card().Message).Buttons {
		if b.Style == wire.Success {
			green++
		}
	}
	if words := bottest.Words(r.card().Message); green != 1 || !strings.Contains(words, "roles=momentum retake=yes pv=tiers") {
		t.Errorf("%d green buttons in %s", green, words)
	}
	r.Click(ben, r.card(), "Join: Martian Order")
	r.Settle()
	words := bottest.Words(r.card().Message)
	for _, want := range []string{"headquarters (PV 70)", "Human Colonies** can take next", "Martian Order** can take next", "(PV 55)", "Outer Gate (PV 20): taken back, without a penalty"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %s", want, words)
		}
	}
	for _, wrong := range []string{"One Reinforcement in all", "PV 80", "(PV 70):", "(PV 40)"} { // a penalty of what is taken back, PVs of the appendix
		if strings.Contains(words, wrong) {
			t.Errorf("%q in %s", wrong, words)
		}
	}
	rs, err := r.Store.List(t.Context(), "campaign/guild/", "", 2)
	if err != nil || len(rs) != 1 {
		t.Fatalf("%d campaigns, %v", len(rs), err)
	}
	var kept struct{ Log series.Log }
	if err := json.Unmarshal(rs[0].Value, &kept); err != nil {
		t.Fatal(err)
	}
	s, err := kept.Log.State(campaign.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if c := s.(campaign.War).Setup; c.Roles != "momentum" || c.Retake != "yes" || c.Battles.PVs != "tiers" {
		t.Errorf("it goes by %+v", c)
	}
}

// The history says for each battle who attacked what, who won, and how.
func TestHistorySaysHowBattlesWereWon(t *testing.T) {
	first := []int{60, 40} // the Humans attack first
	l, err := series.Begin(campaign.Rules{}, campaign.Raid, func(int) int { face := first[0]; first = first[1:]; return face })
	if err != nil {
		t.Fatal(err)
	}
	for n, b := range []struct {
		result game.Result
		want   string
	}{
		{game.Result{Rank: []int{1, 2}, Why: "objectives"}, "Human Colonies took Neural Mainframe (PV 70) on Objectives"},
		{game.Result{Rank: []int{2, 1}, Why: "concession"}, "Martian Order attacked Interface Node (PV 70) and failed; Human Colonies wins by concession"},
		{game.Result{Rank: []int{1, 1}, Why: "agreement"}, "Human Colonies attacked Data Core Crystalline Field (PV 70) and failed; a draw by agreement"},
		{game.Result{Rank: []int{1, 2}, Why: "wipe-out"}, "Martian Order took Interface Node (PV 70): the enemy is wiped out"},
	} {
		s, err := l.State(campaign.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		_, choices := s.Turn()
		if l, err = l.With(campaign.Rules{}, series.Played{Choice: choices[0], Result: b.result}); err != nil {
			t.Fatal(err)
		}
		if story := (war{sketched}).Story(l); len(story) != n+1 || story[n] != b.want {
			t.Errorf("%q, expected %q last", story, b.want)
		}
	}
}

// begins makes the user whose turn it is attack the last possible Position, and the other side accept.
func (r *raid) begins() table.ID {
	r.T.Helper()
	u := r.called()
	r.Click(u, r.card(), "Which Position")
	targets := bottest.ControlsOf(r.Newest(u).Message).Selects[0].Options
	r.Says(r.Click(u, r.Newest(u), "campaign|", targets[len(targets)-1].Value), "Your challenge is out")
	r.Settle()
	other := r.called()
	id := bottest.MustFind(r.T, r.card(), "accept|")
	r.Says(r.Click(other, r.card(), "accept|"), "Choose your force")
	force := bottest.ControlsOf(r.Newest(other).Message).Selects[0]
	r.Says(r.Press(other, r.Newest(other), force.ID, force.Options[0].Value), "You are in")
	r.Says(r.Click(u, r.lobbyCard(), "ready|"), "match begins")
	r.Settle()
	r.began++
	return table.ID(strings.TrimPrefix(id, "accept|"))
}

// lobbyCard returns the newest card of a challenge.
func (r *raid) lobbyCard() bottest.Message {
	for _, m := range slices.Backward(r.Wire.Messages(bottest.General)) {
		if _, ok := bottest.ControlsOf(m.Message).Find("ready|"); ok {
			return m
		}
	}
	r.T.Fatal("nobody is asked to be ready")
	return bottest.Message{}
}

// fight plays a battle to its end: all models shoot, and all other questions get their defaults. Sometimes the process dies.
func (r *raid) fight(id table.ID, dies func(answers int) bool) {
	r.T.Helper()
	ctx := context.Background()
	for answers := 0; ; answers++ {
		p, err := r.Hall.Public(ctx, id)
		if err != nil {
			r.T.Fatal(err)
		}
		if p.Result != nil {
			return
		}
		if answers > 500 {
			r.T.Fatal("no end")
		}
		if dies != nil && dies(answers) {
			r.Restart()
		}
		line, user := "", wire.UserID("")
		for n, u := range p.Meta.Users {
			own, err := r.Hall.Private(ctx, id, game.Seat(n+1))
			if err != nil {
				r.T.Fatal(err)
			}
			for _, a := range own.Asks {
				if a.Standing || line != "" {
					continue
				}
				user, line = u, a.Default.Order()
				for _, c := range a.Menu {
					if c.Verb == "shoot all" {
						line = rules.ShootAll{}.Order()
					}
				}
			}
		}
		r.Says(r.Slash(user, []string{"order"}, opt("match", string(id)), opt("line", line)), "✔️")
		r.Settle()
	}
}

// Two teams of two fight a raid to its end. The process dies twice on the way. Map, history and result agree with the exports of
// the battles.
func TestRaid(t *testing.T) {
	r := newRaid(t)
	dies := map[int]func(int) bool{1: func(n int) bool { return n == 9 }, 2: func(n int) bool { return n == 30 }}
	fighters := map[wire.UserID]bool{}
	for !strings.Contains(bottest.Words(r.card().Message), "It is over") {
		if r.began > 40 {
			t.Fatal("no end")
		}
		id := r.begins()
		p, err := r.Hall.Public(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range p.Meta.Users {
			fighters[u] = true
		}
		if r.began <= 2 {
			r.fight(id, dies[r.began])
			continue
		}
		r.Slash(p.Meta.Users[1], []string{"order"}, opt("match", string(id)), opt("line", rules.Concede{}.Order())) // the Defender
		r.Settle()
	}
	if len(fighters) != 4 {
		t.Errorf("only %v fought", fighters)
	}
	s, l := r.anew()
	side, over := s.Winner()
	if !over {
		t.Fatal("worked out anew, nobody has won")
	}
	card := bottest.Words(r.card().Message)
	f := war{sketched}
	for _, words := range []string{"**" + f.Sides()[side] + "** has won: " + f.Victory(s), "** has won: it took the ", f.Standing(s), f.look("").WarAlt(s.(campaign.War).Campaign)} {
		if !strings.Contains(card, words) {
			t.Errorf("the card does not say %q:\n%s", words, card)
		}
	}
	history := bottest.Said(r.Slash(eve, []string{"campaign", "history"}))
	for n, line := range f.Story(l) {
		if !strings.Contains(history, fmt.Sprintf("**%d.** %s", n+1, line)) {
			t.Errorf("the history does not say %q:\n%s", line, history)
		}
	}
}

// anew returns the campaign rebuilt from the exports of its battles, with its beginning.
func (r *raid) anew() (series.State, series.Log) {
	r.T.Helper()
	ctx := context.Background()
	rs, err := r.Store.List(ctx, "campaign/", "", 9)
	if err != nil || len(rs) != 1 {
		r.T.Fatal(len(rs), err)
	}
	var kept struct {
		Log     series.Log
		Matches []table.ID
	}
	if err := json.Unmarshal(rs[0].Value, &kept); err != nil {
		r.T.Fatal(err)
	}
	l := series.Log{Version: kept.Log.Version, Setup: kept.Log.Setup}
	for _, id := range kept.Matches {
		c, err := r.Hall.Carried(ctx, id)
		if err != nil {
			r.T.Fatal(err)
		}
		raw, err := c.Write()
		if err != nil {
			r.T.Fatal(err)
		}
		c, events, err := table.ReadCarried(raw)
		if err != nil {
			r.T.Fatal(err)
		}
		var records []game.Record
		for _, e := range events {
			var record game.Record
			if err := json.Unmarshal(e.Data, &record); err != nil {
				r.T.Fatal(err)
			}
			records = append(records, record)
		}
		m, err := rules.Rules().Resume(records)
		if err != nil {
			r.T.Fatal(err)
		}
		result, over := m.Result()
		place, err := bot.PlaceOf(c.Meta)
		v := m.View(game.Onlooker()).(rules.View)
		if err != nil || !over || place.Series == nil || place.Series.N != len(l.Played)+1 || place.Series.Choice != v.Position {
			r.T.Fatalf("battle %d: over %t, at %s, %+v, %v", len(l.Played)+1, over, v.Position, place.Series, err)
		}
		before, err := l.State(campaign.Rules{})
		if err != nil {
			r.T.Fatal(err)
		}
		if want := before.(campaign.War).Penalties(); !slices.Equal(v.Penalties, want) {
			r.T.Errorf("battle %d is fought with the penalties %v, expected %v", place.Series.N, v.Penalties, want)
		}
		if l, err = l.With(campaign.Rules{}, series.Played{Choice: v.Position, Result: result}); err != nil {
			r.T.Fatal(err)
		}
	}
	s, err := l.State(campaign.Rules{})
	if err != nil {
		r.T.Fatal(err)
	}
	return s, l
}

// One person fights a raid against the program to its end. The program accepts at once and waits until they are ready; when it is
// its turn, it attacks and notifies them. The process dies in the middle of its attack.
func TestRaidAgainstTheBot(t *testing.T) {
	t.Parallel()
	r := &raid{arena: &arena{bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: sketched, Mind: rival.New()}})}}
	r.Says(r.Slash(ann, []string{"campaign", "start"}, opt("opponent", string(bottest.Self)), opt("rival", "regular"), opt("side", "1"), opt("clock", "quick")), "Bot (regular")
	r.Settle()
	r.Says(r.Slash(ben, []string{"campaign", "join"}), "full")
	attacks := map[bool]int{}
	for !strings.Contains(bottest.Words(r.card().Message), "It is over") {
		if r.began > 20 {
			t.Fatalf("no end:\n%s", bottest.Words(r.card().Message))
		}
		id, own := r.meets()
		attacks[own]++
		p, err := r.Hall.Public(t.Context(), id)
		if err != nil || p.Meta.Users[map[bool]int{true: 0, false: 1}[own]] != table.User(ann) || p.Meta.Users[map[bool]int{true: 1, false: 0}[own]] != bot.RivalUser {
			t.Fatalf("%v: %v fight, as ann attacks: %t", err, p.Meta.Users, own)
		}
		if own || attacks[own] > 1 {
			r.Slash(ann, []string{"order"}, opt("match", string(id)), opt("line", rules.Concede{}.Order()))
			r.Settle()
			continue
		}
		r.ID = id
		for n := 0; !r.Over(); n++ {
			if n == 40 {
				r.Restart()
			}
			own, err := r.Hall.Private(t.Context(), id, 2)
			if err != nil || n > 400 {
				t.Fatal(n, err)
			}
			if bot.Owed(own) == "" {
				r.Pass(3 * time.Second)
				continue
			}
			if _, err := r.Hall.Act(t.Context(), fmt.Sprint("ann", n), id, 2, bot.Owed(own), own.Asks[0].Default); err != nil {
				t.Fatal(err)
			}
			r.Settle()
		}
		r.Pass(time.Second)
	}
	if card := bottest.Words(r.card().Message); attacks[true] == 0 || attacks[false] < 2 || !strings.Contains(card, "**Martian Order** has won: it took the Capital Command Spire") || strings.Contains(card, "<@rival>") {
		t.Errorf("ann attacked %d times, the program %d times:\n%s", attacks[true], attacks[false], card)
	}
}

// In a campaign against the program, no time limit applies unless a clock is chosen.
func TestRaidWithoutClock(t *testing.T) {
	r := &raid{arena: &arena{bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: sketched, Mind: rival.New()}})}}
	r.Says(r.Slash(ann, []string{"campaign", "start"}, opt("opponent", "ben"), opt("rival", "regular")), "leave `opponent` empty")
	r.Says(r.Slash(ann, []string{"campaign", "start"}, opt("rival", "recruit")), "Bot (recruit")
	r.Settle()
	id, _ := r.meets()
	p, err := r.Hall.Public(t.Context(), id)
	if err != nil || len(p.Meta.Timing.Clocks) > 0 {
		t.Errorf("%v: clocks %v", err, p.Meta.Timing.Clocks)
	}
	if card := bottest.Words(r.card().Message); !strings.Contains(card, "The match is on") || strings.Contains(card, "call a moderator") {
		t.Errorf("while the program plays the card says\n%s", card)
	}
}

// meets makes ann's next battle with the program begin. own reports whether she attacks.
func (r *raid) meets() (id table.ID, own bool) {
	r.T.Helper()
	card := r.card()
	if _, own = bottest.ControlsOf(card.Message).Find("attack"); own {
		r.Click(ann, card, "attack")
		targets := bottest.ControlsOf(r.Newest(ann).Message).Selects[0].Options
		r.Says(r.Click(ann, r.Newest(ann), "campaign|", targets[len(targets)-1].Value), "I am ready")
		r.Settle()
		r.Says(r.Click(ann, r.lobbyCard(), "ready|"), "match begins")
	} else {
		words := bottest.MustFind(r.T, card, "accept|")
		id = table.ID(strings.TrimPrefix(words, "accept|"))
		r.Says(r.Click(ann, card, "accept|"), "Choose your force")
		force := bottest.ControlsOf(r.Newest(ann).Message).Selects[0]
		r.Says(r.Press(ann, r.Newest(ann), force.ID, force.Options[0].Value), "match begins")
	}
	r.Settle()
	all, err := r.Hall.MatchesOf(r.T.Context(), ann)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, m := range all {
		if !m.Over {
			id = m.Match
		}
	}
	r.began++
	return id, own
}
