// Package rival is the bot's room for the opponents that the program plays itself.
//
// A seat that the program plays has a record, the post, from the opening of its match to the end. Whenever the outbox would write
// to the seat's user, the post records instead what the seat is asked, and when to answer. One job works answers out, in a bounded
// pool and outside every lock, and stores them in the post; another gives them when they are due. So an answer survives a restart,
// and among several hosts on one store it does not matter which one works it out and which one gives it.
//
// The time of an answer depends only on public facts, on the post's key, and on a setting of the opponent. It is always later than
// the longest time to think.
package rival
