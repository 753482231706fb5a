package toy

// What stands in no sentence of its own: the commands, and what things are called.
const (
	wordName         = "Toy"
	wordGoal         = "Bid in secret, claim, and look at cards. After a few rounds the most points win."
	wordOptionColour = "Your colour: red, blue or green; nobody else is told"
	wordOptionRounds = "How many rounds, 1 to 5; default: 3"
	wordRulesCommand = "Find rules by words or by number"
	wordRulesWord    = "Words like bid, or a number like T4"
)

// colours are the forces by name, onCards what stands on cards and in sentences.
var (
	colours = map[string]string{"red": "Red", "blue": "Blue", "green": "Green"}
	onCards = map[string]string{"red": "red", "blue": "blue", "green": "green", "rest": "rest"}
)

// labels are the choices, by their first word.
var labels = map[string]string{
	"bid": "Bid", "tune": "Tune", "done": "I am done", "claim": "Claim", "pass": "Pass", "peek": "Peek", "leave": "Leave it",
	"note": "Pin a note", "quit": "Quit",
}

// asks are the questions, asked of a player; acts say of whom each is asked.
var (
	asks = map[string]string{
		"bid": "How much do you bid?", "tune": "Do you tune?", "claim": "Do you claim?", "peek": "Do you look at the next card?",
		"standing": "A note, or quitting?",
	}
	acts = map[string]string{
		"bid": "bids in secret", "tune": "may tune", "claim": "may claim", "peek": "may look at the next card",
	}
)

// whys are the ends of a match.
var whys = map[string]string{"points": " by points", "quit": ", as the other quit", "time": ", as the other's time ran out", "ruling": " by a ruling",
	"agreement": " by agreement"}
