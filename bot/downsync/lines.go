package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"

	rules "downsync/game/downsync"
)

// maxTold bounds what is told on one card in characters, well below Discord's 4,000 for a whole message.
const maxTold = 2600

// teller says facts in words; the cards and the edition are those of the match.
type teller struct {
	lang.Language
	cards   *cards.Catalogue
	edition string
}

// of is the teller of a view's match.
func of(v reading) teller { return teller{v.Language, v.Cards(), v.Rules} }

func (w teller) unit(slug string) string { return w.cards.Must(slug).Name }

// tell says the facts of a card line by line; the earliest go when there are too many. The beginning of its own turn
// stands in its head.
func (w teller) tell(facts []game.Fact, turn int) string {
	var lines []string
	for _, f := range facts {
		if t, ok := f.(rules.TurnBegan); ok && t.Turn == turn {
			continue
		}
		if s := w.line(f); s != "" {
			lines = append(lines, "• "+s)
		}
	}
	return w.newest(lines, len(lines), maxTold)
}

// newest joins the last lines, at most n of them and so many characters; how many were left out is said first.
func (w teller) newest(lines []string, n, characters int) string {
	from, size := len(lines), 40 // of the line about those left out
	for from > 0 && len(lines)-from < n {
		size += len([]rune(lines[from-1])) + 1
		if size > characters {
			break
		}
		from--
	}
	out := lines[from:]
	if from > 0 {
		out = append([]string{w.Say(wordEarlier, from)}, out...)
	}
	return strings.Join(out, "\n")
}

// line says one fact, "" for what needs no words.
func (w teller) line(f game.Fact) string {
	switch f := f.(type) {
	case rules.Began:
		return w.began(f)
	case rules.StartRolled:
		a, b := f.Dice[0], f.Dice[1]
		s := w.Say(toldStart, a[0], a[1], a[0]+a[1], b[0], b[1], b[0]+b[1])
		if a[0]+a[1] == b[0]+b[1] {
			s += " " + w.Text(toldTie)
		}
		return s
	case rules.FirstChosen:
		return w.Say(toldFirst, letter(f.By), letter(f.First))
	case rules.DeploymentDone:
		return w.Say(toldStands, letter(f.Seat), w.contacts(f.Pings))
	case rules.Mounted:
		return w.Say(toldMounted, letter(f.Seat), w.unit(f.Unit), w.unit(f.In))
	case rules.RoundBegan:
		return w.Say(toldRound, f.Round)
	case rules.TurnBegan:
		return w.Say(toldTurn, f.Turn, letter(f.Active))
	case rules.Designated:
		return w.Say(toldTaskforce, list(f.Pieces))
	case rules.Revealed:
		return w.Say(toldRevealed, f.Piece, w.Text(whyRevealed[f.Why]), w.unit(f.Unit))
	case rules.Refreshed:
		return w.refreshed(f)
	case rules.Moved:
		return w.moved(f)
	case rules.MoveTaken:
		return w.Say(toldMoveTaken, f.Unit)
	case rules.ContactFound:
		return w.Say(toldFound, list(f.Pings), w.Text(whyFound[f.Why]))
	case rules.Scored:
		return w.scored(f)
	case rules.Ended:
		return fmt.Sprintf("**%s.**", bot.Capital(outcome(w.Language, game.Result{Rank: f.Rank, Why: f.Why}, []string{"A", "B"})))
	case rules.RostersOpened:
		return w.Say(toldOpened, unitList(w.cards, f.Forces[0]), unitList(w.cards, f.Forces[1]))
	case game.Refereed:
		return bot.ActText(w.Language, f)
	case rules.TokenRuled:
		return w.Say(toldTokenRuled, f.Base, w.Text(f.Token), f.N)
	case rules.HiddenRuled:
		return w.Say(toldHiddenRuled, letter(f.Seat))
	case rules.PlacedByRuling:
		return w.Say(toldPlaceRuled, f.Base, f.At)
	case rules.PointsRuled:
		return w.Say(toldPointsRuled, letter(f.Seat), f.N, strings.ToUpper(f.What))
	case rules.RemovedByRuling:
		return w.Say(toldRemoved, f.Base)
	case rules.LostAboard:
		return w.Say(toldLostAboard, f.In, unitList(w.cards, f.Units))
	case rules.ReturnedByRuling:
		return w.Say(toldReturned, f.Unit, w.unit(f.Slug), points(f.Bases))
	case game.TookBack:
		return w.Text(toldTakenBack)
	}
	return w.fightLine(f)
}

