package deed

import (
	"os"
	"strings"
	"testing"

	"downsync/bot/wire"
)

// docs/moderators.md lists every act as the table has it.
func TestModeratorsAreTold(t *testing.T) {
	raw, err := os.ReadFile("../../docs/moderators.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := strings.Join(Doc(), "\n") + "\n"; !strings.Contains(string(raw), "\n"+table) {
		t.Errorf("docs/moderators.md lacks this table:\n%s", table)
	}
}

// Each act has a right, somebody whom it concerns, a public line and somebody who is told. An act is told to those who may appeal it.
func TestDeedsAreWhole(t *testing.T) {
	names := map[string]bool{}
	for _, d := range All() {
		if d.Name == "" || names[d.Name] || d.Command == "" || d.Public == "" || len(d.Told) == 0 || d.Right != Moderators && d.Right != Managers && (d.Right != Appellant || d.Name != Withdrawn) {
			t.Errorf("incomplete, or twice: %+v", d)
		}
		names[d.Name] = true
		if d.Concerns == "" || d.Concerns == Nobody {
			t.Errorf("%s concerns nobody", d.Name)
		}
		tells := map[Party]Audience{Both: Players, Banned: User, Member: Card, Side: Card, Sides: Card}[d.Appeal]
		if d.Appeal != Nobody && !d.Tells(tells) {
			t.Errorf("%s can be appealed by %q, who are not told", d.Name, d.Appeal)
		}
		if of, ok := Of(d.Name); !ok || of.Command != d.Command {
			t.Errorf("%s is not found", d.Name)
		}
	}
	if _, ok := Of("dispute"); ok {
		t.Error("a dispute is a moderator's act")
	}
}

func TestRights(t *testing.T) {
	role := wire.Interaction{Roles: []wire.RoleID{"7"}}
	manager := wire.Interaction{Permissions: wire.ManageServer}
	for _, x := range []struct {
		right      Right
		who        wire.Interaction
		moderators wire.RoleID
		ok         bool
	}{{Moderators, role, "7", true}, {Moderators, role, "8", false}, {Moderators, role, "", false}, {Moderators, manager, "7", true}, {Moderators, wire.Interaction{}, "", false},
		{Managers, role, "7", false}, {Managers, manager, "", true}, {Managers, wire.Interaction{}, "", false}, {Appellant, role, "7", false}, {Appellant, manager, "", false}} {
		if by, ok := x.right.Holds(x.who, x.moderators); ok != x.ok || by != "" && by != "7" {
			t.Errorf("%s of %+v with the role %q: %q, %v", x.right, x.who, x.moderators, by, ok)
		}
	}
	if GoodReason("") || GoodReason(strings.Repeat("ä", MaxReason+1)) || !GoodReason(strings.Repeat("ä", MaxReason)) {
		t.Error("reasons")
	}
}
