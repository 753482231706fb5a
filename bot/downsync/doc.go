// Package downsync has the consoles and cards of Downsync. It turns questions into controls and shows what happened. It sees a
// match only as its readers do. It knows no rules, but asks a view what would happen. Its proposals come from
// game/downsync/advice.
//
// The rooms beside it, which do not know it: wording says views and facts in words, books has the rules, cards and maps to look
// up, forces the settings of a match and its forces, inspect what a reader may ask about a match and its past.
//
// The files. Each mostly uses the ones above it:
//
//	limits.go          limits of texts and lists
//	saying.go          what a phone shows at once
//	questions.go       each question with its texts
//	drafts.go          answers begun: their moves, reveals and choices
//	words.go           names of choices and values
//	turn_opening.go    the beginning of a Turn in one press
//	layout.go          the controls of a question, in order
//	scoring.go         scoring Units, and how many more it takes
//	guarding.go        guarding the own VIP
//	frame.go           the visible part of the board
//	shots.go           buttons for shots and Overwatch
//	move_outcomes.go   outcomes of moves, and places in words
//	marches.go         moving and deploying all pieces at once
//	reacting.go        the reaction window
//	points.go          points without typing
//	passengers.go      passengers
//	move_draft.go      staged moves and reveals
//	learn.go           the lesson
//	card.go            public cards
//	hint.go            hints: the controls to press
//	draft.go           continuing drafts, and typed orders
//	main_button.go     the main button of each question
//	refresh.go         the refresh of the Taskforce
//	question_texts.go  questions, and what happens without an answer
//	tips.go            advice in one line
//	console.go         the private console
//	forms.go           the game as the bot offers it
package downsync
