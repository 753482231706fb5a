// Package referee is the bot's room for disputes, moderators' rulings, evidence, bans and conduct.
//
// A dispute is a player's request for a decision; it stops the match. An act is the record of one thing that a moderator, or a
// player in a dispute, did. The table carries out a ruling for a moderator. Every ruling is tried and shown first, and
// is committed together with its act when the moderator confirms it.
//
// The room registers /dispute, /mod and /report, the buttons that confirm a ruling or a ban, the queues that notify both
// players and the thread, and the hook Admit.
package referee
