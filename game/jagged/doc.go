// Package jagged implements the rules of Jagged Shards: Skirmish Protocol 1.07, with one file for each chapter of rules.md.
//
// The game, its names and its numbers belong to its author, whose rulebook is the source of everything here. We decide what the book
// leaves open: the rulings (JQ53), base sizes and tags, the critical effects of weapons without a profile, the boards, the roads of the
// campaign, the sample lists. rules.md and the data mark each.
//
// Rule numbers (J8.3) and rulings (JQ17) refer to rules.md.
//
// # The truth and the views of it
//
// Only sealed answers are hidden: a list or a deployment, until both sides' are in; and, while an attack waits for an answer, whether
// the attacker's other attacks follow automatically. The kernel keeps sealed answers, so nearly all of the state is public, and every
// fact except the cursor's (went) is told to everybody.
//
// # Phases and questions
//
//	board (Position) → lists → objectives → deploy → steal → glimpse → five Rounds of:
//	command, reinforce, move, shoot, rush, melee
//
// A question covers a whole part of a phase and is asked again after each order, until "done" or until no act is left. A part without
// a legal action is skipped; everybody can see that it has none.
//
//	ask        who, when                             orders                                                 default
//	board      the side with an Archive              board spire-yard                                       the first
//	list       both, sealed                          list h-a-line · list combat-engineer colonist-rifleman the starter
//	objective  the Attacker, then the Defender       objective at 12,32                                     (12,32), (36,16)
//	deploy     both, sealed                          deploy 2,2 5,2 8,2                                     rows from the outer corner
//	steal      the Defender                          steal yes · steal no                                   no
//	glimpse    the side with an Elder Seer           glimpse B3 to 39,44.5 · glimpse none                   none
//	insight    Officer: lost Initiative; Seer: a hit insight yes · insight no                               no
//	reinforce  from Round 2                          reinforce colonist-rifleman at 5,5 · done              done
//	move       models that have not moved            move A1 to 12,14 · sprint A1 · disengage A1 · hold      done
//	go         a model after its Sprint's die        move to 18,14 · stay                                   stay
//	shoot      models with a target                  shoot A1 B1 with concussion-grenade stabilize          done
//	                                                 shoot all · pulse B1 · stabilize A2 evade · done · hold
//	rush       models with a way                     rush A1 · rush A1 B1 · done                            done
//	counter    a Shock Specialist                    counter B2 · counter none                              none
//	melee      models with a choice                  strike A1 B1 stabilize cover · strike all · done       strike all
//	reroll     a Walker Turret that missed           reroll yes · reroll no                                 yes
//	standing   either seat, at any time              concede · draw                                         none
//
// In its part of Movement and Shooting a side may leave questions out with "skip reinforcements", "skip far-rushes" and "skip targets";
// "ask" brings them back. With "skip targets" its models shoot automatically, each where it does the most harm. A side may also skip
// a question when it is asked.
//
// Seat 1 attacks, and its models are A1, A2 …; seat 2 defends with B1, B2 …. The clock of insight, counter and reroll is "react", of all
// others "turn".
//
// # Where things are
//
//	config.go, options.go, lab.go   the terms of a battle
//	table.go                        terrain, and what measuring needs of it
//	board.go, state.go, view.go     the state, and what a viewer knows of it
//	imagine.go                      positions that a program imagines, and the average effect of attacks
//	facts.go                        the table of facts; each fact is declared in the file of its chapter
//	rules.go, grammar.go            questions and orders; skip.go: questions left out;
//	                                standing.go: acts that are possible at any time
//	setup.go, round.go              J3, J4; J5, J6
//	measure.go, walk.go             J1, J7: gaps, sight, Cover, ways
//	move.go, shoot.go, rush.go      J8, J9, J10; melee.go: J11; power.go: J14.12, J14.13
//	aim.go, attack.go               J2, J12: thresholds, rolls, Wounds, effects
//	end.go                          J13
//	ruling.go                       what a referee may change
//	cards                           units, weapons, special rules, Positions and lists, as data
//	boards                          the tables and their check
//	rival                           a mind that plays it
//	campaign                        the war over Positions
//	script                          scripts: the rulebook in testdata/rulebook has a test for every number and every name
//
// A unit or a weapon whose effects others already have is only an entry in cards. A special rule with a new effect is an entry in
// cards/rules.toml and a case where it applies: aim.go for thresholds, attack.go after a roll, rush.go for answers to a Rush.
package jagged
