-- Connectors as an account has configured them.

create table connector_configuration (
  -- A setting: it goes with its account.
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  -- The catalog is the program's own.
  connector text not null check (connector ~ '^[a-z_]{1,40}$'),
  name text not null check (char_length(name) between 2 and 255),
  status text not null default 'active' check (status in ('active', 'inactive')),
  properties jsonb not null check (jsonb_typeof(properties) = 'object'),
  -- By property, each sealed, as base64.
  secrets jsonb not null check (jsonb_typeof(secrets) = 'object'),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  check (properties <> '{}' or secrets <> '{}')
);
create unique index connector_configuration_name on connector_configuration (account_id, connector, lower(name));
-- An account pays through one service at a time.
create unique index connector_configuration_paying on connector_configuration (account_id)
  where connector = 'payment' and status = 'active';
create trigger connector_configuration_version before update on connector_configuration
  for each row execute function raise_version();

-- Whose carrier speaks: its word arrives before any account is known.
create function carrier_account(p_carrier uuid) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.account_id from carrier c join account a on a.id = c.account_id
  where c.id = p_carrier and a.status = 'active'
$$;

-- Whose payout service speaks: its word arrives before any account is known.
create function payout_account(p_configuration uuid) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.account_id from connector_configuration c join account a on a.id = c.account_id
  where c.id = p_configuration and c.connector = 'payment' and a.status = 'active'
$$;
