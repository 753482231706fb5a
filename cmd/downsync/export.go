package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage"
)

// carried is a whole match as a file, to be taken to another host. It is the truth, and its hash is that of its events.
type carried struct {
	Form   string         `json:"form"` // carriedForm
	ID     table.ID       `json:"id"`
	Meta   table.Meta     `json:"meta"`
	Events []carriedEvent `json:"events"`
	Hash   string         `json:"hash"` // hexadecimal: the end of the chain
}

// carriedEvent is an event; its data is text so that not a byte of it changes on the way.
type carriedEvent struct {
	At   time.Time `json:"at"`
	Data string    `json:"data"`
}

const carriedForm = "downsync match 1"

// export writes a match: the whole of one that is over, or to a referee; else what everybody, or one seat, sees.
func export(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("export MATCH")
	conf := configFlag(f)
	file := f.String("store", "", "the store's `file` itself")
	referee := f.Bool("referee", false, "all of a match that is still on, secrets too")
	seat := f.Int("seat", 0, "what that `seat` sees of a match that is still on; 0: what everybody sees")
	if err := parse(f, args, 1, out); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return misuse{errors.New("expected the match's id")}
	}
	if *file == "" {
		c, err := conf.read()
		if err != nil {
			return err
		}
		*file = c.Store.Path
	}
	if err := present(*file); err != nil {
		return err
	}
	s, err := storage.Open(*file, storage.Options{})
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	v, err := exported(ctx, s, table.ID(f.Arg(0)), *referee, game.Seat(*seat))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// exported is what may be written of the match.
func exported(ctx context.Context, s *storage.Store, id table.ID, referee bool, seat game.Seat) (any, error) {
	hall := offline(s)
	public, err := hall.Public(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	switch {
	case referee, public.Result != nil:
		return carry(ctx, s, id, public.Meta)
	case seat > 0:
		return hall.Private(ctx, id, seat)
	}
	return public, nil
}

// carry packs the whole match.
func carry(ctx context.Context, s *storage.Store, id table.ID, meta table.Meta) (carried, error) {
	c := carried{Form: carriedForm, ID: id, Meta: meta}
	stored, err := s.Load(ctx, id)
	if err != nil {
		return c, err
	}
	for _, e := range append(stored.Before, stored.Events...) {
		c.Events = append(c.Events, carriedEvent{e.At, string(e.Data)})
	}
	hash, err := s.Head(id)
	c.Hash = hex.EncodeToString(hash[:])
	return c, err
}

// importMatch stores a match that export wrote whole.
func importMatch(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, words, err := storeFlags("import FILE")(args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the name of a file that export wrote")}
	}
	raw, err := os.ReadFile(words[0])
	if err != nil {
		return err
	}
	c, events, hash, err := unpack(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	s, err := storage.Open(path, storage.Options{})
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	records, err := offline(s).Arriving(c.ID, c.Meta, events)
	if err != nil {
		return err
	}
	if err := s.Import(ctx, c.ID, events, hash, records); err != nil {
		return err
	}
	fmt.Fprintf(out, "match %s, %d events\n", c.ID, len(events))
	return nil
}

// unpack reads what carry packed.
func unpack(raw []byte) (c carried, events []table.Event, hash [32]byte, err error) {
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, nil, hash, fmt.Errorf("not an exported match: %w", err)
	}
	if c.Form != carriedForm {
		return c, nil, hash, fmt.Errorf("not a whole match: expected the form %q, as export writes of a match that is over or to a referee", carriedForm)
	}
	if n, err := hex.Decode(hash[:], []byte(c.Hash[:min(len(c.Hash), 2*len(hash))])); err != nil || n != len(hash) {
		return c, nil, hash, errors.New("its hash is not 64 hexadecimal digits")
	}
	for i, e := range c.Events {
		events = append(events, table.Event{Seq: uint64(i) + 1, At: e.At, Data: []byte(e.Data)})
	}
	return c, events, hash, nil
}
