import type { Migration } from './migration.ts'

/** Files of imports and what they have changed are kept for a while, and go a few at a time. */
export const keptImports: Migration = {
  name: '0132-kept-imports',
  async up(run) {
    await run(`
-- When the file and the changes of an import went; it cannot be taken back from then on.
alter table catalog_import add column forgotten_at timestamptz;
create index catalog_import_kept on catalog_import (ended_at) where forgotten_at is null and ended_at is not null;

-- The row with its counts and its ignored lines stays in the history. So many changes go in a round, of the import first
-- that has ended first: a long transaction would hold back what devices are told. Taking back is refused before that.
create function forget_imports(p_before timestamptz, p_at timestamptz, p_rows integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old record;
  deleted integer;
  gone integer := 0;
begin
  for old in
    select i.account_id, i.id from catalog_import i
    where i.ended_at < p_before and i.forgotten_at is null
      and i.status in ('success', 'success_with_ignored', 'error', 'cancelled')
      and i.undo_status is distinct from 'in_progress'
    order by i.ended_at limit 5 for update skip locked
  loop
    delete from catalog_import_change c where c.ctid = any (array(select n.ctid from catalog_import_change n
      where n.account_id = old.account_id and n.import_id = old.id limit p_rows - gone));
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    exit when gone >= p_rows;
    update catalog_import i set file = null, forgotten_at = p_at where i.account_id = old.account_id and i.id = old.id;
  end loop;
  return gone;
end $$;

-- As before, and so many changes in a round: a trial of a long file has as many as the file has lines.
create or replace function sweep_trials(p_before timestamptz) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant integer := 5000;
  old record;
  deleted integer;
  gone integer := 0;
  trials bigint := 0;
begin
  for old in
    select i.account_id, i.id from catalog_import i
    where i.status in ('trying', 'tried') and i.created_at < p_before
    order by i.created_at limit 5 for update skip locked
  loop
    delete from catalog_import_change c where c.ctid = any (array(select n.ctid from catalog_import_change n
      where n.account_id = old.account_id and n.import_id = old.id limit most - gone));
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    exit when gone >= most;
    delete from catalog_import i where i.account_id = old.account_id and i.id = old.id;
    trials := trials + 1;
  end loop;
  return trials;
end $$;
`)
  },
}
