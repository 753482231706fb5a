package lobby_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// An invalid challenge is answered with what was expected, and posts nothing.
func TestBadChallenges(t *testing.T) {
	for _, c := range []struct {
		options []bottest.Option
		says    string
	}{
		{[]bottest.Option{party.ChallengeTo(ann)}, "cannot challenge yourself"},
		{[]bottest.Option{party.ChallengeTo("robot")}, "Bots do not play"},
		{[]bottest.Option{party.Opt("in", "dm-ann")}, "That needs a server"},
		{[]bottest.Option{party.Opt("clock", "sundial")}, `"sundial" is not one of the choices of ` + "`clock`: none, quick, slow"},
		{[]bottest.Option{party.Opt("pace", "slow")}, `"slow" is not one of the choices of ` + "`pace`: natural, strict"},
		{[]bottest.Option{party.Opt("pace", "strict")}, `"none" has no strict pace`},
		{[]bottest.Option{party.Opt("force", "green")}, `force "green": expected red or blue`},
		{[]bottest.Option{party.Opt("deck", "3")}, `deck "3": expected none`},
	} {
		p := party.Plain(t)
		p.Says(p.Slash(ann, party.Challenge, c.options...), c.says)
		if n := len(p.Wire.Messages(bottest.General)); n != 0 {
			t.Errorf("%v posted %d messages", c.options, n)
		}
	}
}

func TestChallengeWherePostingIsDenied(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Deny(bottest.General, true)
	p.Says(p.Slash(ann, party.Challenge), "Send Messages")
	p.Wire.Forbid(bottest.General, wire.AttachFiles|wire.EmbedLinks)
	p.Says(p.Slash(ann, party.Challenge), "I lack Embed Links, Attach Files.")
	p.Wire.Deny(bottest.General, false)
	p.Says(p.Slash(ann, []string{"match", "list"}), "in no match")
}

// Where the bot lacks any right that a match needs, nobody challenges, accepts, begins a match or has a rematch. They read which right it is. Nothing is lost: with the right,
// the challenge goes on.
func TestNoMatchThatCannotBeShown(t *testing.T) {
	for _, lost := range bot.NeededToPlay {
		p := party.Plain(t)
		lacks := "I lack " + string(lost.Name) + "."
		p.Wire.Forbid(bottest.General, lost.Bit)
		for _, command := range [][]string{{"play"}, party.Challenge} {
			p.Says(p.Slash(ann, command, party.ChallengeTo(ben)), lacks)
		}
		if n := len(p.Wire.Messages(bottest.General)); n != 0 && lost.Bit != wire.SendMessages && lost.Bit != wire.ViewChannel {
			t.Errorf("without %s %d cards are posted", lost.Name, n)
		}
		p.Wire.Forbid(bottest.General, 0)
		p.Slash(ann, []string{"match", "cancel"}) // of rights without which posting itself fails, which it does not here
		p.Slash(ann, []string{"match", "cancel"})
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "none"))
		p.Wire.Forbid(bottest.General, lost.Bit)
		p.Says(p.Click(ben, p.Card(), "accept|"), lacks)
		p.Says(p.Slash(ben, []string{"match", "accept"}, party.Opt("in", "dm-ben")), lacks) // elsewhere
		p.Wire.Forbid(bottest.General, 0)
		p.Click(ben, p.Card(), "accept|")
		side := p.Newest(ben)
		p.Wire.Forbid(bottest.General, lost.Bit)
		p.Says(p.Click(ben, side, "force|", "blue"), lacks)
		p.Wire.Forbid(bottest.General, 0)
		p.Says(p.Click(ben, side, "force|", "blue"), "begins")
	}
}

// In a thread, a match needs neither threads of its own nor the right to write in the channel.
func TestRightsInAThread(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Bare(bottest.General)
	p.Wire.Forbid(bottest.General, wire.SendMessages|wire.CreatePublicThreads)
	p.Begin()
	party.Has(t, p.Card(), "has no thread", "asked 1 bid")
	p = party.Plain(t)
	p.Wire.Bare(bottest.General)
	p.Wire.Forbid(bottest.General, wire.SendMessagesInThreads)
	p.Says(p.Slash(ann, party.Challenge), "I lack Send Messages in Threads.")
}

// Where the bot is timed out, no permission is blamed.
func TestChallengeWhileTimedOut(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Refuse(bottest.General, fmt.Errorf("%w: %w", wire.ErrTimedOut, wire.ErrDenied))
	a := p.Slash(ann, party.Challenge)
	p.Says(a, "timed me out")
	if strings.Contains(party.Text(a), "Send Messages") {
		t.Errorf("blames a permission: %s", party.Text(a))
	}
	p.Wire.Refuse(bottest.General, nil)
	p.Says(p.Slash(ann, []string{"match", "list"}), "in no match")
}

