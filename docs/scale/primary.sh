#!/bin/bash
# Runs once, when the first server makes its database: the bot's role, the standby's role, and that a commit waits for the standby.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f /scale/rights.sql
psql -v ON_ERROR_STOP=1 -v bot="$(cat /run/secrets/bot_password)" -v standby="$(cat /run/secrets/standby_password)" \
	-U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
ALTER ROLE downsync PASSWORD :'bot';
CREATE ROLE standby REPLICATION LOGIN PASSWORD :'standby';
ALTER SYSTEM SET synchronous_standby_names = '*';
SQL
echo 'hostssl replication standby all scram-sha-256' >>"$PGDATA/pg_hba.conf"
