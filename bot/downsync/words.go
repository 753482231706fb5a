package downsync

import (
	"errors"
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// All of Downsync's words, in one place.

// publicAsk says what somebody is asked, for everybody.
var publicAsk = map[string]string{
	"choose": "chooses who deploys first", "deploy": "deploys", "designate": "designates a Taskforce", "reveal": "may reveal contacts",
	"identify": "identifies a contact", "refresh": "refreshes Units", "move": "moves", "react": "has the reaction window",
	"join": "may add Units on Overwatch", "declare": "declares the reacting Units", "boost": "may boost priority rolls",
	"priority": "has the next Unit in the engagement", "next": "activates Units", "act": "acts", "counter": "may use countermeasures",
}

// asks are the questions as their seat reads them.
var asks = map[string]string{
	"choose":    "You won the roll. Who deploys first? Whoever does has the first Turn.",
	"deploy":    "Deploy your contacts, wholly within 10\" of your edge.",
	"designate": "Whom do you activate this Turn? Name your Taskforce.",
	"reveal":    "Reveal any of the Taskforce's contacts?",
	"identify":  "The enemy has found your contact. Which Unit is it?",
	"refresh":   "Refresh: pay 1 CP for each Stun Token to be rid of?",
	"move":      "Move what you like of the Taskforce.",
	"react":     "The enemy has moved. Start a Reaction Engagement?",
	"join":      "A Reaction Engagement begins. Add Units on Overwatch to your Taskforce?",
	"declare":   "Which Units react?",
	"boost":     "Boost priority rolls, at 1 CP a Unit? The other side chooses at the same time, unseen.",
	"priority":  "Your Unit's time has come: act, or hold and go down by 1.",
	"next":      "Activate a Unit, or end the Turn.",
	"act":       "What does it do?",
	"counter":   "A hit! Use a countermeasure?",
}

// labels are choices without a piece; doneLabels what "done" means in each question.
var (
	labels = map[string]string{
		"first": "I deploy first", "second": "The other side deploys first", "deploy rest": "Deploy the rest in a line",
		"react": "React", "pass": "Pass", "boost none": "No boost", "drop": "Give up the rest of it", "end": "End this activation",
		"counter cm": "Use a CM token", "counter hardened": "Use the hardened CM", "counter none": "Let it happen",
		"act move": "Move", "act overwatch": "Take Overwatch", "deploy": "Deploy a contact",
	}
	doneLabels = map[string]string{
		"deploy": "My force stands", "reveal": "Reveal nothing more", "refresh": "Refresh the rest as they are", "move": "Moves are done",
		"join": "Add nobody", "next": "The rest holds: end the Turn",
	}
	verbs = map[string]string{"move": "Move", "reveal": "Reveal", "activate": "Activate", "hold": "Hold with", "refresh": "Refresh",
		"plan": "Plan for", "stay": "Take back the move of", "done": "Done with"}
)

// privateAsk is the question with what it is about.
func privateAsk(v rules.View, a table.OpenAsk) string {
	s := asks[a.Name]
	switch {
	case a.Name == "act" && v.Acting != nil:
		p, _ := v.Piece(v.Acting.Label)
		if p.IsPing() {
			return fmt.Sprintf("%s, a contact: it may move once more.", p.Label)
		}
		if v.Acting.Left > 0 {
			return fmt.Sprintf("%s has %d left of its action. Next target?", p.Label, v.Acting.Left)
		}
		return fmt.Sprintf("What does %s do?\n%s", p.Label, cardText(p.Unit))
	case a.Name == "counter" && v.Hit != nil:
		return fmt.Sprintf("%s is hit (%s) by %s. Use a countermeasure?", name(v, v.Hit.Target), strings.ToUpper(string(v.Hit.Effect)), name(v, v.Hit.By))
	case a.Name == "identify" && len(v.Identifying) > 0:
		return fmt.Sprintf("The enemy has found %s. Which Unit is it?", v.Identifying[0])
	case a.Name == "declare" && v.Engagement != nil:
		return fmt.Sprintf("Which Units react? %d may for nothing, each more costs 1 CP.", v.Engagement.Free)
	}
	return s
}

// name is a piece with its card's name.
func name(v rules.View, r rules.Ref) string {
	if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
		return r.String() + " " + cards.MustFind(p.Unit).Name
	}
	return r.String()
}

// Refused is the sentence for a refusal.
func (Forms) Refused(no *game.Refusal) string { return refusal(no) }

// refusal: the rules' text says what was wrong and what was expected; the rule's number follows.
func refusal(err error) string {
	var no *game.Refusal
	if !errors.As(err, &no) {
		return "That is not possible."
	}
	s := strings.ToUpper(no.Text[:1]) + no.Text[1:] + "."
	if no.Rule != "" {
		s += " (" + no.Rule + ")"
	}
	return s
}

// maxText bounds what is told on one card, well below Discord's 4,000 characters for a whole message.
const maxText = 2600

// tell says the facts line by line; the earliest go when there are too many.
func tell(facts []game.Fact) string { return tellLast(facts, 1000) }

// tellLast says at most the last n lines.
func tellLast(facts []game.Fact, n int) string {
	var lines []string
	for _, f := range facts {
		if s := line(f); s != "" {
			lines = append(lines, "• "+s)
		}
	}
	cut := false
	for len(lines) > n || len(strings.Join(lines, "\n")) > maxText {
		lines, cut = lines[1:], true
	}
	s := strings.Join(lines, "\n")
	if cut && n >= 1000 {
		s = "… earlier lines left out\n" + s
	}
	return s
}
