package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/table"
)

// forgery is a server on which everything has a custom id: matches that run or are finished, an open challenge, a campaign, a dispute,
// a question to a moderator, an offered seat.
type forgery struct {
	*party.Party
	live, over table.ID
	ids        map[string][]string // those that were sent, by their first part
	presses    int
}

func newForgery(t *testing.T) *forgery {
	f := &forgery{Party: party.PlainAs(t, func(s *bottest.Setup) {
		s.Forms, s.Dice = bottest.WithRival{Offered: small.Forms{}, Mind: mind.Mind{}}, nil
	}), ids: map[string][]string{}}
	newCampaign(f.Party)
	_, court := party.CourtOn(f.Party)
	f.Offers(judge, court, "B", cal)
	f.over = f.Begin()
	f.Slash(ann, []string{"order"}, party.Opt("line", "quit"), party.In(string(f.over)))
	f.Settle()
	f.live = f.Begin()
	f.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.In(string(f.live)))
	f.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "a good reason"), party.In(string(f.live)))
	f.Mod(judge, f.live, "note", party.Opt("reason", "a good reason"))
	f.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	f.Slash(ann, []string{"forces"})
	f.Slash(ann, []string{"help"})
	f.Slash(ann, []string{"learn"})
	f.Slash(ann, []string{"match", "list"})
	f.Slash(ann, []string{"match", "concede"}, party.In(string(f.live)))
	f.Slash(ann, []string{"privacy", "delete"})
	f.Slash(ann, inbox)
	f.Settle()
	for _, s := range f.Wire.Sent(0) {
		c := bottest.ControlsOf(s.Message.Message)
		for _, b := range c.Buttons {
			f.saw(b.ID)
		}
		for _, x := range c.Selects {
			f.saw(x.ID)
		}
		if s.Form != nil {
			f.saw(s.Form.ID)
		}
	}
	return f
}

func (f *forgery) saw(id string) {
	kind, _, _ := strings.Cut(id, "|")
	if id != "" && !slices.Contains(f.ids[kind], id) {
		f.ids[kind] = append(f.ids[kind], id)
	}
}

// stored returns everything that the store holds and that is not eve's own, besides counts, whose keys are hashes, and the films of finished
// matches, which are for everybody.
func (f *forgery) stored() string {
	f.T.Helper()
	var all []string
	rs, err := f.Store.List(ctx, "", "", 99999)
	if err != nil {
		f.T.Fatal(err)
	}
	for _, r := range rs {
		line := fmt.Sprintf("%s %s", r.Key, r.Value)
		if !strings.Contains(line, string(eve)) && !slices.ContainsFunc([]string{"filming/", "bound/"}, func(of string) bool { return strings.HasPrefix(r.Key, of) }) {
			all = append(all, line)
		}
	}
	return strings.Join(append(all, f.heads()), "\n")
}

// heads returns how many events each match has.
func (f *forgery) heads() (s string) {
	f.T.Helper()
	for _, id := range []table.ID{f.live, f.over} {
		h, err := f.Store.Head(ctx, id)
		if err != nil {
			f.T.Fatal(err)
		}
		s += fmt.Sprint(id, " ", h.Version, "\n")
	}
	return s
}

// place is where a control is pressed.
type place struct {
	name    string
	guild   wire.GuildID
	channel wire.ChannelID
	private bool
}

// press presses a custom id, and returns the answer's words.
func (f *forgery) press(u wire.UserID, id string, at place, kind wire.Kind, values ...string) (string, wire.Answer) {
	f.T.Helper()
	f.presses++
	i := wire.Interaction{ID: wire.InteractionID(fmt.Sprintf("f%d", f.presses)), Kind: kind, Self: bottest.Self, At: f.Clock.Now(), User: u, Name: "Name of " + string(u),
		Guild: at.guild, Channel: at.channel, Locale: "en-US", CustomID: id, Values: values, Message: "m1", Private: at.private, Fields: map[string]string{"a": "x"}}
	if at.guild != "" {
		i.BotMay = ^wire.Administrator
	}
	a := f.Bot.Handle(ctx, i)
	if a.Placed != nil {
		a.Placed(false)
	}
	return party.Text(a), a
}

