package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/downsync/rulebook"
	"downsync/game/table"
	draw "downsync/render/downsync"
)

// Teller words facts with the match's cards, its mission and the terms of its edition.
type Teller struct {
	Voice
	cards   *cards.Catalogue
	edition string
	mission *rules.Mission
}

func TellerOf(v Reading) Teller { return Teller{v.Voice, v.Cards(), v.Rules, v.Mission()} }

// Page returns the page.Teller that words Downsync's facts.
func (w Teller) Page() page.Teller { return factRows.Teller(w.Language, w) }

// Line returns the words for one fact, "" if it has none.
func (w Teller) Line(f game.Fact) string { return factRows.Line(w, f) }

func (w Teller) unit(slug string) string { return w.cards.Must(slug).Name }

// Tell lists the facts of a card, without the earliest if there are too many. It skips the beginning of the card's own turn,
// which the head of the card states.
func (w Teller) Tell(facts []game.Fact, turn int) string {
	var lines []string
	for _, f := range facts {
		t, ok := f.(rules.TurnBegan)
		if s := w.Line(f); s != "" && !(ok && t.Turn == turn) {
			lines = append(lines, "• "+s)
		}
	}
	return w.Page().Newest(lines, len(lines), MaxTold)
}

// factRows holds the rows of all kinds of facts.
var factRows = page.Rows(slices.Concat(courseRows, engagementRows, rulingRows)...)

// courseRows holds the rows of the course of a match, besides its engagements.
var courseRows = []page.Fact[Teller]{
	page.Says(Teller.began, "R5.1"),
	page.Says(func(w Teller, f rules.StartRolled) string {
		a, b := f.Dice[0][0]+f.Dice[0][1], f.Dice[1][0]+f.Dice[1][1]
		s := w.Say("Starting roll: A 🎲 %d+%d = **%d**, B 🎲 %d+%d = **%d**.", f.Dice[0][0], f.Dice[0][1], a, f.Dice[1][0], f.Dice[1][1], b)
		return strings.TrimSpace(s + " " + w.When(a == b, "A tie: both roll again."))
	}, "R5.2", "Q8"),
	page.Says(func(w Teller, f rules.FirstChosen) string {
		return w.Say("%s chooses: %s deploys first and has the first Turn.", bot.SideName(f.By), bot.SideName(f.First))
	}, "R5.2", "R5.3"),
	page.Silent[Teller, rules.Deployed]("R5.4"), // the picture shows where a Ping stands, and it may still be moved
	page.Says(func(w Teller, f rules.DeploymentDone) string {
		return w.Say("%s has deployed: %s.", bot.SideName(f.Seat), w.contacts(f.Pings))
	}, "R5.4"),
	page.Says(func(w Teller, f rules.Mounted) string {
		return w.Say("%s: the %s rides in the %s.", bot.SideName(f.Seat), w.unit(f.Unit), w.unit(f.In))
	}, "Q76"),
	page.Says(func(w Teller, f rules.RoundBegan) string {
		return w.Say("**Round %d** begins; Command Points are refilled.", f.Round)
	}, "R6.1"),
	page.Says(func(w Teller, f rules.TurnBegan) string {
		return w.Say("**Turn %d** is %s's.", f.Turn, bot.SideName(f.Active))
	}, "R7.1"),
	page.Silent[Teller, rules.TurnEnded]("R7.1"),  // the next Turn, Round or the end is told
	page.Silent[Teller, rules.PhaseBegan]("R7.2"), // the card's head names the phase
	page.Says(func(w Teller, f rules.Designated) string { return w.Say("Taskforce: %s.", List(f.Pieces)) }, "R7.3"),
	page.Says(func(w Teller, f rules.Revealed) string {
		return w.Say("%s is revealed%s: **%s**.", f.Piece, w.Text(whyRevealed[f.Why]), w.unit(f.Unit))
	}, "R16.1", "R16.2"),
	page.Says(Teller.refreshed, "R7.6"),
	page.SaysBy(Teller.moved, func(_ Teller, f rules.Moved) []string {
		if f.Action {
			return []string{"R19.1", "Q25"}
		}
		return []string{"R7.8", "Q25"}
	}),
	page.Silent[Teller, rules.MoveDone]("R7.8"), // what the piece moved is told already
	page.Says(func(w Teller, f rules.MoveTaken) string { return w.Say("%s takes its move back.", f.Unit) }, "D5"),
	page.Says(func(w Teller, f rules.ContactFound) string {
		return w.Say("%s: a contact is being identified%s.", List(f.Pings), w.Text(whyFound[f.Why]))
	}, "R16.2", "S8"),
	page.SaysBy(Teller.Scored, func(_ Teller, f rules.Scored) []string {
		if f.Goal > 0 {
			return []string{"V22"}
		}
		return []string{"R25.4", "Q89"}
	}),
	page.SaysBy(func(w Teller, f rules.Ended) string {
		return "**" + wire.Capital(Outcome(w.Language, game.Result{Rank: f.Rank, Why: f.Why}, []string{"A", "B"})) + ".**"
	}, func(_ Teller, f rules.Ended) []string { return endCited[f.Why] }),
	page.Says(func(w Teller, f rules.RostersOpened) string {
		return w.Say("The sealed forces are open: A %s; B %s.", UnitList(w.cards, f.Forces[0]), UnitList(w.cards, f.Forces[1]))
	}, "S9"),
	page.Says(func(w Teller, f rules.Planned) string {
		if f.As == "" {
			return w.Say("(only you see this) Your plan for %s is off.", f.Ping)
		}
		return w.Say("(only you see this) You plan %s to be the %s.", f.Ping, w.unit(f.As))
	}, "R16.1", "S10"),
	page.Says(func(w Teller, f rules.DrawOffered) string {
		return w.Say("downsync.draw-offered", bot.SideName(f.Seat))
	}, "Q19"),
	page.Says(func(w Teller, f rules.DrawWithdrawn) string {
		return w.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	}, "Q19"),
	page.Says(func(w Teller, f rules.StandingOrdered) string {
		return w.Say("(only you see this) %s", w.Text(PassingFor[f.Until]))
	}),
}

