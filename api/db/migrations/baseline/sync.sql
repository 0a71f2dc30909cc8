-- The ledger of operations, the change log and its epoch.

create table sync_device (
  account_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  module text not null check (module in ('root', 'tim', 'lcm', 'rps')),
  acked_seq bigint not null default 0 check (acked_seq >= 0),
  created_at timestamptz not null default now(),
  last_push_at timestamptz,
  primary key (account_id, device_id, user_id, module),
  foreign key (account_id, user_id) references user_account (account_id, id)
);

create table sync_op (
  account_id uuid not null,
  op_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  module text not null,
  seq bigint not null check (seq >= 1),
  type text not null check (char_length(type) between 1 and 60),
  v integer not null check (v >= 1),
  args jsonb not null,
  lanes text[] not null,
  depends_on uuid[] not null default '{}',
  -- Operations of other queues that have to be decided first, whatever the decision.
  comes_after uuid[] not null default '{}',
  -- The code of a refusal that a person has resolved: the operation is not run again.
  refused_as text check (char_length(refused_as) <= 60),
  based_on integer not null default 0,
  payload_hash bytea not null check (octet_length(payload_hash) = 32),
  status text not null check (status in ('applied', 'rejected', 'blocked_by', 'held')),
  code text check (char_length(code) <= 60),
  cause_op uuid,
  result jsonb,
  captured_at timestamptz not null,
  received_at timestamptz not null default now(),
  decided_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid,
  resolution text check (char_length(resolution) <= 255),
  xid xid8 not null default pg_current_xact_id(),
  -- A column, because an expression over the arguments is of no use to an index under row-level security.
  round_id uuid,
  primary key (account_id, op_id),
  unique (account_id, device_id, user_id, module, seq),
  foreign key (account_id, device_id, user_id, module) references sync_device (account_id, device_id, user_id, module),
  check ((status = 'applied') = (code is null)),
  check ((resolved_at is null) = (resolution is null))
);
create index sync_op_waiting on sync_op (account_id, cause_op) where status = 'held';
create index sync_op_by_round on sync_op (account_id, round_id, captured_at) where round_id is not null;
create index sync_op_held on sync_op (account_id, received_at) where status = 'held' and resolved_at is null;
-- What closes over items asks what is refused of them; of an account, that is little at any time.
create index sync_op_refused on sync_op (account_id, received_at)
  where status in ('rejected', 'blocked_by') and resolved_at is null;

-- A feed by transaction shows a changed row again only when the row carries the changing transaction.
create function sync_op_touched() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end $$;
create trigger sync_op_touched before update on sync_op for each row execute function sync_op_touched();

create table sync_change (
  account_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  n bigint not null generated always as identity,
  bucket text not null,
  entity text not null,
  entity_id uuid not null,
  version integer not null,
  deleted boolean not null default false,
  primary key (account_id, bucket, xid, n)
);

create table sync_epoch (
  only_row boolean default true primary key check (only_row),
  value text not null
);

-- Marks of where the feed stood. Changes below the pruned mark are gone, so an older cursor must fetch its base again.
create table sync_horizon (
  at timestamptz default now() primary key,
  xid xid8 not null,
  pruned boolean not null default false
);

-- Another value tells every device that its cursor is of another history. Beside the stored value it names cluster
-- and timeline, so that a restore or a promotion changes it even when nobody called raise_sync_epoch().
create function current_sync_epoch() returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stored text := (select value from sync_epoch);
  system text;
  timeline bigint;
begin
  if not has_function_privilege('pg_control_system()', 'execute')
      or not has_function_privilege('pg_control_checkpoint()', 'execute') then
    return stored;
  end if;
  select system_identifier::text into system from pg_control_system();
  if pg_is_in_recovery() then
    select timeline_id into timeline from pg_control_checkpoint();
  else
    -- The control file learns of a promotion only at its first checkpoint; the name of the current WAL file at once.
    timeline := ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint;
  end if;
  return stored || ':' || system || ':' || timeline;
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return stored;
end $$;

-- For a restore: the owner alone may call it. Every cursor ends with the old epoch, so the change log starts again; the
-- restored cluster counts transactions from elsewhere, and a ledger row from its future would stay invisible. The marks
-- of the log tell how old the backup is, and are asked before they go.
create function raise_sync_epoch() returns text
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select skip_forgotten_numbers();
  delete from sync_change;
  delete from sync_horizon;
  update sync_op set xid = pg_current_xact_id() where xid >= pg_snapshot_xmax(pg_current_snapshot());
  update sync_epoch set value = replace(gen_random_uuid()::text, '-', '') returning value
$$;

-- Marks the present and deletes changes older than the age kept, at most p_limit of them; answers how many went.
-- Who asks at the same time finds nothing to do.
create function sync_prune_changes(p_keep interval, p_limit integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Nobody draws numbers until the transaction ends.
create function lock_number_blocks() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('package numbers ' || a.id, 0))
  from (select id from account order by id) a;
  perform pg_advisory_xact_lock(hashtextextended('buyback numbers', 0));
end $$;

-- Last of the numbers to skip from a first one on: some, and more for each second since the backup. A tenth of what is
-- left at most, so that no restore uses the numbers up.
create function last_skipped_number(p_first bigint, p_limit bigint, p_least bigint, p_a_second integer, p_seconds
  double precision)
  returns bigint
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select p_first - 1 + least(p_least + ceil(p_a_second * p_seconds)::bigint, (p_limit - p_first) / 10)
$$;

-- The backup is as old as the last sign of life in it, of which the housekeeping leaves one an hour. The distance grows
-- with that age, so that a second restore from the same backup begins behind what was drawn since the first one. An
-- account draws fewer than 100 package numbers a second, all accounts together fewer than 1,000 numbers of buybacks.
create function skip_forgotten_numbers() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

insert into sync_epoch (value) values (replace(gen_random_uuid()::text, '-', ''));
