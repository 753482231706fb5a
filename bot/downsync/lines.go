package downsync

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	draw "downsync/render/downsync"
)

// teller words facts with the match's cards, its mission and the terms of its edition.
type teller struct {
	voice
	cards   *cards.Catalogue
	edition string
	mission *rules.Mission
}

func of(v reading) teller { return teller{v.voice, v.Cards(), v.Rules, v.Mission()} }

// page returns the page.Teller that words Downsync's facts.
func (w teller) page() page.Teller { return factRows.Teller(w.Language, w) }

// line returns the words for one fact, "" if it has none.
func (w teller) line(f game.Fact) string { return factRows.Line(w, f) }

func (w teller) unit(slug string) string { return w.cards.Must(slug).Name }

// tell lists the facts of a card, without the earliest if there are too many. It skips the beginning of the card's own turn,
// which the head of the card states.
func (w teller) tell(facts []game.Fact, turn int) string {
	var lines []string
	for _, f := range facts {
		t, ok := f.(rules.TurnBegan)
		if s := w.line(f); s != "" && !(ok && t.Turn == turn) {
			lines = append(lines, "• "+s)
		}
	}
	return w.page().Newest(lines, len(lines), maxTold)
}

// factRows holds the rows of all kinds of facts.
var factRows = page.Rows(slices.Concat(courseRows, engagementRows, rulingRows)...)

// courseRows holds the rows of the course of a match, besides its engagements.
var courseRows = []page.Fact[teller]{
	page.Says(teller.began, "R5.1"),
	page.Says(func(w teller, f rules.StartRolled) string {
		a, b := f.Dice[0][0]+f.Dice[0][1], f.Dice[1][0]+f.Dice[1][1]
		s := w.Say("Starting roll: A 🎲 %d+%d = **%d**, B 🎲 %d+%d = **%d**.", f.Dice[0][0], f.Dice[0][1], a, f.Dice[1][0], f.Dice[1][1], b)
		return strings.TrimSpace(s + " " + w.when(a == b, "A tie: both roll again."))
	}, "R5.2", "Q8"),
	page.Says(func(w teller, f rules.FirstChosen) string {
		return w.Say("%s chooses: %s deploys first and has the first Turn.", bot.SideName(f.By), bot.SideName(f.First))
	}, "R5.2", "R5.3"),
	page.Silent[teller, rules.Deployed]("R5.4"), // the picture shows where a Ping stands, and it may still be moved
	page.Says(func(w teller, f rules.DeploymentDone) string {
		return w.Say("%s has deployed: %s.", bot.SideName(f.Seat), w.contacts(f.Pings))
	}, "R5.4"),
	page.Says(func(w teller, f rules.Mounted) string {
		return w.Say("%s: the %s rides in the %s.", bot.SideName(f.Seat), w.unit(f.Unit), w.unit(f.In))
	}, "Q76"),
	page.Says(func(w teller, f rules.RoundBegan) string {
		return w.Say("**Round %d** begins; Command Points are refilled.", f.Round)
	}, "R6.1"),
	page.Says(func(w teller, f rules.TurnBegan) string {
		return w.Say("**Turn %d** is %s's.", f.Turn, bot.SideName(f.Active))
	}, "R7.1"),
	page.Silent[teller, rules.TurnEnded]("R7.1"),  // the next Turn, Round or the end is told
	page.Silent[teller, rules.PhaseBegan]("R7.2"), // the card's head names the phase
	page.Says(func(w teller, f rules.Designated) string { return w.Say("Taskforce: %s.", list(f.Pieces)) }, "R7.3"),
	page.Says(func(w teller, f rules.Revealed) string {
		return w.Say("%s is revealed%s: **%s**.", f.Piece, w.Text(whyRevealed[f.Why]), w.unit(f.Unit))
	}, "R16.1", "R16.2"),
	page.Says(teller.refreshed, "R7.6"),
	page.SaysBy(teller.moved, func(_ teller, f rules.Moved) []string {
		if f.Action {
			return []string{"R19.1", "Q25"}
		}
		return []string{"R7.8", "Q25"}
	}),
	page.Silent[teller, rules.MoveDone]("R7.8"), // what the piece moved is told already
	page.Says(func(w teller, f rules.MoveTaken) string { return w.Say("%s takes its move back.", f.Unit) }, "D5"),
	page.Says(func(w teller, f rules.ContactFound) string {
		return w.Say("%s: a contact is being identified%s.", list(f.Pings), w.Text(whyFound[f.Why]))
	}, "R16.2", "S8"),
	page.SaysBy(teller.scored, func(_ teller, f rules.Scored) []string {
		if f.Goal > 0 {
			return []string{"V22"}
		}
		return []string{"R25.4", "Q89"}
	}),
	page.SaysBy(func(w teller, f rules.Ended) string {
		return "**" + wire.Capital(outcome(w.Language, game.Result{Rank: f.Rank, Why: f.Why}, []string{"A", "B"})) + ".**"
	}, func(_ teller, f rules.Ended) []string { return endCited[f.Why] }),
	page.Says(func(w teller, f rules.RostersOpened) string {
		return w.Say("The sealed forces are open: A %s; B %s.", unitList(w.cards, f.Forces[0]), unitList(w.cards, f.Forces[1]))
	}, "S9"),
	page.Says(func(w teller, f rules.Planned) string {
		if f.As == "" {
			return w.Say("(only you see this) Your plan for %s is off.", f.Ping)
		}
		return w.Say("(only you see this) You plan %s to be the %s.", f.Ping, w.unit(f.As))
	}, "R16.1", "S10"),
	page.Says(func(w teller, f rules.DrawOffered) string {
		return w.Say("downsync.draw-offered", bot.SideName(f.Seat))
	}, "Q19"),
	page.Says(func(w teller, f rules.DrawWithdrawn) string {
		return w.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	}, "Q19"),
	page.Says(func(w teller, f rules.StandingOrdered) string {
		return w.Say("(only you see this) %s", w.Text(passingFor[f.Until]))
	}),
	page.Says(func(w teller, f game.Refereed) string { return bot.ActText(w.Language, f) }),
}

