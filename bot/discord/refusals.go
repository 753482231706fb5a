package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"downsync/bot/wire"
)

// Everything that the bot knows about Discord's refusals is in one table. Whatever decides about a refusal reads its row: what the rest of
// the bot is told, what is held back for how long, what the operator reads. docs/operators.md prints the table.

// passing says whether a refused request succeeds later.
type passing string

// Whether a refusal passes.
const (
	never     passing = "no"
	inTime    passing = "yes"
	onChange  passing = "when somebody changes that"
	otherwise passing = "another request does it"
)

// reader is somebody who is told of a refusal.
type reader string

// Who is told of a refusal.
const (
	nobody   reader = "nobody"
	players  reader = "players"
	operator reader = "operator"
)

// scope names the requests that are held back while a refusal is waited out.
type scope string

const (
	holdsRoute    scope = "the route"
	holdsUser     scope = "that user's direct messages"
	holdsOpenings scope = "opening direct messages"
	holdsAll      scope = "everything"
)

// refusal is a row of the table.
type refusal struct {
	// status is the HTTP status, 0 for a close code of the gateway, 500 for itself and everything above. code is Discord's; 0: every
	// refusal of that status whose code has no row of its own.
	status, code int
	when         string // what sets this row apart from another with the same code; "": nothing
	meaning      string
	passes       passing
	// first is the first wait, which doubles up to longest. Where Discord says how long to wait, that counts. Zero: no wait.
	first, longest time.Duration
	holds          scope  // what is not sent meanwhile
	tells          reader // besides the log
	advice         string // to the operator; `downsync doctor` says it too. "": nothing is to be done

	is []error // what the bot takes it for
}

// The errors that only this package knows refusals by; the others are in package wire.
var (
	errMalformed     = errors.New("Discord finds fault with the request")
	errAcknowledged  = errors.New("the interaction has been answered before")
	errExpired       = errors.New("the interaction is too old for an answer")
	errArchived      = errors.New("the thread is archived")
	errHasThread     = errors.New("the message has a thread")
	errNotMember     = errors.New("the user is not on the server")
	errNotOn         = errors.New("the bot is not on the server")
	errMayBeTimedOut = errors.New("a right is missing, or the bot is timed out")
	errSessionOver   = errors.New("the gateway session is over")
	errOverloaded    = errors.New("Discord fails")
	errBanned        = errors.New("this address is refused")
)

const (
	minute, hour, day = time.Minute, time.Hour, 24 * time.Hour

	adviceToken   = "copy it again from the developer portal, page Bot"
	adviceIntents = "allow the intents in the developer portal, page Bot"
	adviceUpdate  = "update the program, or report this with the code"
	adviceAppeal  = "ask Discord for a review at https://dis.gd/app-quarantine, then restart the bot"
)

