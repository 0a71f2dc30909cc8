-- Items and what the floor records of them: history, rounds, counts, photos.

create table stock (
  account_id uuid not null,
  id uuid not null,
  warehouse_id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  identifier text check (char_length(identifier) <= 255),
  location text check (char_length(location) <= 255),
  native text check (native in ('awaiting_control', 'refurbishment_completed', 'customer_return', 'in_quarantine',
    'to_refurbish')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, warehouse_id, id),
  unique (account_id, warehouse_id, native),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id)
);
create unique index stock_name on stock (account_id, warehouse_id, lower(name));
create trigger stock_version before update on stock for each row execute function raise_version();

-- Native stocks go with their account, which nobody can sign in to by then.
create function stock_native_fixed() returns trigger language plpgsql as $$
begin
  if old.native is null and (tg_op = 'DELETE' or new.native is null) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and row (new.name, new.native, new.warehouse_id, new.id, new.account_id)
      is not distinct from row (old.name, old.native, old.warehouse_id, old.id, old.account_id) then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select 1 from account a where a.id = old.account_id and a.status = 'inactive') then
    return old;
  end if;
  raise exception 'a native stock keeps its name and stays'
    using errcode = 'check_violation', table = 'stock', constraint = 'stock_native_fixed';
end $$;
create trigger stock_native_fixed before delete or update on stock for each row execute function stock_native_fixed();
create trigger stock_inserted after insert on stock referencing new table as changed_rows
  for each statement execute function log_change('config', 'stock');
create trigger stock_updated after update on stock referencing new table as changed_rows
  for each statement execute function log_change('config', 'stock');
create trigger stock_deleted after delete on stock referencing old table as changed_rows
  for each statement execute function log_change('config', 'stock');

create table item (
  account_id uuid not null,
  id uuid not null,
  buyback_id uuid not null,
  identification_number text not null check (identification_number ~ '^([0-9A-Z]{8}|[0-9A-Z]{13})$'),
  product_id uuid not null,
  imei text check (imei ~ '^[0-9]{15,17}$'),
  serial_number text check (char_length(serial_number) <= 64),
  status text not null
    check (status in ('item_awaiting_compliancy_tests', 'item_awaiting_inventory', 'item_awaiting_store_drop',
    'item_cancelled', 'item_completed', 'item_completed_by_price', 'item_completed_with_absorption',
    'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress', 'item_refurb_in_progress',
    'item_refurb_completed', 'item_created', 'item_in_quarantine', 'item_in_transit', 'item_lost_store',
    'item_lost_transport', 'item_lost_warehouse', 'item_registered_in_warehouse', 'item_returned',
    'item_to_reintegrate_to_stock', 'item_to_return')),
  stock_id uuid,
  warehouse_id uuid,
  destination_warehouse_id uuid not null,
  store_id uuid,
  tested boolean not null default false,
  left_status text
    check (left_status in ('item_awaiting_compliancy_tests', 'item_awaiting_inventory', 'item_awaiting_store_drop',
    'item_cancelled', 'item_completed', 'item_completed_by_price', 'item_completed_with_absorption',
    'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress', 'item_refurb_in_progress',
    'item_refurb_completed', 'item_created', 'item_in_quarantine', 'item_in_transit', 'item_lost_store',
    'item_lost_transport', 'item_lost_warehouse', 'item_registered_in_warehouse', 'item_returned',
    'item_to_reintegrate_to_stock', 'item_to_return')),
  keeps_money boolean not null default false,
  comment text check (char_length(comment) <= 255),
  latest_move_at timestamptz,
  version integer not null default 1,
  last_op_id uuid,
  last_op_type text check (char_length(last_op_type) <= 60),
  last_op_actor uuid,
  last_op_before jsonb,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Written by the operations of the floor alone, which keep its shape.
  facts jsonb check (jsonb_typeof(facts) = 'object'),
  serial_key text generated always as (upper(serial_number)) stored,
  primary key (account_id, id),
  unique (account_id, identification_number),
  unique (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, product_id) references product (account_id, id),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, warehouse_id, stock_id) references stock (account_id, warehouse_id, id),
  foreign key (account_id, destination_warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, store_id) references organization_store (account_id, organization_id),
  constraint item_place check (case
      when status in ('item_awaiting_compliancy_tests', 'item_completed', 'item_completed_by_price',
    'item_completed_with_absorption', 'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress',
    'item_refurb_in_progress', 'item_refurb_completed', 'item_in_quarantine', 'item_to_reintegrate_to_stock',
    'item_to_return') then warehouse_id is not null and stock_id is not null
      when status = 'item_registered_in_warehouse' then warehouse_id is not null and stock_id is null
      else warehouse_id is null and stock_id is null end),
  constraint item_last_op check ((last_op_id is null) = (last_op_type is null))
) with (fillfactor = 90);
-- Every index costs each check-in a write: what is asked for rarely (a product's items, when its name changes) has
-- none.
create index item_by_imei on item (account_id, imei) where imei is not null;
create index item_by_warehouse on item (account_id, warehouse_id, status);
create index item_by_destination on item (account_id, destination_warehouse_id, status);
create index item_by_stock on item (account_id, stock_id) where stock_id is not null;
create index item_by_store on item (account_id, store_id, status);
create index item_by_time on item (account_id, created_at desc, id desc);
create index item_by_serial on item (account_id, serial_key text_pattern_ops) where serial_key is not null;

create function item_version() returns trigger language plpgsql as $$
begin
  new.version := greatest(new.version, old.version + 1);
  new.updated_at := now();
  return new;
end $$;
create trigger item_version before update on item for each row execute function item_version();

-- One statement, one insert: the statement's old and new rows give the buckets left and entered.
create function item_updated() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger item_updated after update on item referencing old table as old_rows new table as new_rows
  for each statement execute function item_updated();

create function item_came_or_went() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger item_inserted after insert on item referencing new table as changed_rows
  for each statement execute function item_came_or_went();
create trigger item_deleted after delete on item referencing old table as changed_rows
  for each statement execute function item_came_or_went();

-- A loss is written on the item before its buyback, which still says here whether the price was final before: nobody is
-- told of what is lost or found after that, nor that a payment follows which was made or is under way.
create function note_item_step() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from buyback b where b.account_id = new.account_id and b.id = new.buyback_id
    and b.status not like 'bb_completed%'
    and (new.status = 'item_awaiting_compliancy_tests'
      or b.payment_status in ('awaiting_payment', 'payment_cancelled', 'payment_not_needed'))) then
    perform note_for_customer(new.account_id, new.buyback_id,
      case when new.status like 'item_lost%' then 'item_lost' else 'item_received' end);
  end if;
  return null;
