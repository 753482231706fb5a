// Package local is a Discord of one's own, in the process: a gateway over a real websocket, the REST routes a bot uses, and the
// people on the other side of it. The real client library talks to it unchanged, over loopback; `downsync play` shows it as a
// page, tests drive it from Go, and any program may drive it through a small JSON API.
//
// It exists to refuse what Discord refuses. A bot that works here has kept the three seconds and the fifteen minutes, the forty
// components and the four thousand characters, has not shown one person's ephemeral to another, and has survived closed DMs,
// lost sockets and rate limits, because each of these can be provoked here at will.
//
// # Vocabulary
//
//   - A Server is one Discord with one guild, one bot, some text channels and some people (player1, player2, …).
//   - A User is one of these people as a test drives it: Slash, Click, Submit, Autocomplete, Say, and Wait for what they see.
//   - A View is everything one person can see now. An Item is one thing that was ever delivered to them.
//   - An Act is the handle of one interaction, from the click to its answer or to "This interaction failed".
//   - A Fault is a misfortune to inject: a dropped socket, a 429, a deleted thread, a closed DM.
//   - A Clock is the time all rules are judged by. It is real or stands still; both can be advanced.
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
//   - One lock guards the world. Whatever is told (a dispatch, an event, a response) is decided under it, in order.
//   - A Message is immutable: an edit replaces it, so a View never changes in its holder's hands.
//   - No rule reads any clock but Config.Clock. Only sockets (heartbeats, injected delays) live in real time.
//   - The guild, the bot, the channels, the people and their DMs have the same ids every time; messages and interactions have not.
//   - Close ends every goroutine the server started.
//
// # What is left out
//
// Voice, reactions, pins, polls, stickers, forums, roles beyond @everyone and Moderator, file uploads by users, premium buttons and sharding
// beyond one shard. A request to a route that is not here is answered 404 and kept in Violations.
package local
