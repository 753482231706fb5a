package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"downsync/game/table"
	"downsync/storage"
)

// change makes a change in one statement and reads its row.
func (s *Store) change(ctx context.Context, to []any, sql string, args ...any) error {
	return s.again(ctx, func(ctx context.Context) error { return s.pool.QueryRow(ctx, sql, args...).Scan(to...) })
}

// again makes a change, and makes it again when the server took it back because of others.
func (s *Store) again(ctx context.Context, change func(context.Context) error) error {
	const attempts = 10
	bound, cancel := s.timed(ctx)
	defer cancel()
	for n := 1; ; n++ {
		err := change(bound)
		if err == nil || errors.Is(err, table.ErrDamaged) || errors.Is(err, storage.ErrNewer) { // read before anything was changed
			return err
		}
		if pg := reported(err); pg == nil || pg.Code != "40P01" && pg.Code != "40001" || n == attempts { // deadlock, serialization
			return verdict(ctx, err)
		}
	}
}

// reported returns the error that the server reported, or nil if it reported none.
func reported(err error) *pgconn.PgError {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg
	}
	return nil
}

// verdict says what is known after an error of a change: whether the change may be stored, and whether the server refused it
// for a reason of its own. The server reports an ERROR only if nothing of the statement was stored. Every other error leaves
// that open.
func verdict(ctx context.Context, err error) error {
	pg := reported(err)
	switch {
	case pg != nil && pg.Code == "DS001": // of put_records
		return table.ErrChanged
	case pg != nil && pg.Code == "DS002": // of commit_match
		return errPacked
	}
	because := reasonOf(ctx, err)
	if pg != nil && pg.SeverityUnlocalized == "ERROR" && pg.Code != "40003" {
		return faulty(because, fmt.Errorf("PostgreSQL: %w", err))
	}
	return faulty(because, fmt.Errorf("%w: PostgreSQL: %w", table.ErrUnknown, err))
}

// faulty makes a table.Fault of the error if it has such a reason.
func faulty(because table.FaultReason, err error) error {
	if because == "" {
		return err
	}
	return &table.Fault{Reason: because, Err: err}
}

// reasons maps the codes of PostgreSQL's errors to the reasons of faults. A key of two letters is a whole class. An empty reason means that
// the statement or its values are wrong, and not the store.
var reasons = map[string]table.FaultReason{
	"22": "", "23": "", "54": "", // values, constraints, limits of a program
	"25006": table.FaultReadOnly, // a standby, or default_transaction_read_only
	"53100": table.FaultFull,
	"42501": table.FaultDenied, "28": table.FaultDenied,
	"42P01": table.FaultGone, "42883": table.FaultGone, "42704": table.FaultGone, "3F": table.FaultGone, "3D": table.FaultGone, "57P04": table.FaultGone, // tables, functions, types, the schema, the database
	"58": table.FaultDevice, "XX001": table.FaultDevice, "XX002": table.FaultDevice,
	"57P01": table.FaultStopping, "57P02": table.FaultStopping, "57P03": table.FaultStopping,
	"08": table.FaultUnreachable, "53300": table.FaultUnreachable,
	"55P03": table.FaultBusy, "57014": table.FaultBusy, "40": table.FaultBusy, // locks, statement_timeout, deadlocks again and again
}

// reasonOf returns the reason for which the server accepted no write, or "" if the reason is not the server's own. ctx is the
// caller's.
func reasonOf(ctx context.Context, err error) table.FaultReason {
	var refused *pgconn.ConnectError
	switch pg := reported(err); {
	case err == nil, ctx.Err() != nil:
		return ""
	case pg != nil:
		for _, code := range []string{pg.Code, pg.Code[:min(2, len(pg.Code))]} {
			if reason, known := reasons[code]; known {
				return reason
			}
		}
		return table.FaultOther
	case errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &refused): // Options.Patience
		return table.FaultBusy
	}
	return table.FaultUnreachable // the server reported nothing
}

// Reach connects to the server at the address and closes the connection again.
func Reach(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, usualPatience)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return conn.Close(ctx)
}

// Absent reports whether an error of Open or Reach says that the server is not there at the moment: it may come, and then the
// same address works. It returns false for a wrong password, a database that does not exist, or a certificate that is not
// trusted.
func Absent(err error) bool {
	var connect *pgconn.ConnectError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return false
	case reported(err) == nil && !errors.As(err, &connect):
		return errors.Is(err, context.DeadlineExceeded) // of Options.Patience
	}
	reason := reasonOf(context.Background(), err)
	return reason == table.FaultUnreachable || reason == table.FaultStopping || reason == table.FaultBusy
}
