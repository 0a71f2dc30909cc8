#!/usr/bin/env bash
# Writes one file with the whole database: backup.sh FILE
#
# Connects with PostgreSQL's own variables (PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE), as superuser or another
# role that bypasses row-level security: everyone else is refused, because they would miss rows.
# PG_BIN names the folder of the PostgreSQL programs where they are not on the path.
set -euo pipefail

file="${1:?usage: backup.sh FILE}"
pg_dump="${PG_BIN:+$PG_BIN/}pg_dump"
pg_restore="${PG_BIN:+$PG_BIN/}pg_restore"
export PGDATABASE="${PGDATABASE:-reprise}" PGUSER="${PGUSER:-postgres}"

umask 077
draft="$file.part"
trap 'rm -f "$draft"' EXIT

"$pg_dump" --format=custom --compress=6 --no-password --file="$draft"
"$pg_restore" --list "$draft" >/dev/null
sync "$draft"
mv "$draft" "$file"
echo "Saved $PGDATABASE to $file ($(wc -c <"$file") bytes)."
