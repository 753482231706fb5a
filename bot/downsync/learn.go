package downsync

import (
	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/course"
)

// stepWords explain each step of the lesson. The layout's Lead says what to press.
var stepWords = map[string]game.Text{
	"welcome":   "**Welcome.** You are **A**, in the south. You win with **3 Victory Points (VP)**, or by wiping the enemy **B** out. VP are scored beside the enemy's **VIP**, the star in the north. You have 2 already.",
	"pieces":    "A1, A3 and B2 are **Units**: everybody sees what they are. Of the **contacts** (Pings) A2, B1 and B3 only the size shows, **S**, **M** or **L**, until they are revealed.",
	"designate": "A Turn begins with a **Taskforce**: those of your pieces that act now. Each acts once a Round. A1 and A2 go; A3 stays back, to react in the enemy's Turn.",
	"reveal":    "**Reveal.** Only Units scan and shoot. So the contact A2 becomes a Unit of its size from your **Reserve**: a Widow Scout, fast, with a good scanner.",
	"approach":  "**Move.** Each piece of the Taskforce moves up to its speed (SPD), in inches. A2 must come within 14\" of B1 to scan it. The picture shows the way before you go.",
	"moved":     "A1 is near enough where it stands. After your moves the enemy has a **reaction window**: with Units that have not acted they may start a fight in your Turn.",
	"scout":     "Nobody reacted. Now your Units act one after another, each with one **Action Point** (AP).",
	"scan":      "**Scan.** A contact must be found before it can be attacked. Against size M two dice (2d6) and A2's SCAN must make 13. A **boost** would add a die for 1 Command Point (CP).",
	"scanned":   "Found! Its owner had to say what B1 is: a Crusader, a tank. A2 has nothing else to scan.",
	"gun":       "Now A1, your Virago. It has a cannon.",
	"attack":    "**Attack.** Two dice and A1's TARG must reach the target's DEF. Near targets are easier, far and concealed ones harder.",
	"again":     "A hit, but **stopped** by a **countermeasure**. How many B1 has left, its owner alone knows. The cannon's rate of fire (ROF) is 2: it fires once more.",
	"shot":      "Destroyed! A1 is done, and with it your Turn. The enemy's comes next.",
	"react":     "B2, a Harbinger, has come for A3. As A3 has not acted yet, you may start a **Reaction Engagement**: a fight in which dice tell who acts first.",
	"declare":   "Name the Units that react. As many as the enemy's Taskforce has may do so for nothing; each more costs 1 CP.",
	"boost":     "**Priority.** Each Unit in the fight rolls a die, and the highest acts first. With a boost A3 rolls two, and the better one counts.",
	"counter":   "B2 rolled 6 and acts first: its Shock Autocannon hits A3. A **Countermeasure Token** (CM) stops a hit if you roll 3 or more on a die. A3 has two.",
	"stunned":   "Stopped! But B2 fires again, and hits. To be **stunned** is better than to be destroyed; keep A3's last CM this time.",
	"answer":    "A3 is stunned, but its priority die still counts: now it acts.",
	"refresh":   "**Refresh.** A Unit that begins to act gets its CM back, and for 1 CP it is rid of a Stun Token. In your own Turn that comes right after the reveals.",
	"fire":      "Now A3 answers B2 with its cannon.",
	"fired":     "Destroyed: B2's only countermeasure failed. With A3 the fight ends, and the enemy's Turn.",
	"pass":      "Again the enemy's Turn: with B3, a contact. You are asked about reactions after each enemy move, even if all you can do is pass. So the question tells them nothing.",
	"round":     "Everybody has acted, so a new **Round** begins: all may act again, and your CP are full. Now A1 goes for the VIP.",
	"vip":       "Each of your Units that ends your Turn within 1\" of the enemy's VIP scores 1 VP, less 1 for each enemy Unit within 4\" of it.",
	"win":       "A1 stands at the VIP. Nobody else needs to move.",
	"end":       "No enemy Unit is near: one within 4\" would make it 0. So guard your own VIP too. End the Turn, and count: this is your third VP.",
}

// lessons implements bot.Lessons.
type lessons struct{ wording.Reader }

// Lesson returns the lesson after the given orders, in the reader's language.
func (f lessons) Lesson(orders []string) (bot.Lesson, error) {
	return menu.Lesson(f.Language, course.Lesson, stepWords, orders)
}
