// Package match is the bot's room for running and finished matches.
//
// A match has one public thread with a card for each turn, and a private console for each seat. A console shows the board, the
// questions that the seat owes an answer to, and controls that play orders. Two kinds of queue keep them current: the public
// queue edits the thread, and a queue for each seat edits the console in the user's direct messages.
//
// The room registers /order, /clock, /match show, replay, ledger, log, event, verify and concede, and the games' own queries;
// the controls of consoles and cards; the queues of matches; the jobs that send reminders and draw films; and the hooks Show
// and View.
package match
