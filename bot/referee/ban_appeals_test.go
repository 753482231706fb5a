package referee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

var bansCommand = []string{"match", "bans"}

// bans has a moderator ban the user, or end their ban.
func bans(p *party.Party, by wire.UserID, verb string, user wire.UserID, reason string, more ...bottest.Option) {
	p.T.Helper()
	p.Says(p.Slash(by, []string{"mod", verb}, append(more, party.Opt("user", string(user)), party.Opt("reason", reason))...), "You are about to")
	p.Says(p.Click(by, p.Newest(by), "ban|go"), "<@"+string(user)+">")
	p.Settle()
}

// submits presses the control of the message, and types the reason for which its form asks.
func submits(p *party.Party, user wire.UserID, m bottest.Message, words, reason string, values ...string) wire.Answer {
	p.T.Helper()
	a := p.Click(user, m, words, values...)
	if a.Form == nil {
		return a
	}
	a = p.Submit(user, m, a.Form, map[string]string{"reason": reason})
	p.Settle()
	return a
}

// appeals opens the user's appeal from the list of bans.
func appeals(p *party.Party, user wire.UserID, reason string) wire.Answer {
	p.T.Helper()
	p.Slash(user, bansCommand)
	return submits(p, user, p.Newest(user), "bans|appeal", reason)
}

// decides decides the user's appeal from the list of bans.
func decides(p *party.Party, by wire.UserID, user wire.UserID, what, reason string) wire.Answer {
	p.T.Helper()
	p.Slash(by, bansCommand)
	if a := p.Click(by, p.Newest(by), "bans|decide", string(user)); !strings.Contains(party.Text(a), "The appeal: ") {
		return a
	}
	return submits(p, by, p.Newest(by), "bans|"+what, reason)
}

// directly counts the direct messages to the user with these words, and how many of them have a sound.
func directly(p *party.Party, user wire.UserID, words string) (all, loud int) {
	for _, m := range p.Direct(user) {
		if strings.Contains(bottest.Words(m.Message), words) {
			if all++; !m.Message.Silent {
				loud++
			}
		}
	}
	return all, loud
}

// A ban, from its public line to the decision about its appeal: everybody reads who made it and why, the banned user appeals once from
// the message that tells them, another moderator lifts it, and the user and the moderators are told.
func TestBanIsAppealed(t *testing.T) {
	p, _ := party.Court(t)
	p.Slash(second, []string{"mod", "list"})
	bans(p, judge, "ban", ben, "rude *words*", party.Opt("days", "30"))
	a := p.Slash(eve, bansCommand)
	p.Says(a, "<@ben> (Name of ben) may not play here until <t:")
	p.Says(a, `by Name of judge. Reason: rude \*words\*`)
	if _, ok := bottest.ControlsOf(*a.Letter).Find("bans|"); ok {
		t.Error("an onlooker may appeal or decide")
	}
	dm := p.Direct(ben)[len(p.Direct(ben))-1]
	p.Says(submits(p, ben, dm, "bans|appeal", " "), "Give a reason")
	p.Says(submits(p, ben, dm, "bans|appeal", "it was a quote"), "Your appeal is open")
	p.Says(submits(p, ben, dm, "bans|appeal", "again"), "each act can be appealed 1 time")
	p.Says(p.Slash(eve, bansCommand), "Appeal by Name of ben: it was a quote")
	for user, loud := range map[wire.UserID]int{second: 1, judge: 0} {
		if all, with := directly(p, user, "it was a quote"); all != 1 || with != loud {
			t.Errorf("%s has %d messages about the appeal, %d with a sound", user, all, with)
		}
	}
	p.Says(decides(p, judge, ben, "lifted", "x"), "another moderator must decide it")
	p.Says(decides(p, second, ben, "lifted", "the quote is *right*"), "Decided")
	a = p.Slash(eve, bansCommand)
	p.Says(a, `Name of second, as a moderator: the appeal is granted, and the ban is lifted. Reason: the quote is \*right\*`)
	if said := party.Text(p.Slash(ben, party.Challenge)); strings.Contains(said, "banned") {
		t.Errorf("ben is still banned: %s", said)
	}
	for _, user := range []wire.UserID{ben, judge} {
		if all, _ := directly(p, user, "the appeal is granted"); all != 1 {
			t.Errorf("%s has %d messages about the decision", user, all)
		}
	}
	p.Restart()
	p.Settle()
	p.Says(p.Slash(judge, bansCommand), "the ban is lifted")
	p.Says(submits(p, ben, dm, "bans|appeal", "again"), "That ban has ended")
}

