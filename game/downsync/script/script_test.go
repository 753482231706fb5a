package script

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"downsync/game/script"
	"downsync/game/script/scripttest"
)

// duel is a lab with a Unit on each side, in range of each other.
const duel = `lab
place 1 unit crusader A1 at 20,20
place 2 unit virago B1 at 20,30
begin 1
`

// play runs a script and returns its status and output.
func play(src string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = script.Run(context.Background(), []script.Game{Game}, "f", strings.NewReader(src), &o, &e)
	return status, o.String(), e.String()
}

// newPlayer begins a script whose files are in this folder.
func newPlayer(out *bytes.Buffer) *script.Player { return scripttest.NewPlayer(Game, out) }

// A script that cannot be played says where, and what was expected; the exit status says whose fault it is.
func TestStatus(t *testing.T) {
	for _, c := range []struct {
		src    string
		status int
		says   string
	}{
		{"# nothing but a comment\n" + duel, script.Played, ""},
		{duel + "1> designate A1\nexpect ok\n2> done\nexpect error not-now\n1> fly\nexpect error no-order", script.Played, ""},
		{strings.ToUpper(duel) + "1> DESIGNATE a1\nexpect ok\nEXPECT see 1 .pieces.a1.unit crusader", script.Played, ""},

		{duel + "1> designate A2\nexpect ok", script.Failed, "f:6: expected the order to be accepted"},
		{duel + "1> designate A1\nexpect error twice", script.Failed, "f:6: expected the refusal twice; the order was accepted"},
		{duel + "1> designate A2\nexpect error twice", script.Failed, "f:6: expected the refusal twice; it was no-piece"},
		{duel + "expect see 1 .round 2", script.Failed, "f:5: expected .round of 1 to be 2; it is 1"},
		{duel + "expect measure A1 B1 .gap 7.244\nexpect measure A1 B1 .los true\nexpect measure A1 B1 .wind absent", script.Played, ""},
		{duel + "expect measure A1 B1 .los false", script.Failed, "f:5: expected .los of measure A1 B1 to be false; it is true"},
		{duel + "expect measure A1 north .los true", script.Malformed, "or a point like 12,30"},
		{duel + "expect measure A1 B1 .los", script.Malformed, "measure FROM TO .path value"},
		{duel + "expect see 1 .nothing 2", script.Failed, "expected .nothing of 1 to be 2; there is none"},
		{duel + "measure A1 B2", script.Failed, "there is no B2 on the table"},
		{"force 1 coalition-starter\nforce 2 republic-starter\ndice 1 2 3\n1> first", script.Failed, "f:4: the dice ran out"},

		{"", script.Malformed, "f: no force 1"},
		{"game chess", script.Malformed, "f:1: game chess: expected downsync"},
		{"rules 4.1", script.Malformed, "expected 2023-03 or 4.2"},
		{"size tiny", script.Malformed, "expected small or standard"},
		{"secrecy none", script.Malformed, "expected veiled or open"},
		{"map moon", script.Malformed, "expected the name of a map"},
		{"terrain swamp 1,1 2,2 3,1", script.Malformed, "expected forest, urban, rough or grass"},
		{"building h=3 cap=-1 20,20 25,20 25,23.5", script.Malformed, "cap=-1: expected how many bases it holds"},
		{"building h=3 wide=6 20,20 25,20 25,23.5", script.Malformed, "expected h=HEIGHT or cap=BASES"},
		{"option sudden_death on", script.Malformed, "expected one of mixed_factions"},
		{"option max_rounds 101", script.Malformed, "expected 0 (no limit) to 100"},
		{"option max_rounds -1", script.Malformed, "expected 0 (no limit) to 100"},
		{"force 3 virago", script.Malformed, "expected the player first, 1 to 2"},
		{"force 1", script.Malformed, "expected an army like"},
		{"force 1 zeppelin", script.Malformed, `no army or Unit "zeppelin"`},
		{"force 1 virago crusader\nforce 2 virago\n1> first", script.Malformed, "f:3: force of player 1: Crusader is of another faction"},
		{"force 1 virago\n1> first", script.Malformed, "f:2: no force 2"},
		{"dice", script.Malformed, "expected faces like 6 1 4, or seed N"},
		{"dice 0", script.Malformed, "expected faces from 1 to 6"},
		{"dice 7", script.Malformed, "expected faces from 1 to 6"},
		{"dice seed x", script.Malformed, "expected a whole number"},
		{"lab\nlab", script.Malformed, "f:2: lab: expected the word alone, once"},
		{"place 1 ping small A1 at 1,1", script.Malformed, "expected the header lab before it"},
		{"lab\nplace 1 ping small A1", script.Malformed, "expected place SEAT ping"},
		{"lab\nplace 1 ping small B1 at 5,5", script.Malformed, "expected one like A1"},
		{"lab\nplace 1 ping small A1.1 at 5,5", script.Malformed, "expected one like A1"},
		{"lab\nplace 1 ping huge A1 at 5,5", script.Malformed, "expected small, medium or large"},
		{"lab\nplace 1 unit zeppelin A1 at 5,5", script.Malformed, `no Unit "zeppelin"`},
		{"lab\nplace 1 unit virago A1 at 5;5", script.Malformed, "f:2: "},
		{"lab\nplace 1 unit virago A1 at 5,5 8,8\nbegin 1", script.Malformed, "2 bases given; expected 1 to 1"},
		{"lab\nplace 1 unit virago A1 at 5,5\nplace 1 unit virago A1 at 9,9\nbegin 1", script.Malformed, "A1 stands twice"},
		{"lab\nreserve 1 zeppelin", script.Malformed, `no Unit "zeppelin"`},
		{"lab\ntoken A1 stun", script.Malformed, "A1 is not placed"},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1 glued", script.Malformed, `"glued" is no token: expected stun`},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1.2 stun", script.Malformed, "A1.2 is not placed"},
		{"lab\nplace 1 unit virago A1 at 5,5\ntoken A1 cm=10\nbegin 1", script.Malformed, "tokens: expected 0 to 9"},
		{"lab\ncp 1 100", script.Malformed, "expected a number from 0 to 99"},
		{"lab\nplace 1 unit virago A1 at 5,5\nvp 1 3\nbegin 1", script.Malformed, "vp: expected 0 to 2"},
		{"lab\nplace 2 ping small B1 at 5,5\nbegin 1", script.Malformed, "begin 1: expected a piece of that player"},
		{"lab\nplace 2 ping small B1 at 5,5\ntoken B1 activated\nbegin 2", script.Malformed, "begin 2: expected a piece of that player"},
		{"lab\nplace 1 unit virago A1 at 1,5\nbegin 1", script.Malformed, "A1 at 1,5: "},
		{"lab\nplace 1 unit virago A1 at 5,5\nplace 2 ping small B1 at 7,5\nbegin 1", script.Malformed, "it would overlap B1"},
		{"lab\nbegin 3", script.Malformed, "expected the player first"},
		{"lab\nsee 1", script.Malformed, "a lab needs begin 1 or begin 2"},
		{duel + "place 2 ping small B2 at 1,1", script.Malformed, "headers come before the first order"},
		{duel + "size small", script.Malformed, "headers come before the first order"},
		{duel + "3> done", script.Malformed, "expected a header, an order like 1> done, or a request"},
		{duel + "see 3", script.Malformed, "expected a viewer: 1 to 2, onlooker or referee"},
		{duel + "see", script.Malformed, "expected a viewer"},
		{duel + "asks", script.Malformed, "expected the player first"},
		{duel + "lapse x", script.Malformed, "expected the player first"},
		{duel + "measure A1", script.Malformed, "expected measure FROM TO"},
		{duel + "measure A1 here", script.Malformed, `"here" is no piece`},
		{duel + "reach", script.Malformed, "expected reach PIECE"},
		{duel + "expect", script.Malformed, "expected expect ok"},
		{duel + "expect ok", script.Malformed, "expected an order before it"},
		{duel + "1> done\nexpect maybe", script.Malformed, "expected ok, error CODE, see VIEWER"},
		{duel + "expect measure A1 B1 .gap 7.244\nexpect measure a1 20,30 .los true", script.Played, ""},
		{duel + "expect measure A1 B1 .gap 7", script.Failed, "f:5: expected .gap of measure A1 B1 to be 7; it is 7.244"},
		{duel + "expect measure A1 B1 .far 7", script.Failed, "there is none"},
		{duel + "expect measure A1 B2 .gap 7", script.Failed, "there is no B2 on the table"},
		{duel + "expect measure A1 B1", script.Malformed, "measure FROM TO .path value"},
		{duel + "expect measure A1 B1 gap 7", script.Malformed, "expected it to begin with a dot"},
		{duel + "expect see 1 pieces 2", script.Malformed, "expected it to begin with a dot"},
	} {
		status, _, errs := play(c.src)
		if status != c.status || !strings.Contains(errs, c.says) || (c.says == "") != (errs == "") {
			t.Errorf("%q: status %d %q; want %d %q", c.src, status, errs, c.status, c.says)
		}
	}
}