// refusals is the table. The first row that fits an answer counts.
var refusals = []refusal{
	{status: 401, meaning: "the bot's token is wrong or was revoked", passes: never, holds: holdsAll, tells: operator, advice: adviceToken, is: []error{ErrToken}},
	{status: 404, code: 10003, meaning: "the channel or thread is gone", passes: never, tells: players, advice: "choose another channel with `/setup channel:`", is: []error{wire.ErrGone}},
	{status: 404, code: 10004, meaning: "the server is not known", passes: onChange, tells: operator, advice: "check the server's id, and invite the bot again", is: []error{errNotOn}},
	{status: 404, code: 10007, meaning: "the user is not on the server", passes: onChange, tells: nobody, is: []error{errNotMember}},
	{status: 404, code: 10008, meaning: "the message is gone", passes: otherwise, tells: nobody, is: []error{wire.ErrGone}},
	{status: 404, code: 10013, meaning: "the user is not known", passes: never, tells: nobody, is: []error{errNotMember, wire.ErrFinal}},
	{status: 404, code: 10015, meaning: "the answer's interaction is over", passes: never, tells: nobody, is: []error{errExpired}},
	{status: 404, code: 10062, meaning: "the interaction is older than 3 s", passes: never, tells: nobody, is: []error{errExpired}},
	{status: 403, code: 20009, meaning: "the recipient takes no explicit content", passes: never, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},
	{status: 429, code: 20016, meaning: "the channel's slow mode", passes: inTime, first: 5 * time.Second, longest: hour, holds: holdsRoute, tells: nobody},
	{status: 429, code: 20022, meaning: "too many edits of an announcement", passes: otherwise, tells: nobody, is: []error{wire.ErrUneditable}},
	{status: 403, code: 20026, meaning: "Discord has quarantined the bot for spam", passes: never, first: day, longest: day, holds: holdsRoute, tells: operator, advice: adviceAppeal, is: []error{wire.ErrBarred, wire.ErrClosedDM, wire.ErrFinal}},
	{status: 429, code: 20028, meaning: "too much is written in the channel", passes: inTime, first: 5 * time.Second, longest: hour, holds: holdsRoute, tells: nobody},
	{status: 429, code: 20029, meaning: "too much is written on the server", passes: inTime, first: 5 * time.Second, longest: hour, holds: holdsRoute, tells: nobody},
	{status: 400, code: 30032, meaning: "the bot has too many commands", passes: never, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},
	{status: 400, code: 30033, meaning: "the thread has as many members as it can", passes: onChange, tells: nobody, is: []error{wire.ErrFinal}},
	{status: 429, code: 30034, meaning: "200 new commands were registered in a day", passes: inTime, first: hour, longest: day, holds: holdsRoute, tells: operator, advice: "wait for a day; restarts with other commands use the number up"},
	{status: 429, code: 30046, meaning: "too many edits of a message older than an hour", passes: otherwise, tells: nobody, is: []error{wire.ErrUneditable}},
	{status: 403, code: 40002, meaning: "the bot's account must be verified", passes: never, first: day, longest: day, holds: holdsRoute, tells: operator, advice: "look for a notice in the developer portal, then restart the bot", is: []error{wire.ErrBarred, wire.ErrFinal}},
	{status: 403, code: 40003, meaning: "direct messages are opened too fast", passes: inTime, first: 30 * time.Second, longest: 15 * minute, holds: holdsOpenings, tells: nobody},
	{status: 403, code: 40004, meaning: "sending is switched off for a while", passes: inTime, first: minute, longest: hour, holds: holdsRoute, tells: operator, advice: "look at https://discordstatus.com"},
	{status: 413, code: 40005, meaning: "the message is too large", passes: never, tells: operator, advice: adviceUpdate, is: []error{errMalformed, wire.ErrFinal}},
	{status: 400, code: 40006, meaning: "a part of Discord is switched off for a while", passes: inTime, first: minute, longest: hour, holds: holdsRoute, tells: operator, advice: "look at https://discordstatus.com"},
	{status: 400, code: 40060, meaning: "the interaction was answered already", passes: never, tells: nobody, is: []error{errAcknowledged}},
	{status: 429, code: 40062, meaning: "a service of Discord is overloaded", passes: inTime, first: time.Second, longest: minute, holds: holdsRoute, tells: nobody},
	{status: 403, code: 40333, meaning: "Cloudflare refuses the request", passes: inTime, first: minute, longest: hour, holds: holdsAll, tells: operator, advice: "check HTTPS_PROXY, and what else uses this machine's address", is: []error{errBanned}},
	{status: 403, code: 50001, meaning: "the bot does not see the channel", passes: onChange, first: minute, longest: hour, holds: holdsRoute, tells: players, advice: "allow the bot View Channels there", is: []error{wire.ErrDenied}},
	{status: 403, code: 50005, meaning: "the message is another application's", passes: otherwise, tells: nobody, is: []error{wire.ErrUneditable}},
	{status: 400, code: 50006, meaning: "the message is empty", passes: never, tells: operator, advice: adviceUpdate, is: []error{errMalformed, wire.ErrFinal}},
	{status: 403, code: 50007, meaning: "the user takes no direct messages from the bot", passes: onChange, first: hour, longest: hour, holds: holdsUser, tells: players, is: []error{wire.ErrClosedDM}},
	{status: 403, code: 50009, meaning: "the server's level of verification keeps the bot from writing", passes: onChange, first: minute, longest: hour, holds: holdsRoute, tells: players, advice: "give the bot a role on that server", is: []error{wire.ErrDenied}},
	{status: 403, code: 50013, meaning: "the bot lacks a permission", passes: onChange, first: minute, longest: hour, holds: holdsRoute, tells: players, advice: "run `downsync doctor`, and give the bot the permissions that it names", is: []error{errMayBeTimedOut, wire.ErrDenied}},
	{status: 403, code: 50013, when: "while the bot is timed out", meaning: "a moderator has timed out the bot", passes: inTime, first: minute, longest: hour, holds: holdsRoute, tells: players, advice: "ask a moderator of that server to end the time-out", is: []error{wire.ErrTimedOut, wire.ErrDenied}},
	{status: 400, code: 50024, meaning: "not possible in a channel of this type", passes: never, tells: nobody, is: []error{errMalformed, wire.ErrFinal}},
	{status: 401, code: 50027, meaning: "the interaction is older than 15 minutes", passes: never, tells: nobody, is: []error{errExpired}},
	{status: 400, code: 50033, meaning: "nobody can get direct messages under this id", passes: never, tells: nobody, is: []error{errMalformed, wire.ErrFinal}},
	{status: 400, code: 50035, meaning: "a field of the request is wrong", passes: never, tells: operator, advice: adviceUpdate, is: []error{errMalformed, wire.ErrFinal}},
	{status: 400, code: 50083, meaning: "the thread is archived", passes: otherwise, tells: nobody, is: []error{errArchived}},
	{status: 403, code: 50278, meaning: "the user shares no server with the bot", passes: onChange, first: hour, longest: hour, holds: holdsUser, tells: players, is: []error{wire.ErrUnshared, wire.ErrClosedDM}},
	{status: 503, code: 130000, meaning: "the API is overloaded", passes: inTime, first: time.Second, longest: 10 * time.Second, holds: holdsAll, tells: nobody, is: []error{errOverloaded}},
	{status: 400, code: 160004, meaning: "the message has a thread already", passes: otherwise, tells: nobody, is: []error{errHasThread}},
	{status: 403, code: 160005, meaning: "a moderator has locked the thread", passes: onChange, first: minute, longest: hour, holds: holdsRoute, tells: players, is: []error{wire.ErrLocked}},
	{status: 400, code: 160006, meaning: "the server has as many active threads as it can", passes: onChange, tells: nobody, is: []error{wire.ErrFinal}},
	{status: 400, code: 200000, meaning: "AutoMod of the server blocks the message", passes: onChange, tells: operator, advice: "ask a moderator of that server to except the bot from AutoMod", is: []error{errMalformed, wire.ErrFinal}},
	{status: 400, code: 200001, meaning: "AutoMod of the server blocks the title", passes: onChange, tells: operator, advice: "ask a moderator of that server to except the bot from AutoMod", is: []error{errMalformed, wire.ErrFinal}},
	{status: 400, code: 240000, meaning: "the message has a link that Discord takes for harmful", passes: never, tells: operator, advice: adviceUpdate, is: []error{errMalformed, wire.ErrFinal}},

	{status: 400, meaning: "another fault of the request", passes: never, tells: operator, advice: adviceUpdate, is: []error{errMalformed, wire.ErrFinal}},
	{status: 403, meaning: "forbidden for a reason that this program does not know", passes: onChange, first: minute, longest: hour, holds: holdsRoute, tells: operator, advice: adviceUpdate},
	{status: 404, meaning: "something else is not there", passes: never, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},
	{status: 408, meaning: "the request took too long", passes: inTime, first: time.Second, longest: minute, holds: holdsRoute, tells: nobody},
	{status: 409, meaning: "the request met another", passes: inTime, first: time.Second, longest: minute, holds: holdsRoute, tells: nobody},
	{status: 423, meaning: "what is asked for is locked for a moment", passes: inTime, first: time.Second, longest: minute, holds: holdsRoute, tells: nobody},
	{status: 425, meaning: "the request came too early", passes: inTime, first: time.Second, longest: minute, holds: holdsRoute, tells: nobody},
	{status: 429, meaning: "too many requests", passes: inTime, first: time.Second, longest: hour, holds: holdsRoute, tells: nobody},
	{status: 429, when: "without a time to wait", meaning: "this address has sent too many requests, or too many that were refused", passes: inTime, first: 15 * time.Second, longest: hour, holds: holdsAll, tells: operator, advice: "check what else uses this machine's address", is: []error{errBanned}},
	{status: 500, meaning: "Discord fails", passes: inTime, first: time.Second, longest: 10 * time.Second, holds: holdsAll, tells: nobody, advice: "look at https://discordstatus.com", is: []error{errOverloaded}},
	{status: 402, meaning: "another refusal", passes: never, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},

	{code: 1000, meaning: "the gateway session is over", passes: inTime, tells: nobody, is: []error{errSessionOver}},
	{code: 1001, meaning: "the gateway session is over", passes: inTime, tells: nobody, is: []error{errSessionOver}},
	{code: 4004, meaning: "the bot's token is wrong or was revoked", passes: never, holds: holdsAll, tells: operator, advice: adviceToken, is: []error{ErrToken}},
	{code: 4007, meaning: "the gateway session cannot be resumed", passes: inTime, tells: nobody, is: []error{errSessionOver}},
	{code: 4009, meaning: "the gateway session was silent for too long", passes: inTime, tells: nobody, is: []error{errSessionOver}},
	{code: 4010, meaning: "the gateway does not know this part of the bot", passes: never, holds: holdsAll, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},
	{code: 4011, meaning: "the bot is on too many servers for one connection", passes: never, holds: holdsAll, tells: operator, advice: "this bot needs sharding: take it off some servers", is: []error{wire.ErrFinal}},
	{code: 4012, meaning: "this version of the gateway is no longer served", passes: never, holds: holdsAll, tells: operator, advice: adviceUpdate, is: []error{wire.ErrFinal}},
	{code: 4013, meaning: "the gateway knows no such intent", passes: never, holds: holdsAll, tells: operator, advice: adviceIntents, is: []error{wire.ErrFinal}},
	{code: 4014, meaning: "an intent is not allowed", passes: never, holds: holdsAll, tells: operator, advice: adviceIntents, is: []error{wire.ErrFinal}},
}

