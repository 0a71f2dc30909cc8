#!/usr/bin/env bash
# Puts a backup back into an empty database: restore.sh FILE
#
# Connects as backup.sh does, as superuser, to the database PGDATABASE, which is made if it is not there and must be
# empty if it is. Stop the API before, start it after. The restore raises the sync epoch: devices fetch their base
# again and push once more what they know and the backup does not.
set -euo pipefail

file="${1:?usage: restore.sh FILE}"
[ -r "$file" ] || { echo "There is no readable file $file." >&2; exit 1; }
psql="${PG_BIN:+$PG_BIN/}psql"
pg_restore="${PG_BIN:+$PG_BIN/}pg_restore"
database="${PGDATABASE:-reprise}"
export PGUSER="${PGUSER:-postgres}"
unset PGDATABASE

ask() { "$psql" --no-psqlrc --no-password --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --set=name="$database" "$@"; }

"$pg_restore" --list "$file" >/dev/null || { echo "$file is no backup of Reprise." >&2; exit 1; }

if [ "$(ask --dbname=postgres <<<"select count(*) from pg_roles where rolname in ('reprise_owner', 'reprise_app', 'reprise_admin')")" != 3 ]; then
  echo 'The roles reprise_owner, reprise_app and reprise_admin are missing; run prepare-database.sh first.' >&2
  exit 1
fi
if [ "$(ask --dbname=postgres <<<"select count(*) from pg_database where datname = :'name'")" = 0 ]; then
  ask --dbname=postgres <<'SQL'
create database :"name" template template0 owner reprise_owner;
revoke all on database :"name" from public;
grant connect on database :"name" to reprise_app, reprise_admin;
SQL
fi
tables="$(ask --dbname="$database" <<<"select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'")"
if [ "$tables" != 0 ]; then
  echo "The database $database is not empty ($tables tables). Restore into a new one: PGDATABASE=reprise_restored" >&2
  exit 1
fi

# One transaction: a restore that fails half way leaves the database empty.
"$pg_restore" --no-password --clean --if-exists --single-transaction --exit-on-error --dbname="$database" "$file"
ask --dbname="$database" <<<'select raise_sync_epoch()' >/dev/null
ask --dbname="$database" <<<'analyze'
echo "Restored $file into $database and raised the sync epoch. Start the API with it."
