package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Discord is kept in a folder between two runs. Save stores what people would miss, as a snapshot, and Load restores
// it. Keep also appends each later change to a journal beside the snapshot, before the request that made it is answered:
// a process that is killed has lost nothing that it answered for. A power cut may take the end of the journal, which is
// not synced. Interactions, modals and ephemeral messages end with the client that showed them, as at Discord.

const (
	keptVersion = 1
	keptWorld   = "discord.json"
	keptFiles   = "files"               // a folder; each file's name is its id
	keptBase    = "http://kept.invalid" // replaces the address, which may differ in the next run
	keepEvery   = time.Second
	journalForm = "journal-%d"
	longJournal = 8 << 20 // bytes from which on a new snapshot is made
)

// kept is the stored form of a Discord.
type kept struct {
	Version int           `json:"version"`
	LastID  ID            `json:"last_id"`
	Skew    time.Duration `json:"skew"` // the sum of the clock's advances
	Pinged  bool          `json:"mentionable,omitempty"`
	HTTP    string        `json:"endpoint,omitempty"`
	People  []keptPerson  `json:"people"`
	Rooms   []keptRoom    `json:"rooms"`
	Files   []keptFile    `json:"files"`
	Journal int           `json:"journal,omitempty"` // the first that continues this snapshot
	Dropped []ID          `json:"dropped,omitempty"` // in a journal: rooms that are gone
	Kicked  bool          `json:"kicked,omitempty"`
	// Added is when the bot was added to the guild; zero, in one kept by an earlier program: long ago.
	Added time.Time `json:"added,omitzero"`
	// TimedOut is until when the bot is timed out.
	TimedOut time.Time `json:"timed_out,omitzero"`
	// Commands are the registered ones; nil in a journal: as before.
	Commands *keptCommands `json:"commands,omitempty"`
	// Emojis are the application's; nil in a journal: as before.
	Emojis *keptEmojis `json:"emojis,omitempty"`
}

type keptEmojis struct {
	All []*appEmoji `json:"all"`
	// Pictures and Types are the emojis' pictures and the types of these.
	Pictures [][]byte `json:"pictures"`
	Types    []string `json:"types"`
}

// keepEmojis returns emojis in the form in which they are kept.
func keepEmojis(all []*appEmoji) *keptEmojis {
	k := &keptEmojis{All: slices.Clone(all)}
	for _, e := range all {
		k.Pictures, k.Types = append(k.Pictures, e.data), append(k.Types, e.mime)
	}
	return k
}

// emojis returns the kept emojis.
func (k *keptEmojis) emojis() ([]*appEmoji, error) {
	if len(k.All) != len(k.Pictures) || len(k.All) != len(k.Types) {
		return nil, errors.New("an emoji lacks its picture")
	}
	for i, e := range k.All {
		if e == nil {
			return nil, errors.New("an emoji is empty")
		}
		e.data, e.mime = k.Pictures[i], k.Types[i]
	}
	return k.All, nil
}

// same reports whether these are the very same emojis: they are replaced when they change.
func (k *keptEmojis) same(l *keptEmojis) bool {
	return k != nil && l != nil && slices.Equal(k.All, l.All)
}

type keptCommands struct {
	Global []*Command `json:"global"`
	Guild  []*Command `json:"guild"`
}

// same reports whether these are the very same commands: they are replaced when they change.
func (c *keptCommands) same(d *keptCommands) bool {
	return c != nil && d != nil && slices.Equal(c.Global, d.Global) && slices.Equal(c.Guild, d.Guild)
}

type keptPerson struct {
	Joined    time.Time `json:"joined"`
	Admin     bool      `json:"admin"`
	Mod       bool      `json:"moderator,omitempty"`
	Closed    bool      `json:"closed"`
	Installed bool      `json:"installed,omitempty"`
	Left      bool      `json:"left,omitempty"`
	Owner     bool      `json:"owner,omitempty"`
	DM        ID        `json:"dm,omitzero"`
}

type keptRoom struct {
	Channel  *Channel   `json:"channel"`
	Messages []*Message `json:"messages"`
	Files    [][]ID     `json:"files"` // of each message
	Members  []ID       `json:"members,omitempty"`
	Touched  time.Time  `json:"touched"`
	Gone     []ID       `json:"gone,omitempty"` // in a journal: messages that are deleted
}

