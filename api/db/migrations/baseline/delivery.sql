-- Carriers, parcels, and what carriers say of them.

-- A carrier that is reached over HTTP; its secrets are sealed. Labels of the program's own need none.
create table carrier (
  account_id uuid not null references account,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  url text not null check (url ~ '^https?://' and char_length(url) <= 500),
  api_key bytea not null,
  event_secret bytea not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  serves_packages boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id)
);
create unique index carrier_name on carrier (account_id, lower(name));
create unique index carrier_of_packages on carrier (account_id) where serves_packages;
create trigger carrier_version before update on carrier for each row execute function raise_version();

-- Whose parcels a carrier takes: those of a circuit, or of a shipping method, which goes before its circuit.
create table carrier_service (
  account_id uuid not null,
  carrier_id uuid not null,
  circuit_id uuid,
  shipping_method_id uuid,
  unique (account_id, circuit_id),
  unique (account_id, shipping_method_id),
  foreign key (account_id, carrier_id) references carrier (account_id, id) on delete cascade,
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade,
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id) on delete cascade,
  check (num_nonnulls(circuit_id, shipping_method_id) = 1)
);
create index carrier_service_by_carrier on carrier_service (account_id, carrier_id);

-- What travels under one number. The program's own has its number on the paper that bears it.
create table parcel (
  account_id uuid not null,
  id uuid not null,
  carrier_id uuid,
  buyback_id uuid,
  package_id uuid,
  -- An item on its way back to the customer.
  item_id uuid,
  state text not null check (state in ('program', 'ordering', 'ready', 'failed', 'cancelling', 'cancelled')),
  attempt integer not null default 1 check (attempt > 0),
  tracking_number text check (char_length(tracking_number) between 1 and 64),
  tracking_url text check (tracking_url ~ '^https?://' and char_length(tracking_url) <= 500),
  failure text check (char_length(failure) <= 255),
  -- The carrier's label of a package; that of a buyback lies with its other papers.
  label bytea check (octet_length(label) between 1 and 4194304),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The parcel of a return is that of its label, and of the same item.
  return_label_id uuid,
  primary key (account_id, id),
  unique (account_id, buyback_id),
  unique (account_id, package_id),
  unique (account_id, carrier_id, tracking_number),
  unique (account_id, return_label_id),
  foreign key (account_id, carrier_id) references carrier (account_id, id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, package_id) references package (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id),
  foreign key (account_id, item_id, return_label_id) references return_label (account_id, item_id, id),
  check (num_nonnulls(buyback_id, package_id, item_id) = 1),
  check ((state = 'program') = (carrier_id is null)),
  check (label is null or package_id is not null),
  check ((item_id is null) = (return_label_id is null))
);
alter table parcel alter label set storage external;
create index parcel_by_item on parcel (account_id, item_id) where item_id is not null;
create index parcel_open on parcel (updated_at, id) where state in ('ordering', 'cancelling');

-- What a carrier said, each event once.
create table delivery_event (
  account_id uuid not null,
  id uuid not null,
  parcel_id uuid not null,
  carrier_id uuid,
  event_id text not null check (char_length(event_id) between 1 and 100),
  at timestamptz not null,
  status text not null
    check (status in ('ORDER_CREATED', 'ORDER_LABEL_READY', 'ORDER_CANCELLED', 'ORDER_FAILED', 'DELIVERY_PICKED_UP',
    'DELIVERY_IN_TRANSIT', 'DELIVERY_OUT_FOR_DELIVERY', 'DELIVERY_AT_PICKUP_POINT', 'DELIVERY_DELAYED',
    'DELIVERY_FAILED', 'DELIVERY_RETURNED', 'DELIVERY_DELIVERED')),
  place text check (char_length(place) <= 120),
  text text check (char_length(text) <= 255),
  source text not null check (source in ('office', 'csv', 'carrier')),
  entered_by uuid,
  received_at timestamptz not null default now(),
  primary key (account_id, id),
  unique nulls not distinct (account_id, carrier_id, event_id),
  foreign key (account_id, parcel_id) references parcel (account_id, id),
  foreign key (account_id, carrier_id) references carrier (account_id, id),
  check ((source = 'carrier') = (entered_by is null))
);
create index delivery_event_by_parcel on delivery_event (account_id, parcel_id, at, id);
create trigger delivery_event_append_only before delete or update on delivery_event
  for each row execute function refuse_change_but_words('place', 'text');

-- The label of a buyback whose circuit or shipping method a carrier serves is ordered, by a job of the same
-- transaction, and waits for it instead of being made here. Ordering again after a definite failure is a new order.
create function label_ordered() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  chosen uuid;
  kept parcel%rowtype;