// rulingRows holds the rows of referees' rulings.
var rulingRows = []page.Fact[teller]{
	page.Says(func(w teller, f rules.TokenRuled) string {
		return w.Say("By a moderator's ruling %s has %s: %d.", f.Base, w.Text(game.Text(f.Token)), f.N)
	}, "D14"),
	page.Says(func(w teller, f rules.HiddenRuled) string {
		return w.Say("A moderator ruled on tokens of %s's that only %[1]s may see.", bot.SideName(f.Seat))
	}, "D14"),
	page.Says(func(w teller, f rules.PlacedByRuling) string {
		return w.Say("By a moderator's ruling %s stands at %s.", f.Base, f.At)
	}, "D14"),
	page.Says(func(w teller, f rules.PointsRuled) string {
		return w.Say("By a moderator's ruling %s has %d %s.", bot.SideName(f.Seat), f.N, strings.ToUpper(f.What))
	}, "D14"),
	page.Says(func(w teller, f rules.RemovedByRuling) string {
		return w.Say("By a moderator's ruling %s is gone.", f.Base)
	}, "D14"),
	page.Says(func(w teller, f rules.LostAboard) string {
		return w.Say("Lost with %s, in which it rode: **%s**.", f.In, unitList(w.cards, f.Units))
	}, "D14"),
	page.Says(func(w teller, f rules.ReturnedByRuling) string {
		return w.Say("By a moderator's ruling %s is back: the %s stands at %s.", f.Unit, w.unit(f.Slug), points(f.Bases))
	}, "D14"),
}

var endCited = map[string][]string{"vp": {"R25.6", "Q92"}, "wipe-out": {"R25.6", "Q91"}, "rounds": {"Q19"}, "agreement": {"Q19"},
	"draw": {"Q19"}}

