// Package arcturus implements the rules of the board game SYNDICATE for 3 to 5 seats, with one file for each chapter of rules.md.
//
// The game, its names and its numbers belong to its author, whose draft rulebook is the source of everything here. Most of its cards,
// the board's layout and the rulings are ours: rules.md and the data mark each. Rule numbers (N6.4) and rulings (S52) refer to rules.md.
//
// # The truth and the views of it
//
// The state holds the table (round, alert, Destroyer, marker, bases, awards, what is being settled) and the players: resources, levels,
// cubes, dice, and their secrets. Decks have no order, not even for the host: a card or a tile is drawn by a die of as many sides as
// there are left, when it is drawn, on the seat's own stream; Sovereign cards by public dice. Nobody is told the face of a private
// die, because it depends on the hands of the others.
//
//	fact                            its seat           another seat         everybody
//	dealt (2 syndicates)            the syndicates     nothing              nothing
//	drew                            the cards          how many             how many
//	laid, ordered                   card and order     a card; nothing      a card; nothing
//	choice (mine, cube, flip, habit) the choice        nothing              nothing
//	tile-taken                      the tile           its zone             its zone
//	offered, declined               the offer          partner: the offer   nothing
//	swapped                         all of it          partner: all of it   amounts, number of cards, zones
//	picked (Pickpocket)             the card           victim: the card     a card
//	decided (the traps of an affair) nothing           nothing              nothing, until each is turned over
//
// All other facts are public. The kernel keeps the answers of sealed groups.
//
// # Phases and questions
//
//	syndicates → rounds of: turns (N5), sovereign (N11) with the collection (N13) in the same step
//
//	ask        who, how                                 orders                                            default
//	syndicate  all, sealed                              lead fidge                                        the first
//	turn       the active seat, again after each action mission goshen-1 coop hands tile middle-6 plain   pass
//	                                                    rob rob-exo at koss · assault koss with 2
//	                                                    lay tip-off against leader when big
//	                                                    buy koss · fortify koss · level tech
//	                                                    exchange 2c to i · sell goshen-1 for c w
//	                                                    tile inner-5 at koss · bribe · pass
//	tech       the active seat                          invent cold-storage                               highest tier
//	red-tape   the active seat, if it can pay           pay · back                                        pay
//	trap       traps: ask; all with a face-down card    spring · hold                                     as ordered
//	sovereign  all with something to decide, sealed     take spring unpaid koss · pardon bribe            take, as ordered
//	standing   each seat that has not left              mine crew · cube tech · flip koss · habit pardon  none
//	                                                    order against 2 when me
//	                                                    offer 2 give 3c want tip-off · accept 1 with koss-1
//	                                                    decline 1 · withdraw 2 · concede
//
// The questions turn, tech and red-tape share one Span, "round N", on the clock "turn": one limit for the whole turn. syndicate is a
// group, on "turn" too. sovereign-N is a group on "react". trap is a Window of 8 seconds on "react"; without the option it is never
// opened, and standing orders decide in the step that triggers them. A kept answer to Sovereign cards makes the question Early.
//
// # Where things are
//
//	config.go, options.go, lab.go   the terms of a match
//	state.go, view.go, facts.go     the state, a viewer's knowledge, the table of facts
//	quote.go, imagine.go            prices and odds for consoles and programs; positions that a program imagines
//	rules.go, grammar.go            questions and orders; standing.go: acts that are possible at any time
//	setup.go, round.go              N4, N5
//	bases.go, mission.go            N2 and N3, N6
//	assault.go, sleeper.go          N7, N8 with the windows of traps
//	level.go, exchange.go, swap.go  N9, N10.1 to N10.3, N10.4
//	sovereign.go, penalties.go      N11: the question, and what the cards do
//	alert.go                        N12
//	collection.go                   N13
//	award.go, end.go, leave.go      awards, the end, seats that leave
//	ruling.go                       what a referee may change
//	cards                           the board, cards and numbers, as data
//	script                          scripts: the rulebook in testdata/rulebook has the acceptance scenarios A1 to A54
//
// A card whose effect others already have is only an entry in cards. A new operation is a constant there and a case where it applies:
// sleeper.go and the affair's file for traps, sovereign.go or collection.go for Sovereign cards, state.go's users for lasting effects.
package arcturus
