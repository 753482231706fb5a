// Package jagged checks whole battles of Jagged Shards. It plays a battle again from its stored records and compares every fact with
// the rules.
//
// It is written from the rulebook and from the numbered rules and rulings of game/jagged/rules.md. It shares no code with package
// game/jagged, so that a fault would have to be made twice to stay unseen. It reads units, weapons, Positions and boards from the same
// files, as data, and measures in floating point. A distance nearer to a limit than Near is undecided: both answers
// are accepted.
//
// Check covers, with the files that hold the rules:
//
//   - set-up: the board, lists, Objectives, deployment, Insertion, the Steal, Future Glimpse (setup.go)
//   - Rounds, phases, whose part it is, Initiative, Reinforcements, Flares, and parts that end although somebody could act (rounds.go)
//   - terrain, lines of sight, Cover, engagement, ways and climbing (terrain.go)
//   - moves, Sprints, Disengaging (moves.go)
//   - Rushes and Counter-Charges (rush.go)
//   - attacks: who may attack whom, each modifier by name, each die, Wounds (attacks.go)
//   - whom automatic attacks aim at (automatic.go)
//   - lasting effects, their beginning and end (effects.go)
//   - special rules of their own moment (powers.go)
//   - Objectives, Victory Points, the end and its reason (scoring.go)
//
// It does not check:
//
//   - what a player could have done, apart from parts that end by themselves: a battle shows only orders that were accepted, so a
//     wrongful refusal leaves no fact. Questions that were not asked are noticed for Reinforcements, second rolls, Seer's Insight and
//     Counter-Charges, but not for the Steal, Future Glimpse and Tactical Insight;
//   - who may know what: the records are the truth, and the twins test secrecy;
//   - that a question whose time runs out has the answer of JQ58, Melee apart, and that a Sprint with a place goes as near to it as it
//     can (J5.5): all other rules are checked of what they do;
//   - clocks; whether an undo was allowed: records that were taken back are left out;
//   - campaigns between battles (J16), versions of the rulings before the newest, labs, and rulings of a referee: Check returns an
//     error for such a battle;
//   - boards that are no file of this program, apart from the number of pieces.
package jagged
