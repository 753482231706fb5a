package downsync

import "slices"

// rolled checks a roll of that many dice with that Advantage (R2.4), and that its faces are those which were rolled. It returns the result
// as the rules read it.
func (m *match) rolled(r roll, dice, advantage int) int {
	m.takeFaces(r.Faces)
	m.expect(r.Advantage == advantage, "R2.3", "Advantage %d, expected %d", r.Advantage, advantage)
	extra := max(advantage, -advantage)
	m.expect(len(r.Faces) == dice+extra, "R2.4", "%d dice, expected %d", len(r.Faces), dice+extra)
	faces := slices.Sorted(slices.Values(r.Faces))
	if advantage >= 0 {
		slices.Reverse(faces)
	}
	faces = faces[:min(dice, len(faces))]
	sum := 0
	for _, f := range faces {
		m.expect(f >= 1 && f <= 6, "R2.1", "a face of %d", f)
		sum += f
	}
	m.expect(slices.Equal(slices.Sorted(slices.Values(r.Kept)), slices.Sorted(slices.Values(faces))), "R2.4", "kept %v of %v, expected %v", r.Kept, r.Faces, faces)
	m.expect(r.Sum == sum, "R2.1", "sum %d, expected %d", r.Sum, sum)
	return sum
}

// takeFaces checks the next dice of the record.
func (m *match) takeFaces(faces []int) {
	n := min(len(faces), len(m.faces))
	m.expect(slices.Equal(faces, m.faces[:n]), "R2.1", "the dice read %v and the faces rolled are %v", faces, m.faces[:n])
	m.faces = m.faces[n:]
}

// sameMods checks modifiers by name and amount. unsure are those that may be there or not; it returns the sum of those that are.
func (m *match) sameMods(rule string, got []mod, want, unsure []mod) int {
	sum := 0
	left := slices.Clone(want)
	for _, g := range got {
		sum += g.By
		if i := slices.Index(left, g); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if !slices.Contains(unsure, g) {
			m.differ(rule, "the modifier %q %+d does not apply", g.Why, g.By)
		}
	}
	for _, w := range left {
		m.differ(rule, "the modifier %q %+d is missing", w.Why, w.By)
	}
	return sum
}

// boolMod puts a modifier into the list that the verdict says.
func boolMod(v verdict, x mod, want, unsure *[]mod) {
	switch v {
	case yes:
		*want = append(*want, x)
	case undecided:
		*unsure = append(*unsure, x)
	}
}