// began names the edition and the options that are not as usual.
func (w teller) began(f rules.Began) string {
	s := w.Say(toldBegan, w.Text(f.Size), w.Text(mission(f.Rules)), w.Text(f.Secrecy))
	if f.Rules != "" && f.Rules != rules.Editions[0] {
		s += w.Say(toldBeganRules, f.Rules)
	}
	if f.Map != "" && f.Map != "plain" {
		s += w.Say(toldBeganMap, mapName(f.Map))
	}
	var rest []string
	for _, option := range f.Options {
		if rounds, ok := strings.CutPrefix(option, "max_rounds "); ok {
			s += ", " + w.Say(wordRounds, rounds)
		} else {
			rest = append(rest, option)
		}
	}
	if len(rest) > 0 {
		s += " (" + strings.Join(rest, ", ") + ")"
	}
	s += "."
	if len(f.Rosters) == 2 {
		s += w.Say(toldSealed, f.Rosters[0][:12], f.Rosters[1][:12])
	}
	return s
}

// contacts counts a side's Pings: "6 contacts (2 small, 3 medium and 1 large)".
func (w teller) contacts(n [3]int) string {
	var out []string
	for i, sig := range cards.Signatures {
		if n[i] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[i], w.Text(string(sig))))
		}
	}
	if len(out) == 0 {
		return w.Text(toldNoContacts)
	}
	s := out[len(out)-1]
	if rest := out[:len(out)-1]; len(rest) > 0 {
		s = w.Say(toldAnd, strings.Join(rest, ", "), s)
	}
	total := n[0] + n[1] + n[2]
	if total == 1 {
		return w.Say(toldOneContact, s)
	}
	return w.Say(toldContacts, total, s)
}

func list(ls []rules.Label) string {
	ss := make([]string, len(ls))
	for i, l := range ls {
		ss[i] = string(l)
	}
	return strings.Join(ss, ", ")
}

// refreshed tells only of a refresh that was paid for; the others go without saying.
func (w teller) refreshed(f rules.Refreshed) string {
	var paid []string
	if n := len(f.Unstunned); n > 0 {
		paid = append(paid, w.Say(toldPaysStun, n))
	}
	for _, id := range f.Paid {
		m, _ := cards.Means(id)
		paid = append(paid, w.Say(toldPaysFor, m.Name))
	}
	if len(paid) == 0 {
		return ""
	}
	all := paid[0]
	for _, p := range paid[1:] {
		all = w.Say(toldAnd, all, p)
	}
	return fmt.Sprintf("%s %s.", f.Unit, all)
}

func (w teller) moved(f rules.Moved) string {
	to := tenthsAt(f.Path[len(f.Path)-1]).String()
	if f.Slowed {
		to = w.Say(toldSlowed, to)
	}
	if f.Action {
		return w.Say(toldMoveAction, f.Base, to)
	}
	return w.Say(toldMoves, f.Base, to)
}

func (w teller) scored(f rules.Scored) string {
	where, rule := w.Text(wordEnemyVIP), "R25.4"
	if f.Goal > 0 {
		where, rule = w.Say(wordObjective, f.Goal), "V22"
	}
	if len(f.Blockers) > 0 {
		return w.Say(toldScoredBlock, list(f.Scorers), where, list(f.Blockers), f.VP, letter(f.Seat), rule)
	}
	return w.Say(toldScored, list(f.Scorers), where, f.VP, letter(f.Seat), rule)
}

// told are the lines of facts, for a console's news.
func (w teller) told(facts []game.Fact) []string {
	var out []string
	for _, f := range facts {
		if s := w.line(f); s != "" {
			out = append(out, "• "+bot.Clip(s, 300))
		}
	}
	return out
}

// mapName is a map's name, or what it was called in the settings.
func mapName(slug string) string {
	if m, ok := maps.Find(slug); ok {
		return m.Name
	}
	return slug
}
