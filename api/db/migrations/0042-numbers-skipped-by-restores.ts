import type { Migration } from './migration.ts'

/**
 * A restore forgets the numbers that were drawn after its backup, while devices, papers and products bear them. Raising
 * the epoch therefore reserves the numbers that may have been drawn since for nobody, and drawing goes on behind them.
 */
export const numbersSkippedByRestores: Migration = {
  name: '0042-numbers-skipped-by-restores',
  async up(run) {
    await run(`
-- Nobody draws numbers until the transaction ends.
create function lock_number_blocks() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('package numbers ' || a.id, 0))
  from (select id from account order by id) a;
  perform pg_advisory_xact_lock(hashtextextended('buyback numbers', 0));
end $$;
-- Before the tables: whoever draws takes this lock first, and then writes.
select lock_number_blocks();

-- A span without a device holds what a restore has skipped. It is reserved like a block, so that what was given out of
-- it counts when its device reports, and it is never given out again.
alter table package_number_block
  alter column device_id drop not null,
  alter column user_id drop not null,
  add constraint package_number_block_owner check ((device_id is null) = (user_id is null));

-- Last of the numbers to skip from a first one on: some, and more for each second since the backup. A tenth of what is
-- left at most, so that no restore uses the numbers up.
create function last_skipped_number(
  p_first bigint, p_limit bigint, p_least bigint, p_a_second integer, p_seconds double precision
) returns bigint language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select p_first - 1 + least(p_least + ceil(p_a_second * p_seconds)::bigint, (p_limit - p_first) / 10)
$$;

-- The backup is as old as the last sign of life in it, of which the housekeeping leaves one an hour. The distance grows
-- with that age, so that a second restore from the same backup begins behind what was drawn since the first one. An
-- account draws fewer than 100 package numbers a second, all accounts together fewer than 1,000 numbers of buybacks.
create function skip_forgotten_numbers() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last_sign timestamptz := greatest((select max(at) from sync_horizon), (select max(created_at) from account),
    (select max(drawn_at) from package_number_block), (select max(drawn_at) from buyback_number_block));
  seconds double precision := coalesce(greatest(extract(epoch from clock_timestamp() - last_sign), 0), 0);
  first_free bigint;
  last_skipped bigint;
begin
  perform lock_number_blocks();
  insert into package_number_block (account_id, first_serial, last_serial)
  select n.account_id, n.first, s.last
  from (
    select a.id as account_id, 1 + greatest(-1,
      (select b.last_serial from package_number_block b where b.account_id = a.id order by b.first_serial desc limit 1),
      (select substr(max(p.number), 3, 10)::bigint from package p where p.account_id = a.id)) as first
    from account a
  ) n
  cross join lateral last_skipped_number(n.first, 10000000000, 1000000, 100, seconds) s (last)
  where s.last >= n.first;

  first_free := 1 + coalesce((select b.last_serial from buyback_number_block b order by b.first_serial desc limit 1), -1);
  last_skipped := last_skipped_number(first_free, 100000000000, 10000000, 1000, seconds);
  if last_skipped >= first_free and exists (select from account) then
    insert into buyback_number_block (first_serial, last_serial) values (first_free, last_skipped);
    insert into counter_number_block (account_id, first_serial, last_serial, drawn_at)
    select a.id, first_free, last_skipped, now() from account a;
  end if;
end $$;

-- For a restore: the owner alone may call it. Every cursor ends with the old epoch, so the change log starts anew; the
-- restored cluster counts transactions from elsewhere, and a ledger row from its future would stay invisible. The marks
-- of the log tell how old the backup is, and are asked before they go.
create or replace function raise_sync_epoch() returns text
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select skip_forgotten_numbers();
  delete from sync_change;
  delete from sync_horizon;
  update sync_op set xid = pg_current_xact_id() where xid >= pg_snapshot_xmax(pg_current_snapshot());
  update sync_epoch set value = replace(gen_random_uuid()::text, '-', '') returning value
$$;

-- A backup from before this step was restored by the function of that time, which skips nothing.
select skip_forgotten_numbers();
`)
  },
}