// An open challenge allows each user only what they may do.
func TestChallengeRights(t *testing.T) {
	for _, c := range []struct {
		open   bool // to anyone
		user   wire.UserID
		button string
		says   string
	}{
		{false, ann, "accept|", "your own challenge"},
		{false, eve, "accept|", "for somebody else"},
		{false, ben, "accept|", "Choose your force"},
		{false, eve, "decline|", "for somebody else"},
		{false, ben, "decline|", "Declined."},
		{false, ann, "decline|", "Withdrawn."},
		{true, eve, "accept|", "Choose your force"},
		{true, eve, "decline|", "open to anyone"},
		{true, ann, "decline|", "Withdrawn."},
		{true, ann, "cancel|", "Withdrawn."},
		{false, ben, "cancel|", "somebody else's challenge"},
	} {
		p := party.Plain(t)
		var options []bottest.Option
		if !c.open {
			options = append(options, party.ChallengeTo(ben))
		}
		p.Slash(ann, party.Challenge, options...)
		card := p.Card()
		if _, ok := bottest.ControlsOf(card.Message).Find("decline|"); ok == c.open { // nobody declines for everybody
			t.Errorf("open to anyone %t, and to be declined %t", c.open, ok)
		}
		id := c.button + strings.TrimPrefix(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept|") // also if the card has no such button
		p.Says(p.Press(c.user, card, id), c.says)
		if strings.HasSuffix(c.says, ".") { // the challenge is closed: the card says so, and so do its old buttons
			if k := bottest.ControlsOf(p.Card().Message); len(k.Buttons) > 0 {
				t.Errorf("%s %s leaves buttons", c.user, c.button)
			}
			p.Says(p.Click(ben, card, "accept|"), "no longer open")
		}
	}
}

func TestChallengeByCommand(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ben, []string{"match", "accept"}), "No challenge is open to you")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Says(p.Slash(ann, []string{"match", "accept"}), "No challenge is open to you")
	p.Says(p.Slash(ben, []string{"match", "cancel"}), "No challenge is open to you")
	p.Says(p.Slash(ben, []string{"match", "accept"}), "Choose your force")
	p.Slash(eve, party.Challenge)
	p.Says(p.Slash(ben, []string{"match", "accept"}), "Several challenges are open")
	cs := p.Complete(ben, []string{"match", "accept"}, party.Opt("challenge", ""))
	if len(cs) != 2 {
		t.Fatalf("suggested %v", cs)
	}
	i := slices.IndexFunc(cs, func(c wire.Choice) bool { return strings.Contains(c.Name, "eve") })
	p.Says(p.Slash(ben, []string{"match", "accept"}, party.Opt("challenge", cs[i].Value)), "Choose your force")
	p.Says(p.Slash(ben, []string{"match", "cancel"}, party.Opt("challenge", cs[i].Value)), "somebody else's")
	p.Says(p.Slash(ben, []string{"match", "decline"}), "Declined.")
	p.Says(p.Slash(eve, []string{"match", "cancel"}), "Withdrawn.")
	p.Says(p.Slash(ben, []string{"match", "accept"}, party.Opt("challenge", "nonsense")), "no longer open")
}

// A challenge to anyone is for the server on which it was made.
func TestChallengesOfOtherServers(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	elsewhere := party.Opt("guild", "other")
	p.Says(p.Slash(ben, []string{"match", "list"}, elsewhere), "in no match")
	if cs := p.Complete(ben, []string{"match", "accept"}, elsewhere, party.Opt("challenge", "")); len(cs) != 0 {
		t.Errorf("suggested %v", cs)
	}
	_, id, _ := strings.Cut(bottest.ControlsOf(p.Card().Message).Buttons[0].ID, "|")
	p.Says(p.Slash(ben, []string{"match", "accept"}, elsewhere, party.Opt("challenge", id)), "for somebody else")
	p.Says(p.Slash(ben, []string{"match", "list"}), "Name of ann to anyone: a plain game")
}

func TestChallengeExpires(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	card := p.Card()
	p.Clock.Advance(24*time.Hour + time.Second)
	p.Says(p.Click(ben, card, "accept|"), "no longer open")
	if got := bottest.Words(p.Card().Message); !strings.Contains(got, "Nobody accepted it") {
		t.Errorf("the card says %s", got)
	}
	p.Slash(ann, party.Challenge)
	p.Clock.Advance(24*time.Hour + time.Second)
	p.Says(p.Slash(ben, []string{"match", "list"}), "in no match") // clears it away
	if got := bottest.Words(p.Card().Message); !strings.Contains(got, "Nobody accepted it") {
		t.Errorf("the card says %s", got)
	}
}

func TestTooManyChallenges(t *testing.T) {
	p := party.Plain(t)
	for range 10 {
		p.Says(p.Slash(ann, party.Challenge), "is out")
	}
	p.Says(p.Slash(ann, party.Challenge), "10 challenges open")
	p.Says(p.Slash(ben, party.Challenge), "is out")
}

