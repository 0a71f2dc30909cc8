-- What a store sells by without a network.

-- Products of a published catalog, by the hash of what they say: versions share the parts in which they agree.
create table counter_catalog_part (
  account_id uuid not null references account,
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  products jsonb not null check (jsonb_typeof(products) = 'object'),
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- Every catalog that a counter may have sold by, for as long as a sale of it may arrive.
create table counter_catalog (
  account_id uuid not null references account,
  version text not null check (version ~ '^[0-9a-f]{32}$'),
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  parts text[] not null,
  product_count integer not null check (product_count >= 0),
  published_at timestamptz not null,
  -- Null while it is the published one.
  replaced_at timestamptz,
  -- What the reading saw, so that the change log tells whether anything came after it.
  seen text not null,
  epoch text not null,
  primary key (account_id, version)
);
create unique index counter_catalog_published on counter_catalog (account_id) where replaced_at is null;

-- Public keys to which devices seal what customers confide; the private halves are wrapped by the master key.
create table counter_seal_key (
  account_id uuid not null references account,
  id uuid not null,
  point bytea not null check (octet_length(point) = 65),
  wrapped_key bytea not null check (octet_length(wrapped_key) between 60 and 120),
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- Serial numbers of buybacks that a device has in reserve.
create table counter_number_block (
  account_id uuid not null references account,
  first_serial bigint not null references buyback_number_block,
  last_serial bigint not null,
  device_id uuid,
  user_id uuid,
  drawn_at timestamptz not null,
  primary key (account_id, first_serial),
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (first_serial <= last_serial),
  constraint counter_number_block_owner check ((device_id is null) = (user_id is null))
);
create index counter_number_block_by_user on counter_number_block (account_id, user_id);

-- What the customer signed with, sealed by the customer's key.
create table customer_signature (
  account_id uuid not null,
  customer_id uuid not null,
  sealed bytea not null check (octet_length(sealed) <= 20000),
  signed_at timestamptz not null,
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer_key (account_id, customer_id) on delete cascade
);
