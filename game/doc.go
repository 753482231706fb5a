// Package game is the match kernel: seats, open questions, replies, facts and viewers. It depends on no particular
// game, reads no clock, does no I/O and owns no randomness.
//
// Vocabulary: a Ruleset asks open questions (Ask). A player answers an Ask with a Reply. The consequences are recorded
// as facts, and the state is the fold of all facts. Each fact decides who may learn it (Fact.For). A Record is one
// decision as stored.
//
// The project's own words, which every other comment may use:
//
//	seat          a place at the table, counted from 1; a user sits in it, 0 is nobody
//	viewer        a reader of a match: a seat, an onlooker or a referee
//	onlooker      a viewer without a seat, who sees what everybody sees
//	truth         everything that is known about a match, secrets included
//	view          what one viewer knows of the match now, built from nothing and never cut from the truth
//	fact          something that happened, stored for ever; it decides what each viewer is told of it
//	record        one decision as stored: the answer, its dice and its facts
//	ask           an open question to one seat, derived from the state
//	reply         the answer to an ask; always private
//	order         a reply as one line of text
//	standing act  what a seat may do at any time; it holds nothing up
//	window        a group of asks that the host closes, so that the moment of closing reveals nothing
//	sealed        stored but hidden, until the group of asks closes
//	lapse         to play an ask's default because its clock ran out
//	step          one decision with its facts
//	void          told, and taken back since by an undo or by a referee
//	act           a step with those joined to it, as by one press; an undo takes back whole acts
//	ruling        what a referee does to a match, announced to everybody
//	out           of a seat that gave up or lost by time, while the others play on; its pieces go, or the program plays it
//	side          seats that win or lose together; usually each seat is its own
//	span          the questions of one turn, which have one time limit
//	card          the public message about the current turn
//	console       the private message in which a player answers
//	force         what a player brings into a match
//	rival         an opponent that the program plays
//	imagine       to draw by chance what a viewer cannot know, so that a rival can think ahead
//	room          a part of the bot that answers its own commands and buttons
//
// Package gametest proves these promises for every ruleset:
//  1. The state after replaying the records equals the state in which they were made, after every step. A state
//     restored from a snapshot does so too.
//  2. A refused reply changes nothing; an accepted one cannot fail half way.
//  3. The zero Viewer is an onlooker and knows least. A fact whose For returns nil tells that viewer nothing.
//  4. Replay never rolls: rolls are part of the facts.
//  5. A record that is decided again with its own dice is the same record, byte for byte.
//  6. A reply sealed in a group changes no other seat's questions, views or facts until the group closes. Nor does a standing act that
//     tells a seat nothing change anything for that seat. An order ahead is such an act: nobody can tell who has given one, or which,
//     until it is carried out.
//  7. A standing act, whether public or private, rolled or not, changes nothing about what another seat may take back, unless it
//     ends the match. It stays when that seat does: its facts must fold without the steps that can still be taken back.
//  8. Steps that were joined are taken back together, in a match that was replayed or restored as well.
//  9. An imagined match looks to its viewer like the match, can be played on, and depends on nothing that the viewer does
//     not know.
//  10. A seat that is out is asked nothing, or what it was asked before if the program plays on there. A seat goes out only while
//     two sides are left without it.
package game
