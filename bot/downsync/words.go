package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// contacts names contacts by size.
var contacts = map[cards.Signature]game.Text{cards.Small: "small contact", cards.Medium: "medium contact", cards.Large: "large contact"}

// asks words the questions for their seat.
var asks = map[string]game.Text{
	"choose":    "You won the roll. Who deploys first? Whoever does has the first Turn.",
	"deploy":    "Deploy your contacts in your zone, the coloured strip at your edge. What each of them is, of the Units of its size in your Reserve, you decide only when it is revealed.",
	"designate": "Whom do you activate this Turn? Name your Taskforce. What you leave out acts in a later Turn of this Round, and may react until then.",
	"reveal":    "Reveal any of the Taskforce's contacts? Only Units scan and attack.",
	"identify":  "The enemy has found your contact. Which Unit is it?",
	"refresh":   "Your Taskforce is refreshed. Pay 1 CP for an aura?",
	"move":      "Move what you like of the Taskforce.",
	"react":     "The enemy's Move phase is over. Start a Reaction Engagement?",
	"join":      "A Reaction Engagement begins. Add Units on Overwatch to your Taskforce?",
	"declare":   "Which Units react?",
	"boost":     "Boost priority rolls, at 1 CP a Unit? The other side chooses at the same time, unseen.",
	"priority":  "Your Unit's time has come: act, or hold and go down by 1.",
	"next":      "Activate a Unit, or end the Turn.",
	"act":       "What does it do?",
	"counter":   "A hit! Use a countermeasure?",
	"recover":   "It is stunned. What pays for the Stun Token, before it acts?",
	"standing":  "In private: note what a contact is to become, which binds you to nothing; pass reaction windows without being waited for. Or give the match up.",
}

// Words of choices: labels are those without a piece, doneLabels what "done" means in each question, verbs go before a
// piece.
var (
	labels = map[string]game.Text{
		"next": "Go on", "first": "I deploy first", "second": "The other side deploys first", "deploy rest": "Deploy the rest in a line",
		"react": "React", "pass": "Pass", "boost none": "No boost", "drop": "Give up the rest of it", "end": "End this activation",
		"counter cm": "Use a CM token", "counter hardened": "Use the hardened CM", "counter none": "Let it happen",
		"act move": "Move", "act overwatch": "Take Overwatch", "deploy": "Deploy a contact", "concede": "Concede the match",
		"designate": "Name the Taskforce", "join": "Add Units", "declare": "Declare Units", "boost": "Boost",
		"join ambush": "Ambush", "declare ambush": "Ambush", "standing pass": "Pass reaction windows for me",
		"draw": "Offer a draw, or agree to one", "standing off": "Ask me about reactions again", "recover ap": "Its Action Point",
		"recover cp": "1 CP",
		"recover cm": "A CM token", "recover hardened": "A hardened CM",
	}
	doneLabels = map[string]game.Text{
		"deploy": "My force stands", "reveal": "Reveal nothing more", "refresh": "Pay nothing more", "move": "Moves are done",
		"join": "Add nobody", "next": "The rest holds: end the Turn",
	}
	verbs = map[string]game.Text{"move": "Move %s", rules.Onward: "Move %s once more", rules.Together: "Move all of %s together",
		"reveal": "Reveal %s", "activate": "Activate %s", "hold": "Hold with %s", "refresh": "Refresh %s",
		"plan": "Plan for %s", "stay": "Take back the move of %s", "done": "Done with %s"}
	// passLabels say for how long reaction windows are passed.
	passLabels = map[string]game.Text{"turn": "This Turn", "round": "This Round", "until-change": "Until my Units change"}
	// compass are the eight ways, clockwise from north.
	compass = []game.Text{"North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"}
	// bands name the range bands, with their modifier (R21.5).
	bands = map[string]game.Text{"short": " (short range, +1)", "long": " (long range, -1)"}
	whys  = map[string]game.Text{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
		"rounds": "on points after the last Round", "time": "on time", "ruling": "by ruling", "agreement": "by agreement"}
	holders = map[string]game.Text{"unit": "Choose the Unit", "target": "Choose the target", "ping": "Choose the contact",
		"until": "For how long are reaction windows passed?", "lender": "Choose who lends the token",
		"unstun": "Choose the bases to free of stun", "pay": "Choose what to pay for"}
)

// Words that edition 4.2 has otherwise: what was Hardened is Emergency (V18), VIPs are Control Objectives (V22).

var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened",
	"Emergency")

// inEdition rewords a text for the edition. Orders are the same in both, so they must not go through it.
func inEdition(edition, text string) string {
	if edition == rules.Edition42 {
		return emergency.Replace(text)
	}
	return text
}

// mission names what is fought for.
func mission(edition string) game.Text {
	if edition == rules.Edition42 {
		return "Control Objectives"
	}
	return "VIP Capture"
}

// Lengths and places are said to a tenth of an inch: a table and a thumb are no more exact. What is exact stands in orders,
// which are played and typed as they are, and where it is asked for: /measure says its figures as text.

// Say is a text with its arguments, lengths and places rounded.
func (v reading) Say(format game.Text, args ...any) string {
	return v.Language.Say(format, rounded(args)...)
}

// Say is a text with its arguments, lengths and places rounded.
func (w teller) Say(format game.Text, args ...any) string {
	return w.Language.Say(format, rounded(args)...)
}

func rounded(args []any) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch x := arg.(type) {
		case plane.Inch:
			out[i] = tenths(x)
		case plane.Point:
			out[i] = tenthsAt(x)
		}
	}
	return out
}

// tenthsAt rounds both coordinates.
func tenthsAt(p plane.Point) plane.Point { return plane.Point{X: tenths(p.X), Y: tenths(p.Y)} }

var (
	whyRevealed = map[string]game.Text{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters",
		rules.RevealedByAmbush: " from ambush"}
	whyFound = map[string]game.Text{rules.RevealedByScan: " (scanned)", rules.RevealedByContact: " (a Unit within 2\")"}

	recovered = map[string]game.Text{"": "%s shakes off its stun.", "cp": "%s shakes off its stun for 1 CP.",
		"ap": "%s shakes off its stun with its Action Point.",
		"cm": "%s shakes off its stun with a CM token.", "hardened": "%s shakes off its stun with a hardened token."}

	passingFor = map[string]game.Text{
		"":             "You are asked about reactions again.",
		"turn":         "You pass the reaction window of this Turn.",
		"round":        "You pass all reaction windows of this Round.",
		"until-change": "You pass reaction windows until your Units change.",
	}
)

// each applies f to all.
func each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, len(all))
	for i, x := range all {
		out[i] = f(x)
	}
	return out
}

// those returns the ones for which ok holds.
func those[T any](all []T, ok func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !ok(x) })
}

// withNew adds those that are missing.
func withNew[T comparable](all []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// paragraph joins the lines that are not empty.
func paragraph(lines ...string) string {
	return strings.Join(those(lines, func(s string) bool { return s != "" }), "\n")
}

// sortBy sorts by a key, the least first.
func sortBy[T any, K cmp.Ordered](all []T, key func(T) K) {
	slices.SortStableFunc(all, func(x, y T) int { return cmp.Compare(key(x), key(y)) })
}
