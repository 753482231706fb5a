package downsync

import (
	"cmp"
	"hash/crc32"
	"hash/fnv"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// A share code is a force in one line: "DS-12…". It stands for itself on any host that knows the same cards, holds no
// user's data, and its last characters tell a slip in it. The alphabet leaves out what looks alike (I, L, O, U).
//
//	version · edition and size · faction (5) · each Unit with its count (5), in order · checksum (4)
//
// A Unit is 22 bits of a hash of its slug, so that new cards change no code.

const (
	wordBadCode     game.Text = "there is a slip in that share code: its characters do not fit together. Copy it whole"
	wordForeignCode game.Text = "that share code has a card that is not known here; it may be another server's own"
)

type forceList struct {
	Rules, Size string
	Faction     string // slug; "": not chosen yet
	Units       []string
}

const (
	codePrefix  = "DS-"
	codeVersion = 1
	codeDigits  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	maxCopies   = 7 // of one Unit: 3 bits
	// maxCode bounds a code, without its hyphens: of the largest force, each Unit another.
	maxCode   = minCode + groupSize*11
	minCode   = 2 + groupSize + 4
	groupSize = 5 // characters of 5 bits
)

var sizesInOrder = []string{rules.Small, rules.Standard}

// cardHash returns the 22 bits that stand for a slug; 0 is nothing.
func cardHash(slug string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(slug)) // documented never to fail
	return int(h.Sum32()%(1<<22-1)) + 1
}

func (l forceList) encode() string {
	edition := max(0, slices.Index(rules.Editions, l.Rules))
	size := max(0, slices.Index(sizesInOrder, l.Size))
	digits := []int{codeVersion, edition*len(sizesInOrder) + size}
	faction := 0
	if l.Faction != "" {
		faction = cardHash(l.Faction)
	}
	digits = append(digits, split(faction<<3)...)
	for _, word := range l.words() {
		digits = append(digits, split(word)...)
	}
	sum := checksum(digits)
	digits = append(digits, sum>>15, sum>>10&31, sum>>5&31, sum&31)
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(codePrefix, "-"))
	for i, d := range digits {
		if i%5 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeDigits[d])
	}
	return b.String()
}

// words returns the Units with their counts, ordered by hash.
func (l forceList) words() []int {
	count := map[string]int{}
	for _, slug := range l.Units {
		count[slug]++
	}
	var out []int
	for slug, n := range count {
		out = append(out, cardHash(slug)<<3|min(n, maxCopies))
	}
	slices.Sort(out)
	return out
}

func split(n int) []int { return []int{n >> 20 & 31, n >> 15 & 31, n >> 10 & 31, n >> 5 & 31, n & 31} }

func join(d []int) int { return d[0]<<20 | d[1]<<15 | d[2]<<10 | d[3]<<5 | d[4] }

func checksum(digits []int) int {
	raw := each(digits, func(d int) byte { return byte(d) })
	return int(crc32.ChecksumIEEE(raw) & (1<<20 - 1))
}

// digitsOf reads a code's characters and forgives common slips.
func digitsOf(text string) ([]int, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	text = strings.NewReplacer("-", "", " ", "", "\n", "", "\t", "", "O", "0", "I", "1", "L", "1").Replace(strings.TrimPrefix(text, "DS"))
	if len(text) < minCode || len(text) > maxCode || (len(text)-minCode)%groupSize != 0 {
		return nil, false
	}
	var out []int
	for _, r := range text {
		d := strings.IndexRune(codeDigits, r)
		if d < 0 {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}

// decodeList reads a code. It does not judge whether the force may be played.
func decodeList(f Forms, text string) (forceList, error) {
	digits, ok := digitsOf(text)
	if !ok {
		return forceList{}, game.Errorf("that is no share code: expected one like DS-1091Y-EG64G-VSE9B-E2G72-Z1KSR-3STRN-BSH9H-3, as Share gives it")
	}
	body, sum := digits[:len(digits)-4], digits[len(digits)-4:]
	if checksum(body) != sum[0]<<15|sum[1]<<10|sum[2]<<5|sum[3] {
		return forceList{}, game.Errorf(wordBadCode)
	}
	if body[0] != codeVersion || body[1] >= len(rules.Editions)*len(sizesInOrder) {
		return forceList{}, game.Errorf("that share code is of a newer version than I know")
	}
	l := forceList{Rules: rules.Editions[body[1]/len(sizesInOrder)], Size: sizesInOrder[body[1]%len(sizesInOrder)]}
	cat, err := catalogue(f, l.Rules)
	if err != nil {
		return forceList{}, err
	}
	if l.Faction, err = factionOf(f, cat, join(body[2:2+groupSize])); err != nil {
		return forceList{}, err
	}
	last := 0
	for at := 2 + groupSize; at < len(body); at += groupSize {
		word := join(body[at : at+groupSize])
		u, ok := cardOf(cat, word>>3)
		if !ok {
			return forceList{}, game.Errorf(wordForeignCode)
		}
		if word>>3 <= last>>3 || word&7 == 0 {
			return forceList{}, game.Errorf(wordBadCode) // no host writes it so
		}
		last = word
		l.Units = append(l.Units, slices.Repeat([]string{u.Slug}, word&7)...)
	}
	return l.sorted(cat), nil
}

// sorted puts the Units in card order.
func (l forceList) sorted(cat *cards.Catalogue) forceList {
	l.Units = slices.Clone(l.Units)
	slices.SortStableFunc(l.Units, func(a, b string) int { return cmp.Compare(cat.Order(a), cat.Order(b)) })
	return l
}

func cardOf(cat *cards.Catalogue, hash int) (*cards.Unit, bool) {
	all := those(cat.All(), func(u *cards.Unit) bool { return cardHash(u.Slug) == hash })
	if len(all) != 1 { // a server's own card may have the hash of another: neither is meant for sure
		return nil, false
	}
	return all[0], true
}

func factionOf(f Forms, cat *cards.Catalogue, word int) (string, error) {
	if word == 0 {
		return "", nil
	}
	all := factions(cat)
	i := slices.IndexFunc(all, func(slug string) bool { return cardHash(slug)<<3 == word })
	if i < 0 {
		return "", game.Errorf(wordForeignCode)
	}
	return all[i], nil
}

// factions lists them in card order.
func factions(cat *cards.Catalogue) []string {
	return withNew(nil, each(cat.All(), func(u *cards.Unit) string { return u.Faction })...)
}

// settingsOf returns the settings of a match for the force.
func settingsOf(f Forms, l forceList) rules.Config {
	c := rules.Defaults()
	c.Rules, c.Size, c.Cards = l.Rules, l.Size, f.Own
	return c
}

// codeForce decodes a force for a match of those settings.
func (f Forms) codeForce(c rules.Config, text string) ([]string, error) {
	l, err := decodeList(f, text)
	switch {
	case err != nil:
		return nil, err
	case len(l.Units) == 0:
		return nil, game.Errorf("that share code is of an empty force: expected at least one Unit")
	case l.Size != c.Size:
		return nil, game.Errorf("that force is for a %s game; this one is %s", game.Word(game.Text(l.Size)), game.Word(game.Text(c.Size)))
	}
	return l.Units, nil
}

// shownFaction names a faction, a server's own by its slug.
func shownFaction(slug string) game.Text {
	return cmp.Or(factionNames[slug], game.Text(bot.Clip(slug, maxOption)))
}
