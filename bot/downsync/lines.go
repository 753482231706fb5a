package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/tongue"
	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// maxTold bounds what is told on one card in characters, well below Discord's 4,000 for a whole message.
const maxTold = 2600

// teller says facts in words; the cards and the edition are those of the match.
type teller struct {
	tongue.Tongue
	cards   *cards.Catalogue
	edition string
}

// of is the teller of a view's match.
func of(v reading) teller { return teller{v.Tongue, v.Cards(), v.Rules} }

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
	return newest(lines, len(lines), maxTold)
}

// newest joins the last lines, at most n of them and so many characters; how many were left out is said first.
func newest(lines []string, n, characters int) string {
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
		out = append([]string{fmt.Sprintf(wordEarlier, from)}, out...)
	}
	return strings.Join(out, "\n")
}

// line says one fact, "" for what needs no words.
func (w teller) line(f game.Fact) string {
	switch f := f.(type) {
	case rules.Began:
		return began(f)
	case rules.StartRolled:
		a, b := f.Dice[0], f.Dice[1]
		s := fmt.Sprintf("Starting roll: A 🎲 %d+%d = **%d**, B 🎲 %d+%d = **%d**.", a[0], a[1], a[0]+a[1], b[0], b[1], b[0]+b[1])
		if a[0]+a[1] == b[0]+b[1] {
			s += " A tie: both roll again."
		}
		return s
	case rules.FirstChosen:
		return fmt.Sprintf("%s chooses: %s deploys first and has the first Turn.", letter(f.By), letter(f.First))
	case rules.DeploymentDone:
		return fmt.Sprintf("%s stands: %s.", letter(f.Seat), contacts(f.Pings))
	case rules.Mounted:
		return fmt.Sprintf("%s: the %s rides in the %s.", letter(f.Seat), w.unit(f.Unit), w.unit(f.In))
	case rules.RoundBegan:
		return fmt.Sprintf("**Round %d** begins; Command Points are refilled.", f.Round)
	case rules.TurnBegan:
		return fmt.Sprintf("**Turn %d** is %s's.", f.Turn, letter(f.Active))
	case rules.Designated:
		return "Taskforce: " + list(f.Pieces) + "."
	case rules.Revealed:
		return fmt.Sprintf("%s is revealed%s: **%s**.", f.Piece, whyRevealed[f.Why], w.unit(f.Unit))
	case rules.Refreshed:
		return refreshed(f)
	case rules.Moved:
		return moved(f)
	case rules.MoveTaken:
		return fmt.Sprintf("%s takes its move back.", f.Unit)
	case rules.ContactFound:
		return fmt.Sprintf("%s: a contact is being identified%s.", list(f.Pings), whyFound[f.Why])
	case rules.Scored:
		return scored(f)
	case rules.Ended:
		return fmt.Sprintf("**%s.**", capital(outcome(game.Result{Rank: f.Rank, Why: f.Why}, []string{"A", "B"})))
	case rules.RostersOpened:
		return fmt.Sprintf("The sealed rosters are open: A %s; B %s. Each hashes to what was published at the start.",
			w.roster(f.Forces[0], f.Salts[0]), w.roster(f.Forces[1], f.Salts[1]))
	case game.TookBack:
		return "A step was taken back."
	}
	return w.fightLine(f)
}

var (
	whyRevealed = map[string]string{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters", rules.RevealedByAmbush: " from ambush"}
	whyFound    = map[string]string{rules.RevealedByScan: " (scanned)", rules.RevealedByContact: " (a Unit within 2\")"}
)

// began names the edition and the options that are not as usual.
func began(f rules.Began) string {
	s := fmt.Sprintf("A %s game of %s, %s", f.Size, mission(f.Rules), f.Secrecy)
	if f.Rules != "" && f.Rules != rules.Editions[0] {
		s += ", rules " + f.Rules
	}
	if f.Map != "" && f.Map != "plain" {
		s += ", on " + f.Map
	}
	if len(f.Options) > 0 {
		s += " (" + strings.Join(f.Options, ", ") + ")"
	}
	s += "."
	if len(f.Rosters) == 2 {
		s += fmt.Sprintf(" Both rosters are sealed: A `%s…`, B `%s…`.", f.Rosters[0][:12], f.Rosters[1][:12])
	}
	return s
}

// roster is an opened roster with its salt and hash.
func (w teller) roster(units []string, salt string) string {
	return fmt.Sprintf("%s (salt `%s`, `%s…`)", unitList(w.cards, units), salt, rules.Commitment(salt, units)[:12])
}

// contacts counts a side's Pings: "2 small, 3 medium and 1 large contacts".
func contacts(n [3]int) string {
	var out []string
	for i, sig := range cards.Signatures {
		if n[i] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[i], sig))
		}
	}
	if len(out) == 0 {
		return "no contacts"
	}
	s := strings.Join(out, ", ")
	if i := strings.LastIndex(s, ", "); i >= 0 {
		s = s[:i] + " and" + s[i+1:]
	}
	return s + " contacts"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func list(ls []rules.Label) string {
	ss := make([]string, len(ls))
	for i, l := range ls {
		ss[i] = string(l)
	}
	return strings.Join(ss, ", ")
}

// refreshed tells only of a refresh that was paid for; the others go without saying.
func refreshed(f rules.Refreshed) string {
	var paid []string
	if n := len(f.Unstunned); n > 0 {
		paid = append(paid, fmt.Sprintf("pays %d CP and is rid of stun", n))
	}
	for _, id := range f.Paid {
		m, _ := cards.Means(id)
		paid = append(paid, fmt.Sprintf("pays 1 CP for its %s", m.Name))
	}
	if len(paid) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s.", f.Unit, strings.Join(paid, " and "))
}

func moved(f rules.Moved) string {
	to := f.Path[len(f.Path)-1].String()
	if f.Slowed {
		to += " through terrain that slows (R10.1)"
	}
	if f.Action {
		return fmt.Sprintf("%s uses a Move Action to %s.", f.Base, to)
	}
	return fmt.Sprintf("%s moves to %s.", f.Base, to)
}

func scored(f rules.Scored) string {
	where, rule := wordEnemyVIP, "R25.4"
	if f.Goal > 0 {
		where, rule = fmt.Sprintf(wordObjective, f.Goal), "V22"
	}
	s := fmt.Sprintf("%s at %s", list(f.Scorers), where)
	if len(f.Blockers) > 0 {
		s += fmt.Sprintf(", blocked by %s", list(f.Blockers))
	}
	return fmt.Sprintf("%s: **%d VP** for %s (%s).", s, f.VP, letter(f.Seat), rule)
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
