package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// A database that accepts no writes says why, whatever the reason: its state, the role's rights, locks, a shutdown.
func TestFaults(t *testing.T) {
	t.Parallel()
	server, schema := pgtest.New(t), pgtest.Schema()
	admin := func(sql ...string) {
		t.Helper()
		server.Exec(t, sql...)
	}
	admin("CREATE ROLE bot LOGIN", "GRANT CREATE ON DATABASE postgres TO bot")
	url := fmt.Sprintf("postgres://bot@/postgres?sslmode=disable&host=%s&search_path=%s", server.Folder, schema)
	s := open(t, url, func(o *Options) { o.Patience = 2 * time.Second })
	raises := func(name, code string, reason table.FaultReason) storetest.Breakage {
		return storetest.Breakage{Name: name, Reason: reason, Break: func() {
			admin("SET search_path = "+schema, "CREATE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '"+code+"'; END$$",
				"CREATE TRIGGER failing BEFORE INSERT OR UPDATE ON event EXECUTE FUNCTION failing()", "CREATE TRIGGER failing BEFORE INSERT OR UPDATE ON record EXECUTE FUNCTION failing()",
				"CREATE TRIGGER failing BEFORE UPDATE ON queue EXECUTE FUNCTION failing()")
		}, Mend: func() { admin("DROP FUNCTION " + schema + ".failing CASCADE") }}
	}
	sessions := func(setting, value string) func() {
		return func() {
			admin("ALTER ROLE bot SET " + setting + " = " + value)
			s.pool.Reset() // they have it from their start
		}
	}
	var locks pgx.Tx
	storetest.Faults(t, s,
		raises("full", "53100", table.FaultFull), raises("device", "58030", table.FaultDevice), raises("stopping", "57P01", table.FaultStopping),
		raises("starting", "57P03", table.FaultStopping), raises("timeout", "57014", table.FaultBusy), raises("strange", "XX000", table.FaultOther),
		storetest.Breakage{Name: "readonly", Reason: table.FaultReadOnly, Break: sessions("default_transaction_read_only", "on"), Mend: sessions("default_transaction_read_only", "off")},
		storetest.Breakage{Name: "rights", Reason: table.FaultDenied, Break: func() { admin("REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA " + schema + " FROM bot") },
			Mend: func() { admin("GRANT ALL ON ALL TABLES IN SCHEMA " + schema + " TO bot") }},
		storetest.Breakage{Name: "locks", Reason: table.FaultBusy, Break: func() {
			conn, err := pgx.Connect(t.Context(), server.URL())
			if err == nil {
				t.Cleanup(func() { conn.Close(context.Background()) })
				locks, err = conn.Begin(t.Context())
			}
			if err == nil {
				_, err = locks.Exec(t.Context(), "LOCK TABLE "+schema+".event, "+schema+".record, "+schema+".queue IN EXCLUSIVE MODE")
			}
			if err != nil {
				t.Fatal(err)
			}
		}, Mend: func() {
			if err := locks.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
		}},
		storetest.Breakage{Name: "connections", Reason: table.FaultUnreachable, Break: func() {
			admin("ALTER ROLE bot CONNECTION LIMIT 0")
			s.pool.Reset()
		}, Mend: func() { admin("ALTER ROLE bot CONNECTION LIMIT -1") }},
		storetest.Breakage{Name: "killed", Reason: table.FaultUnreachable, Break: server.Kill, Mend: func() {
			if err := server.Run(); err != nil {
				t.Fatal(err)
			}
			for !s.Reached() {
				wait()
			}
		}},
	)
}

// Errors have the reason of their code, or of its class; errors in the statement have none.
func TestReasonOf(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	server := func(code string) error { return &pgconn.PgError{Code: code, SeverityUnlocalized: "ERROR"} }
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want table.FaultReason
	}{
		{t.Context(), nil, ""}, {t.Context(), server("22021"), ""}, {t.Context(), server("23505"), ""}, {t.Context(), server("54000"), ""},
		{t.Context(), server("25006"), table.FaultReadOnly}, {t.Context(), server("53100"), table.FaultFull}, {t.Context(), server("53200"), table.FaultOther},
		{t.Context(), server("42501"), table.FaultDenied}, {t.Context(), server("28P01"), table.FaultDenied}, {t.Context(), server("3F000"), table.FaultGone},
		{t.Context(), server("57P01"), table.FaultStopping}, {t.Context(), server("57P03"), table.FaultStopping}, {t.Context(), server("55P03"), table.FaultBusy},
		{t.Context(), server("40P01"), table.FaultBusy}, {t.Context(), server("53300"), table.FaultUnreachable}, {t.Context(), server(""), table.FaultOther},
		{t.Context(), io.ErrUnexpectedEOF, table.FaultUnreachable}, {t.Context(), context.DeadlineExceeded, table.FaultBusy},
		{over, context.Canceled, ""}, {over, server("57014"), ""},
	} {
		if got := reasonOf(c.ctx, c.err); got != c.want {
			t.Errorf("%v: %q, expected %q", c.err, got, c.want)
		}
	}
	if err := verdict(t.Context(), server("DS001")); !errors.Is(err, table.ErrChanged) || table.FaultOf(err) != "" {
		t.Errorf("a guard: %v", err)
	}
}
