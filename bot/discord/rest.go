package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"downsync/bot/wire"
)

// attempts is how often one call is tried at most.
const attempts = 3

// requests makes REST requests and reads their refusals.
type requests struct {
	session *discordgo.Session
	lanes   *lanes
	guard   *guard
	tally   *tally
	base    string // where Discord is; "": at its own address
	app     string // the bot's user; "" before Hello
}

// call makes a JSON request and decodes the answer into out, unless out is nil.
func (r requests) call(ctx context.Context, method, path string, in, out any) error {
	return r.send(ctx, method, path, in, nil, out)
}

// send makes a request, with files if there are any. It retries after short rate limits and after failures of Discord. Retrying is
// safe, because posts carry a nonce and everything else may be repeated. What Discord refuses for longer is not sent again meanwhile.
func (r requests) send(ctx context.Context, method, path string, in any, files []wire.File, out any) error {
	return r.sendUnless(func() bool { return false }, ctx, method, path, in, files, out)
}

// errOutdated is the error of a request that was not sent, because something newer has taken its place.
var errOutdated = errors.New("not sent: something newer was")

// sendUnless is send. It does not send the request, or not again, once outdated reports true.
func (r requests) sendUnless(outdated func() bool, ctx context.Context, method, path string, in any, files []wire.File, out any) error {
	kind, body, err := encode(in, files)
	if err != nil {
		return err
	}
	if err := r.guard.denied(routeOf(method, path)); err != nil {
		return err
	}
	for n := 1; ; n++ {
		if outdated() {
			return errOutdated
		}
		raw, err := r.once(ctx, method, path, kind, body)
		if err == nil {
			if out == nil || len(raw) == 0 {
				return nil
			}
			if err := json.Unmarshal(raw, out); err != nil {
				return fmt.Errorf("answer of %s: %w", route(path), err)
			}
			return nil
		}
		failure := r.classify(ctx, err, method, path)
		if n > 1 && answering(path) && errors.Is(failure, errAcknowledged) {
			return nil // an earlier attempt was taken, and its receipt was lost
		}
		var w *wire.WireError
		if n == attempts || ctx.Err() != nil || !errors.As(failure, &w) || w.RetryAfter == 0 || w.RetryAfter > patience {
			return failure
		}
		if !sleep(ctx, w.RetryAfter) {
			return failure
		}
	}
}

// once makes one try of a request.
func (r requests) once(ctx context.Context, method, path, kind string, body []byte) ([]byte, error) {
	name := bucket(path)
	leave, err := r.lanes.enter(ctx, name)
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.session.RequestRaw(method, discordgo.EndpointAPI+path, kind, body, name, 0,
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
}

// lanes lets one request of a bucket in at a time. The library does the same, but who waits there cannot stop waiting: while Discord hangs, requests
// would outlive what they were made for. It is safe for concurrent use.
type lanes struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // holds a token while a request of the bucket is being made
}

