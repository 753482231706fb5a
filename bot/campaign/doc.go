// Package campaign is the bot's room for series of matches between two sides of a server: two people, or two teams who take turns.
// It knows no game: a game that has series offers bot.Series.
//
// A campaign is one record, which is written guarded. It holds how the series began and the matches that were played out;
// everything else follows. Each of its matches is an ordinary match that begins with a challenge, whose id is the match's. The
// campaign stores that id together with the challenge. It never stores the state of the match but reads it: either the challenge is
// open, or the match runs, or neither exists; then the match was called off and the side may choose again.
//
// The commit that ends a match also counts it. Where that was impossible, the next reader of the campaign counts it. Both write
// over the record that they read, and only if the match is still the one that the campaign waits for, so it is counted once. If a
// counted match runs again, it is uncounted until it ends again.
//
// The program may have a side of its own, alone. It accepts each challenge when that is made. When its side must choose, it chooses
// as soon as the card is drawn.
//
// A side that lets the other wait too long has lost, whatever else it does instead of playing. Taking a challenge back does not
// restart its time, nor the days for which its taker waited; a challenge that is accepted and given back counts as open since it
// was made; once it is accepted, the campaign waits for the player who was not the last to say that they are ready. A side loses
// only while the card that notified it exists, and not while the bot may not write in the channel: otherwise a moderator of that
// channel could win unseen. For the same reason a challenge stays open whose card cannot be posted. A user who is or was on a side
// neither decides about the campaign as a moderator nor judges a match of it.
package campaign
