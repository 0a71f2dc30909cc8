import type { Migration } from './migration.ts'

/** What creating buybacks needs: their numbers, carts, locked offers, and secrets of customers. */
export const creation: Migration = {
  name: '0012-creation',
  async up(run) {
    await run(`
-- Serial numbers of buybacks, reserved before they are given: a block belongs to one drawer, and no two overlap.
create table buyback_number_block (
  first_serial bigint primary key check (first_serial >= 0),
  last_serial bigint not null check (last_serial < 100000000000),
  drawn_at timestamptz not null default now(),
  check (first_serial <= last_serial),
  exclude using gist (int8range(first_serial, last_serial, '[]') with &&)
);

create function draw_buyback_block(p_size integer) returns table (first_serial bigint, last_serial bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
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

alter table customer
  add column language text check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  add column identification_type text
    check (identification_type in ('driving_licence', 'identity_card', 'passport', 'residence_permit')),
  add column identification_issued_on date,
  add column identification_authority text check (char_length(identification_authority) <= 255),
  add column account_holder text check (char_length(account_holder) <= 70),
  -- Who sold, sealed with a key that erasing the customer leaves: the register of purchases copies it.
  add column register_identity bytea check (octet_length(register_identity) <= 4096),
  add column erased_at timestamptz;

-- Each customer's secrets have a key of their own, which the installation's master key wraps. Without the row nobody
-- opens them any more, in no backup made later either.
create table customer_key (
  account_id uuid not null,
  customer_id uuid not null,
  wrapped_key bytea not null check (octet_length(wrapped_key) between 60 and 120),
  created_at timestamptz not null default now(),
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer (account_id, id)
);
create table customer_secret (
  account_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('identity_number', 'iban')),
  sealed bytea not null check (octet_length(sealed) between 29 and 512),
  created_at timestamptz not null default now(),
  primary key (account_id, customer_id, kind),
  foreign key (account_id, customer_id) references customer_key (account_id, customer_id) on delete cascade
);

-- A cart on the server: its lines wait, sealed, until all of them become buybacks together.
create table cart (
  account_id uuid not null references account,
  id uuid not null,
  visitor_id text check (char_length(visitor_id) between 1 and 64),
  user_id uuid,
  store_id uuid,
  wrapped_key bytea,
  created_at timestamptz not null,
  validated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id),
  foreign key (account_id, store_id) references organization_store (account_id, organization_id),
  check (num_nonnulls(visitor_id, user_id) = 1),
  check ((validated_at is null) = (wrapped_key is not null))
);
create index cart_by_user on cart (account_id, user_id) where user_id is not null;
create index cart_by_store on cart (account_id, store_id) where store_id is not null;
-- One sweeper clears the carts of all accounts, so the account does not lead here.
create index cart_waiting on cart (created_at) where validated_at is null;
create table cart_line (
  account_id uuid not null,
  cart_id uuid not null,
  in_cart_id uuid not null,
  position integer not null check (position >= 1),
  buyback_id uuid not null,
  total_cents integer not null,
  -- Tells whether the lines of a cart name the same customer, without saying whom.
  seller_mac bytea not null check (octet_length(seller_mac) = 32),
  -- Of the content that came under these ids, so that another one is noticed.
  body_mac bytea not null check (octet_length(body_mac) = 32),
  -- What was answered, which names no customer.
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  sealed bytea,
  created_at timestamptz not null,
  primary key (account_id, cart_id, in_cart_id),
  unique (account_id, buyback_id),
  unique (account_id, cart_id, position),
  foreign key (account_id, cart_id) references cart (account_id, id) on delete cascade
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
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, product_id) references product (account_id, id)
);
create index quote_by_product on quote (account_id, product_id);
create index quote_expired on quote (expires_at);

-- Forgets carts that nobody validated, and offers that ended long ago, of every account.
create function sweep_carts(p_carts_before timestamptz, p_quotes_before timestamptz) returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with carts as (delete from cart where validated_at is null and created_at < p_carts_before returning 1),
    quotes as (delete from quote where expires_at < p_quotes_before returning 1)
  select (select count(*) from carts) + (select count(*) from quotes)
$$;
`)
  },
}