// began names the edition and the unusual options.
func (w teller) began(f rules.Began) string {
	m, _ := maps.Find(f.Map)
	s := w.Say("A %s game of %s, %s", w.Text(game.Text(f.Size)), w.Text(missionTexts[w.mission.Name].name), w.Text(game.Text(f.Secrecy))) +
		w.when(f.Rules != "" && f.Rules != rules.Editions[0], ", rules %s", f.Rules) + w.when(f.Older, ", by older rulings") +
		w.when(f.Map != "" && f.Map != maps.Plain, ", on %s", cmp.Or(m.Name, f.Map))
	var rest []string
	for _, option := range f.Options {
		said := page.Chosen(w.Language, []string{option}, optionWords)
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
func (w teller) contacts(n [3]int) string {
	var out []string
	for i, sig := range cards.Signatures {
		if n[i] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[i], w.Text(game.Text(sig))))
		}
	}
	if len(out) == 0 {
		return w.Text("no contacts")
	}
	return w.Say("%d {contact|contacts} (%s)", n[0]+n[1]+n[2], and(w.Language, out))
}

func list(ls []rules.Label) string {
	return strings.Join(each(ls, func(l rules.Label) string { return string(l) }), ", ")
}

// refreshed words a refresh that was paid for, "" for any other.
func (w teller) refreshed(f rules.Refreshed) string {
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
	return fmt.Sprintf("%s %s.", f.Unit, and(w.Language, paid))
}

func (w teller) moved(f rules.Moved) string {
	to := squareOf(f.Path[len(f.Path)-1])
	if f.Slowed {
		to = w.Say("%s through terrain that slows", to)
	}
	if f.Action {
		return w.Say("%s uses a Move Action to %s.", f.Base, to)
	}
	return w.Say("%s moves to %s.", f.Base, to)
}

func (w teller) scored(f rules.Scored) string {
	where := w.Text("the enemy VIP")
	if f.Goal > 0 {
		where = w.Say("Control Objective %d", f.Goal)
	}
	if len(f.Blockers) > 0 {
		return w.Say("Within %[6]s\" of %[2]s: %[1]s, blocked by %[3]s. **%[4]d VP** for %[5]s.", list(f.Scorers), where,
			list(f.Blockers), f.VP, bot.SideName(f.Seat), w.mission.ScoreRange)
	}
	return w.Say("Within %[5]s\" of %[2]s: %[1]s. **%[3]d VP** for %[4]s.", list(f.Scorers), where, f.VP, bot.SideName(f.Seat), w.mission.ScoreRange)
}

// standing removes the facts that were taken back. It says so once, after the last fact before them.
func standing(facts []game.Fact) []game.Fact {
	if !slices.ContainsFunc(facts, tookBack) {
		return slices.Clip(facts)
	}
	var out []game.Fact
	said := false
	for _, f := range slices.Backward(facts) {
		if _, void := f.(game.Void); void || tookBack(f) && said {
			continue
		}
		said = said || tookBack(f)
		out = append(out, f)
	}
	slices.Reverse(out)
	return out
}

func tookBack(f game.Fact) bool { _, is := f.(game.TookBack); return is }

// drawDice adds the picture of rolls to the frame, if there are rolls and words for them.
func drawDice(frame *page.Frame, alt, name string, png []byte) {
	if len(png) > 0 && alt != "" {
		frame.Draw(name, png, alt)
	}
}

// diceAlt describes the newest rolls, the oldest of them first.
func (w teller) diceAlt(facts []game.Fact, most int) string {
	var said []string
	for _, f := range slices.Backward(facts) {
		switch f.(type) {
		case rules.AttackRolled, rules.ScanRolled, rules.PriorityRolled, rules.CounterChecked, rules.StartRolled:
			if len(said) < most {
				said = append(said, plainly.Replace(w.line(f)))
			}
		}
	}
	slices.Reverse(said)
	return wire.Clip(strings.Join(said, "\n"), draw.MaxAlt)
}
