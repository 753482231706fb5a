package downsync

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// line says one fact, "" for what needs no words.
func line(f game.Fact) string {
	switch f := f.(type) {
	case rules.Began:
		return fmt.Sprintf("A %s game of VIP Capture, %s.", f.Size, f.Secrecy)
	case rules.StartRolled:
		a, b := f.Dice[0], f.Dice[1]
		return fmt.Sprintf("Starting roll: A %d+%d=**%d**, B %d+%d=**%d**.", a[0], a[1], a[0]+a[1], b[0], b[1], b[0]+b[1])
	case rules.FirstChosen:
		return fmt.Sprintf("%s chooses: %s deploys first.", side(f.By), side(f.First))
	case rules.DeploymentDone:
		return fmt.Sprintf("%s stands.", side(f.Seat))
	case rules.RoundBegan:
		return fmt.Sprintf("**Round %d** begins; Command Points are refilled.", f.Round)
	case rules.Designated:
		return "Taskforce: " + list(f.Pieces) + "."
	case rules.Revealed:
		return fmt.Sprintf("%s is revealed%s: **%s**.", f.Piece, whyRevealed[f.Why], cards.MustFind(f.Unit).Name)
	case rules.Refreshed:
		return refreshed(f)
	case rules.Moved:
		return moved(f)
	case rules.MoveTaken:
		return fmt.Sprintf("%s takes its move back.", f.Unit)
	case rules.ContactFound:
		return fmt.Sprintf("%s: a contact is being identified.", list(f.Pings))
	case rules.Scored:
		return scored(f)
	case rules.Ended:
		return ended(f)
	case game.TookBack:
		return "A step was taken back."
	}
	return fightLine(f)
}

