package downsync

// Words of the lesson.
const (
	wordStray   = "that is not what this step is about. Do what it says, or press “Do it for me”"
	wordLearner = "You"
	wordTeacher = "The scripted opponent"
)

// stepWords say what each step of the lesson is about.
var stepWords = map[string]string{
	"designate": "You are **A**, and need one more Victory Point. A1 and A3 are **Units**: everybody sees what they are. A2, B1 and B3 are **contacts** (Pings): nobody knows yet what they will turn out to be. A Turn begins by naming a **Taskforce**: any of your pieces that have not acted this Round. What you do not name can still react in the enemy's Turn. **Choose A1 and A2**, and keep A3 back.",
	"reveal":    "**Reveal.** A contact of your Taskforce may be turned into a Unit of its size from your Reserve. Only Units can scan and shoot. **Choose A2, then the Widow Scout**, a fast scout, and confirm.",
	"approach":  "**Move.** Each piece of the Taskforce may move up to its SPD. The scout's Scan reaches 14\". **Choose A2, then the way towards B1.** All the way would end beside it, where a contact must be revealed at once, so make it shorter under **How far that way?**: 4\". The picture shows the way. **Move there.**",
	"moved":     "A1 sees far enough from where it stands. **Press Moves are done.** The enemy then has a **reaction window**: they could start a fight out of turn with Units that have not acted.",
	"scout":     "Nobody reacted. Now your Units act one after another; each has one Action Point. **Activate A2.**",
	"scan":      "**Scan.** A contact cannot be attacked before it is found. A scan needs 2d6 plus SCAN against 12 to 14, by the contact's size; the list shows distance and chance. **Choose Scan, then B1**, without a boost: a Command Point (CP) would add a die.",
	"scanned":   "Found: its owner had to say what it is, a Crusader tank. There is nothing else to scan in reach. **End this activation.**",
	"gun":       "**Activate A1**, your Virago.",
	"attack":    "**Attack.** 2d6 plus TARG must reach the target's DEF; near targets are easier, concealed and far ones harder. **Choose the Medium Cannon, then B1**, without a boost.",
	"again":     "A hit, but **stopped**: the Crusader used a **countermeasure**. Its owner alone knows how many are left. The cannon has a rate of fire (ROF) of 2. **Attack B1 again.**",
	"shot":      "Destroyed. A1 has nothing left to do: **end this activation.** With that your Turn is over, and the enemy's begins.",
	"react":     "The Harbinger B2 has come for A3. You kept A3 back, so you may start a **Reaction Engagement**: your Units and theirs then act in the order of dice. **Press React.**",
	"declare":   "**Declare A3.** As many Units as the enemy's Taskforce has may react for nothing; each more costs 1 CP.",
	"boost":     "**Priority.** Each Unit in the engagement rolls a die, and the highest acts first. For 1 CP a Unit is **boosted**: one die more, and the best counts. Both sides choose at the same time, unseen. **Boost A3.**",
	"counter":   "B2 rolled 6 and acts first. Its Shock Autocannon **hits A3**. You have two **Countermeasure Tokens** (CM): each is a die that must reach the number shown. **Use a CM token**, without a boost.",
	"stunned":   "Stopped! But it fires again, and hits. A **Stun Token** does less harm than a kill, and you may want to keep your last token. This once **let it happen.**",
	"answer":    "A3 is stunned, yet it has rolled already and still acts in this engagement. **Activate A3.**",
	"refresh":   "**Refresh.** A Unit that begins to act gets its Countermeasure Tokens back, and may be rid of a Stun Token for 1 CP. In your own Turn this happens right after the reveals. **Choose A3's base, and pay.**",
	"fire":      "**Fire at B2** with the Medium Cannon.",
	"fired":     "Destroyed: its only countermeasure failed. **End this activation**, and the engagement with it.",
	"pass":      "Once more it is their Turn, with B3, a contact. You are asked about reactions after every enemy move, even if you can only pass, so that the question tells them nothing. **Pass.**",
	"round":     "Everybody has acted, so a new **Round** begins: all may act again and CP are full. You have 2 **Victory Points**; 3 win. You score 1 for each of your Units within 1\" of the **enemy's VIP** (the star on the other half) at the end of your Turn, less 1 for each enemy Unit within 4\". A1 is close. **Name A1 as your Taskforce.**",
	"vip":       "**Move A1** to the VIP: choose the way **towards the enemy VIP** and press **Move there.**",
	"win":       "**Press Moves are done.**",
	"end":       "A1 stands at the VIP, and no enemy is near. **End the Turn** (the rest holds), confirm, and count your points.",
}
