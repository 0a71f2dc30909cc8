-- Buybacks with their numbers, kept prices, and collections.

-- The modifiers of a declaration on its price, as domain/buyback/modifiers.ts has them: none on a price of 0. Computed
-- with each change of a buyback, so that it goes without a query of its own, which would take five times as long.
create function promised_price(price integer, declaration jsonb) returns integer
  language plpgsql immutable parallel safe as $$
declare
  modifiers constant jsonb := declaration -> 'modifiers';
  promised numeric := price;
  impact jsonb;
  share numeric;
begin
  if coalesce(price, 0) = 0 or jsonb_typeof(modifiers) is distinct from 'array' then
    return price;
  end if;
  for at in 0 .. jsonb_array_length(modifiers) - 1 loop
    impact := modifiers -> at -> 'impact';
    case impact ->> 'type'
      when 'amount' then
        promised := promised + (impact ->> 'amountCents')::integer;
      when 'percentage' then
        share := round(price * round((impact ->> 'percent')::numeric * 100) / 10000);
        promised := promised + sign(share) * least(abs(share), abs((impact ->> 'capCents')::numeric));
      else
        null;
    end case;
  end loop;
  return promised;
end $$;

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
  predeclared_grade text
    check (predeclared_grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  predeclared_price_cents integer check (predeclared_price_cents >= 0),
  declared_grade text check (declared_grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  declared_price_cents integer check (declared_price_cents >= 0),
  controlled_grade text
    check (controlled_grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  controlled_price_cents integer check (controlled_price_cents >= 0),
  validated_grade text
    check (validated_grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  validated_price_cents integer check (validated_price_cents >= 0),
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
  -- Frozen when the buyback is made; null where it was made without one.
  declaration jsonb check (jsonb_typeof(declaration) = 'object'),
  -- When a buyback was cancelled or not completed; the week's figures ask for it.
  ended_at timestamptz,
  promised_price_cents integer generated always as (promised_price(declared_price_cents, declaration)) stored,
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
create index buyback_by_payment on buyback (account_id, payment_status, promised_payment_on)
  where settled_at is not null;
create index buyback_by_buyer_entity on buyback (account_id, buyer_organization_id, created_at desc)
  where buyer_organization_id is not null;
create trigger buyback_version before update on buyback for each row execute function raise_version();

-- A store judges with the declaration, the circuit and what was chosen, a packer with category and circuit.
create function buyback_updated() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update item i
  set keeps_money = keeps_money_in(n.payment_status)
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.buyback_id = n.id
    and row (n.status, n.payment_status, n.identification_number, n.declared_grade, n.declared_price_cents,
        n.promised_payment_on, n.category_id, n.circuit_id, n.shipping_method_id, n.payment_mode_id, n.declaration)
      is distinct from row (o.status, o.payment_status, o.identification_number, o.declared_grade,
        o.declared_price_cents, o.promised_payment_on, o.category_id, o.circuit_id, o.shipping_method_id,
        o.payment_mode_id, o.declaration)
    and (i.xmin <> pg_current_xact_id()::xid or i.keeps_money <> keeps_money_in(n.payment_status));
  return null;
end $$;
create trigger buyback_updated after update on buyback referencing old table as old_rows new table as new_rows
  for each statement execute function buyback_updated();

create function buyback_ended() returns trigger language plpgsql as $$
begin
  new.ended_at := now();
  return new;
end $$;
create trigger buyback_ended before insert or update of status on buyback
  for each row when ((new.ended_at is null) and (new.status = any (array['bb_cancelled', 'bb_not_completed']))) execute
  function buyback_ended();
create trigger own_label_cancelled after update of status on buyback
  for each row when ((new.status = 'bb_cancelled') and (old.status <> 'bb_cancelled')) execute function
  own_label_cancelled();

create function note_buyback_step() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'bb_cancelled' and old.status <> new.status then
    perform note_for_customer(new.account_id, new.id, 'buyback_cancelled');
  elsif new.validated_price_cents is not null and old.validated_price_cents is null then
    perform note_for_customer(new.account_id, new.id, 'price_confirmed');
  end if;
  return null;
end $$;
create trigger buyback_step_noted after update of status, validated_price_cents on buyback
  for each row execute function note_buyback_step();

-- Serial numbers of buybacks, reserved before they are given: a block belongs to one drawer, and no two overlap.
create table buyback_number_block (
  first_serial bigint primary key check (first_serial >= 0),
  last_serial bigint not null check (last_serial < 100000000000),
  drawn_at timestamptz not null default now(),
  exclude using gist (int8range(first_serial, last_serial, '[]') with &&),
  check (first_serial <= last_serial)
);

-- A locked offer, with the prices and rules that it was made with.
create table quote (
  account_id uuid not null references account,
  id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  product_id uuid not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  price_version text not null check (price_version ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  buyback_id uuid,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, product_id) references product (account_id, id)
);
create index quote_by_product on quote (account_id, product_id);
create index quote_expired on quote (expires_at);
create index quote_by_token on quote (token_hash);

-- The slot in which a buyback's product is collected. The products of one cart are one visit, which takes one place.
create table pickup_booking (
  account_id uuid not null references account,
  buyback_id uuid not null,
  shipping_method_id uuid not null,
  visit_id uuid not null,
  day date,
  opens text check (opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  closes text check (closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- The slot that the carrier is being asked for in its place; it takes a place until then.
  asked_day date,
  asked_opens text check (asked_opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  asked_at timestamptz,
  changed_at timestamptz not null,
  asked_closes text check (asked_closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  primary key (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id),
  check (num_nonnulls(asked_day, asked_opens, asked_at) in (0, 3)),
  -- Without a slot there is a first one that the carrier is asked for.
  check (num_nonnulls(day, opens, closes) in (0, 3) and num_nonnulls(day, asked_day) > 0),
  check ((asked_day is null) = (asked_closes is null))
);
create index pickup_booking_by_slot on pickup_booking (account_id, shipping_method_id, day);
create index pickup_booking_by_asked_slot on pickup_booking (account_id, shipping_method_id, asked_day)
  where asked_day is not null;

-- The point that a customer has chosen, as it was then.
create table buyback_relay_point (
  account_id uuid not null references account,
  buyback_id uuid not null,
  point jsonb not null check (jsonb_typeof(point) = 'object'),
  primary key (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id)
);

create function draw_buyback_block(p_size integer) returns table (first_serial bigint, last_serial bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_free bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('buyback numbers', 0));
  first_free := coalesce((select b.last_serial + 1 from buyback_number_block b order by b.first_serial desc limit 1), 0);
  -- A block in which a number was given by other means is left out.
  while exists (select 1 from buyback b where b.identification_number
      between '2' || lpad(first_free::text, 11, '0') || '0'
      and '2' || lpad((first_free + p_size - 1)::text, 11, '0') || '9') loop
    first_free := first_free + p_size;
  end loop;
  insert into buyback_number_block (first_serial, last_serial) values (first_free, first_free + p_size - 1);
  return query select first_free, first_free + p_size - 1;
end $$;

-- Payments whose outcome is open, or which are made: the product does not go back to its customer.
create function keeps_money_in(payment_status text) returns boolean
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select payment_status in ('payment_initiated', 'payment_cancel_failed', 'payment_completed')
$$;

create function account_of_link(p_token_hash bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id from price_proposal p where p.token_hash = p_token_hash
  union all select p.account_id from price_proposal p
    where p.earlier_token_hashes <> '{}' and p.earlier_token_hashes @> array[p_token_hash]
  union all select q.account_id from quote q where q.token_hash = p_token_hash
  union all select t.account_id from password_token t where t.token_hash = p_token_hash
  limit 1
$$;