// The banned user may withdraw the appeal: from its answer, from the list of bans, and on the refusal that they meet. The ban stays, it cannot be appealed again, the
// moderators are told, and there is nothing left to decide.
func TestBanAppealIsWithdrawn(t *testing.T) {
	for what, where := range map[string]func(*party.Party) bottest.Message{
		"its answer": func(p *party.Party) bottest.Message { return p.Newest(ben) },
		"the list":   func(p *party.Party) bottest.Message { p.Slash(ben, bansCommand); return p.Newest(ben) },
		"a refusal":  func(p *party.Party) bottest.Message { p.Slash(ben, party.Challenge); return p.Newest(ben) },
	} {
		p, _ := party.Court(t)
		p.Slash(second, []string{"mod", "list"})
		bans(p, judge, "ban", ben, "rude")
		p.Says(appeals(p, ben, "it was a quote"), "Your appeal is open")
		m := where(p)
		if a := p.Slash(eve, bansCommand); strings.Contains(party.Text(a), "withdrawn") {
			t.Errorf("%s: %s", what, party.Text(a))
		}
		p.Says(p.Click(ben, m, "bans|withdrawn"), "You have withdrawn your appeal")
		p.Settle()
		p.Says(p.Click(ben, m, "bans|withdrawn"), "That appeal is decided")
		p.Says(p.Slash(eve, bansCommand), "Name of ben has withdrawn the appeal")
		for user, want := range map[wire.UserID]int{second: 1, judge: 1, ben: 0} {
			if all, loud := directly(p, user, "has withdrawn the appeal against a ban"); all != want || loud != 0 {
				t.Errorf("%s: %s has %d messages, %d with a sound", what, user, all, loud)
			}
		}
		p.Says(p.Slash(ben, party.Challenge), "has banned you")
		if c := bottest.ControlsOf(p.Newest(ben).Message); func() bool { _, ok := c.Find("bans|"); return ok }() {
			t.Errorf("%s: there is more to appeal or withdraw", what)
		}
		p.Slash(second, bansCommand)
		if _, ok := bottest.ControlsOf(p.Newest(second).Message).Find("bans|decide"); ok {
			t.Errorf("%s: there is something to decide", what)
		}
	}
}

// However many appeals wait on a server, a moderator can choose each of them.
func TestManyBanAppealsAreReached(t *testing.T) {
	p, _ := party.Court(t)
	for n := range wire.MostOptions + 20 {
		u := wire.UserID(fmt.Sprint("banned", n))
		bans(p, judge, "ban", u, "rude")
		p.Says(appeals(p, u, "no"), "Your appeal is open")
	}
	p.Slash(second, bansCommand)
	seen := map[string]bool{}
	for next := "first"; next != ""; {
		m := p.Newest(second)
		next = ""
		for _, s := range bottest.ControlsOf(m.Message).Selects {
			if n := len(s.Options); strings.HasPrefix(s.ID, "bans|decide") && n > wire.MostOptions {
				t.Fatalf("a select of %d", n)
			}
			for _, o := range s.Options {
				if n, leads := bot.PartOf([]string{o.Value}); leads && n > 0 {
					next = o.Value
				} else if !leads {
					seen[o.Value] = true
				}
			}
		}
		if next != "" {
			p.Click(second, m, "bans|decide", next)
		}
	}
	if len(seen) != wire.MostOptions+20 {
		t.Errorf("%d appeals can be chosen", len(seen))
	}
}

// A dismissed appeal leaves the ban, and there is no second one. Of the messages to the banned user one a day has a sound.
func TestBanStays(t *testing.T) {
	p, _ := party.Court(t)
	bans(p, judge, "ban", ben, "rude")
	a := p.Slash(ben, party.Challenge)
	p.Says(a, "has banned you from matches here until further notice: rude")
	p.Says(submits(p, ben, p.Newest(ben), "bans|appeal", "no"), "Your appeal is open")
	p.Says(decides(p, second, ben, "stays", "it was rude"), "Decided")
	p.Says(p.Slash(ben, party.Challenge), "has banned you")
	if _, ok := bottest.ControlsOf(p.Newest(ben).Message).Find("bans|appeal"); ok {
		t.Error("a second appeal is offered")
	}
	if all, loud := directly(p, ben, "⚖️"); all != 2 || loud != 1 {
		t.Errorf("ben has %d messages, %d with a sound", all, loud)
	}
	bans(p, second, "unban", ben, "a month is enough")
	p.Says(p.Slash(judge, bansCommand), "may play here again, by Name of second. Reason: a month is enough")
	bans(p, judge, "ban", ben, "rude again") // a new ban, which may be appealed again
	p.Says(appeals(p, ben, "no"), "Your appeal is open")
}

