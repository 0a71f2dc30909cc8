-- Packages with their numbers and transports, and the rules that say which warehouse tests an item.

create table package (
  account_id uuid not null references account,
  id uuid not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  origin_store_id uuid,
  origin_warehouse_id uuid,
  destination_warehouse_id uuid not null,
  -- In the order of the scans; items are never deleted, and their rows name the package too.
  item_ids uuid[] not null default '{}' check (cardinality(item_ids) <= 200),
  number text check (number ~ '^04[0-9]{11}$'),
  -- The carrier's answer: ready where the label is the platform's own.
  label_state text not null default 'none' check (label_state in ('none', 'awaiting', 'ready', 'failed')),
  label_link text check (char_length(label_link) <= 2048),
  opened_by uuid not null,
  opened_at timestamptz not null,
  closed_by uuid,
  closed_at timestamptz,
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, number),
  foreign key (account_id, origin_store_id) references organization_store (account_id, organization_id),
  foreign key (account_id, origin_warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, destination_warehouse_id) references organization_warehouse (account_id, organization_id),
  foreign key (account_id, opened_by) references user_account (account_id, id),
  foreign key (account_id, closed_by) references user_account (account_id, id),
  check (num_nonnulls(origin_store_id, origin_warehouse_id) = 1),
  check (origin_warehouse_id <> destination_warehouse_id),
  constraint package_closing check (case status
    when 'open' then num_nonnulls(number, closed_by, closed_at) = 0
    else num_nonnulls(number, closed_by, closed_at) = 3 and cardinality(item_ids) > 0 end)
);
create index package_from_store on package (account_id, origin_store_id, closed_at desc)
  where origin_store_id is not null;
create index package_from_warehouse on package (account_id, origin_warehouse_id, closed_at desc)
  where origin_warehouse_id is not null;
create index package_to_warehouse on package (account_id, destination_warehouse_id, closed_at desc);
create index package_by_opener on package (account_id, opened_by);
create index package_by_closer on package (account_id, closed_by) where closed_by is not null;

-- Once a package is closed its content cannot be changed; what its carrier says of it may.
create function package_changes() returns trigger language plpgsql as $$
begin
  if old.status = 'closed' and row (new.status, new.item_ids, new.number, new.origin_store_id,
      new.origin_warehouse_id, new.destination_warehouse_id, new.closed_at)
    is distinct from row (old.status, old.item_ids, old.number, old.origin_store_id,
      old.origin_warehouse_id, old.destination_warehouse_id, old.closed_at) then
    raise exception 'a closed package cannot be changed'
      using errcode = 'check_violation', table = 'package', constraint = 'package_closed';
  end if;
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger package_changes before update on package for each row execute function package_changes();

-- Origin and destination of a package never change, so that the new rows name every bucket.
create function package_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select r.account_id, b.bucket, 'package', r.id, r.version
  from changed_rows r cross join lateral (values
    ('store:' || r.origin_store_id), ('warehouse:' || r.origin_warehouse_id),
    ('warehouse:' || r.destination_warehouse_id)
  ) b (bucket)
  where b.bucket is not null;
  return null;
end $$;
create trigger package_inserted after insert on package referencing new table as changed_rows
  for each statement execute function package_changed();
create trigger package_updated after update on package referencing new table as changed_rows
  for each statement execute function package_changed();

-- Serial numbers of packages, reserved for devices so that they can close packages offline.
create table package_number_block (
  account_id uuid not null references account,
  first_serial bigint not null check (first_serial >= 0),
  last_serial bigint not null check (last_serial < 10000000000),
  device_id uuid,
  user_id uuid,
  drawn_at timestamptz not null default now(),
  primary key (account_id, first_serial),
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (first_serial <= last_serial),
  -- A span without a device holds what a restore has skipped. It is reserved like a block, so that what was given out
  -- of it counts when its device reports, and it is never given out again.
  constraint package_number_block_owner check ((device_id is null) = (user_id is null))
);
create index package_number_block_by_user on package_number_block (account_id, user_id);

-- The way of one buyback to a warehouse or back: in a package, or with a label of its own.
create table transport (
  account_id uuid not null references account,
  id uuid not null,
  buyback_id uuid not null,
  item_id uuid not null,
  package_id uuid,
  order_link text check (char_length(order_link) <= 2048),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, package_id, item_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id),
  foreign key (account_id, package_id) references package (account_id, id)
);
create index transport_by_time on transport (account_id, created_at desc, id desc);
create index transport_by_buyback on transport (account_id, buyback_id);
create index transport_by_item on transport (account_id, item_id);
create trigger transport_version before update on transport for each row execute function raise_version();

create table warehouse_dispatch (
  account_id uuid primary key references account,
  id uuid not null,
  default_warehouse_id uuid,
  is_geographic boolean not null default false,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (account_id, id),
  foreign key (account_id, default_warehouse_id) references organization_warehouse (account_id, organization_id)
);
create index warehouse_dispatch_by_default on warehouse_dispatch (account_id, default_warehouse_id);

create function dispatch_touched() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger warehouse_dispatch_touched before update on warehouse_dispatch
  for each row execute function dispatch_touched();
-- The warehouses of a rule change with it: who writes them updates the rule too.
create trigger warehouse_dispatch_inserted after insert on warehouse_dispatch referencing new table as changed_rows
  for each statement execute function log_change('config', 'dispatch');
create trigger warehouse_dispatch_updated after update on warehouse_dispatch referencing new table as changed_rows
  for each statement execute function log_change('config', 'dispatch');

create table warehouse_dispatch_rule (
  account_id uuid not null references account,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  position integer not null check (position >= 1),
  -- A list of { attribute, operator, values }, checked where it is written.
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array' and conditions <> '[]'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, position) deferrable
);
-- A place in the order says nothing of the rule itself.
create trigger warehouse_dispatch_rule_touched before update of title, conditions on warehouse_dispatch_rule
  for each row execute function dispatch_touched();
create trigger warehouse_dispatch_rule_inserted after insert on warehouse_dispatch_rule referencing new table as
  changed_rows
  for each statement execute function log_change('config', 'dispatch_rule');
create trigger warehouse_dispatch_rule_updated after update on warehouse_dispatch_rule referencing new table as
  changed_rows
  for each statement execute function log_change('config', 'dispatch_rule');
create trigger warehouse_dispatch_rule_deleted after delete on warehouse_dispatch_rule referencing old table as
  changed_rows
  for each statement execute function log_change('config', 'dispatch_rule');

create table warehouse_dispatch_rule_warehouse (
  account_id uuid not null,
  rule_id uuid not null,
  warehouse_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, rule_id, warehouse_id),
  unique (account_id, rule_id, position) deferrable,
  foreign key (account_id, rule_id) references warehouse_dispatch_rule (account_id, id) on delete cascade,
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id)
);
create index warehouse_dispatch_rule_by_warehouse on warehouse_dispatch_rule_warehouse (account_id, warehouse_id);
