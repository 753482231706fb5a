package forces

import (
	"cmp"
	"hash/fnv"
	"slices"

	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/sharecode"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// A share code of a force has these digits:
//
//	version · edition and size · faction (5) · each Unit with its count (5), in order · checksum (4)
//
// A Unit is 22 bits of a hash of its slug, so that new cards change no code.

type forceList struct {
	Rules, Size string
	Faction     string // slug; "": not chosen yet
	Units       []string
}

const codes sharecode.Letters = "DS"

const (
	codeVersion = 1
	maxCopies   = 7 // of one Unit, because the count has 3 bits
	// maxCode is the length in digits of the longest code, for the largest force with no Unit twice.
	maxCode   = minCode + groupSize*11
	minCode   = 2 + groupSize + sharecode.SumSize
	groupSize = 5 // digits of the faction, and of each Unit
)

var sizesInOrder = []string{rules.Small, rules.Standard}

// cardHash returns 22 bits for a slug. They are never 0, which means no card.
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
	digits = append(digits, sharecode.Split(faction<<3, groupSize)...)
	for _, word := range l.words() {
		digits = append(digits, sharecode.Split(word, groupSize)...)
	}
	return codes.Write(sharecode.Summed(digits, ""))
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

// decodeList reads a share code. It does not check whether the force may be played.
func decodeList(f wording.Reader, text string) (forceList, error) {
	return sharecode.Decode(codes, text, func(digits []int) (forceList, error) { return listOfDigits(f, digits) })
}

func listOfDigits(f wording.Reader, digits []int) (forceList, error) {
	if len(digits) < minCode || len(digits) > maxCode || (len(digits)-minCode)%groupSize != 0 {
		return forceList{}, game.Errorf("that is no share code: expected one like DS-1091Y-EG64G-VSE9B-E2G72-Z1KSR-3STRN-BSH9H-3, as Share gives it")
	}
	body := digits[:len(digits)-sharecode.SumSize]
	if !slices.Equal(sharecode.Summed(body, ""), digits) {
		return forceList{}, game.Errorf(sharecode.WordSlip)
	}
	if body[0] != codeVersion || body[1] >= len(rules.Editions)*len(sizesInOrder) {
		return forceList{}, game.Errorf(sharecode.WordNewer)
	}
	l := forceList{Rules: rules.Editions[body[1]/len(sizesInOrder)], Size: sizesInOrder[body[1]%len(sizesInOrder)]}
	cat, err := books.Catalogue(f, l.Rules)
	if err != nil {
		return forceList{}, err
	}
	if l.Faction, err = factionOf(cat, sharecode.Join(body[2:2+groupSize])); err != nil {
		return forceList{}, err
	}
	last := 0
	for at := 2 + groupSize; at < len(body); at += groupSize {
		word := sharecode.Join(body[at : at+groupSize])
		u, ok := cardOf(cat, word>>3)
		if !ok {
			return forceList{}, game.Errorf(sharecode.WordForeign)
		}
		if word>>3 <= last>>3 || word&7 == 0 {
			return forceList{}, game.Errorf(sharecode.WordSlip) // no host writes a code like this
		}
		last = word
		l.Units = append(l.Units, slices.Repeat([]string{u.Slug}, word&7)...)
	}
	return l.sorted(cat), nil
}

// sorted returns the list with its Units in the order of the cards.
func (l forceList) sorted(cat *cards.Catalogue) forceList {
	l.Units = slices.Clone(l.Units)
	slices.SortStableFunc(l.Units, func(a, b string) int { return cmp.Compare(cat.Order(a), cat.Order(b)) })
	return l
}

func cardOf(cat *cards.Catalogue, hash int) (*cards.Unit, bool) {
	all := wording.Those(cat.All(), func(u *cards.Unit) bool { return cardHash(u.Slug) == hash })
	if len(all) != 1 { // a server's own card may share another's hash: then the code names neither with certainty
		return nil, false
	}
	return all[0], true
}

func factionOf(cat *cards.Catalogue, word int) (string, error) {
	if word == 0 {
		return "", nil
	}
	all := factions(cat)
	i := slices.IndexFunc(all, func(slug string) bool { return cardHash(slug)<<3 == word })
	if i < 0 {
		return "", game.Errorf(sharecode.WordForeign)
	}
	return all[i], nil
}

// factions lists the factions in the order of the cards.
func factions(cat *cards.Catalogue) []string {
	return wording.WithNew(nil, page.Each(cat.All(), func(u *cards.Unit) string { return u.Faction })...)
}

// settingsOf returns the settings of a match for the force.
func settingsOf(f wording.Reader, l forceList) rules.Config {
	c := rules.Defaults()
	c.Rules, c.Size, c.Cards = l.Rules, l.Size, f.Own
	return c
}

// codeForce decodes a force for a match with those settings.
func (f Roster) codeForce(c rules.Config, text string) ([]string, error) {
	l, err := decodeList(f.Reader, text)
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

// shownFaction names a faction. A server's own faction is named by its slug.
func shownFaction(slug string) game.Text {
	return cmp.Or(books.FactionNames[slug], game.Text(wire.Clip(slug, menu.LongestOption)))
}