// rulingRows holds the rows of referees' rulings.
var rulingRows = []page.Fact[Teller]{
	page.Says(func(w Teller, f rules.TokenRuled) string {
		return w.Say("By a moderator's ruling %s has %s: %d.", f.Base, w.Text(game.Text(f.Token)), f.N)
	}, "D14"),
	page.Says(func(w Teller, f rules.HiddenRuled) string {
		return w.Say("A moderator ruled on tokens of %s's that only %[1]s may see.", bot.SideName(f.Seat))
	}, "D14"),
	page.Says(func(w Teller, f rules.PlacedByRuling) string {
		return w.Say("By a moderator's ruling %s stands at %s.", f.Base, f.At)
	}, "D14"),
	page.Says(func(w Teller, f rules.PointsRuled) string {
		return w.Say("By a moderator's ruling %s has %d %s.", bot.SideName(f.Seat), f.N, strings.ToUpper(f.What))
	}, "D14"),
	page.Says(func(w Teller, f rules.RemovedByRuling) string {
		return w.Say("By a moderator's ruling %s is gone.", f.Base)
	}, "D14"),
	page.Says(func(w Teller, f rules.LostAboard) string {
		return w.Say("Lost with %s, in which it rode: **%s**.", f.In, UnitList(w.cards, f.Units))
	}, "D14"),
	page.Says(func(w Teller, f rules.ReturnedByRuling) string {
		return w.Say("By a moderator's ruling %s is back: the %s stands at %s.", f.Unit, w.unit(f.Slug), points(f.Bases))
	}, "D14"),
}

var endCited = map[string][]string{"vp": {"R25.6", "Q92"}, "wipe-out": {"R25.6", "Q91"}, "rounds": {"Q19"}, "agreement": {"Q19"},
	"draw": {"Q19"}}

// began names the edition and the unusual options.
func (w Teller) began(f rules.Began) string {
	m, _ := maps.Find(f.Map)
	s := w.Say("A %s game of %s, %s", w.Text(game.Text(f.Size)), w.Text(MissionTexts[w.mission.Name].Name), w.Text(game.Text(f.Secrecy))) +
		w.When(f.Rules != "" && f.Rules != rules.Editions[0], ", rules %s", f.Rules) + w.When(f.Older, ", by older rulings") +
		w.When(f.Map != "" && f.Map != maps.Plain, ", on %s", cmp.Or(m.Name, f.Map))
	var rest []string
	for _, option := range f.Options {
		said := page.Chosen(w.Language, []string{option}, OptionWords)
		if strings.HasPrefix(option, "max_rounds ") {
			s += ", " + strings.Join(said, "")
		} else {
			rest = append(rest, said...)
		}
	}
	if len(rest) > 0 {
		s += " (" + strings.Join(rest, ", ") + ")"
	}
	s += "."
	if len(f.Rosters) == 2 {
		s += w.Say(" Both rosters are sealed: A `%s…`, B `%s…`.", f.Rosters[0][:12], f.Rosters[1][:12])
	}
	return s
}

