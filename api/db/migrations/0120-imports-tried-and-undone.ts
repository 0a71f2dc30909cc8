import type { Migration } from './migration.ts'

/** Imports are tried before anything is written, can be cancelled, and taken back: each keeps what was before it. */
export const importsTriedAndUndone: Migration = {
  name: '0120-imports-tried-and-undone',
  async up(run) {
    await run(`
alter table catalog_import
  drop constraint catalog_import_status_check,
  drop constraint catalog_import_check,
  drop constraint catalog_import_check1,
  -- 'trying': the file is decided without being written; 'tried': it waits for a person to start it.
  add constraint catalog_import_status check (status in
    ('trying', 'tried', 'in_progress', 'success', 'success_with_ignored', 'error', 'cancelled')),
  add constraint catalog_import_ended
    check ((status in ('trying', 'tried', 'in_progress')) = (ended_at is null)),
  -- The file stays after the end: the history hands it out. Files of older imports are gone.
  add constraint catalog_import_open_file
    check (status not in ('trying', 'tried', 'in_progress') or file is not null),
  -- Tells a file from another one under the same id; null of older imports.
  add column file_hash bytea check (octet_length(file_hash) = 32),
  -- What the trial found: counts, and how prices move. Null of what was never tried.
  add column trial jsonb check (jsonb_typeof(trial) = 'object'),
  -- Lines that did something else than the trial had said.
  add column lines_differing integer not null default 0 check (lines_differing >= 0),
  -- Rows of catalog_import_change that say what was written.
  add column changes_count integer not null default 0 check (changes_count >= 0),
  add column cancelled_by uuid,
  add column undo_status text check (undo_status in ('in_progress', 'done', 'partly', 'error')),
  add column undo_by uuid,
  add column undo_asked_at timestamptz,
  add column undo_ended_at timestamptz,
  -- Whether what was changed since is taken back too, because a person has decided so.
  add column undo_changed boolean not null default false,
  add column undo_failures integer not null default 0 check (undo_failures >= 0),
  add column undone_count integer not null default 0 check (undone_count >= 0),
  add column left_count integer not null default 0 check (left_count >= 0),
  add constraint catalog_import_undo check ((undo_status is null) = (undo_asked_at is null)
    and (undo_status is null or status not in ('trying', 'tried', 'in_progress')));
create index catalog_import_undoing on catalog_import (account_id, undo_asked_at) where undo_status = 'in_progress';
create index catalog_import_tried on catalog_import (account_id, created_at) where status in ('trying', 'tried');

-- What an import has written, or what its trial says it will: the values of the columns that change, before and after.
create table catalog_import_change (
  account_id uuid not null,
  import_id uuid not null,
  -- Place in the order of writing, which taking back goes through from its end.
  place integer not null check (place >= 0),
  line integer not null check (line >= 2),
  thing_id uuid not null,
  outcome text not null check (outcome in ('inserted', 'updated', 'unchanged')),
  name text not null,
  reference text,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  fields text[] not null,
  -- Whether a price of it rises or falls.
  rises boolean not null,
  falls boolean not null,
  -- Whether the trial had said something else of the line.
  differs boolean not null default false,
  -- What became of it when the import was taken back; null while nothing has.
  undo text check (undo in ('undone', 'archived', 'changed', 'used', 'misplaced', 'gone')),
  primary key (account_id, import_id, place),
  foreign key (account_id, import_id) references catalog_import on delete cascade
);
create index catalog_import_change_of_thing on catalog_import_change (account_id, thing_id);

-- Files of a trial may be long; a sign of life keeps the job of a process that works from being given to another.
select pgboss.create_queue('catalog-trial', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');
select pgboss.create_queue('catalog-trial-long', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');
select pgboss.create_queue('catalog-export-long', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');

-- As before, and accounts with an import that is being taken back.
create or replace function imports_unworked(p_since timestamptz, p_limit integer) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.account_id from catalog_import i
  where i.status = 'in_progress' or i.undo_status = 'in_progress'
  group by i.account_id
  having max(i.touched_at) < p_since
    and not exists (select from pgboss.job j
      where j.name = 'catalog-import' and j.data = jsonb_build_object('accountId', i.account_id)
        and j.state <> 'completed' and j.state in ('created', 'retry'))
  order by max(i.touched_at) limit p_limit
$$;

-- Forgets what was tried and never started.
create function sweep_trials(p_before timestamptz) returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from catalog_import where status in ('trying', 'tried') and created_at < p_before returning 1)
  select count(*) from gone
$$;
`)
  },
}
