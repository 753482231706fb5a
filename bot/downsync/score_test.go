package downsync

import (
	"strings"
	"testing"

	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/course"
)

// A move to where its side scores says what it would score: less for each enemy Unit near, nothing for one of its own
// contacts. The score is the same when the Unit then scores.
func TestMovesSayWhatTheyScore(t *testing.T) {
	guard := rules.LabPiece{Label: "B2", Unit: "virago", Bases: []rules.LabBase{at(12, 40.5)}}
	contact := rules.LabPiece{Label: "B2", Sig: "medium", Bases: []rules.LabBase{at(12, 40.5)}}
	for _, x := range []struct {
		mine, theirs rules.LabPiece
		want         string
	}{
		{rules.LabPiece{Unit: "crusader"}, contact, "would score 1 VP"},
		{rules.LabPiece{Unit: "crusader"}, guard, "would score 0 VP: B2 within 4\" of it"},
		{rules.LabPiece{Sig: "medium"}, contact, "where only Units score"},
	} {
		x.mine.Label, x.mine.Bases = "A1", []rules.LabBase{at(12, 34)}
		s := newPlayground(t, rules.Lab{Active: 1, Reserve: [2][]string{nil, {"virago"}}, Pieces: []rules.LabPiece{x.mine, x.theirs}})
		v := wording.Read(wording.Reader{}, s.private().View, s.private().Meta)
		c, m := newLayout(s.private(), v, s.private().Asks[0]), advice.Move{Ref: rules.Ref{Label: "A1"}}
		p, b, _ := v.Base(m.Ref)
		to := c.pos.Beside(p, v.VIPs[1], b.Point)
		if got := moveOutcome(c, m, to, 0); !strings.Contains(got, x.want) {
			t.Errorf("%q; expected %q", got, x.want)
		}
		f, counts := v.Standing(m.Ref, to).Scoring("A1")
		s.order("move A1 to " + to.String())
		for v.Turn == s.private().View.(rules.View).Turn && s.private().Result == nil {
			if a := s.private().Asks[0]; a.Standing {
				s.other()
			} else {
				s.order(a.Default.Order())
			}
		}
		if got := s.private().View.(rules.View).VP[0]; got != f.VP || counts == (x.mine.Unit == "") {
			t.Errorf("%s: %d scored, %+v said", x.want, got, f)
		}
	}
}

// A Unit of several bases scores with more than half of them. If only one base is at the VIP, both sides are told so, beside
// the movements of the others.
func TestPartOfAUnitScoresNothing(t *testing.T) {
	drones := rules.LabPiece{Label: "A1", Unit: "spider-drone-infiltrator", Bases: []rules.LabBase{at(12, 35.5), at(12, 31)}}
	s := askedOf(t, "next", drones, lone("A2", "virago", 30, 20), lone("B1", "crusader", 34, 30))
	v := wording.Read(wording.Reader{}, s.private().View, s.private().Meta)
	c := newLayout(s.private(), v, s.private().Asks[0])
	if got := adviceLine(c, draft{}); got != "💡 A Move Action may take it to where it scores: A1 (4.2\")." {
		t.Errorf("advice %q", got)
	}
	if far, ok := v.ToScore("A1"); !ok || far <= v.Mission().ScoreRange {
		t.Errorf("%s\" to score, %t", far, ok)
	}
	if got := partly(c); got != "A1 does not score yet: of its bases, 1 of 2 stand at the enemy VIP. It takes 2." {
		t.Errorf("%q", got)
	}
	if by, gap, ok := c.pos.Threat(2); !ok || by != "A1" || gap <= 0 {
		t.Errorf("threat %s, %s\", %t", by, gap, ok)
	}
	if got := tooFew(c); got != "" {
		t.Errorf("%q", got)
	}
	scored := []game.Fact{rules.TurnBegan{Turn: 2, Active: 1}, rules.Scored{Seat: 1, Scorers: []rules.Label{"A2"}, VP: 1}}
	if got := v.Headlines(scored); len(got) == 0 || !strings.HasSuffix(got[len(got)-1], "for A. "+partly(c)) {
		t.Errorf("scored: %q", got)
	}
	moved := append(scored, movedOn("A1", 8, false)) // its earlier place is not known
	if got := v.Headlines(moved); strings.Contains(strings.Join(got, ""), "does not score") {
		t.Errorf("moved since: %q", got)
	}
	both := v
	both.View = v.Standing(rules.Ref{Label: "A1", N: 2}, v.VIPs[1])
	c = newLayout(s.private(), both, s.private().Asks[0])
	if f, ok := both.Scoring("A1"); !ok || f.VP != 1 || partly(c) != "" {
		t.Errorf("with both bases: %+v, %q", f, partly(c))
	}
	c.Ask.Seat, c.pos.Seat = 2, 2
	if got := unguarded(c); !strings.Contains(got, "A1 stands where it scores") {
		t.Errorf("warned %q", got)
	}
}

// The lesson's last step says that a single enemy guard would take away its point, and that the own VIP needs a guard. Both
// are true.
func TestLessonTeachesGuards(t *testing.T) {
	var orders []string
	s, err := course.Lesson.Play(nil)
	for err == nil && s.Step.ID != "end" {
		orders = append(orders, s.Step.Example)
		s, err = course.Lesson.Play(orders)
	}
	if err != nil {
		t.Fatal(err)
	}
	v := s.View.(rules.View)
	if f, ok := v.Scoring("A1"); !ok || f.VP != 1 {
		t.Errorf("unguarded: %+v, %t", f, ok)
	}
	guard, _ := v.Piece("B3")
	guard.Kind, guard.Unit, guard.Bases = "unit", "samson", []rules.Base{{N: 1, Point: v.VIPs[1], R: 1378}}
	if f, ok := v.Replacing(guard).Scoring("A1"); !ok || f.VP != 0 {
		t.Errorf("guarded: %+v, %t", f, ok)
	}
	for l, want := range map[lang.Language]string{lang.English: "one within 4\" would make it 0. So guard your own VIP", lang.Of("de"): "Eine Einheit in 4\" machte daraus 0. Bewach darum auch deinen VIP"} {
		if got := l.Text(stepWords["end"]); !strings.Contains(got, want) {
			t.Errorf("%s: %q", l, got)
		}
	}
}
