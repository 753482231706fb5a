// Package rival is the bot's room for the opponents that the program plays itself.
//
// A seat that the program plays has a record, the post, from the opening of its match to the end. Whenever the outbox would write
// to the seat's user, the post notes instead what the seat is asked, and when to answer. One job works answers out, in a bounded
// pool and outside every lock, and keeps them in the post; another gives them when their time has come. So an answer survives a
// restart, and of several hosts on one store it does not matter which of them works it out and which of them gives it.
//
// When an answer is given hangs on nothing but what everybody sees, on the post's key, and on a setting of the opponent's. It is
// always later than the longest time to think.
package rival