end $$;
create trigger item_step_noted after update of status on item
  for each row when ((old.status is distinct from new.status) and (new.status = any
  (array['item_awaiting_compliancy_tests', 'item_lost_store', 'item_lost_transport', 'item_lost_warehouse']))) execute
    function note_item_step();

create table item_history (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  action text not null check (char_length(action) between 1 and 60),
  device_at timestamptz,
  server_at timestamptz not null default now(),
  -- Not a foreign key: buyers act from accounts of their own, and history outlives users.
  actor_id uuid,
  actor_name text check (char_length(actor_name) <= 511),
  warehouse_id uuid,
  from_status text
    check (from_status in ('item_awaiting_compliancy_tests', 'item_awaiting_inventory', 'item_awaiting_store_drop',
    'item_cancelled', 'item_completed', 'item_completed_by_price', 'item_completed_with_absorption',
    'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress', 'item_refurb_in_progress',
    'item_refurb_completed', 'item_created', 'item_in_quarantine', 'item_in_transit', 'item_lost_store',
    'item_lost_transport', 'item_lost_warehouse', 'item_registered_in_warehouse', 'item_returned',
    'item_to_reintegrate_to_stock', 'item_to_return')),
  to_status text
    check (to_status in ('item_awaiting_compliancy_tests', 'item_awaiting_inventory', 'item_awaiting_store_drop',
    'item_cancelled', 'item_completed', 'item_completed_by_price', 'item_completed_with_absorption',
    'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress', 'item_refurb_in_progress',
    'item_refurb_completed', 'item_created', 'item_in_quarantine', 'item_in_transit', 'item_lost_store',
    'item_lost_transport', 'item_lost_warehouse', 'item_registered_in_warehouse', 'item_returned',
    'item_to_reintegrate_to_stock', 'item_to_return')),
  from_stock_id uuid,
  to_stock_id uuid,
  op_id uuid,
  comment text check (char_length(comment) <= 255),
  details jsonb,
  primary key (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id)
);
create index item_history_by_item on item_history (account_id, item_id, server_at, id);
create index item_history_by_op on item_history (account_id, op_id) where op_id is not null;
create trigger item_history_not_truncated before TRUNCATE on item_history
  for each statement execute function refuse_change();