var whyRevealed = map[string]string{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters"}

func list(ls []rules.Label) string {
	ss := make([]string, len(ls))
	for i, l := range ls {
		ss[i] = string(l)
	}
	return strings.Join(ss, ", ")
}

func refreshed(f rules.Refreshed) string {
	switch {
	case len(f.Unstunned) > 0 && len(f.Paid) > 0:
		return fmt.Sprintf("%s is refreshed, pays off its stun and puts up its aura.", f.Unit)
	case len(f.Unstunned) > 0:
		return fmt.Sprintf("%s is refreshed and pays %d CP against its stun.", f.Unit, len(f.Unstunned))
	case len(f.Paid) > 0:
		return fmt.Sprintf("%s is refreshed and puts up its aura for 1 CP.", f.Unit)
	}
	return ""
}

func moved(f rules.Moved) string {
	s := fmt.Sprintf("%s moves to %s.", f.Base, f.Path[len(f.Path)-1])
	if f.Action {
		s = strings.Replace(s, "moves", "uses a Move Action to", 1)
		s = strings.Replace(s, "to to", "to", 1)
	}
	return s
}

func scored(f rules.Scored) string {
	s := fmt.Sprintf("%s at the enemy VIP", list(f.Scorers))
	if len(f.Blockers) > 0 {
		s += fmt.Sprintf(", blocked by %s", list(f.Blockers))
	}
	return fmt.Sprintf("%s: **%d VP** for %s.", s, f.VP, side(f.Seat))
}

func ended(f rules.Ended) string {
	switch {
	case f.Rank[0] == f.Rank[1]:
		return "**The match is a draw.**"
	case f.Rank[0] < f.Rank[1]:
		return fmt.Sprintf("**A wins** (%s).", f.Why)
	}
	return fmt.Sprintf("**B wins** (%s).", f.Why)
}

// fightLine says the facts of engagements, attacks and countermeasures.
func fightLine(f game.Fact) string {
	switch f := f.(type) {
	case rules.WindowClosed:
		return "The reaction window closes without a reaction."
	case rules.EngagementBegan:
		return "**A Reaction Engagement begins.**"
	case rules.Joined:
		if len(f.Units) > 0 {
			return list(f.Units) + " join from Overwatch."
		}
	case rules.Declared:
		s := list(f.Units) + " react"
		if f.CP > 0 {
			s += fmt.Sprintf(", for %d CP", f.CP)
		}
		return s + "."
	case rules.Boosted:
		if len(f.Units) > 0 {
			return fmt.Sprintf("%s boosts %s.", side(f.Seat), list(f.Units))
		}
	case rules.PriorityRolled:
		return fmt.Sprintf("Priority of %s: %s → **%d**.", f.Unit, dice(f.Roll), f.Die)
	case rules.Held:
		return fmt.Sprintf("%s holds: %d.", f.Unit, f.Die)
	case rules.ScanRolled:
		return fmt.Sprintf("%s scans %s: %s", f.By, f.Target, check(f.Roll, f.Mods, f.Total, f.Need, f.Hit, "found", "nothing"))
	case rules.AttackRolled:
		return fmt.Sprintf("%s fires at %s: %s", f.By, f.Target, check(f.Roll, f.Mods, f.Total, f.Need, f.Hit, "hit", "miss"))
	case rules.CounterPaid:
		return fmt.Sprintf("%s spends 1 CP.", side(f.Seat))
	case rules.CounterChecked:
		return countered(f)
	case rules.Stopped:
		return fmt.Sprintf("%s: the effect is **stopped**.", f.Target)
	case rules.Stunned:
		return fmt.Sprintf("%s is **stunned**.", f.Target)
	case rules.NoEffect:
		return fmt.Sprintf("%s is stunned already: nothing happens.", f.Target)
	case rules.Destroyed:
		return fmt.Sprintf("%s is **destroyed**.", f.Target)
	case rules.Marked:
		return fmt.Sprintf("%s: DEF lowered by 2 for this Turn.", f.Target)
	case rules.StealthGained:
		return fmt.Sprintf("%s goes dark.", f.Unit)
	case rules.StealthLost:
		return fmt.Sprintf("%s loses its Stealth.", f.Base)
	case rules.OverwatchTaken:
		return fmt.Sprintf("%s is on **Overwatch**.", f.Unit)
	case rules.Planned:
		if f.As == "" {
			return fmt.Sprintf("Your plan for %s is off.", f.Ping)
		}
		return fmt.Sprintf("You plan %s to be the %s.", f.Ping, cards.MustFind(f.As).Name)
	case rules.ActivationEnded:
		if f.Quiet {
			return fmt.Sprintf("%s holds its fire.", f.Piece)
		}
	}
	return ""
}

// dice are the faces, those not kept struck out.
func dice(r rules.Roll) string {
	kept := append([]int{}, r.Kept...)
	var out []string
	for _, face := range r.Faces {
		used := false
		for i, k := range kept {
			if k == face {
				kept[i], used = 0, true
				break
			}
		}
		if used {
			out = append(out, fmt.Sprint(face))
		} else {
			out = append(out, fmt.Sprintf("~~%d~~", face))
		}
	}
	return "🎲 " + strings.Join(out, " ")
}

// check is a roll with its modifiers against what it needed.
func check(r rules.Roll, mods []rules.Mod, total, need int, hit bool, yes, no string) string {
	s := dice(r)
	for _, m := range mods {
		s += fmt.Sprintf(" %+d %s", m.By, m.Why)
	}
	word := no
	if hit {
		word = yes
	}
	return fmt.Sprintf("%s = %d against %d: **%s**.", s, total, need, word)
}

// countered is for its owner's eyes.
func countered(f rules.CounterChecked) string {
	word := "fails"
	if f.Stopped {
		word = "works"
	}
	from := ""
	if f.From != "" {
		from = " of " + string(f.From)
	}
	if f.Roll == nil {
		return fmt.Sprintf("(yours) The hardened countermeasure of %s %s.", f.Target, word)
	}
	return fmt.Sprintf("(yours) A CM token%s for %s: %s, needs %d: %s.", from, f.Target, dice(*f.Roll), f.Need, word)
}
