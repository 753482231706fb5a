// Package syndicate checks whole matches of Syndicate Protocol: 2095. It plays a match again from its stored records and compares every
// fact with the rules.
//
// It is written from the author's manual and from the numbered rules and rulings of game/syndicate/rules.md, in their newest version. It
// shares no code with package game/syndicate, so that a fault would have to be made twice to stay unseen. It reads the cards from the
// same files, as data.
//
// Check covers, with the files that hold the rules:
//
//   - set-up: squads, decks, deployment, hands, the roll for Priority (setup.go)
//   - rounds, phases, Priority, whose turn it is, draws, discards, reshuffles (round.go)
//   - distances, lines, cover (board.go), moves and Pushes (moves.go)
//   - what cards do, step by step, and when they do nothing (effects.go); Melee cards (contests.go)
//   - attacks: targets, each modifier by name and amount, each die, damage, what follows (attacks.go, aim.go, damage.go)
//   - reactions and abilities, once a round (reactions.go)
//   - statuses and when they end (statuses.go), objects (objects.go)
//   - points, the end of the match and its reason (winning.go)
//
// It does not check:
//
//   - what a player could have done: a match shows only orders that were accepted, so a wrongful refusal leaves no fact;
//   - who may know what: the records are the truth, and the twins test secrecy;
//   - secret notes without effect on the table: the phase of the program, orders given in advance, answers given once for all;
//   - clocks and time-outs; whether an undo was allowed: records that were taken back are left out;
//   - why a match ended that was conceded, drawn by agreement or ended by the host; there the rules have no say;
//   - Burning, Bleeding, Focused, Ballistic Gel and Thermal Mesh, which no printed card gives: a match with the first two is not followed;
//   - versions of the rulings before the newest, labs, own cards, and rulings of a referee: Check returns an error for such a match.
package syndicate
