package script

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// duel is a lab with a Unit on each side, in range of each other.
const duel = `lab
place 1 unit crusader A1 at 20,20
place 2 unit virago B1 at 20,30
begin 1
`

// play runs a script and gives what it came to.
func play(src string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = Run(context.Background(), "f", strings.NewReader(src), &o, &e)
	return status, o.String(), e.String()
}

// A script that cannot be played says where and what was expected; the exit status tells whose fault it is.
func TestStatus(t *testing.T) {
	for _, c := range []struct {
		src    string
		status int
		says   string
	}{
		{"# nothing but a comment\n" + duel, Played, ""},
		{duel + "1> designate A1\nexpect ok\n2> done\nexpect error not-now\n1> fly\nexpect error no-order", Played, ""},
		{strings.ToUpper(duel) + "1> DESIGNATE a1\nexpect ok\nEXPECT see 1 .pieces.a1.unit crusader", Played, ""},

		{duel + "1> designate A2\nexpect ok", Failed, "f:6: expected the order to be accepted"},
		{duel + "1> designate A1\nexpect error twice", Failed, "f:6: expected the refusal twice; the order was accepted"},
		{duel + "1> designate A2\nexpect error twice", Failed, "f:6: expected the refusal twice; it was no-piece"},
		{duel + "expect see 1 .round 2", Failed, "f:5: expected .round of 1 to be 2; it is 1"},
		{duel + "expect measure A1 B1 .gap 7.244\nexpect measure A1 B1 .los true\nexpect measure A1 B1 .wind absent", Played, ""},
		{duel + "expect measure A1 B1 .los false", Failed, "f:5: expected .los from A1 to B1 to be false; it is true"},
		{duel + "expect measure A1 north .los true", Malformed, "or a point like 12,30"},
		{duel + "expect measure A1 B1 .los", Malformed, "measure FROM TO .path value"},
		{duel + "expect see 1 .nothing 2", Failed, "expected .nothing of 1 to be 2; there is none"},
		{duel + "measure A1 B2", Failed, "there is no B2 on the table"},
		{"force 1 coalition-starter\nforce 2 republic-starter\ndice 1 2 3\n1> first", Failed, "f:4: the dice ran out"},

		{"", Malformed, "f: no force 1"},
		{"game chess", Malformed, "f:1: game chess: expected downsync"},
		{"rules 4.1", Malformed, "expected 2023-03 or 4.2"},
		{"size tiny", Malformed, "expected small or standard"},
		{"secrecy none", Malformed, "expected veiled or open"},
		{"map moon", Malformed, "expected the name of a map"},
		{"terrain swamp 1,1 2,2 3,1", Malformed, "expected forest, urban, rough or grass"},
		{"building h=3 cap=-1 20,20 25,20 25,23.5", Malformed, "cap=-1: expected how many bases it holds"},
		{"building h=3 wide=6 20,20 25,20 25,23.5", Malformed, "expected h=HEIGHT or cap=BASES"},
		{"option sudden_death on", Malformed, "expected one of mixed_factions"},
		{"option max_rounds 101", Malformed, "expected 0 (no limit) to 100"},
		{"option max_rounds -1", Malformed, "expected 0 (no limit) to 100"},
		{"force 3 virago", Malformed, "expected the player first, 1 or 2"},
		{"force 1", Malformed, "expected an army like"},
		{"force 1 zeppelin", Malformed, `no army or Unit "zeppelin"`},
		{"force 1 virago crusader\nforce 2 virago\n1> first", Malformed, "f:3: force of player 1: Crusader is of another faction"},
		{"force 1 virago\n1> first", Malformed, "f:2: no force 2"},
		{"dice", Malformed, "expected faces like 6 1 4, or seed N"},
		{"dice 0", Malformed, "expected faces from 1 to 6"},
		{"dice 7", Malformed, "expected faces from 1 to 6"},
		{"dice seed x", Malformed, "expected a whole number"},
		{"lab\nlab", Malformed, "f:2: lab: expected the word alone, once"},
		{"place 1 ping small A1 at 1,1", Malformed, "expected the header lab before it"},
		{"lab\nplace 1 ping small A1", Malformed, "expected place SEAT ping"},
		{"lab\nplace 1 ping small B1 at 5,5", Malformed, "expected one like A1"},
		{"lab\nplace 1 ping small A1.1 at 5,5", Malformed, "expected one like A1"},
		{"lab\nplace 1 ping huge A1 at 5,5", Malformed, "expected small, medium or large"},
		{"lab\nplace 1 unit zeppelin A1 at 5,5", Malformed, `no Unit "zeppelin"`},
		{"lab\nplace 1 unit virago A1 at 5;5", Malformed, "f:2: "},
		{"lab\nplace 1 unit virago A1 at 5,5 8,8\nbegin 1", Malformed, "2 bases given; expected 1 to 1"},
		{"lab\nplace 1 unit virago A1 at 5,5\nplace 1 unit virago A1 at 9,9\nbegin 1", Malformed, "A1 stands twice"},
		{"lab\nreserve 1 zeppelin", Malformed, `no Unit "zeppelin"`},
		{"lab\ntoken A1 stun", Malformed, "A1 is not placed"},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1 glued", Malformed, `"glued" is no token: expected stun`},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1.2 stun", Malformed, "A1.2 is not placed"},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1 cm=10\nbegin 1", Malformed, "tokens: expected 0 to 9"},
		{"lab\ncp 1 100", Malformed, "expected a number from 0 to 99"},
		{"lab\nplace 1 unit virago A1 at 5,5\nvp 1 3\nbegin 1", Malformed, "vp: expected 0 to 2"},
		{"lab\nplace 2 ping small B1 at 5,5\nbegin 1", Malformed, "begin 1: expected a piece of that player"},
		{"lab\nplace 2 ping small B1 at 5,5\ntoken B1 activated\nbegin 2", Malformed, "begin 2: expected a piece of that player"},
		{"lab\nplace 1 unit virago A1 at 1,5\nbegin 1", Malformed, "A1 at 1,5: "},
		{"lab\nplace 1 unit virago A1 at 5,5\nplace 2 ping small B1 at 7,5\nbegin 1", Malformed, "it would overlap B1"},
		{"lab\nbegin 3", Malformed, "expected the player first"},
		{"lab\nsee 1", Malformed, "a lab needs begin 1 or begin 2"},
		{duel + "place 2 ping small B2 at 1,1", Malformed, "headers come before the first order"},
		{duel + "size small", Malformed, "headers come before the first order"},
		{duel + "3> done", Malformed, "expected a header, an order like 1> done, or a request"},
		{duel + "see 3", Malformed, "expected a viewer: 1, 2, onlooker or referee"},
		{duel + "see", Malformed, "expected a viewer"},
		{duel + "asks", Malformed, "expected the player first"},
		{duel + "lapse x", Malformed, "expected the player first"},
		{duel + "measure A1", Malformed, "expected measure FROM TO"},
		{duel + "measure A1 here", Malformed, `"here" is no piece`},
		{duel + "reach", Malformed, "expected reach PIECE"},
		{duel + "expect", Malformed, "expected expect ok"},
		{duel + "expect ok", Malformed, "expected an order before it"},
		{duel + "1> done\nexpect maybe", Malformed, "expected ok, error CODE, see VIEWER"},
		{duel + "expect measure A1 B1 .gap 7.244\nexpect measure a1 20,30 .los true", Played, ""},
		{duel + "expect measure A1 B1 .gap 7", Failed, "f:5: expected .gap from A1 to B1 to be 7; it is 7.244"},
		{duel + "expect measure A1 B1 .far 7", Failed, "there is none"},
		{duel + "expect measure A1 B2 .gap 7", Failed, "there is no B2 on the table"},
		{duel + "expect measure A1 B1", Malformed, "measure FROM TO .path value"},
		{duel + "expect measure A1 B1 gap 7", Malformed, "expected it to begin with a dot"},
		{duel + "expect see 1 pieces 2", Malformed, "expected it to begin with a dot"},
	} {
		status, _, errs := play(c.src)
		if status != c.status || !strings.Contains(errs, c.says) || (c.says == "") != (errs == "") {
			t.Errorf("%q: status %d %q; want %d %q", c.src, status, errs, c.status, c.says)
		}
	}
}

