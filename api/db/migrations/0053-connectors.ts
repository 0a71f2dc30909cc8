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
create trigger connector_configuration_version before update on connector_configuration
  for each row execute function raise_version();

-- A carrier is a configuration of the transport connector, with a name as long as any.
alter table carrier drop constraint carrier_name_check;
alter table carrier add constraint carrier_name_check check (char_length(name) between 1 and 255);
`)
  },
}
