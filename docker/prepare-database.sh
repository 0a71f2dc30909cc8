#!/usr/bin/env bash
# Makes Reprise's roles and database, as superuser, through psql: run by PostgreSQL's image at its first start, or by
# hand on a server of one's own (PGHOST, PGPORT, PGUSER, PGPASSWORD say where). The passwords come from the environment.
set -euo pipefail

: "${OWNER_PASSWORD:?}" "${APP_PASSWORD:?}" "${ADMIN_PASSWORD:?}"
database="${REPRISE_DATABASE:-reprise}"

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres --username="${POSTGRES_USER:-${PGUSER:-postgres}}" \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" \
  --set=admin_password="$ADMIN_PASSWORD" --set=database="$database" <<'SQL'
create role reprise_owner login nosuperuser nobypassrls nocreaterole createdb password :'owner_password';
create role reprise_app login nosuperuser nobypassrls nocreaterole nocreatedb password :'app_password';
create role reprise_admin login nosuperuser nobypassrls nocreaterole nocreatedb password :'admin_password';
create database :"database" owner reprise_owner;
revoke all on database :"database" from public;
grant connect on database :"database" to reprise_app, reprise_admin;
\connect :"database"
alter schema public owner to reprise_owner;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
SQL
