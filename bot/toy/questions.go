package toy

import "downsync/bot/page"

// questions holds everything that a match asks. A question about one unit takes the unit's name.
var questions = page.Questions{
	{Name: "bid", You: "How much do you bid?", Of: "bids in secret"},
	{Name: "tune", You: "Do you tune?", Of: "may tune"},
	{Name: "claim", You: "Do you claim?", Of: "may claim"},
	{Name: "peek", You: "Do you look at the next card?", Of: "may look at the next card"},
	{Name: "standing", You: "A note, a draw, or quitting?"},
}
