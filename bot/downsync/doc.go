// Package downsync is what the bot says of a Downsync match and how it asks: options into settings, views and facts
// into words and controls. It sees a match only as its readers do and knows no rules but what-ifs of a view. What it proposes comes
// from game/downsync/advice.
//
// The files, each of which mostly uses those above it:
//
//	squares.go           the squares of the grid
//	lists.go             choosing, sorting, joining
//	saying.go            how lengths, pieces, actions and chances are said, and how texts are cut
//	reading.go           what a reader sees of a match
//	questions.go         each question with its texts
//	drafts.go            answers begun: what they move, reveal and choose
//	words.go             what choices and values are called
//	settings.go          options into settings, and forces
//	turn_opening.go      the beginning of a Turn in one press
//	lines.go             facts in words
//	terms.go             what a challenge tells of a match
//	layout.go            the controls of a question, in order
//	scoring.go           who scores, and whom it takes to
//	guarding.go          who guards the own VIP
//	frame.go             the part of the board that is shown
//	shots.go             buttons for shots and Overwatch
//	move_outcomes.go     what a move leads to, and places in words
//	marches.go           everyone the same way, and deploying all
//	reacting.go          the reaction window
//	points.go            points without typing
//	passengers.go        who is aboard
//	move_draft.go        moves and reveals that are staged
//	engagement_texts.go  checks, hits and countermeasures in words
//	books.go             rules and unit cards
//	sharecode.go         share codes of forces
//	boardtext.go         the board in words
//	learn.go             the lesson
//	card.go              public cards
//	hint.go              which controls to press
//	draft.go             drafts that go on after a press, and typed orders
//	main_button.go       the main button of each question
//	measure.go           measuring and showing
//	refresh.go           the refresh of the Taskforce
//	question_texts.go    questions and what happens without an answer
//	builder.go           the builder of forces
//	headlines.go         what has happened, in a few lines
//	tips.go              advice in one line
//	console.go           the private console
//	film.go              films and endings
//	forms.go             the game as the bot offers it
package downsync