// The rows of refusals that Discord does not tell apart by their codes.
var (
	rowTimedOut = special(wire.ErrTimedOut)
	rowBanned   = special(errBanned)
	rowExpired  = rowOf(401, 50027)
	rowFails    = rowOf(500, 0)
	rowOpenings = rowOf(403, 40003)
)

// special returns the row with a condition that means the error.
func special(is error) *refusal {
	for n := range refusals {
		if r := &refusals[n]; r.when != "" && r.means(is) {
			return r
		}
	}
	return nil
}

// rowOf returns the row for an answer. Status 0 means the gateway; its other close codes have no row.
func rowOf(status, code int) *refusal {
	for n := range refusals {
		if r := &refusals[n]; code != 0 && r.code == code && r.when == "" && (r.status == 0) == (status == 0) {
			return r
		}
	}
	if status == 0 {
		return nil
	}
	other := 402
	if status >= 500 {
		other = 500
	}
	for _, status := range []int{status, other} {
		for n := range refusals {
			if r := &refusals[n]; r.status == status && r.code == 0 && r.when == "" {
				return r
			}
		}
	}
	return nil
}

// means reports whether the bot takes the refusal for the error.
func (r *refusal) means(err error) bool {
	return slices.Contains(r.is, err)
}

// isDenial reports whether the refused route, or one user's part of it, is not tried again for a while.
func (r *refusal) isDenial() bool {
	return r.status != http.StatusTooManyRequests && (r.holds == holdsRoute || r.holds == holdsUser)
}

