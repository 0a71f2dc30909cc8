/** Devices, the ledger of operations, the change log with its triggers, the feed's epoch. */
export const sync = `
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
  primary key (account_id, op_id),
  unique (account_id, device_id, user_id, module, seq),
  foreign key (account_id, device_id, user_id, module) references sync_device,
  check ((status = 'applied') = (code is null)),
  check ((resolved_at is null) = (resolution is null))
);
create index sync_op_waiting on sync_op (account_id, cause_op) where status = 'held';
create index sync_op_round on sync_op (account_id, (args ->> 'roundId'))
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
  only_row boolean primary key default true check (only_row),
  value text not null
);
insert into sync_epoch (value) values (replace(gen_random_uuid()::text, '-', ''));

-- One statement, one insert: the statement's old and new rows give the buckets left and entered.
create function item_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select n.account_id, b.bucket, 'item', n.id, n.version, b.deleted
  from new_rows n join old_rows o on o.id = n.id and o.account_id = n.account_id
  -- Each bucket once: a place counts only where none of those before it is the same.
  cross join lateral (values
    ('codes:' || n.account_id, n.archived_at is not null),
    ('warehouse:' || n.destination_warehouse_id, false),
    ('warehouse:' || nullif(n.warehouse_id, n.destination_warehouse_id), false),
    ('warehouse:' || case when o.warehouse_id not in (n.destination_warehouse_id,
      coalesce(n.warehouse_id, n.destination_warehouse_id)) then o.warehouse_id end, true),
    ('warehouse:' || case when o.destination_warehouse_id not in (n.destination_warehouse_id,
      coalesce(n.warehouse_id, n.destination_warehouse_id), coalesce(o.warehouse_id, n.destination_warehouse_id))
      then o.destination_warehouse_id end, true),
    ('store:' || n.store_id, false),
    ('store:' || nullif(o.store_id, n.store_id), true)
  ) b (bucket, deleted)
  where b.bucket is not null;
  return null;
end $$;
create trigger item_updated after update on item
  referencing old table as old_rows new table as new_rows for each statement execute function item_updated();

create function item_came_or_went() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select distinct r.account_id, b.bucket, 'item', r.id, r.version, tg_op = 'DELETE'
  from changed_rows r cross join lateral (values
    ('codes:' || r.account_id), ('warehouse:' || r.warehouse_id), ('warehouse:' || r.destination_warehouse_id),
    ('store:' || r.store_id)
  ) b (bucket)
  where b.bucket is not null;
  return null;
end $$;
create trigger item_inserted after insert on item
  referencing new table as changed_rows for each statement execute function item_came_or_went();
create trigger item_deleted after delete on item
  referencing old table as changed_rows for each statement execute function item_came_or_went();

-- What the floor sees of a buyback is part of the item's row on a device, so the item changes with it. An item that
-- this transaction has changed already has its new version and its line in the log.
create function buyback_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update item i
  set keeps_money = n.payment_status in ('payment_initiated', 'payment_completed')
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.buyback_id = n.id
    and row (n.status, n.payment_status, n.identification_number, n.declared_grade, n.declared_price_cents,
        n.promised_payment_on)
      is distinct from row (o.status, o.payment_status, o.identification_number, o.declared_grade,
        o.declared_price_cents, o.promised_payment_on)
    and (i.xmin <> pg_current_xact_id()::xid
      or i.keeps_money <> (n.payment_status in ('payment_initiated', 'payment_completed')));
  return null;
end $$;
create trigger buyback_updated after update on buyback
  referencing old table as old_rows new table as new_rows for each statement execute function buyback_updated();

create function product_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select account_id, 'catalog:' || account_id, 'product', id, version from new_rows;
  update item i set product_id = i.product_id
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.product_id = n.id and i.archived_at is null
    and row (n.label, n.brand) is distinct from row (o.label, o.brand);
  return null;
end $$;
create trigger product_updated after update on product
  referencing old table as old_rows new table as new_rows for each statement execute function product_updated();

-- For tables that travel whole in one bucket of the account: arguments are the bucket's name and the entity's.
create function log_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, tg_argv[0] || ':' || r.account_id, tg_argv[1], r.id, r.version, tg_op = 'DELETE'
  from changed_rows r;
  return null;
end $$;
create trigger product_inserted after insert on product referencing new table as changed_rows
  for each statement execute function log_change('catalog', 'product');
create trigger product_deleted after delete on product referencing old table as changed_rows
  for each statement execute function log_change('catalog', 'product');
create trigger stock_inserted after insert on stock referencing new table as changed_rows
  for each statement execute function log_change('config', 'stock');
create trigger stock_updated after update on stock referencing new table as changed_rows
  for each statement execute function log_change('config', 'stock');
create trigger stock_deleted after delete on stock referencing old table as changed_rows
  for each statement execute function log_change('config', 'stock');
create trigger organization_root_detail_inserted after insert on organization_root_detail
  referencing new table as changed_rows for each statement execute function log_change('config', 'settings');
create trigger organization_root_detail_updated after update on organization_root_detail
  referencing new table as changed_rows for each statement execute function log_change('config', 'settings');

-- A device knows warehouses by name and city; other entities are no part of its copy.
create function warehouse_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, 'warehouse', r.id, r.version, tg_op = 'DELETE'
  from changed_rows r where r.type = 'warehouse';
  return null;
end $$;
create trigger organization_inserted after insert on organization referencing new table as changed_rows
  for each statement execute function warehouse_changed();
create trigger organization_updated after update on organization referencing new table as changed_rows
  for each statement execute function warehouse_changed();
create trigger organization_deleted after delete on organization referencing old table as changed_rows
  for each statement execute function warehouse_changed();

-- Currency and time zone are part of a device's settings.
create function account_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select r.id, 'config:' || r.id, 'settings', r.id, r.version from changed_rows r;
  return null;
end $$;
create trigger account_updated after update on account referencing new table as changed_rows
  for each statement execute function account_changed();
`
