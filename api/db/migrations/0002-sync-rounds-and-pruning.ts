import type { Migration } from './migration.ts'

/** Rounds in the ledger, and the horizon below which the change log is pruned. */
export const syncRoundsAndPruning: Migration = {
  name: '0002-sync-rounds-and-pruning',
  async up(run) {
    await run(`
-- A column, because an expression over the arguments is of no use to an index under row-level security.
alter table sync_op add column round_id uuid;
drop index sync_op_round;
create index sync_op_by_round on sync_op (account_id, round_id, captured_at) where round_id is not null;
create index sync_op_held on sync_op (account_id, received_at) where status = 'held' and resolved_at is null;

-- Marks of where the feed stood. Changes below the pruned mark are gone, so an older cursor must fetch its base again.
create table sync_horizon (
  at timestamptz primary key default now(),
  xid xid8 not null,
  pruned boolean not null default false
);

-- Marks the present and deletes changes older than the age kept, at most p_limit of them; answers how many went.
-- Whoever asks at the same time finds nothing to do.
create function sync_prune_changes(p_keep interval, p_limit integer) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  horizon xid8;
  gone bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sync_prune', 0)) then
    return 0;
  end if;
  insert into sync_horizon (at, xid) values (now(), pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing;
  select max(xid) into horizon from sync_horizon where at <= now() - p_keep;
  if horizon is null then
    return 0;
  end if;
  update sync_horizon set pruned = true where xid = horizon and not pruned;
  delete from sync_horizon where xid < horizon;
  delete from sync_change where ctid = any (array(select ctid from sync_change where xid < horizon limit p_limit));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Deletes decided operations older than the age kept. It has to exceed the time for which devices keep theirs.
create function sync_prune_operations(p_keep interval, p_limit integer) returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from sync_op where ctid = any (array(
      select ctid from sync_op
      where decided_at < now() - p_keep and (status = 'applied' or resolved_at is not null) limit p_limit))
    returning 1)
  select count(*) from gone
$$;

-- Accounts in which an operation waits for one that is decided already, or has an unknown type that may be known now.
create function sync_accounts_with_held() returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct o.account_id from sync_op o where o.status = 'held' and o.resolved_at is null
$$;

-- For a restore: the owner alone may call it. Every cursor ends with the old epoch, so the change log starts anew; the
-- restored cluster counts transactions from elsewhere, and a ledger row from its future would stay invisible.
create or replace function raise_sync_epoch() returns text
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sync_change;
  delete from sync_horizon;
  update sync_op set xid = pg_current_xact_id() where xid >= pg_snapshot_xmax(pg_current_snapshot());
  update sync_epoch set value = replace(gen_random_uuid()::text, '-', '') returning value
$$;
`)
  },
}