// The same script prints the same, to the byte.
func TestRepeatable(t *testing.T) {
	src := "force 1 coalition-starter\nforce 2 republic-starter\ndice seed 1\nlapse 1\nlapse 1\nsee onlooker\nsee referee\n"
	status, first, errs := play(src)
	if status != script.Played {
		t.Fatal(errs)
	}
	if _, again, _ := play(src); again != first {
		t.Errorf("%s\n%s", first, again)
	}
}

// Any file is played or refused.
func FuzzRun(f *testing.F) {
	f.Add(duel + "1> designate A1\n1> move A1 to 20,21\nundo\nsee 1\nasks 2\nlog referee\nmeasure A1 B1\nexpect ok\nlapse 2")
	f.Add("force 1 virago\nforce 2 courier\ndice seed 3\noption max_rounds 2\n1> first\nlapse 1")
	f.Add("lab\nplace 2 unit vector-squad B7 at 1,1 3,1 5,1\ntoken B7.2 stun\ntoken b7 hardened=1\ncp 1 3\nvp 2 2\nreserve 1 samson\nbegin 2")
	f.Fuzz(func(t *testing.T, src string) {
		status, _, errs := play(src)
		if status < script.Played || status > script.Malformed || (status == script.Played) != (errs == "") {
			t.Errorf("status %d, %q", status, errs)
		}
	})
}
