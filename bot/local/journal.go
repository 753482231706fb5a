package local

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A journal continues a snapshot. Each of its lines holds the differences from the state before it, in the form of a snapshot:
// only the rooms that changed, and of these only the messages that are new or were edited. A line that a crash cut short
// belongs to a request that was not answered, and is ignored.

// keeper keeps a Discord in a folder. The server's mu guards it.
type keeper struct {
	dir     string
	journal *os.File
	size    int64 // of the journal's whole lines
	torn    bool  // a line may have been written in part
	outline kept  // as it was kept last, without rooms
	rooms   map[ID]*keptState
}

// keptState is a room as it was kept last.
type keptState struct {
	ch      *Channel
	msgs    []*Message // as in the room
	members map[ID]time.Time
	touched time.Time
}

// Keep begins to keep the server in a folder, which it creates if necessary. From now on every change is on disk before
// the request that made it is answered; a change that cannot be written is answered with 503, as Discord answers while
// it fails, and is kept as soon as that is possible.
func (s *Server) Keep(dir string) error {
	k := &keeper{dir: dir}
	if err := snapshot(s, dir, k); err != nil {
		return fmt.Errorf("keeping the local Discord: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keeper = k
	return k.keep(s)
}

// Tend keeps what no request waited for, and makes a new snapshot of a long journal, until the context ends. It goes on
// when the disk fails, and tells warn of each new reason. Its error says that something is not kept at the end.
func (s *Server) Tend(ctx context.Context, warn func(error)) error {
	told := ""
	for ctx.Err() == nil {
		s.mu.Lock()
		changed, k := s.changed, s.keeper
		err := k.keep(s)
		long := k.size > longJournal
		s.mu.Unlock()
		if long && err == nil {
			err = snapshot(s, k.dir, k)
		}
		if text := fmt.Sprint(err); err != nil && text != told {
			warn(fmt.Errorf("keeping the local Discord: %w", err))
			told = text
		}
		again := time.NewTimer(keepEvery)
		select { // a burst of changes is kept once
		case <-ctx.Done():
		case <-again.C:
		}
		again.Stop()
		if err == nil {
			told = ""
			select {
			case <-ctx.Done():
			case <-changed:
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.keeper
	s.keeper = nil
	if err := errors.Join(k.keep(s), k.journal.Close()); err != nil {
		return fmt.Errorf("keeping the local Discord: %w", err)
	}
	return nil
}

// keep writes what has changed since it was last called. After an error the next call tries again.
func (k *keeper) keep(s *Server) error {
	if k == nil {
		return nil
	}
	w, files := k.changes(s)
	if w == nil {
		return nil
	}
	line, err := encodeKept(*w, s.base)
	if err != nil {
		return err
	}
	for id, f := range files {
		name := filepath.Join(k.dir, keptFiles, id.String())
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if err := replace(name, f.data); err != nil {
			return err
		}
	}
	if k.torn {
		if err := k.journal.Truncate(k.size); err != nil {
			return err
		}
	}
	_, err = k.journal.Write(append(line, '\n'))
	if k.torn = err != nil; k.torn {
		return err
	}
	k.size += int64(len(line)) + 1
	k.note(s)
	return nil
}

// turn begins a new journal, of what changes from now on.
func (k *keeper) turn(s *Server, n int) error {
	if k.journal != nil {
		if err := k.keep(s); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(journalName(k.dir, n), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if k.journal != nil {
		if err := k.journal.Close(); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	k.journal, k.size, k.torn = f, 0, false
	k.note(s)
	return nil
}

// note remembers the state as kept.
func (k *keeper) note(s *Server) {
	k.outline = outline(s)
	known := k.rooms
	k.rooms = make(map[ID]*keptState, len(s.order))
	for _, id := range s.order {
		r := s.rooms[id]
		if old := known[id]; old != nil && old.same(r) {
			k.rooms[id] = old
			continue
		}
		k.rooms[id] = &keptState{ch: r.ch, msgs: slices.Clone(r.msgs), members: maps.Clone(r.members), touched: r.touched}
	}
}

// same reports whether the room is as it was kept. Channels and messages are immutable, so their addresses tell.
func (k *keptState) same(r *room) bool {
	return k.ch == r.ch && k.touched.Equal(r.touched) && slices.Equal(k.msgs, r.msgs) && maps.Equal(k.members, r.members)
}

// changes returns what differs from the state as kept, with the files that the line names, or nil if nothing does.
func (k *keeper) changes(s *Server) (*kept, map[ID]*file) {
	w, files := outline(s), map[ID]*file{}
	some := w.Skew != k.outline.Skew || w.Pinged != k.outline.Pinged || w.HTTP != k.outline.HTTP || !slices.Equal(w.People, k.outline.People) ||
		w.Kicked != k.outline.Kicked || !w.Added.Equal(k.outline.Added) || !w.TimedOut.Equal(k.outline.TimedOut)
	if w.Commands.same(k.outline.Commands) {
		w.Commands = nil
	} else {
		some = true
	}
	if w.Emojis.same(k.outline.Emojis) {
		w.Emojis = nil
	} else {
		some = true
	}
	for _, id := range s.order {
		r, old := s.rooms[id], k.rooms[id]
		if old == nil {
			old = &keptState{}
		}
		if old.same(r) {
			continue
		}
		known := make(map[ID]*Message, len(old.msgs))
		for _, m := range old.msgs {
			known[m.ID] = m
		}
		x := r.keep(files, known)
		for _, m := range old.msgs {
			if now := r.message(m.ID); m.lasting() && (now == nil || !now.lasting()) {
				x.Gone = append(x.Gone, m.ID)
			}
		}
		if old.ch == r.ch && old.touched.Equal(r.touched) && maps.Equal(old.members, r.members) && len(x.Messages)+len(x.Gone) == 0 {
			continue // only somebody's ephemeral message
		}
		w.Rooms, some = append(w.Rooms, x), true
	}
	for id := range k.rooms {
		if s.rooms[id] == nil {
			w.Dropped, some = append(w.Dropped, id), true
		}
	}
	if !some {
		return nil, nil
	}
	w.list(files)
	return &w, files
}

func journalName(dir string, n int) string { return filepath.Join(dir, fmt.Sprintf(journalForm, n)) }

// lastJournal returns the highest number of a journal in the folder, or 0.
func lastJournal(dir string) (int, error) {
	entries, err := os.ReadDir(dir)
	last := 0
	for _, e := range entries {
		if digits, ok := strings.CutPrefix(e.Name(), strings.TrimSuffix(journalForm, "%d")); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				last = max(last, n)
			}
		}
	}
	return last, err
}

// replay applies the journals that continue the snapshot.
func (w *kept) replay(dir, base string) error {
	applied := false
	for n := w.Journal; ; n++ {
		path := journalName(dir, n)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
		}
		lines := bytes.Split(text, []byte("\n"))
		for i, line := range lines[:len(lines)-1] { // what follows the last line's end was cut short
			var c kept
			if err := decodeKept(line, base, &c); err != nil {
				return fmt.Errorf("%s is damaged in line %d: %w", path, i+1, err)
			}
			if err := w.apply(c); err != nil {
				return fmt.Errorf("%s is damaged in line %d: %w", path, i+1, err)
			}
			applied = true
		}
	}
	if !applied {
		return nil
	}
	shown := map[ID]bool{} // files of messages that were deleted since may be gone
	for _, r := range w.Rooms {
		for _, ids := range r.Files {
			for _, id := range ids {
				shown[id] = true
			}
		}
	}
	w.Files = slices.DeleteFunc(w.Files, func(f keptFile) bool { return !shown[f.ID] })
	return nil
}

// apply applies one line of a journal.
func (w *kept) apply(c kept) error {
	w.LastID, w.Skew, w.Pinged, w.HTTP, w.People = c.LastID, c.Skew, c.Pinged, c.HTTP, c.People
	w.Kicked, w.Added, w.TimedOut = c.Kicked, c.Added, c.TimedOut
	if c.Commands != nil {
		w.Commands = c.Commands
	}
	if c.Emojis != nil {
		w.Emojis = c.Emojis
	}
	for _, f := range c.Files {
		if !slices.ContainsFunc(w.Files, func(g keptFile) bool { return g.ID == f.ID }) {
			w.Files = append(w.Files, f)
		}
	}
	for _, x := range c.Rooms {
		if x.Channel == nil || len(x.Files) != len(x.Messages) {
			return errors.New("a room lacks its channel or its files")
		}
		i := slices.IndexFunc(w.Rooms, func(r keptRoom) bool { return r.Channel != nil && r.Channel.ID == x.Channel.ID })
		if i < 0 {
			w.Rooms = append(w.Rooms, x)
			continue
		}
		w.Rooms[i].merge(x)
	}
	w.Rooms = slices.DeleteFunc(w.Rooms, func(r keptRoom) bool { return r.Channel != nil && slices.Contains(c.Dropped, r.Channel.ID) })
	return nil
}

// merge applies the changes of a room.
func (r *keptRoom) merge(x keptRoom) {
	r.Channel, r.Members, r.Touched = x.Channel, x.Members, x.Touched
	place := func(id ID) (int, bool) {
		return slices.BinarySearchFunc(r.Messages, id, func(m *Message, id ID) int { return cmp.Compare(m.ID, id) })
	}
	for n, m := range x.Messages {
		i, old := place(m.ID)
		if !old {
			r.Messages, r.Files = slices.Insert(r.Messages, i, m), slices.Insert(r.Files, i, x.Files[n])
		}
		r.Messages[i], r.Files[i] = m, x.Files[n]
	}
	for _, id := range x.Gone {
		if i, ok := place(id); ok {
			r.Messages, r.Files = slices.Delete(r.Messages, i, i+1), slices.Delete(r.Files, i, i+1)
		}
	}
}
