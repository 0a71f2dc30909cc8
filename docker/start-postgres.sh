#!/usr/bin/env bash
# Starts the image's PostgreSQL with TLS, and lets it read its certificate again when that has been renewed:
# start-postgres.sh [SETTINGS OF postgres]
#
# Nobody signs in by the superuser's password, which the image asks for once and pg_hba.conf lets nobody use: it is
# drawn here and forgotten. TLS_FOLDER holds server.pem and ca.crt, HBA_FILE and IDENT_FILE say who gets in.
set -euo pipefail

tls="${TLS_FOLDER:-/tls}"
config="${CONFIG_FOLDER:-/etc/reprise}"
certificate="$tls/server.pem"
export POSTGRES_PASSWORD="${POSTGRES_PASSWORD:-$(od -An -tx1 -N24 /dev/urandom | tr -d ' \n')}"

"${POSTGRES_START:-docker-entrypoint.sh}" postgres \
  -c ssl=on -c ssl_cert_file="$certificate" -c ssl_key_file="$certificate" -c ssl_ca_file="$tls/ca.crt" \
  -c ssl_min_protocol_version=TLSv1.3 \
  -c hba_file="$config/pg_hba.conf" -c ident_file="$config/pg_ident.conf" "$@" &
server=$!
# PostgreSQL ends its sessions and stops at SIGINT.
trap 'kill -INT "$server" 2>/dev/null' INT TERM

known="$(cksum <"$certificate")"
while kill -0 "$server" 2>/dev/null; do
  sleep "${LOOK_SECONDS:-60}" &
  pause=$!
  wait -n "$server" "$pause" || true
  kill "$pause" 2>/dev/null || true
  now="$(cksum <"$certificate" || true)"
  # While the image makes the database, the process is not PostgreSQL yet.
  if [ "$now" != "$known" ] && [ "$(head -n 1 "$PGDATA/postmaster.pid" 2>/dev/null)" = "$server" ]; then
    kill -HUP "$server" && known="$now" && echo 'PostgreSQL reads its renewed certificate.'
  fi
done
wait "$server"
