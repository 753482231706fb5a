// Package downsync checks whole matches of Downsync. It plays a match again from its stored records and compares every fact with the rules.
//
// It is written from the rulebook and from the numbered rules and rulings of game/downsync/rules.md. It shares no code with package
// game/downsync, so that a fault would have to be made twice to stay unseen. It reads the cards from the same files, as data, and
// measures in floating point. Nearer to a limit than the tolerance of Near, it decides nothing and accepts both answers.
//
// Check covers, with the files that hold the rules:
//
//   - set-up: forces, the starting roll, deployment zones, mounted squads (setup.go)
//   - Rounds, Turns, Taskforces, phases, Command Points and refreshes (turn.go)
//   - moves: lengths, slowing, bases, buildings, Pings, coherency, and what a finished move reveals (moves.go)
//   - reveals, Stealth, and Units set down by others (reveals.go)
//   - activations: Action Points, costs, teams, stunned bases (activations.go)
//   - scans, attacks, countermeasures and their effects: each modifier by name, each die (shots.go, counters.go)
//   - Reaction Engagements (reactions.go)
//   - Victory Points and the end (scoring.go)
//   - what edition 4.2 changes (edition.go; each place elsewhere cites its difference, V1 to V24)
//
// It does not check:
//
//   - what a player could have done: a match shows only orders that were accepted, so a wrongful refusal leaves no fact;
//   - who may know what: the records are the truth, and the twins test secrecy;
//   - secret notes without effect on the table: plans, standing orders, orders given in advance;
//   - clocks and time-outs; whether an undo was allowed: records that were taken back are left out;
//   - missions other than an edition's own, versions of the rulings before the newest, labs, own cards, rulings of a referee, and
//     Control Objectives beside the centre line (D9): Check returns an error for such a match;
//   - narrow lines of sight: the search tries many lines and improves the best of them. It is a difference only if the best line found is in
//     terrain by more than sampleMargin.
package downsync