func (l *lanes) enter(ctx context.Context, bucket string) (leave func(), err error) {
	l.mu.Lock()
	if l.taken == nil {
		l.taken = map[string]chan struct{}{}
	}
	lane := l.taken[bucket]
	if lane == nil {
		lane = make(chan struct{}, 1)
		l.taken[bucket] = lane
	}
	l.mu.Unlock()
	select {
	case lane <- struct{}{}:
		return func() { <-lane }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// encode returns the body: JSON alone, or multipart with the files.
func encode(in any, files []wire.File) (kind string, body []byte, err error) {
	if in == nil {
		return "", nil, nil
	}
	if len(files) == 0 {
		body, err = json.Marshal(in)
		return "application/json", body, err
	}
	payload, err := json.Marshal(in)
	if err != nil {
		return "", nil, err
	}
	const around = 512 // bytes at most of what surrounds a part
	size := len(payload) + around
	for _, f := range files {
		size += len(f.Data) + len(f.Name) + around
	}
	b := bytes.NewBuffer(make([]byte, 0, size)) // pictures are large: it does not grow
	w := multipart.NewWriter(b)
	err = part(w, `form-data; name="payload_json"`, "application/json", payload)
	for i, f := range files {
		err = errors.Join(err, part(w, multipart.FileContentDisposition(fmt.Sprintf("files[%d]", i), f.Name), http.DetectContentType(f.Data), f.Data))
	}
	err = errors.Join(err, w.Close())
	return w.FormDataContentType(), b.Bytes(), err
}

func part(w *multipart.Writer, disposition, kind string, data []byte) error {
	p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
	if err == nil {
		_, err = p.Write(data)
	}
	return err
}

// buckets is the number of rate-limit buckets. The library keeps every bucket for ever.
const buckets = 512

// bucket returns the name of the rate-limit bucket. Calls on one channel share a bucket, so that they stay in order.
// The follow-ups to one interaction share one as well. The library sends one request of a bucket at a time: follow-ups to different
// interactions must not share one, or a slow one holds up the answers of everybody.
func bucket(path string) string {
	parts := strings.Split(path, "/")
	key := parts[:min(len(parts), 2)]
	if answering(path) {
		key = parts[:min(len(parts), 3)] // with the interaction's token
	}
	h := fnv.New32a()
	h.Write([]byte(strings.Join(key, "/")))
	return fmt.Sprintf("%s#%d", parts[0], h.Sum32()%buckets)
}

// route returns a path without its ids and tokens, for logs.
func route(path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) > 15 && strings.Trim(p, "0123456789") == "" || len(p) > 25 {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// classify converts an error of the library to one of the bot. Its text contains no token.
func (r requests) classify(ctx context.Context, err error, method, path string) error {
	var rest *discordgo.RESTError
	var limited *limit
	var held *wire.WireError // by the guard
	switch {
	case errors.Is(err, ErrToken):
		return ErrToken
	case errors.As(err, &limited):
		limited.e.Text = fmt.Sprintf("%s: %s", route(path), limited.e.Text)
		return limited.row.wrap(limited.e)
	case errors.As(err, &held):
		held.Text = fmt.Sprintf("%s: %s", route(path), held.Text)
		return held
	case errors.As(err, &rest):
		code, text := 0, ""
		if rest.Message != nil {
			code, text = rest.Message.Code, rest.Message.Message
		}
		return r.refusal(ctx, method, path, rest.Response.StatusCode, code, text)
	case ctx.Err() != nil:
		return &wire.WireError{Text: fmt.Sprintf("%s: cancelled", route(path)), RetryAfter: time.Second}
	case strings.Contains(err.Error(), "HTTP 502"):
		return r.refusal(ctx, method, path, http.StatusBadGateway, 0, "bad gateway")
	}
	return &wire.WireError{RetryAfter: time.Second, Everywhere: true, Text: fmt.Sprintf("%s: %s", route(path), reason(err, r.base))}
}

// refusal carries out what the table says about a refusal, and returns what it means for the bot.
func (r requests) refusal(ctx context.Context, method, path string, status, code int, text string) error {
	row := rowOf(status, code)
	if row.means(ErrToken) && answering(path) {
		row = rowExpired // the token in the path is the interaction's
	}
	e := &wire.WireError{Status: status, Code: code, Text: fmt.Sprintf("%s: %d, code %d: %s", route(path), status, code, text)}
	key, most, guild := routeOf(method, path), time.Duration(0), wire.GuildID("")
	if row.means(errMayBeTimedOut) && method != http.MethodGet && !answering(path) {
		if guild, most = r.timedOut(ctx, path); most > 0 {
			row = rowTimedOut
		}
	}
	r.tally.note(row, status, code)
	switch {
	case row.means(errOverloaded): // the guard has noted it
		e.RetryAfter, e.Everywhere = row.first, true
	case row.means(errBanned):
		e.RetryAfter, e.Everywhere = r.guard.addressRefused(row), true
	case row.holds == holdsOpenings:
		e.RetryAfter = r.guard.openingTooFast()
	case row.isDenial() && !answering(path) && (key != openingRoute || row.passes == never):
		return r.guard.deny(key, row, most, guild, *e)
	}
	return row.wrap(e)
}

// timedOut reports for how long the bot is timed out on the server of the channel that the path names; 0: it is not, or that cannot be told.
func (r requests) timedOut(ctx context.Context, path string) (wire.GuildID, time.Duration) {
	of, id, _ := strings.Cut(path, "/")
	if id, _, _ = strings.Cut(id, "/"); of != "channels" || r.app == "" {
		return "", 0
	}
	var channel struct {
		Guild wire.GuildID `json:"guild_id"`
	}
	var me struct {
		Until time.Time `json:"communication_disabled_until"`
	}
	if err := r.call(ctx, http.MethodGet, "channels/"+id, nil, &channel); err != nil || channel.Guild == "" {
		return "", 0
	}
	if err := r.call(ctx, http.MethodGet, "guilds/"+string(channel.Guild)+"/members/"+r.app, nil, &me); err != nil {
		return "", 0
	}
	if left := me.Until.Sub(r.tally.now()); left > 0 {
		return channel.Guild, left
	}
	return "", 0
}

type made struct {
	ID string `json:"id"`
}

// Post sends a message and returns its id. Discord posts a nonce (1 to 25 characters) only once within a few minutes.
func (c *Client) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	p, err := payloadOf(m)
	if err != nil {
		return "", err
	}
	if nonce == "" || len(nonce) > maxNonce {
		return "", fmt.Errorf("nonce of %d characters: expected 1 to %d", len(nonce), maxNonce)
	}
	p.Nonce, p.EnforceNonce = nonce, true
	var out made
	err = c.inThread(ctx, channel, func() error {
		return c.rest.send(ctx, http.MethodPost, "channels/"+string(channel)+"/messages", p, m.Files, &out)
	})
	if err == nil {
		c.shared.post(wire.MessageID(out.ID))
	}
	return wire.MessageID(out.ID), err
}

// Edit replaces a message's whole content. Discord sometimes refuses an edit with new files that it takes in a new
// message; that is ErrUneditable too.
func (c *Client) Edit(ctx context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	p, err := payloadOf(m)
	if err != nil {
		return err
	}
	err = c.inThread(ctx, channel, func() error {
		return c.rest.send(ctx, http.MethodPatch, "channels/"+string(channel)+"/messages/"+string(message), p, m.Files, nil)
	})
	if len(m.Files) > 0 && malformed(err) && !errors.Is(err, wire.ErrGone) {
		return fmt.Errorf("%w: %w", wire.ErrUneditable, err)
	}
	return err
}

// malformed reports whether Discord found fault with the request itself.
func malformed(err error) bool { return errors.Is(err, errMalformed) }

// Delete deletes a message. For a message that no longer exists it returns wire.ErrGone.
func (c *Client) Delete(ctx context.Context, channel wire.ChannelID, message wire.MessageID) error {
	return c.rest.call(ctx, http.MethodDelete, "channels/"+string(channel)+"/messages/"+string(message), nil, nil)
}

// latestMessages is how many messages Latest reads.
const latestMessages = 50

// found is a component of a message as Discord returns it.
type found struct {
	CustomID   string  `json:"custom_id"`
	Content    string  `json:"content"`
	Components []found `json:"components"`
	Accessory  *found  `json:"accessory"`
}

// controls returns the custom ids of a component and of those in it.
func (f found) controls() (ids []string) {
	if f.CustomID != "" {
		ids = append(ids, f.CustomID)
	}
	if f.Accessory != nil {
		ids = append(ids, f.Accessory.controls()...)
	}
	for _, in := range f.Components {
		ids = append(ids, in.controls()...)
	}
	return ids
}

// texts returns the texts of a component and of those in it, in order.
func (f found) texts() (out []string) {
	if f.Content != "" {
		out = append(out, f.Content)
	}
	for _, in := range f.Components {
		out = append(out, in.texts()...)
	}
	return out
}

// Latest reads the latest messages of a channel and returns the bot's own.
func (c *Client) Latest(ctx context.Context, channel wire.ChannelID) ([]wire.Posted, error) {
	var all []struct {
		ID     wire.MessageID `json:"id"`
		Author struct {
			ID string `json:"id"`
		} `json:"author"`
		found
	}
	if err := c.rest.call(ctx, http.MethodGet, fmt.Sprintf("channels/%s/messages?limit=%d", channel, latestMessages), nil, &all); err != nil {
		return nil, err
	}
	var own []wire.Posted
	for _, m := range all {
		if m.Author.ID == c.app {
			own = append(own, wire.Posted{ID: m.ID, Controls: m.controls()})
		}
	}
	return own, nil
}

// inThread calls do. If the thread is archived, it opens the thread and calls do again.
func (c *Client) inThread(ctx context.Context, channel wire.ChannelID, do func() error) error {
	err := do()
	if !errors.Is(err, errArchived) {
		return err
	}
	if err := c.rest.call(ctx, http.MethodPatch, "channels/"+string(channel), map[string]any{"archived": false}, nil); err != nil {
		return err
	}
	return do()
}

// week is the longest auto-archive duration of a thread, in minutes.
const week = 10080

// Thread starts a public thread on a message and returns its id. If the message has a thread, it returns that one's id,
// which is the message's.
func (c *Client) Thread(ctx context.Context, channel wire.ChannelID, message wire.MessageID, name string) (wire.ChannelID, error) {
	var out made
	err := c.rest.call(ctx, http.MethodPost, "channels/"+string(channel)+"/messages/"+string(message)+"/threads",
		map[string]any{"name": name, "auto_archive_duration": week}, &out)
	if errors.Is(err, errHasThread) {
		return wire.ChannelID(message), nil
	}
	return wire.ChannelID(out.ID), err
}

// AddMember makes the user a member of a thread, which notifies nobody.
func (c *Client) AddMember(ctx context.Context, thread wire.ChannelID, user wire.UserID) error {
	return c.inThread(ctx, thread, func() error {
		return c.rest.call(ctx, http.MethodPut, "channels/"+string(thread)+"/thread-members/"+string(user), nil, nil)
	})
}

// DM opens the direct channel to a user and returns its id. If Discord refuses that for this user, it does not ask again for a while.
func (c *Client) DM(ctx context.Context, user wire.UserID) (wire.ChannelID, error) {
	if err := c.guard.denied(openingOf(user)); err != nil {
		return "", err
	}
	var out made
	err := c.rest.call(ctx, http.MethodPost, "users/@me/channels", map[string]any{"recipient_id": user}, &out)
	var w *wire.WireError
	if errors.As(err, &w) && w.Status != 0 {
		if row := rowOf(w.Status, w.Code); row.isDenial() && row.passes != never {
			err = c.guard.deny(openingOf(user), row, 0, "", *w)
		}
	}
	return wire.ChannelID(out.ID), err
}
