// Package syndicate implements the rules of Syndicate Protocol: 2095, with one file for each chapter of rules.md.
//
// The game, its names and its numbers belong to its author, whose manual is the source of everything here. We decide what the manual
// leaves open: the rulings (R-A2), the points marked as inferred, the maps, all missions but the first, the small battlefield, the
// starters, the ranges of Mercenaries' weapons. rules.md marks each.
//
// Rule numbers (S6.7) and rulings (R-A2) refer to rules.md.
//
// # The truth and the views of it
//
// A state consists of a board and two hands and decks. The board holds everything public: units, statuses, objects, discards, dice.
// All rules of moves and attacks are functions of a board, which has no hand and no deck. A deck has no order, not even for the
// host: a card is drawn by a die of as many sides as the deck has cards, on the owner's own stream. A seat's commit is not in the
// state either: the kernel keeps it under seal until both have committed.
//
// Others learn of a match only through View and the exported facts. The state and the facts with secrets (began, drew) are
// unexported.
//
//	secret                          owner knows        everybody knows
//	deck as brought                 from the start     from the start in an open match, otherwise when the match ends
//	hand                            always             how many; a card as it is played or discarded
//	what is left of the deck        as a set           how many
//	deployment, mulligan, commit    until both are in  when both are in
//	orders given with the commit    until round's end  when they are carried out, otherwise never
//	answers given with always       always             when they are carried out, otherwise never
//
// # Phases and questions
//
//	deploy → mulligan (option) → rounds of: plan, move, use, mercs, attack, mercs-attack
//
//	ask       who, when                              orders                                        default
//	deploy    both, sealed                           deploy 5,1 4,1 6,1                            the middle of the zone
//	mulligan  both, sealed                           mulligan · keep                               keep
//	plan      both, sealed                           commit dash · commit dash mode acc            the last drawn Movement card
//	                                                 commit dash to 5,7 attack B usual
//	move      Movement card, or a move of a Tactic   move to 5,7 · move to 5,7 via 5,6 · stay      stay
//	use       a card's or weapon's choice            use on B1 · use at 6,2 · lose marked          the nearest enemy, the fullest space
//	push      where a pushed unit goes               push to 7,4                                   the first
//	mercs     Mercenary Movement, one by one         move A1 to 4,4 · stay A1 · done               done
//	attack    Operator, then Mercenaries             attack B · attack B mark · attack B by A1     hold
//	                                                 hold · hold A1
//	relay     Ping's Ghost Relay                     move to 5,5 · stay                            stay
//	jam       Glitch's Signal Jam                    jam 2 · keep                                  keep
//	reduce    Hold the Line, Ballistic Gel           reduce · gel · take                           reduce
//	surge     Velocity's Surge Step                  move to 5,7 · stay                            stay
//	press     Brick's Forward Pressure               move to 5,7 · stay                            stay
//	standing  either seat, at any time               concede · draw · ask                          none
//
// An Operator is A or B, its Mercenaries are A1 and A2, B1 and B2. A question with one answer is moot; one with none is not asked.
// The clock of relay, jam and reduce is "react", of all others "turn". No question is quiet: each depends only on public facts.
//
// # Where things are
//
//	config.go, options.go, lab.go   the terms of a match
//	board.go, state.go, view.go     the state, and what a viewer knows of it
//	facts.go                        the table of facts; each fact is declared in the file of its chapter
//	rules.go, grammar.go            questions and orders; standing.go: acts that are possible at any time
//	setup.go, plan.go, reload.go    S3, S4; ahead.go: orders given with the card
//	way.go, move.go, push.go        S5; mercs.go: Mercenary Movement
//	attack.go, aim.go, damage.go    S6; odds.go: the chances of an attack
//	reaction.go                     S7; habit.go: reactions answered once for all
//	tactics.go, use.go, contest.go  cards step by step; S8
//	status.go, object.go            S9, S10
//	mission.go, end.go              S11
//	ruling.go                       what a referee may change
//	traits.go                       weapons' traits and kinds, by name
//	worth.go                        the worth of places and attacks, for orders that ask for the best (R-P9) and for package advice
//	imagine.go                      positions that a program imagines, and what it may expect
//	advice, rival                   which answer is best, for consoles, hints and the rival; the rival
//	cards                           what players bring, as data; a card's steps are explained at cards.Op
//	grid                            spaces, lines, maps
//	script                          scripts: the rulebook in testdata/rulebook has a test for every number and every name
//
// A Tactics card whose effects other cards already have is only an entry of a file in cards. A new effect takes a step in cards.Op
// and its case in tactics.go. A weapon's trait is a row in traits.go with its words in cards/meanings.toml.
package syndicate