type keptFile struct {
	ID      ID     `json:"id"`
	Channel ID     `json:"channel"`
	Name    string `json:"name"`
	Mime    string `json:"mime"`
	Alt     string `json:"alt,omitempty"`
	Width   int    `json:"width,omitempty"`
	Height  int    `json:"height,omitempty"`
}

// Save writes a snapshot to a folder, which it creates if necessary, private to its owner. After a crash the previous
// state is intact.
func (s *Server) Save(dir string) error {
	if err := snapshot(s, dir, nil); err != nil {
		return fmt.Errorf("keeping the local Discord: %w", err)
	}
	return nil
}

// snapshot writes new files, then the state, and only then removes the files and journals that only the previous state
// had. The keeper, if there is one, goes on with the journal that begins with the snapshot.
func snapshot(s *Server, dir string, k *keeper) error {
	folder := filepath.Join(dir, keptFiles)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	old, err := os.ReadDir(folder) // before the state is copied: later files belong to the journal
	if err != nil {
		return err
	}
	last, err := lastJournal(dir)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if k != nil {
		if err := k.turn(s, last+1); err != nil {
			s.mu.Unlock()
			return err
		}
	}
	w, files := keep(s)
	base := s.base
	s.mu.Unlock()
	w.Journal = last + 1
	text, err := encodeKept(w, base)
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for _, e := range old {
		gone[filepath.Join(folder, e.Name())] = true
	}
	for id, f := range files {
		name := filepath.Join(folder, id.String())
		if !gone[name] {
			if err := replace(name, f.data); err != nil {
				return err
			}
		}
		delete(gone, name)
	}
	if err := replace(filepath.Join(dir, keptWorld), text); err != nil {
		return err
	}
	for n := last; n > 0; n-- {
		name := journalName(dir, n)
		if _, err := os.Stat(name); err != nil {
			break
		}
		gone[name] = true
	}
	for name := range gone {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// encodeKept encodes a state without the address, which may differ in the next run.
func encodeKept(w kept, base string) ([]byte, error) {
	text, err := json.Marshal(w)
	return bytes.ReplaceAll(text, []byte(`"`+base+`/`), []byte(`"`+keptBase+`/`)), err
}

// replace writes a file whole or not at all.
func replace(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// keep copies the state. The copy holds immutable values, so that it can be written without the lock. Callers hold mu.
func keep(s *Server) (w kept, files map[ID]*file) {
	w = outline(s)
	files = map[ID]*file{}
	for _, id := range s.order {
		w.Rooms = append(w.Rooms, s.rooms[id].keep(files, nil))
	}
	w.list(files)
	return w, files
}

// outline copies the state without its rooms. Callers hold mu.
func outline(s *Server) kept {
	w := kept{Version: keptVersion, LastID: s.lastID, Skew: s.clock.advanced(), Pinged: s.mentionable, HTTP: s.endpoint, Files: []keptFile{},
		Kicked: s.kicked, Added: s.guild.added, TimedOut: s.timedOut, Commands: &keptCommands{s.commands.global, s.commands.guild}, Emojis: keepEmojis(s.emojis)}
	for _, p := range s.people {
		w.People = append(w.People, keptPerson{Joined: p.joined, Admin: p.admin, Mod: p.mod, Closed: p.closed, Installed: p.installed, DM: p.dm,
			Left: p.left, Owner: s.guild.owner == p.account.ID})
	}
	return w
}

// list adds the files' descriptions to the state.
func (w *kept) list(files map[ID]*file) {
	for _, f := range files {
		w.Files = append(w.Files, keptFile{ID: f.id, Channel: f.channel, Name: f.name, Mime: f.mime, Alt: f.alt, Width: f.width, Height: f.height})
	}
}

// lasting reports whether the message outlives the client that shows it.
func (m *Message) lasting() bool { return !m.Ephemeral() && m.Flags&flagLoading == 0 }

// keep copies a room and collects the files of its messages. It leaves out the messages that are known.
func (r *room) keep(files map[ID]*file, known map[ID]*Message) keptRoom {
	k := keptRoom{Channel: r.ch, Messages: []*Message{}, Touched: r.touched}
	for id := range r.members {
		k.Members = append(k.Members, id)
	}
	for _, m := range r.msgs {
		if !m.lasting() || known[m.ID] == m {
			continue
		}
		ids := []ID{}
		for _, f := range m.files {
			ids = append(ids, f.id)
			files[f.id] = f
		}
		k.Messages, k.Files = append(k.Messages, m), append(k.Files, ids)
	}
	return k
}

// Load replaces the state by the one saved to the folder. The server must be as New returned it and know its address
// (SetURL). A folder without a saved state is no error. The saved people replace the people of Config, whatever their number.
func (s *Server) Load(dir string) error {
	path := filepath.Join(dir, keptWorld)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the local Discord's state: %w", err)
	}
	var w kept
	if err := decodeKept(text, s.URL(), &w); err != nil {
		return fmt.Errorf("%s is damaged: %w; move it away to begin with an empty Discord", path, err)
	}
	if w.Version != keptVersion {
		return fmt.Errorf("%s is of version %d, expected %d; move it away to begin with an empty Discord", path, w.Version, keptVersion)
	}
	if err := w.replay(dir, s.URL()); err != nil {
		return fmt.Errorf("%w; move %s away to begin with an empty Discord", err, dir)
	}
	files, err := loadFiles(filepath.Join(dir, keptFiles), w.Files)
	if err != nil {
		return fmt.Errorf("the local Discord's state: %w", err)
	}
	s.clock.Advance(w.Skew)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := furnishKept(s, w, files); err != nil {
		return fmt.Errorf("%s is damaged: %w; move it away to begin with an empty Discord", path, err)
	}
	return nil
}

func decodeKept(text []byte, base string, w *kept) error {
	return json.Unmarshal(bytes.ReplaceAll(text, []byte(`"`+keptBase+`/`), []byte(`"`+base+`/`)), w)
}

// loadFiles reads the bytes of the files.
func loadFiles(dir string, list []keptFile) (map[ID]*file, error) {
	files := map[ID]*file{}
	for _, k := range list {
		data, err := os.ReadFile(filepath.Join(dir, k.ID.String()))
		if err != nil {
			return nil, err
		}
		files[k.ID] = &file{id: k.ID, channel: k.Channel, name: k.Name, mime: k.Mime, alt: k.Alt, data: data, width: k.Width, height: k.Height}
	}
	return files, nil
}

// furnishKept installs the kept state.
func furnishKept(s *Server, w kept, files map[ID]*file) error {
	if len(w.People) > MaxUsers {
		return fmt.Errorf("%d people, expected at most %d", len(w.People), MaxUsers)
	}
	for len(s.people) < len(w.People) {
		addPerson(s)
	}
	for i, k := range w.People {
		p := s.people[i]
		p.joined, p.admin, p.mod, p.closed, p.installed, p.left, p.dm = k.Joined, k.Admin, k.Mod, k.Closed, k.Installed, k.Left, k.DM
		if k.Owner {
			s.guild.owner = p.account.ID
		}
	}
	s.lastID, s.files, s.mentionable, s.endpoint = max(s.lastID, w.LastID), files, w.Pinged, w.HTTP
	s.kicked, s.guild.added, s.timedOut = w.Kicked, w.Added, w.TimedOut
	if w.Commands != nil {
		s.commands = commands{w.Commands.Global, w.Commands.Guild}
	}
	if w.Emojis != nil {
		all, err := w.Emojis.emojis()
		if err != nil {
			return err
		}
		s.emojis = all
	}
	for _, k := range w.Rooms {
		if err := furnishRoom(s, k); err != nil {
			return err
		}
	}
	slices.SortFunc(s.nonces, func(a, b nonceUse) int { return a.at.Compare(b.at) })
	wake(s)
	return nil
}

func furnishRoom(s *Server, k keptRoom) error {
	if k.Channel == nil || len(k.Files) != len(k.Messages) {
		return errors.New("a room lacks its channel or its files")
	}
	r := s.rooms[k.Channel.ID]
	if r == nil {
		r = addRoom(s, k.Channel)
	}
	setChannel(s, r, *k.Channel)
	r.touched = k.Touched
	for _, o := range k.Channel.Overwrites {
		if o.ID == s.bot.ID {
			r.granted, r.denied = o.Allow, o.Deny
		}
	}
	for _, id := range k.Members {
		r.members[id] = k.Touched
	}
	for i, m := range k.Messages {
		if m == nil {
			return errors.New("a message is empty")
		}
		for _, id := range k.Files[i] {
			if s.files[id] == nil {
				return fmt.Errorf("message %s lacks its file %s", m.ID, id)
			}
			m.files = append(m.files, s.files[id])
		}
		r.msgs = append(r.msgs, m)
		if m.Nonce != "" {
			s.nonces = append(s.nonces, nonceUse{m.Nonce, m.ID, m.ChannelID, m.Timestamp})
		}
	}
	return nil
}
