// Package campaign is the bot's room for series of matches between two sides of a server: of two people, or of two teams who take
// turns. It knows no game: a game that has series offers bot.Series.
//
// A campaign is one record, which is written guarded. It holds how the series began and the matches that were played out; everything
// else follows. A match of it is an ordinary match that begins with a challenge, whose id is the match's. The campaign notes that id
// together with the challenge. How the match stands is never noted but read: the challenge is open, or the match runs, or neither is
// there, and then it was called off and the side may choose again.
//
// The end of a match is counted in the commit that ends it. Where that could not be, whoever reads the campaign next counts it. Either
// writes over what was read, and only if the match is still the one that the campaign waits for, so it is counted once. A match that
// was counted and runs again is taken back until it ends again.
//
// The program may have a side, alone. It takes up each challenge as that is made. When the choice is its side's, it chooses as soon as the
// card is drawn.
//
// A side that lets the other wait too long has lost, whatever it does instead of playing. A challenge that is taken back does not begin
// its time anew, nor do the days count anew that its taker waited; one that is accepted and given back has been open since it was made;
// once it is accepted, the one is waited for who has not said last that they are ready. It loses only while the card stands that called it, and
// not while the bot may not write in the channel: whoever moderates that channel could else win unseen. For the same reason a challenge stands
// whose card cannot be posted. A user who is or was on a side neither decides about the campaign as a moderator nor judges a match of it.
package campaign
