// Package downsync has the words and controls of Downsync. It reads options into settings, says views and facts in words, and
// turns questions into controls. It sees a match only as its readers do. It knows no rules, but asks a view what would happen.
// Its proposals come from game/downsync/advice.
//
// The files. Each mostly uses the ones above it:
//
//	squares.go           the squares of the grid
//	lists.go             choosing, sorting, joining
//	saying.go            how lengths, pieces, actions and chances are said, and how texts are cut
//	reading.go           a reader's view of a match
//	mission_texts.go     names of missions and their goals
//	questions.go         each question with its texts
//	drafts.go            answers begun: their moves, reveals and choices
//	words.go             names of choices and values
//	settings.go          settings and forces
//	turn_opening.go      the beginning of a Turn in one press
//	lines.go             facts in words
//	terms.go             words of the game, explained
//	layout.go            the controls of a question, in order
//	scoring.go           scoring Units, and how many more it takes
//	guarding.go          guarding the own VIP
//	frame.go             the visible part of the board
//	shots.go             buttons for shots and Overwatch
//	move_outcomes.go     outcomes of moves, and places in words
//	marches.go           moving and deploying all pieces at once
//	reacting.go          the reaction window
//	points.go            points without typing
//	passengers.go        passengers
//	move_draft.go        staged moves and reveals
//	engagement_texts.go  checks, hits and countermeasures in words
//	books.go             rules and unit cards
//	sharecode.go         share codes of forces
//	boardtext.go         the board in words
//	learn.go             the lesson
//	card.go              public cards
//	hint.go              hints: the controls to press
//	draft.go             continuing drafts, and typed orders
//	main_button.go       the main button of each question
//	measure.go           measuring and showing
//	refresh.go           the refresh of the Taskforce
//	question_texts.go    questions, and what happens without an answer
//	builder.go           the builder of forces
//	headlines.go         recent events in a few lines
//	tips.go              advice in one line
//	console.go           the private console
//	film.go              films and endings
//	forms.go             the game as the bot offers it
package downsync
