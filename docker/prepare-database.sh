#!/usr/bin/env bash
# Makes Reprise's roles and database, as superuser, through psql: run by PostgreSQL's image at its first start, or by
# hand on a server of one's own (PGHOST, PGPORT, PGUSER, PGPASSWORD say where). OWNER_PASSWORD, APP_PASSWORD and
# ADMIN_PASSWORD are of the three logins; a login without one signs in by its certificate alone (pg_hba.conf).
set -euo pipefail

database="${REPRISE_DATABASE:-reprise}"

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres --username="${POSTGRES_USER:-${PGUSER:-postgres}}" \
  --set=owner_password="${OWNER_PASSWORD:-}" --set=app_password="${APP_PASSWORD:-}" \
  --set=admin_password="${ADMIN_PASSWORD:-}" --set=database="$database" <<'SQL'
create role reprise_owner login nosuperuser nobypassrls nocreaterole createdb;
create role reprise_app login nosuperuser nobypassrls nocreaterole nocreatedb;
create role reprise_admin login nosuperuser nobypassrls nocreaterole nocreatedb;
select format('alter role %I password %L', role, password)
from (values ('reprise_owner', :'owner_password'), ('reprise_app', :'app_password'), ('reprise_admin', :'admin_password'))
  as given (role, password)
where password <> '' \gexec
create database :"database" owner reprise_owner;
revoke all on database :"database" from public;
grant connect on database :"database" to reprise_app, reprise_admin;
\connect :"database"
alter schema public owner to reprise_owner;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
SQL