// wait returns how long to wait after that many refusals in a row before this one.
func (r *refusal) wait(before int) time.Duration { return min(r.first<<min(before, 20), r.longest) }

// wrap returns the error as the rest of the bot knows it.
func (r *refusal) wrap(e *wire.WireError) error {
	err := error(e)
	for _, is := range r.is {
		if is == ErrToken {
			return ErrToken
		}
		err = fmt.Errorf("%w: %w", is, err)
	}
	return err
}

// isKnown reports whether the code has a row of its own, or is none.
func isKnown(status, code int) bool {
	r := rowOf(status, code)
	return code == 0 || r != nil && r.code == code
}

// Explain returns the meaning of Discord's refusal and what to do about it, "" for other errors.
func Explain(err error) string {
	var w *wire.WireError
	if errors.Is(err, ErrToken) {
		return rowOf(401, 0).explain(0)
	}
	if !errors.As(err, &w) || w.Status == 0 {
		return ""
	}
	row := rowOf(w.Status, w.Code)
	for _, special := range []*refusal{rowTimedOut, rowBanned} {
		if w.Status == special.status && errors.Is(err, special.is[0]) {
			row = special
		}
	}
	return row.explain(w.Code)
}

// Advice returns what to do about Discord's refusal, "" if there is nothing or the error is no refusal.
func Advice(err error) string {
	_, advice, _ := strings.Cut(Explain(err), ": ")
	return advice
}

// explain returns a line for the operator. It names the code where the row has several.
func (r *refusal) explain(code int) string {
	line := r.meaning
	if code != 0 && r.code != code {
		line = fmt.Sprintf("%s (code %d)", line, code)
	}
	if r.advice != "" {
		line += ": " + r.advice
	}
	return line
}
