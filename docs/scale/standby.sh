#!/bin/bash
# Copies the first server when it has no data yet, and follows it from then on.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
	mkdir -p "$PGDATA" # the volume is empty, and postgres may not write beside it
	chown postgres "$PGDATA"
	chmod 700 "$PGDATA"
	PGPASSWORD=$(cat /run/secrets/standby_password) gosu postgres pg_basebackup -R -X stream -c fast -D "$PGDATA" \
		-d "host=db1 user=standby sslmode=verify-full sslrootcert=/tls/ca.crt application_name=db2"
fi
exec gosu postgres postgres "$@"
