package syndicate

import "downsync/bot/page"

// questions holds everything that a match asks. A question about one unit takes the unit's name.
var questions = page.Questions{
	{Name: "deploy", You: "Where do your units begin?",
		Of:      "deploys in secret",
		Default: "your units begin in the middle",
		Hint:    "-# **Your rows** are tinted. Brown crates give light cover. Grey barriers give heavy cover and stop shots that cross them. Nobody enters crossed walls or barred doors. Both sides are shown together."},
	{Name: "mulligan", You: "Keep your hand?", Of: "looks at the hand", Default: "you keep your hand"},
	{Name: "plan", You: "Which card do you play?",
		Of:      "chooses a card in secret",
		Default: "the Movement card that you drew last is played",
		Hint:    "-# One card a round. **Movement** cards move your Operator; the others strengthen an attack, work on a space, or fight a unit next to yours. Whatever you play, everybody may attack each round. `/card` explains every word."},
	{Name: "move", You: "Where does %s go?",
		Of:      "moves",
		Default: "it stays",
		Hint:    "-# Tinted spaces are in reach. Cover makes you harder to hit; your weapon's range and a clear line decide whom you can attack this round."},
	{Name: "use", You: "On what do you use it?",
		Of:      "chooses what the card is used on",
		Default: "the nearest unit, or the fullest space",
		Hint:    "-# The tinted spaces can be chosen. Most such cards work on the space and the eight around it."},
	{Name: "push", You: "Where is %s pushed?", Of: "pushes", Default: "the first free space"},
	{Name: "mercs", You: "Where do your Mercenaries go?",
		Of:      "moves the Mercenaries",
		Default: "they stay",
		Hint:    "-# Mercenaries move each round, then attack whoever is nearest. Their abilities work within 4 spaces of your Operator."},
	{Name: "attack", You: "Whom do you attack?",
		Of:      "attacks",
		Default: "no attack",
		Hint:    "-# A die hits with the number shown or more: 6 less the difference of ACC and DOD. Each hit is 1 damage, armor (ARM) takes some off, at least 1 stays."},
	{Name: "relay", You: "Does %s go a space before it is attacked?", Of: "may move a Mercenary before the attack", Default: "it stays"},
	{Name: "jam", You: "Is a die rolled again?", Of: "may have a die rolled again", Default: "the dice stay"},
	{Name: "reduce", You: "Do you lessen the damage?", Of: "may lessen the damage", Default: "Hold the Line is used"},
	{Name: "surge", You: "Where does %s go after the attack?", Of: "may move after the attack", Default: "it stays"},
	{Name: "press", You: "Does %s go a space toward the target?", Of: "may move a Mercenary after the attack", Default: "it stays"},
}
