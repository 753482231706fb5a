package script

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// One rule or ruling each, by its number, as a script whose expectations must hold. Every script begins with the
// position that its words need; "to act" stands for the steps from designation to A1's activation.
var rulebook = map[string]string{
	"R2.4 a boost is one die more, the highest two count": `dice 2 3 5
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,24
		begin 1
		TO ACT
		1> act medium-cannon B1 boost
		expect ok
		expect see 1 .cp.1 4
		expect see onlooker .hit.target B1`,
	"Q5 a boost needs a CP": `lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,24
		cp 1 0
		begin 1
		TO ACT
		1> act medium-cannon B1 boost
		expect error no-cp`,
	"R21.5 over 16\" the roll has -1": `dice 3 3 3 4
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,28.77
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect ok
		expect see onlooker .hit.target absent
		1> act medium-cannon B1
		expect see onlooker .hit.target B1`,
	"Q3 at exactly 16\" it has not": `dice 3 3
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,28.756
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect see onlooker .hit.target B1`,
	"R21.1 a Ping is no target": `lab
		place 1 unit crusader A1 at 10,10
		place 2 ping medium B1 at 10,20
		reserve 2 virago
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect error not-a-unit`,
	"R18.3 out of range": `lab
		place 1 unit crusader A1 at 10,5
		place 2 unit virago B1 at 10,44
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect error range`,
	"R18.3 a weapon against infantry only": `lab
		place 1 unit widow-scout A1 at 10,10
		place 2 unit virago B1 at 10,16
		begin 1
		TO ACT
		1> act mg B1
		expect error only-vs`,
	"R7.13 one Action Point": `dice 1 1 1 1
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,24
		begin 1
		TO ACT
		1> act medium-cannon B1
		1> act move to 10,12
		expect error attacks-left
		1> act medium-cannon B1
		1> act move to 10,12
		expect error no-ap
		1> act overwatch
		expect error no-ap`,
	"Q51 what is left of an action may be dropped": `dice 1 1
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,24
		begin 1
		TO ACT
		1> drop
		expect error no-attacks
		1> act medium-cannon B1
		1> drop
		expect ok
		1> drop
		expect error no-attacks`,
	"R23.3 a countermeasure of 3 stops the effect, R23.4 after a failed one the next may be spent": `dice 6 6 2 3
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit virago B1 at 10,24
		begin 1
		TO ACT
		1> act medium-cannon B1
		2> counter cm
		expect see referee .pieces.B1.bases[0].cm 1
		2> counter cm
		expect see referee .pieces.B1.bases[0].cm 0
		expect see onlooker .hit absent`,
	"R23.5 a hardened one is sure": `dice 6 6
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit guardian-destroyer B1 at 10,24
		begin 1
		TO ACT
		1> act medium-cannon B1
		2> counter hardened boost
		expect error no-order
		2> counter hardened
		expect see referee .pieces.B1.bases[0].hardened 0
		expect see referee .pieces.B1.bases[0].cm 3`,
	"R22.2 KILL takes the Unit away, R25.6 the last one ends the game": `dice 6 6
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit mandible B1 at 10,24
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect see onlooker .result.why wipe-out
		expect see onlooker .phase over
		1> end
		expect error stale`,
	"Q91 a Ping counts as alive": `dice 6 6
		lab
		place 1 unit crusader A1 at 10,10
		place 2 unit mandible B1 at 10,24
		place 2 ping small B2 at 30,40
		reserve 2 harbinger
		begin 1
		TO ACT
		1> act medium-cannon B1
		expect see onlooker .result null`,
	"R22.3 STUN gives a token, Q57 a second does nothing and asks nothing": `dice 6 6 6 6
		lab
		place 1 unit harbinger A1 at 10,10
		place 2 unit mandible B1 at 10,20
		begin 1
		TO ACT
		1> act shock-autocannon B1
		expect see onlooker .pieces.B1.bases[0].stun true
		1> act shock-autocannon B1
		expect ok
		1> end
		expect ok`,
	"R20.4 a scan that reaches the Ping's DEF reveals it, Q20 its owner chooses": `dice 3 3
		lab
		place 1 unit widow-scout A1 at 10,10
		place 2 ping medium B1 at 10,20
		reserve 2 courier crusader
		begin 1
		TO ACT
		1> act scan B1
		expect see onlooker .identifying[0] B1
		1> act scan B1
		expect error not-now
		2> reveal B1 as samson
		expect error not-in-reserve
		2> reveal B1 as crusader
		expect see onlooker .pieces.B1.unit crusader`,
	"R20.6 less reveals nothing": `dice 3 2
		lab
		place 1 unit widow-scout A1 at 10,10
		place 2 ping medium B1 at 10,20
		reserve 2 courier
		begin 1
		TO ACT
		1> act scan B1
		expect see onlooker .pieces.B1.kind ping
		expect see onlooker .identifying absent`,
	"R16.2 a Unit that ends its move within 2\" reveals a Ping, S8 a time-out reveals as planned": `lab
		place 1 unit sentinel-tagger A1 at 10,10
		place 2 ping medium B1 at 10,20
		reserve 2 courier crusader
		begin 1
		2> plan B1 crusader
		1> designate A1
		1> move A1 to 10,15.45
		expect see onlooker .identifying[0] B1
		lapse 2
		expect see onlooker .pieces.B1.unit crusader`,
	"R14.2 a Ping keeps more than 2\" away": `lab
		place 1 ping small A1 at 10,10
		place 2 unit virago B1 at 10,17
		reserve 1 harbinger
		begin 1
		1> designate A1
		1> done
		1> move A1 to 10,12.45
		expect error ping-zone
		1> move A1 to 10,12.4
		expect ok`,
	"Q31 a Ping inside the zone may leave it": `lab
		place 1 ping small A1 at 10,10
		place 2 unit virago B1 at 10,14
		reserve 1 harbinger
		begin 1
		1> designate A1
		1> done
		1> move A1 to 10,9.6
		expect error ping-zone
		1> move A1 to 10,7
		expect ok`,
	"R7.8 a move of at most SPD": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 40,40
		begin 1
		1> designate A1
		1> move A1 to 10,16.01
		expect error too-far
		1> move A1 to 10,14 via 14,10
		expect error too-far
		1> move A1 to 10,16
		expect ok
		1> move A1 to 10,15
		expect error moved`,
	"R7.9 not through an enemy, not onto a friend": `lab
		place 1 unit sentinel-tagger A1 at 10,10
		place 1 unit virago A2 at 14,10
		place 2 unit virago B1 at 10,14
		begin 1
		1> designate A1
		1> move A1 to 10,18
		expect error blocked
		1> move A1 to 14,10
		expect error occupied
		1> move A1 to 17,10
		expect ok`,
	"Q4 not over the edge": `lab
		place 1 unit virago A1 at 2,10
		place 2 unit virago B1 at 40,40
		begin 1
		1> designate A1
		1> move A1 to 1.37,10
		expect error off-table`,
	"R13.3 bases within 12\", taken back when they cannot be": `lab
		place 1 unit vector-squad A1 at 10,10 20,10 12,12
		place 2 unit virago B1 at 40,40
		begin 1
		1> designate A1
		1> move A1.1 to 6,10
		expect ok
		1> done
		expect error mover
		1> done A1
		expect error coherency
		1> stay A1
		expect ok
		expect see onlooker .pieces.A1.bases[0].x 10`,
	"Q58 stunned and moved: no action; Q59 the token goes": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,30
		token A1 stun
		cp 1 0
		begin 1
		1> designate A1
		1> move A1 to 10,12
		1> done
		2> pass
		1> activate A1
		1> act medium-cannon B1
		expect error stun-limit
		1> end
		expect see onlooker .pieces.A1.bases[0].stun false`,
	"R17.3 1 CP takes a Stun Token off in the refresh": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,30
		token A1 stun
		begin 1
		1> designate A1
		expect see onlooker .phase refresh
		1> refresh A1 unstun 2
		expect error not-stunned
		1> refresh A1 unstun 1
		expect ok
		expect see onlooker .cp.1 4
		expect see onlooker .phase move`,
	"Q14 somebody must be designated, Q15 the last player takes all": `lab
		place 1 unit virago A1 at 10,10
		place 1 unit virago A2 at 20,10
		place 2 unit virago B1 at 10,30
		token B1 activated
		begin 1
		1> designate A1
		expect error sweep
		1> designate A1 A1
		expect error twice
		1> designate A1 A2
		expect ok`,
	"R24.6 each reacting Unit beyond the free ones costs 1 CP": `dice 1 1 1
		lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,40
		place 2 unit virago B2 at 20,40
		begin 1
		1> designate A1
		1> done
		2> react
		2> declare B1 B2
		expect see onlooker .cp.2 4
		expect see onlooker .engagement.free 1`,
	"R24.11 on a tie the Active Player goes first, Q65 holds go down to 1": `dice 2 2
		lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,40
		begin 1
		1> designate A1
		1> done
		2> react
		2> declare B1
		2> boost none
		1> boost none
		2> activate B1
		expect error not-now
		1> hold A1
		expect see onlooker .engagement.participants[0].die 1
		2> hold B1
		1> hold A1
		expect error die-1
		1> activate A1
		1> end
		2> activate B1
		2> end
		expect see onlooker .round 2`,
	"S4 boosts are sealed and opened together": `dice 1 2 3
		lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,40
		begin 1
		1> designate A1
		1> done
		2> react
		2> declare B1
		2> boost B1
		expect see 1 .cp.2 5
		expect see 2 .cp.2 5
		2> boost none
		expect error not-now
		1> boost none
		expect see 1 .cp.2 4`,
	"Q61 against Pings alone each reacting Unit costs 1 CP, D7 and one is needed": `lab
		place 1 ping small A1 at 10,10
		place 2 unit virago B1 at 10,40
		reserve 1 harbinger
		cp 2 0
		begin 1
		1> designate A1
		1> done
		1> done
		2> react
		expect error no-cp`,
	"S2 Overwatch is its owner's secret, A1": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,40
		begin 1
		TO ACT
		1> act overwatch
		1> end
		expect see 1 .pieces.A1.overwatch true
		expect see 2 .pieces.A1.overwatch absent
		expect see onlooker .pieces.A1.overwatch absent`,
	"Q12 in an open match it is not": `secrecy open
		lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 10,40
		begin 1
		TO ACT
		1> act overwatch
		1> end
		expect see 2 .pieces.A1.overwatch true
		expect see onlooker .pieces.A1.bases[0].cm 2`,
	"G14 three points at the enemy's VIP win, Q89 blockers take away": `lab
		place 1 unit virago A1 at 12,33.7
		place 1 unit virago A2 at 14.3,36
		place 2 unit virago B1 at 9,39
		vp 1 2
		begin 1
		1> designate A1 A2
		1> done
		2> pass
		1> done
		expect see onlooker .vp.1 3
		expect see onlooker .result.why vp`,
	"Q90 of a Unit with several bases more than half must be there": `lab
		place 1 unit vector-squad A1 at 12,36 20,36 20,38
		place 2 unit virago B1 at 40,10
		begin 1
		1> designate A1
		1> done
		2> pass
		1> done
		expect see onlooker .vp.1 0`,
	"R6.3 the Non-Active Player begins the next Round, R6.1 with CP at Capacity": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 40,40
		token B1 activated
		cp 1 1
		begin 1
		1> designate A1
		1> done
		2> pass
		1> done
		expect see onlooker .round 2
		expect see onlooker .active 2
		expect see onlooker .cp.1 5`,
	"R15.1 a Ping may only move": `lab
		place 1 ping small A1 at 10,10
		place 2 unit virago B1 at 40,40
		reserve 1 harbinger
		begin 1
		1> designate A1
		1> done
		1> done
		2> pass
		1> activate A1
		1> act overwatch
		expect error not-a-unit
		1> act move to 10,14
		expect ok
		1> end
		expect see onlooker .pieces.A1.activated true`,
	"R16.5 infantry bases within 3\" of their Ping": `lab
		place 1 ping small A1 at 10,10
		place 2 unit virago B1 at 40,40
		reserve 1 vector-squad
		begin 1
		1> designate A1
		1> reveal A1 as vector-squad at 10,10 12,10
		expect error bases
		1> reveal A1 as vector-squad at 10,10 12,10 10,14.98
		expect error too-far-placed
		1> reveal A1 as vector-squad at 10,10 11,10 10,12
		expect error occupied
		1> reveal A1 as vector-squad at 10,10 12,10 10,14.9
		expect ok`,
	"B6 undo takes back what neither rolled nor revealed": `lab
		place 1 unit virago A1 at 10,10
		place 2 unit virago B1 at 40,40
		begin 1
		1> undo
		expect error no-undo
		1> designate A1
		1> move A1 to 10,14
		1> undo
		expect see onlooker .pieces.A1.bases[0].y 10
		1> undo
		expect see onlooker .phase designate
		1> designate A1
		1> done
		1> undo
		expect error no-undo`,
}

const toAct = "1> designate A1\n1> done\n2> pass\n1> activate A1"

func TestRulebook(t *testing.T) {
	for name, text := range rulebook {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			text = strings.ReplaceAll(text, "TO ACT", toAct)
			if status := Run(context.Background(), "rule", strings.NewReader(text), &out, &errs); status != Played {
				t.Errorf("status %d: %s\n%s", status, errs.String(), out.String())
			}
		})
	}
}