// contacts counts a side's Pings: "6 contacts (2 small, 3 medium and 1 large)".
func (w Teller) contacts(n [3]int) string {
	var out []string
	for i, sig := range cards.Signatures {
		if n[i] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[i], w.Text(game.Text(sig))))
		}
	}
	if len(out) == 0 {
		return w.Text("no contacts")
	}
	return w.Say("%d {contact|contacts} (%s)", n[0]+n[1]+n[2], And(w.Language, out))
}

func List(ls []rules.Label) string {
	return strings.Join(page.Each(ls, func(l rules.Label) string { return string(l) }), ", ")
}

// refreshed words a refresh that was paid for, "" for any other.
func (w Teller) refreshed(f rules.Refreshed) string {
	var paid []string
	if n := len(f.Unstunned); n > 0 {
		paid = append(paid, w.Say("pays %d CP and is rid of stun", n))
	}
	for _, id := range f.Paid {
		m, _ := cards.Means(id)
		paid = append(paid, w.Say("pays 1 CP for its %s", m.Name))
	}
	if len(paid) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s.", f.Unit, And(w.Language, paid))
}

func (w Teller) moved(f rules.Moved) string {
	to := SquareOf(f.Path[len(f.Path)-1])
	if f.Slowed {
		to = w.Say("%s through terrain that slows", to)
	}
	if f.Action {
		return w.Say("%s uses a Move Action to %s.", f.Base, to)
	}
	return w.Say("%s moves to %s.", f.Base, to)
}

func (w Teller) Scored(f rules.Scored) string {
	where := w.Text("the enemy VIP")
	if f.Goal > 0 {
		where = w.Say("Control Objective %d", f.Goal)
	}
	if len(f.Blockers) > 0 {
		return w.Say("Within %[6]s\" of %[2]s: %[1]s, blocked by %[3]s. **%[4]d VP** for %[5]s.", List(f.Scorers), where,
			List(f.Blockers), f.VP, bot.SideName(f.Seat), w.mission.ScoreRange)
	}
	return w.Say("Within %[5]s\" of %[2]s: %[1]s. **%[3]d VP** for %[4]s.", List(f.Scorers), where, f.VP, bot.SideName(f.Seat), w.mission.ScoreRange)
}

// DrawDice adds the picture of rolls to the frame, if there are rolls and words for them.
func DrawDice(frame *page.Frame, alt, name string, png []byte) {
	if len(png) > 0 && alt != "" {
		frame.Draw(name, png, alt)
	}
}

// DiceAlt describes the newest rolls, the oldest of them first.
func (w Teller) DiceAlt(facts []game.Fact, most int) string {
	var said []string
	for _, f := range slices.Backward(facts) {
		switch f.(type) {
		case rules.AttackRolled, rules.ScanRolled, rules.PriorityRolled, rules.CounterChecked, rules.StartRolled:
			if len(said) < most {
				said = append(said, page.Unmarked(w.Language, w.Line(f)))
			}
		}
	}
	slices.Reverse(said)
	return wire.Clip(strings.Join(said, "\n"), draw.MaxAlt)
}

// Contacts names contacts by size.
var Contacts = map[cards.Signature]game.Text{cards.Small: "small contact", cards.Medium: "medium contact", cards.Large: "large contact"}

var (
	whyRevealed = map[string]game.Text{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters",
		rules.RevealedByAmbush: " from ambush"}
	whyFound = map[string]game.Text{rules.RevealedByScan: " (scanned)", rules.RevealedByContact: " (a Unit within 2\")"}

	recovered = map[string]game.Text{"": "%s shakes off its stun.", "cp": "%s shakes off its stun for 1 CP.",
		"ap": "%s shakes off its stun with its Action Point.",
		"cm": "%s shakes off its stun with a CM token.", "hardened": "%s shakes off its stun with a hardened token."}

	PassingFor = map[string]game.Text{
		"":             "You are asked about reactions again.",
		"turn":         "You pass the reaction window of this Turn.",
		"round":        "You pass all reaction windows of this Round.",
		"until-change": "You pass reaction windows until one of your Units changes.",
	}
)

