import type { Migration } from './migration.ts'

/** Tables that the public site shows and that no line of the change log tells of otherwise. */
const shownTables = ['home_widget', 'home_widget_product', 'product_category', 'questionnaire', 'organization']

const events = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const

const triggersOf = (table: string, name: string, run: string) =>
  events.map(
    ([event, rows]) => `create trigger ${table}_${name}_${event} after ${event} on ${table}
  referencing ${rows} table as changed_rows for each statement execute function ${run}();`,
  )

/** Lets every API process ask what the public site shows has changed since it last asked. */
export const publicReads: Migration = {
  name: '0020-public-reads',
  async up(run) {
    await run(`
create function public_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select distinct r.account_id, 'public:' || r.account_id, 'public', r.account_id, 1 from changed_rows r;
  return null;
end $$;
${shownTables.flatMap((table) => triggersOf(table, 'public', 'public_changed')).join('\n')}

-- Which account answers a host is a matter of all accounts: those changes stand under the nil id.
create function hosts_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (everybody, 'public:' || everybody, 'public', everybody, 1);
  return null;
end $$;
${triggersOf('account', 'hosts', 'hosts_changed').join('\n')}

-- The present moment, and which of the accounts have changed what the public site shows since a moment of theirs. By
-- the index whatever the statistics say: nearly always there is nothing to find.
create function public_changes(p_accounts uuid[], p_since text[]) returns table (now text, changed uuid[])
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  since pg_snapshot;
begin
  now := pg_current_snapshot()::text;
  changed := '{}';
  for at in 1 .. cardinality(p_accounts) loop
    since := p_since[at]::pg_snapshot;
    if exists (select from sync_change s
      where s.account_id = p_accounts[at]
        and s.bucket in ('public:' || p_accounts[at], 'catalog:' || p_accounts[at], 'config:' || p_accounts[at])
        and s.xid >= pg_snapshot_xmin(since) and not pg_visible_in_snapshot(s.xid, since)
        and s.entity in ('public', 'catalog', 'product', 'settings')) then
      changed := changed || p_accounts[at];
    end if;
  end loop;
  return next;
end $$;
`)
  },
}
