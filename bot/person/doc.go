// Package person is the bot's room for everything that belongs to one user: settings, saved forces, lessons, lists of matches,
// the inbox, the ladder, help and privacy. It also holds the settings of a server.
//
// Each of these is one small record for each user. The ladder keeps one for each user, server, game and season. Lists
// and the inbox are computed from the matches and challenges on request.
//
// The room registers /match list, /force, /help, /inbox, /settings, /setup, /ladder, /privacy, /learn and the games' own books;
// their buttons, selects and forms; and the hooks List, Inbox, ListMatches, ForceMeant, ForcesFor, ForceDraft and Lesson.
package person