// MomentOf returns the Round and the Turn in which the last of the facts happened.
func MomentOf(facts []game.Fact) (round, turn int) {
	for _, f := range facts {
		switch f := f.(type) {
		case rules.RoundBegan:
			round = f.Round
		case rules.TurnBegan:
			turn = f.Turn
		}
	}
	return round, turn
}

// Whys says why a match ended.
var Whys = map[string]game.Text{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
	"rounds": "on points after the last Round", "time": "on time", "ruling": "by ruling", "agreement": "by agreement"}

// Outcome says who won and why.
func Outcome(t lang.Language, r game.Result, names []string) string {
	if r.Rank[0] == r.Rank[1] {
		return Undecided(t, r)
	}
	winner := names[slices.Index(r.Rank, slices.Min(r.Rank))]
	return strings.TrimSpace(t.Say("%s wins %s", wire.Plain(winner), t.Text(Whys[r.Why])))
}

// Undecided says that nobody won.
func Undecided(t lang.Language, r game.Result) string {
	switch r.Why {
	case table.WhyIdle:
		return t.Text("no result, as nobody went on")
	case "void":
		return t.Text("no result: a moderator declared it void")
	}
	return t.Text("a draw")
}

// OptionWords explain the options that differ from their defaults.
var OptionWords = map[string]game.Text{
	"mixed_factions on":     "factions may mix",
	"deploy_measure any":    "a part of the base in the zone is enough",
	"vip_base_mm":           "VIPs %d mm wide",
	"last_player_sweep off": "the last may hold pieces back",
	"max_rounds":            "%d {Round|Rounds}",
	"edge_counts_as_in on":  "touching terrain counts as in it",
	"squad_circle off":      "squads need no common circle",
	"bail_out_in":           "passengers bail out within %d\"",
}

// Shortly words a fact for a film: rolls without their dice.
func (w Teller) Shortly(f game.Fact) string {
	switch f := f.(type) {
	case rules.AttackRolled:
		return w.Say("%s fires at %s: %d against %d, %s.", f.By, f.Target, f.Total, f.Need, w.Text(Either(f.Hit, "hit", "miss")))
	case rules.ScanRolled:
		return w.Say("%s scans %s: %d against %d, %s.", f.By, f.Target, f.Total, f.Need, w.Text(Either(f.Hit, "found", "nothing")))
	case rules.PriorityRolled:
		return w.Say("Priority of %s: %d.", f.Unit, f.Die)
	case rules.RostersOpened:
		return ""
	}
	return w.Line(f)
}

// Sources lists where each modifier came from.
func (w Teller) Sources(f game.Fact) string {
	var mods, against []rules.Mod
	switch f := f.(type) {
	case rules.AttackRolled:
		mods, against = f.Mods, f.Against
	case rules.ScanRolled:
		mods, against = f.Mods, f.Against
	case rules.PriorityRolled:
		mods = f.Mods
	case rules.CounterChecked:
		mods = f.Mods
	}
	source := func(format game.Text) func(rules.Mod) string {
		return func(m rules.Mod) string {
			return w.Say(format, m.By, w.Text(m.Why), cmp.Or(m.Rule, w.Text("on a card")))
		}
	}
	return Paragraph(append(page.Each(mods, source("• %+d %s on the roll (%s)")), page.Each(against, source("• %+d %s on the number to reach (%s)"))...)...)
}

// RulesOf quotes the rules that the fact follows from.
func (w Teller) RulesOf(f game.Fact) string {
	lines := page.Each(factRows.Cites(w, f), func(number string) string {
		e := rulebook.Book.Numbered(number)
		text := wire.Clip(strings.TrimSpace(e.Title+" "+InShort(w.Language, e)), maxRule)
		return fmt.Sprintf("-# **%s** (%s) %s", number, w.Text(game.Text(e.Where)), text)
	})
	if len(lines) == 0 {
		return ""
	}
	return Paragraph(append(lines, page.InEnglish(w.Language))...)
}

// InShort returns an entry in a few sentences. Entries about cards are short and are returned whole, in the reader's
// language.
func InShort(t lang.Language, e book.Entry) string {
	if e.Number == "" {
		return t.Text(game.Text(e.Text))
	}
	return rulebook.Short(e)
}
