import type { Migration } from './migration.ts'

/** Configurations of connectors (CONN-07) but for those that carriers and premium features are. */
export const connectors: Migration = {
  name: '0053-connectors',
  async up(run) {
    await run(`
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

-- A carrier is a configuration of the transport connector, with a name as long as any.
alter table carrier drop constraint carrier_name_check;
alter table carrier add constraint carrier_name_check check (char_length(name) between 1 and 255);

-- Which of the account's payout services an attempt was sent to, and by which address and key; none: the
-- installation's. It stays while an attempt names it, for it alone can say what became of that one.
alter table payment_attempt add column configuration_id uuid,
  add column service_mark text check (service_mark ~ '^[0-9a-f]{64}$'),
  add constraint payment_attempt_service check ((configuration_id is null) = (service_mark is null)
    and (configuration_id is null or provider = 'http')),
  add constraint payment_attempt_configuration foreign key (account_id, configuration_id)
    references connector_configuration (account_id, id);
create index payment_attempt_by_configuration on payment_attempt (account_id, configuration_id)
  where configuration_id is not null;

-- Whose payout service speaks: its word arrives before any account is known.
create function payout_account(p_configuration uuid) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.account_id from connector_configuration c join account a on a.id = c.account_id
  where c.id = p_configuration and c.connector = 'payment' and a.status = 'active'
$$;

-- Those at the installation's service are left out by a process that has none: they would stand before the others.
create function payments_unasked(p_limit integer, p_served boolean) returns table (account_id uuid, payment_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.account_id, t.payment_id from payment_attempt t
  where t.provider = 'http' and t.state in ('started', 'accepted') and (p_served or t.configuration_id is not null)
    and not exists (select from pgboss.job j
      where j.name in ('payment-start', 'payment-ask')
        and j.data = jsonb_build_object('accountId', t.account_id, 'paymentId', t.payment_id)
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active'))
  order by t.started_at, t.id limit p_limit
$$;
`)
  },
}