// The limits hold to the letter.
func TestLimits(t *testing.T) {
	long := "#" + strings.Repeat("x", maxLine-1)
	if status, _, errs := play(duel + long + "\n"); status != Played {
		t.Errorf("a line of %d bytes: %d %s", maxLine, status, errs)
	}
	if status, _, errs := play(duel + long + "x\n"); status != Malformed || !strings.Contains(errs, "f:5: expected a line of at most 262144 bytes") {
		t.Errorf("a line too long: %d %s", status, errs)
	}
	rest := maxLines - strings.Count(duel, "\n")
	if status, _, errs := play(duel + strings.Repeat("#\n", rest)); status != Played {
		t.Errorf("%d lines: %d %s", maxLines, status, errs)
	}
	if status, _, errs := play(duel + strings.Repeat("#\n", rest+1)); status != Malformed || !strings.Contains(errs, "f:20001: expected at most 20000 lines") {
		t.Errorf("a line too many: %d %s", status, errs)
	}
}

// A file that cannot be read, or an output that cannot be written, is no fault of the script.
func TestBrokenFiles(t *testing.T) {
	var errs bytes.Buffer
	src := io.MultiReader(strings.NewReader(duel), iotest.ErrReader(errors.New("the disk is gone")))
	if status := Run(context.Background(), "f", src, io.Discard, &errs); status != Failed || !strings.Contains(errs.String(), "f:5: the disk is gone") {
		t.Errorf("reading: %d %s", status, errs.String())
	}
	errs.Reset()
	if status := Run(context.Background(), "f", strings.NewReader(duel+"see 1"), brokenPipe{}, &errs); status != Failed {
		t.Errorf("writing: %d %s", status, errs.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Seeded dice are the same everywhere and for ever, and fair to the eye.
func TestSeededDice(t *testing.T) {
	d := &dice{}
	d.seed(7)
	var got []int
	count := map[int]int{}
	for n := range 6000 {
		face, err := d.Roll(0, 1, 6)
		if err != nil {
			t.Fatal(err)
		}
		count[face]++
		if n < 12 {
			got = append(got, face)
		}
	}
	if s := fmt.Sprint(got); s != "[4 1 1 4 5 4 5 1 6 6 2 5]" {
		t.Errorf("seed 7 gives %s", s)
	}
	for face := 1; face <= 6; face++ {
		if count[face] < 900 || count[face] > 1100 {
			t.Errorf("%d came %d times in 6000", face, count[face])
		}
	}
	d.faces = []int{5}
	if face, err := d.Roll(0, 1, 6); face != 5 || err != nil {
		t.Errorf("given faces go first: %d %v", face, err)
	}
	d.faces = []int{5}
	if _, err := d.Roll(0, 1, 4); !errors.Is(err, errDice) {
		t.Errorf("a 5 on a die of 4: %v", err)
	}
}

// The same script prints the same, to the byte.
func TestRepeatable(t *testing.T) {
	src := "force 1 coalition-starter\nforce 2 republic-starter\ndice seed 1\nlapse 1\nlapse 2\nsee onlooker\nsee referee\n"
	status, first, errs := play(src)
	if status != Played {
		t.Fatal(errs)
	}
	if _, again, _ := play(src); again != first {
		t.Errorf("%s\n%s", first, again)
	}
}

// Whatever is in a file, it is played or refused.
func FuzzRun(f *testing.F) {
	f.Add(duel + "1> designate A1\n1> move A1 to 20,21\nundo\nsee 1\nasks 2\nlog referee\nmeasure A1 B1\nexpect ok\nlapse 2")
	f.Add("force 1 virago\nforce 2 courier\ndice seed 3\noption max_rounds 2\n1> first\nlapse 1")
	f.Add("lab\nplace 2 unit vector-squad B7 at 1,1 3,1 5,1\ntoken B7.2 stun\ntoken b7 hardened=1\ncp 1 3\nvp 2 2\nreserve 1 samson\nbegin 2")
	f.Fuzz(func(t *testing.T, src string) {
		status, _, errs := play(src)
		if status < Played || status > Malformed || (status == Played) != (errs == "") {
			t.Errorf("status %d, %q", status, errs)
		}
	})
}
