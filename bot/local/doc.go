// Package local is a Discord in one process: a gateway over a real websocket, the REST routes that a bot uses, and the
// people on the other side. Client libraries talk to it unchanged over loopback. It includes a web page, tests drive it
// from Go, and any program can drive it through a small JSON API. It imports nothing else of this project; README.md is
// an introduction for other users.
//
// It exists to refuse what Discord refuses. A bot that works here has kept the three seconds and the fifteen minutes,
// the forty components and the four thousand characters. It has not shown one person's ephemeral message to another. It
// has survived closed DMs, lost sockets and rate limits, because a test can provoke each of these at any time.
//
// # Vocabulary
//
//   - A Server is one Discord with one guild, one bot, some text channels and some people (player1, player2, …).
//   - A User is one of these people as a test drives it: Slash, Click, Submit, Autocomplete, Say, and Wait for what
//     they see.
//   - A View is everything that one person can see now. An Item is one thing that was delivered to them.
//   - An Act is the handle of one interaction, from the click to its answer or to "This interaction failed".
//   - A Fault is a fault to inject: a dropped socket, a 429, a deleted thread, a closed DM.
//   - A Clock is the time by which all rules are checked. It is real, ahead of the machine's, or stands still; all can
//     be advanced.
//
// # Use in a test
//
//	srv, err := local.New(local.Config{Users: 3, Clock: local.Still(start), Record: true})
//	err = srv.Start()        // 127.0.0.1, a free port
//	defer srv.Close()
//	// run the bot against srv.URL() with srv.Token()
//	act, err := srv.User("player1").Slash("#general", "/match challenge opponent:@player2 size:small")
//	out, err := act.Wait(ctx)
//	view, err := srv.User("player2").Wait(ctx, func(v local.View) bool { return v.Find("challenged you") != nil })
//
// # Addresses
//
//	/api/v9/…, /api/v10/…    the REST API            /gw            the gateway
//	/attachments/…           delivered files         /emojis/…      the application's emojis
//	/                        the page                /local/…       the JSON API, see api.go
//
// # Promises
//
//   - One lock guards the state. Every dispatch, event and response is decided under it, in order.
//   - A Message is immutable: an edit replaces it, so a View never changes after it was returned.
//   - Rules read no clock but Config.Clock. Only sockets (heartbeats, injected delays) use real time.
//   - The guild, the bot, the channels, the people and their DMs have the same ids in every run. Messages and
//     interactions do not.
//   - Close ends every goroutine that the server started.
//
// # What is missing
//
// Voice, reactions, pins, polls, stickers, forums, roles other than @everyone and Moderator, file uploads by users,
// premium buttons, and more than one shard. A request to an unknown route gets 404 and is added to Violations.
package local