create trigger item_history_append_only before delete or update on item_history
  for each row execute function refuse_change_but_words('comment', 'details');

create table check_in_round (
  account_id uuid not null,
  id uuid not null,
  warehouse_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  typed_count integer check (typed_count >= 0),
  distinct_count integer check (distinct_count >= 0),
  comment text check (char_length(comment) <= 255),
  version integer not null default 1,
  -- Null where it is the distinct count, and for rounds that ended before it was recorded.
  known_count integer check (known_count >= 0),
  primary key (account_id, id),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, user_id) references user_account (account_id, id),
  constraint check_in_round_end check (ended_at is null or (typed_count is not null and distinct_count is not null
    and (typed_count = distinct_count or typed_count is not distinct from known_count
      or btrim(coalesce(comment, '')) <> '')))
);
create index check_in_round_by_warehouse on check_in_round (account_id, warehouse_id, started_at desc);
create index check_in_round_by_user on check_in_round (account_id, user_id, started_at desc);
create trigger check_in_round_version before update on check_in_round for each row execute function raise_version();

create table stock_count (
  account_id uuid not null,
  id uuid not null,
  warehouse_id uuid not null,
  stock_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz not null,
  expected_count integer not null check (expected_count >= 0),
  present_count integer not null check (present_count >= 0),
  missing_count integer not null check (missing_count >= 0),
  unexpected_count integer not null check (unexpected_count >= 0),
  comment text check (char_length(comment) <= 255),
  primary key (account_id, id),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id),
  -- A count outlives its stock only where nothing was in it.
  foreign key (account_id, warehouse_id, stock_id) references stock (account_id, warehouse_id, id) on delete cascade,
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (present_count + missing_count = expected_count)
);
create index stock_count_by_stock on stock_count (account_id, warehouse_id, stock_id, ended_at desc);
create index stock_count_by_user on stock_count (account_id, user_id, ended_at desc);

create table evidence_photo (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  -- The question whose answer it shows; no key, since questions of a declaration outlive those of the catalog.
  question_id uuid,
  user_id uuid not null,
  device_id uuid not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  received_bytes integer not null default 0,
  width integer check (width > 0),
  height integer check (height > 0),
  taken_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Null until every byte is here and was found to be the image that was announced.
  uploaded_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (received_bytes between 0 and size_bytes),
  check (uploaded_at is null or (received_bytes = size_bytes and width is not null and height is not null))
);
create index evidence_photo_by_item on evidence_photo (account_id, item_id);
create index evidence_photo_by_user on evidence_photo (account_id, user_id);
create index evidence_photo_open on evidence_photo (account_id, device_id) where uploaded_at is null;

create table evidence_chunk (
  account_id uuid not null,
  photo_id uuid not null,
  offset_bytes integer not null check (offset_bytes >= 0),
  bytes bytea not null check (octet_length(bytes) > 0),
  primary key (account_id, photo_id, offset_bytes),
  foreign key (account_id, photo_id) references evidence_photo (account_id, id) on delete cascade
);

create function warehouse_native_stocks() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into stock (account_id, id, warehouse_id, native, name)
  select new.account_id, uuid_v7(), new.organization_id, names.native,
    case a.language when 'fr-FR' then names.fr when 'nl-BE' then names.nl when 'de-DE' then names.de else names.en end
  from account a, (values
    ('awaiting_control', 'À contrôler', 'Awaiting control', 'Te controleren', 'Zu prüfen'),
    ('to_refurbish', 'À reconditionner', 'To refurbish', 'Te refurbishen', 'Aufzubereiten'),
    ('refurbishment_completed', 'Reconditionnement terminé', 'Refurbishment completed', 'Refurbishing voltooid',
      'Aufbereitung abgeschlossen'),
    ('in_quarantine', 'Quarantaine', 'Quarantine', 'Quarantaine', 'Quarantäne'),
    ('customer_return', 'Retour client', 'Customer return', 'Retour klant', 'Kundenrücksendung')
  ) names (native, fr, en, nl, de)
  where a.id = new.account_id;
  return null;
end $$;
create trigger warehouse_native_stocks after insert on organization_warehouse
  for each row execute function warehouse_native_stocks();