// Nobody decides an appeal who must not: the banned user, a user without rights, and for a week whoever made the ban, not even with their
// data removed meanwhile. A week later they may: they may be the only moderator. Nobody sidesteps the appeal with another ban.
func TestCheatByDecidingTheOwnBan(t *testing.T) {
	for _, erased := range []bool{false, true} {
		p, _ := party.Court(t)
		p.Roles[ben] = []wire.RoleID{modRole}
		bans(p, judge, "ban", ben, "rude")
		p.Says(appeals(p, ben, "no"), "Your appeal is open")
		if erased {
			p.Erase(judge)
		}
		lift := func(u wire.UserID) wire.Answer { return decides(p, u, ben, "lifted", "x") }
		p.Says(lift(ben), "another moderator must decide it")
		p.Says(lift(judge), "another moderator must decide it")
		p.Says(p.Press(eve, p.Newest(judge), "bans|lifted|1.ben"), "you have neither")
		p.Says(p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "ben"), party.Opt("reason", "x")), "An appeal against their ban is open")
		p.Pass(7*24*time.Hour - time.Minute)
		p.Says(lift(judge), "another moderator must decide it")
		p.Pass(time.Minute)
		p.Says(lift(judge), "Decided")
		if said := party.Text(p.Slash(ben, party.Challenge)); strings.Contains(said, "banned") {
			t.Errorf("ben is still banned: %s", said)
		}
	}
}

// The history of a user's bans has pages, keeps twenty acts, and a ban by an older program joins it, without its reason: its moderator
// did not write that for everybody.
func TestBansAreRemembered(t *testing.T) {
	p, _ := party.Court(t)
	old := fmt.Sprintf(`{"by":"judge","reason":"an older reason","at":%q,"name":"Name of eve","by_name":"Name of judge"}`, p.Clock.Now().Format(time.RFC3339))
	if err := p.Store.Put(t.Context(), table.Record{Key: "ban/guild/eve", Value: []byte(old)}); err != nil {
		t.Fatal(err)
	}
	a := p.Slash(ann, bansCommand)
	p.Says(a, "<@eve> (Name of eve) may not play here until further notice, by Name of judge. Reason: -")
	p.Says(appeals(p, eve, "who knows why"), "Your appeal is open")
	p.Says(decides(p, second, eve, "stays", "we do"), "Decided")
	for n := range 10 {
		bans(p, judge, "ban", ben, fmt.Sprintf("ban %d.", n))
		bans(p, second, "unban", ben, fmt.Sprintf("end %d.", n))
		p.Pass(time.Minute)
	}
	all := func() string {
		text := party.Text(p.Slash(ann, bansCommand))
		for page := 1; page < 9; page++ {
			text += party.Text(p.Press(ann, p.Newest(ann), fmt.Sprintf("bans||%d", page)))
		}
		return text
	}
	if s := all(); !strings.Contains(s, "ban 0.") || !strings.Contains(s, "end 9.") || !strings.Contains(s, "Page 3 of 3") || !strings.Contains(s, "who knows why") {
		t.Errorf("listed: %s", s)
	}
	bans(p, judge, "ban", ben, "ban 10.")
	if s := all(); strings.Contains(s, "ban 0.") || !strings.Contains(s, "end 0.") || !strings.Contains(s, "ban 10.") {
		t.Errorf("listed after 21 acts: %s", s)
	}
	p.Slash(judge, []string{"mod", "list"})
	p.Says(p.Click(judge, p.Newest(judge), "bans||0"), "ban 10.")
}

// If an appeal reaches no moderator, whoever appeals is told.
func TestBanAppealReachesSomebody(t *testing.T) {
	p, _ := party.Court(t)
	bans(p, judge, "ban", ben, "rude")
	for _, u := range []wire.UserID{owner, second} {
		p.Wire.CloseDM(u, true)
	}
	p.Says(appeals(p, ben, "no"), "Your appeal is open")
	if all, _ := directly(p, ben, "I could tell no other moderator"); all != 1 {
		t.Errorf("ben has %d messages that nobody was reached", all)
	}
}

// The removal of data leaves the history with its server: the banned user's name and words go, and the moderators' with theirs.
func TestPrivacyDeleteLeavesBans(t *testing.T) {
	p, _ := party.Court(t)
	bans(p, judge, "ban", eve, "said by judge")
	p.Says(appeals(p, eve, "said by eve"), "Your appeal is open")
	p.Says(decides(p, second, eve, "stays", "said by second"), "Decided")
	for u, own := range map[wire.UserID]string{judge: "said by judge", eve: "said by eve", second: "said by second"} {
		p.Slash(u, party.PrivacyCommand("export"))
		file := string(p.Newest(u).Files[0].Data)
		for _, words := range []string{"said by judge", "said by eve", "said by second"} {
			if strings.Contains(file, words) != (words == own) {
				t.Errorf("the export of %s: %q is in it or not:\n%s", u, words, file)
			}
		}
	}
	for _, u := range []wire.UserID{judge, eve, second} {
		p.Erase(u)
		for _, what := range []string{"Name of " + string(u), "said by " + string(u), `"by":"` + string(u)} {
			if left := p.Stored("bans/guild/eve") + p.Stored("ban/guild/eve"); strings.Contains(left, what) {
				t.Errorf("left of %q: %s", what, left)
			}
		}
	}
	a := p.Slash(ann, bansCommand)
	p.Says(a, "<@eve> may not play here until further notice, by somebody whose data was removed. Reason: -")
	p.Says(a, "Appeal by somebody whose data was removed: -")
}
