-- Carts of the public site and the counter.

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

-- Forgets carts that nobody validated, and offers that ended long ago, of every account.
create function sweep_carts(p_carts_before timestamptz, p_quotes_before timestamptz) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with carts as (delete from cart where validated_at is null and created_at < p_carts_before returning 1),
    quotes as (delete from quote where expires_at < p_quotes_before returning 1)
  select (select count(*) from carts) + (select count(*) from quotes)
$$;
