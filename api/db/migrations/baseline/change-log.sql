-- What tables of several contexts do when they change: a line of the change log that devices pull, and versions of what
-- the public site and the counter read.

-- For tables that travel whole in one bucket of the account: arguments are the bucket's name and the entity's.
create function log_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, tg_argv[0] || ':' || r.account_id, tg_argv[1], r.id, r.version, tg_op = 'DELETE'
  from changed_rows r;
  return null;
end $$;

-- A device knows warehouses by name, city and place, and its store by name and place, or by no place any more.
create function warehouse_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, r.type, r.id, r.version, tg_op = 'DELETE'
  from changed_rows r where r.type in ('warehouse', 'store');
  return null;
end $$;

-- Currency and time zone are part of a device's settings.
create function account_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select r.id, 'config:' || r.id, 'settings', r.id, r.version from changed_rows r;
  return null;
end $$;

-- The configuration of the row's account has to travel again; the argument is the entity's name.
create function config_touched() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (new.account_id, 'config:' || new.account_id, tg_argv[0], new.id, new.version);
  return null;
end $$;

-- Who works where.
create function colleagues_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, 'person', r.user_id, 1, tg_op = 'DELETE'
  from changed_rows r where r.module = 'rps';
  return null;
end $$;

-- One line a statement is enough: the catalog is read again as a whole.
create function catalog_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select distinct r.account_id, 'catalog:' || r.account_id, 'catalog', r.account_id, 1, false from changed_rows r;
  return null;
end $$;

create function public_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select distinct r.account_id, 'public:' || r.account_id, 'public', r.account_id, 1 from changed_rows r;
  return null;
end $$;

-- Which account answers a host is a matter of all accounts: those changes stand under the nil id.
create function hosts_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (everybody, 'public:' || everybody, 'public', everybody, 1);
  return null;
end $$;

-- The present moment, and which of the accounts have changed what the public site shows since a moment of theirs. By
-- the index whatever the statistics say: nearly always there is nothing to find.
create function public_changes(p_accounts uuid[], p_since text[]) returns table (now text, changed uuid[])
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set
    enable_bitmapscan = off set jit = off as $$
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

-- Of whom an account buys, the account itself says.
create function buyer_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select distinct l.account_id, 'public:' || l.account_id, 'public', l.account_id, 1
  from account_link l where l.buyer_account_id = new.id;
  return null;
end $$;