begin
  select s.carrier_id into chosen
  from buyback b
  join carrier_service s on s.account_id = b.account_id
    and (s.shipping_method_id = b.shipping_method_id or s.circuit_id = b.circuit_id)
  join carrier c on c.account_id = s.account_id and c.id = s.carrier_id and c.status = 'active'
  where b.account_id = new.account_id and b.id = new.buyback_id
  order by s.shipping_method_id is null limit 1;
  select * into kept from parcel p where p.account_id = new.account_id and p.buyback_id = new.buyback_id for update;
  if kept.id is null and chosen is null or kept.state = 'program' then return null; end if;
  if kept.id is null then
    insert into parcel (account_id, id, carrier_id, buyback_id, state)
    values (new.account_id, uuid_v7(), chosen, new.buyback_id, 'ordering') returning * into kept;
  else
    update parcel set state = 'ordering', failure = null, updated_at = now(),
      attempt = attempt + case when state in ('failed', 'cancelled') then 1 else 0 end
    where account_id = kept.account_id and id = kept.id;
  end if;
  update buyback set delivery_status = 'ORDER_CREATED'
  where account_id = new.account_id and id = new.buyback_id
    and (delivery_status is null or delivery_status in ('ORDER_FAILED', 'ORDER_CANCELLED'));
  perform send_job('carrier-order', jsonb_build_object('accountId', kept.account_id, 'parcelId', kept.id));
  -- What makes papers leaves it alone.
  update buyback_document set next_attempt_at = 'infinity' where account_id = new.account_id and id = new.id;
  return null;
end $$;
create trigger label_ordered after insert or update of state on buyback_document
  for each row when ((new.kind = 'shipping_label') and (new.state = 'awaiting')) execute function label_ordered();

-- The same for a package, as soon as it is closed.
create function package_label_awaited() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.label_state = 'ready' and exists (select from carrier c
      where c.account_id = new.account_id and c.serves_packages and c.status = 'active') then
    new.label_state := 'awaiting';
  end if;
  return new;
end $$;
create trigger package_closed_awaited before insert on package
  for each row when (new.status = 'closed') execute function package_label_awaited();
create trigger package_closing_awaited before update on package
  for each row when ((new.status = 'closed') and (old.status = 'open')) execute function package_label_awaited();

create function package_label_ordered() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  insert into parcel (account_id, id, carrier_id, package_id, state)
  select c.account_id, uuid_v7(), c.id, new.id, 'ordering' from carrier c
  where c.account_id = new.account_id and c.serves_packages and c.status = 'active'
  on conflict do nothing returning id into made;
  if made is not null then
    perform send_job('carrier-order', jsonb_build_object('accountId', new.account_id, 'parcelId', made));
  end if;
  return null;
end $$;
create trigger package_closed_ordered after insert on package
  for each row when ((new.status = 'closed') and (new.label_state = 'awaiting')) execute function package_label_ordered();
create trigger package_closing_ordered after update on package
  for each row when ((new.status = 'closed') and (old.status = 'open') and (new.label_state = 'awaiting')) execute
  function package_label_ordered();

-- The order of a parcel that will not leave is cancelled with its buyback.
create function parcel_cancelled() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unwanted record;
begin
  for unwanted in
    update parcel p set state = 'cancelling', updated_at = now()
    where p.account_id = new.account_id and p.buyback_id = new.id and p.state in ('ordering', 'ready')
      and not exists (select from delivery_event e
        where e.account_id = p.account_id and e.parcel_id = p.id and e.status like 'DELIVERY_%')
    returning p.account_id, p.id
  loop
    perform send_job('carrier-cancel',
      jsonb_build_object('accountId', unwanted.account_id, 'parcelId', unwanted.id));
  end loop;
  return null;
end $$;
create trigger parcel_cancelled after update of status on buyback
  for each row when ((new.status = 'bb_cancelled') and (old.status <> 'bb_cancelled')) execute function parcel_cancelled();

-- Parcels of all accounts whose order or its cancelling is open, and for which no job waits or runs.
create function parcels_unasked(p_limit integer) returns table (account_id uuid, parcel_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from parcel p
  where p.state in ('ordering', 'cancelling')
    and not exists (select from pgboss.job j
      where j.name = case p.state when 'ordering' then 'carrier-order' else 'carrier-cancel' end
        and j.data = jsonb_build_object('accountId', p.account_id, 'parcelId', p.id)
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active'))
  order by p.updated_at, p.id limit p_limit
$$;
