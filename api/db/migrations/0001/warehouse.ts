/** Customers, buybacks, stocks, items, their history, check-in rounds. */

const itemStatuses = `('item_awaiting_compliancy_tests', 'item_awaiting_inventory', 'item_awaiting_store_drop',
  'item_cancelled', 'item_completed', 'item_completed_by_price', 'item_completed_with_absorption',
  'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress', 'item_refurb_in_progress',
  'item_refurb_completed', 'item_created', 'item_in_quarantine', 'item_in_transit', 'item_lost_store',
  'item_lost_transport', 'item_lost_warehouse', 'item_registered_in_warehouse', 'item_returned',
  'item_to_reintegrate_to_stock', 'item_to_return')`

const inStockStatuses = `('item_awaiting_compliancy_tests', 'item_completed', 'item_completed_by_price',
  'item_completed_with_absorption', 'item_completed_with_negociation', 'item_refurb_diagnostic_in_progress',
  'item_refurb_in_progress', 'item_refurb_completed', 'item_in_quarantine', 'item_to_reintegrate_to_stock',
  'item_to_return')`

const grade = (column: string): string =>
  `${column} text check (${column} in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'))`
const price = (column: string): string => `${column} integer check (${column} >= 0)`

/** Customers, buybacks, stocks, items, their history, check-in rounds. */
export const warehouse = `
create table customer (
  account_id uuid not null references account,
  id uuid not null,
  first_name text not null check (char_length(first_name) between 1 and 255),
  last_name text not null check (char_length(last_name) between 1 and 255),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 32),
  street text check (char_length(street) <= 125),
  street_more text check (char_length(street_more) <= 125),
  zip_code text check (char_length(zip_code) <= 16),
  city text check (char_length(city) <= 45),
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index customer_by_name on customer (account_id, last_name, first_name, id);
create index customer_by_email on customer (account_id, email);

create table buyback (
  account_id uuid not null,
  id uuid not null,
  -- Drawn in blocks that are unique over all accounts, so that a code names one buyback anywhere.
  identification_number text not null unique check (identification_number ~ '^[0-9]{13}$'),
  external_code text check (char_length(external_code) <= 255),
  status text not null check (status in ('bb_awaiting_inventory', 'bb_awaiting_store_drop', 'bb_cancelled',
    'bb_completed', 'bb_completed_by_price', 'bb_completed_with_absorption', 'bb_completed_with_negociation',
    'bb_in_processing', 'bb_in_transit', 'bb_not_completed')),
  delivery_status text check (delivery_status in ('ORDER_CREATED', 'ORDER_LABEL_READY', 'ORDER_CANCELLED',
    'ORDER_FAILED', 'DELIVERY_PICKED_UP', 'DELIVERY_IN_TRANSIT', 'DELIVERY_OUT_FOR_DELIVERY',
    'DELIVERY_AT_PICKUP_POINT', 'DELIVERY_DELAYED', 'DELIVERY_FAILED', 'DELIVERY_RETURNED', 'DELIVERY_DELIVERED')),
  circuit_id uuid not null,
  store_id uuid,
  buyer_organization_id uuid,
  buyer_account_id uuid references account,
  customer_id uuid,
  category_id uuid not null,
  product_id uuid not null,
  ${grade('predeclared_grade')},
  ${price('predeclared_price_cents')},
  ${grade('declared_grade')},
  ${price('declared_price_cents')},
  ${grade('controlled_grade')},
  ${price('controlled_price_cents')},
  ${grade('validated_grade')},
  ${price('validated_price_cents')},
  bonus_cents integer not null default 0,
  payment_status text not null default 'awaiting_payment' check (payment_status in ('awaiting_payment',
    'payment_cancel_failed', 'payment_cancelled', 'payment_completed', 'payment_created', 'payment_failed',
    'payment_initiated', 'payment_not_needed')),
  payment_mode_id uuid,
  shipping_method_id uuid,
  cancel_reason text check (cancel_reason in ('customer_retraction', 'technical_problem', 'other')),
  cancel_comment text check (char_length(cancel_comment) <= 255),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  promised_payment_on date,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, circuit_id) references circuit (account_id, id),
  foreign key (account_id, store_id) references organization_store (account_id, organization_id),
  foreign key (account_id, buyer_organization_id) references organization (account_id, id),
  foreign key (account_id, customer_id) references customer (account_id, id),
  foreign key (account_id, category_id) references category (account_id, id),
  foreign key (account_id, product_id) references product (account_id, id),
  foreign key (account_id, payment_mode_id) references payment_mode (account_id, id),
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id),
  check (status <> 'bb_cancelled' or cancel_reason is not null),
  check ((status like 'bb_completed%') <= (settled_at is not null))
) with (fillfactor = 90);
create index buyback_by_external_code on buyback (account_id, external_code) where external_code is not null;
create index buyback_by_time on buyback (account_id, created_at desc, id desc);
create index buyback_by_status on buyback (account_id, status, created_at desc);
create index buyback_by_store on buyback (account_id, store_id, created_at desc);
create index buyback_by_buyer on buyback (account_id, buyer_account_id, created_at desc);
create index buyback_by_customer on buyback (account_id, customer_id);
create index buyback_by_product on buyback (account_id, product_id);
create index buyback_by_category on buyback (account_id, category_id, created_at desc);
create trigger buyback_version before update on buyback for each row execute function raise_version();

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

create function stock_native_fixed() returns trigger language plpgsql as $$
begin
  if old.native is null and (tg_op = 'DELETE' or new.native is null) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and row (new.name, new.native, new.warehouse_id, new.id, new.account_id)
      is not distinct from row (old.name, old.native, old.warehouse_id, old.id, old.account_id) then
    return new;
  end if;
  raise exception 'a native stock keeps its name and stays'
    using errcode = 'check_violation', table = 'stock', constraint = 'stock_native_fixed';
end $$;
create trigger stock_native_fixed before update or delete on stock
  for each row execute function stock_native_fixed();

create function warehouse_native_stocks() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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

create table item (
  account_id uuid not null,
  id uuid not null,
  buyback_id uuid not null,
  identification_number text not null check (identification_number ~ '^([0-9A-Z]{8}|[0-9A-Z]{13})$'),
  product_id uuid not null,
  imei text check (imei ~ '^[0-9]{15,17}$'),
  serial_number text check (char_length(serial_number) <= 64),
  status text not null check (status in ${itemStatuses}),
  stock_id uuid,
  warehouse_id uuid,
  destination_warehouse_id uuid not null,
  store_id uuid,
  tested boolean not null default false,
  left_status text check (left_status in ${itemStatuses}),
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
    when status in ${inStockStatuses} then warehouse_id is not null and stock_id is not null
    when status = 'item_registered_in_warehouse' then warehouse_id is not null and stock_id is null
    else warehouse_id is null and stock_id is null end),
  constraint item_last_op check ((last_op_id is null) = (last_op_type is null))
) with (fillfactor = 90);
-- Every index costs each check-in a write: what is asked for rarely (a product's items, when its name changes) has none.
create index item_by_imei on item (account_id, imei) where imei is not null;
create index item_by_warehouse on item (account_id, warehouse_id, status);
create index item_by_destination on item (account_id, destination_warehouse_id, status);
create index item_by_stock on item (account_id, stock_id) where stock_id is not null;
create index item_by_store on item (account_id, store_id, status);
create index item_by_time on item (account_id, created_at desc, id desc);

create function item_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger item_version before update on item for each row execute function item_version();

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
  from_status text check (from_status in ${itemStatuses}),
  to_status text check (to_status in ${itemStatuses}),
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
create trigger item_history_append_only before update or delete on item_history
  for each row execute function refuse_change();
create trigger item_history_not_truncated before truncate on item_history
  for each statement execute function refuse_change();

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
  primary key (account_id, id),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, user_id) references user_account (account_id, id),
  constraint check_in_round_end check (ended_at is null or (typed_count is not null and distinct_count is not null
    and (typed_count = distinct_count or btrim(coalesce(comment, '')) <> '')))
);
create index check_in_round_by_warehouse on check_in_round (account_id, warehouse_id, started_at desc);
create index check_in_round_by_user on check_in_round (account_id, user_id, started_at desc);
create trigger check_in_round_version before update on check_in_round
  for each row execute function raise_version();
`