// forged are parts of custom ids that no message has.
func (f *forgery) forged() []string {
	return []string{"", "-1", "1000000000", "99999999999999999999", "-1.-1", "x", "../%s", "🦊", strings.Repeat("9", 80), string(f.live), string(f.over), "gone", "toy", "downsync", string(ann)}
}

// Every kind of custom id that the bot answers, with forged parts and as it was sent to others, pressed by a stranger in every place: the answer
// says what is wrong or begins something of the stranger's own, and nothing of anybody else's changes.
func TestCheatByForgedIDs(t *testing.T) {
	f := newForgery(t)
	places := []place{{"the server", "guild", bottest.General, false}, {"a private message", "guild", bottest.General, true}, {"another server", "elsewhere", "there", false},
		{"direct messages", "", "dm-eve", true}}
	const fewWords = 3
	for _, kind := range f.Bot.PressKinds() {
		ids := slices.Clone(f.ids[kind])
		for n, x := range f.forged() {
			ids = append(ids, kind+"|"+x, kind+"|"+x+"|"+[]string{"-1", "1000000000", "go"}[n%3])
		}
		for _, id := range f.ids[kind] {
			ids = append(ids, withForgedPart(id, 1)...)
		}
		for n, id := range append(ids, kind) {
			at := places[n%len(places)]
			before := f.stored()
			said, a := f.press(eve, id, at, []wire.Kind{wire.Press, wire.Submit}[n%5/4], []string{"x", "-1", "1000000000"}[n%3])
			if a.Form == nil && len(strings.Fields(said)) <= fewWords || strings.Contains(said, "did not work") {
				t.Errorf("%s in %s is answered with %q", id, at.name, said)
			}
			if now := f.stored(); now != before {
				t.Errorf("%s in %s: %s\n%s", id, at.name, said, bottest.FirstDifference(before, now))
			}
		}
	}
	if log := f.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}

// withForgedPart returns the custom id with one part after another changed to what no message has, from the given part on.
func withForgedPart(id string, from int) (all []string) {
	parts := strings.Split(id, "|")
	for n := from; n < len(parts); n++ {
		for _, x := range []string{"-1", "1000000000", "99999999999999999999", "x", ""} {
			forged := slices.Clone(parts)
			forged[n] = x
			all = append(all, strings.Join(forged, "|"))
		}
	}
	return all
}

// A player who forges the numbers in a control of their own console, such as its page, plays nothing.
func TestCheatByForgedNumbers(t *testing.T) {
	f := newForgery(t)
	n := 0
	for _, kind := range []string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType, wire.ControlUndo, wire.ControlOpen} {
		for _, sent := range f.ids[kind] {
			if !strings.Contains(sent, string(f.live)) && !strings.Contains(sent, string(f.over)) {
				continue
			}
			for _, id := range withForgedPart(sent, 2) { // after the kind and the match
				for _, u := range []wire.UserID{ann, ben} {
					n++
					before := f.heads()
					said, a := f.press(u, id, place{"direct messages", "", wire.ChannelID("dm-" + u), true}, wire.Press, "1000000000")
					if a.Letter == nil && a.Form == nil || strings.Contains(said, "did not work") {
						t.Errorf("%s of %s is answered with %q", id, u, said)
					}
					if now := f.heads(); now != before {
						t.Errorf("%s of %s: %s\n%s", id, u, said, bottest.FirstDifference(before, now))
					}
				}
			}
		}
	}
	if log := f.Log.String(); n == 0 || strings.Contains(log, "level=ERROR") {
		t.Errorf("%d presses\n%s", n, log)
	}
}