// One user may have that many running matches and not one more, whoever made the challenges.
func TestTooManyMatches(t *testing.T) {
	p := party.Plain(t)
	for n := range 99 {
		r := table.Record{Key: fmt.Sprintf("user/%s/m-%d", ann, n), Value: []byte(`{"seat":1,"over":false}`)}
		if err := p.Store.Put(t.Context(), r, table.Record{Key: fmt.Sprintf("user/%s/over-%d", ann, n), Value: []byte(`{"seat":1,"over":true}`)}); err != nil {
			t.Fatal(err)
		}
	}
	p.Begin()
	p.Says(p.Slash(ann, party.Challenge), "100 matches running")
	p.Says(p.Slash(ben, party.Challenge), "is out")
	p.Says(p.Slash(ann, []string{"match", "accept"}), "100 matches running")
}

// A double click on a force opens one match. A slower user is told so.
func TestAcceptedTwice(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	card := p.Card()
	p.Click(ben, card, "accept|")
	bens := p.Newest(ben)
	p.Click(eve, card, "accept|")
	eves := p.Newest(eve)
	p.Says(p.Click(ben, bens, "force|", "red"), "The match begins")
	p.Says(p.Click(ben, bens, "force|", "red"), "console of seat 2")
	p.Says(p.Click(eve, eves, "force|", "red"), "no longer open")
	p.Settle()
	if n := len(p.Wire.Threads()); n != 1 {
		t.Errorf("%d threads", n)
	}
	p.Says(p.Press(ann, card, "decline|"+string(p.MatchOf(ben))), "console of seat 1")
}

// The offers to the second player, and everything sent to anybody, are the same whatever the first has chosen.
func TestForceIsSecret(t *testing.T) {
	traffic := func(force string) string {
		p := party.Plain(t)
		p.Slash(ann, party.Challenge, party.Opt("force", force), party.ChallengeTo(ben))
		p.Click(ben, p.Card(), "accept|")
		_, id, _ := strings.Cut(bottest.ControlsOf(p.Card().Message).Buttons[0].ID, "|")
		hash := regexp.MustCompile("[0-9a-f]{64}|[0-9a-f]{12}…") // the seed's hash, which differs in each match
		return hash.ReplaceAllString(strings.ReplaceAll(fmt.Sprintf("%+v", p.Wire.Delivered(ben, 0)), id, "ID"), "HASH")
	}
	if a, b := traffic("red"), traffic("blue"); a != b {
		t.Errorf("the choice shows:\n%s\n%s", a, b)
	}
}

// Names are shown literally and notify nobody.
func TestPlainNames(t *testing.T) {
	for in, want := range map[string]string{"Ann": "Ann", "*x*_y_": `\*x\*\_y\_`, "<@1>": `\<` + "@\u200b" + `1\>`, "@everyone": "@\u200beveryone", "a\nb": "a b"} {
		if got := wire.Plain(in); got != want {
			t.Errorf("Plain(%q) is %q, expected %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"end \u202egnihtyna\u202c":           "end gnihtyna",                                   // an override
		"\u200fA\u2067B\u2069\u061c":         "AB",                                             // marks and isolates
		"Z" + strings.Repeat("\u0301", 9):    "Z" + "\u0301\u0301\u0301",                       // stacked accents
		"Vi\u0065\u0323\u0302t":              "Vi\u0065\u0323\u0302t",                          // an ordinary stack
		"An\u200bn\u200d\ufeff\u00ad\u2060":  "Ann",                                            // no width
		"\u3164\u2800\u200b":                 "?",                                              // nothing is left
		"a\x00\x1bb\u0085":                   "ab",                                             // control characters
		"👩🏽\u200d🚀 \u0645\u06cc\u200c\u062e": "\u2068👩🏽\u200d🚀 \u0645\u06cc\u200c\u062e\u2069", // joiners that belong to the text
		"\u05d0\u05d1 (1)":                   "\u2068\u05d0\u05d1 (1)\u2069",                   // from right to left, alone
		"\u202e\u05d0":                       "\u2068\u05d0\u2069",                             // and not by an override
		"tag\U000e0061\U000e007f":            "tag",
	} {
		if got := wire.Plain(in); got != want {
			t.Errorf("Plain(%+q) is %+q, expected %+q", in, got, want)
		}
		if got := wire.Clean(wire.Clean(in)); got != wire.Clean(in) {
			t.Errorf("Clean(%+q) is changed by another: %+q", in, got)
		}
	}
	if got := wire.Clip(wire.Plain(strings.Repeat("\u05d0", 40)), 20); len([]rune(got)) > 20 || !strings.HasSuffix(got, "\u2069") {
		t.Errorf("an isolate is cut to %+q", got)
	}
	for text, want := range map[string]string{"äöüß": "äöüß", "äöüßäöüßä": "äöüßäöü…", "acht acht": "acht ac…", "sieben acht": "sieben…", "sechse, acht": "sechse…"} {
		if got := wire.Clip(text, 8); got != want {
			t.Errorf("%s is cut to %s, expected %s", text, got, want)
		}
	}
}
