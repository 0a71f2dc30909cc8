import type { Migration } from './migration.ts'

/**
 * Sign-in with the organisation (AUTH-03 to AUTH-05, CONN-15): which identity provider an account has, and the ways to it
 * that are under way.
 */
export const openIdSignIn: Migration = {
  name: '0054-open-id-sign-in',
  async up(run) {
    await run(`
set local app.system = 'on';
-- Nothing wrote this table before; a row made by hand named no provider to sign in with.
delete from sso_configuration;
alter table sso_configuration
  drop column domains,
  add unique (account_id),
  add column client_id text not null check (char_length(client_id) between 1 and 255),
  -- Sealed by the vault, as are all secrets that have to be read again.
  add column client_secret bytea not null check (octet_length(client_secret) between 30 and 4096),
  add column configuration_endpoint text not null check (configuration_endpoint ~ '^https?://' and
    char_length(configuration_endpoint) <= 500),
  add column scope text not null check (char_length(scope) between 6 and 255),
  add column email_claim text not null check (char_length(email_claim) between 1 and 255),
  add column first_name_claim text check (char_length(first_name_claim) between 1 and 255),
  add column last_name_claim text check (char_length(last_name_claim) between 1 and 255),
  add column role_claim text check (char_length(role_claim) between 1 and 255),
  add column roles jsonb not null default '[]' check (jsonb_typeof(roles) = 'array'),
  add column version integer not null default 1,
  add column changed_at timestamptz not null default now();
create trigger sso_configuration_version before update on sso_configuration
  for each row execute function raise_version();

-- A domain signs in at one place, whichever account has it.
create table sso_domain (
  account_id uuid not null references sso_configuration (account_id) on delete cascade,
  domain text not null unique check (domain = lower(domain) and char_length(domain) between 3 and 253),
  primary key (account_id, domain)
);

-- One way to a provider and back. Of its secrets there are hashes only.
create table open_id_sign_in (
  account_id uuid not null references sso_configuration (account_id) on delete cascade,
  state_hash bytea not null unique check (octet_length(state_hash) = 32),
  -- The browser that began: an answer is taken from no other.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- An answer is looked at once, whatever becomes of it.
  answered_at timestamptz,
  user_id uuid,
  -- What the browser signs in with once the provider has said who it is.
  ticket_hash bytea unique check (octet_length(ticket_hash) = 32),
  ticket_expires_at timestamptz,
  logout_address text check (char_length(logout_address) <= 2000),
  signed_in_at timestamptz,
  primary key (account_id, state_hash),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade,
  check ((user_id is null) = (ticket_hash is null) and (ticket_hash is null) = (ticket_expires_at is null))
);
create index open_id_sign_in_by_time on open_id_sign_in (account_id, created_at);
create index open_id_sign_in_by_user on open_id_sign_in (account_id, user_id);

create or replace function auth_domain_has_sso(p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from sso_domain d join sso_configuration c on c.account_id = d.account_id
    where d.domain = lower(p_domain) and c.status = 'active')
$$;

-- Where a domain signs in: the account, by its head office. Warehouses and buyers may stand beside the tree.
create function auth_sso_of_domain(p_domain text) returns table (account_id uuid, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.account_id, o.id
  from sso_domain d
  join sso_configuration c on c.account_id = d.account_id and c.status = 'active'
  join account a on a.id = d.account_id and a.status = 'active'
  join organization o on o.account_id = d.account_id and o.type = 'root_management_unit'
  where d.domain = lower(p_domain)
  order by o.created_at, o.id limit 1
$$;

-- The account whose provider sends its users back to an entity; nothing where it has none at work.
create function auth_sso_of_organization(p_organization uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.account_id from organization o
  join sso_configuration c on c.account_id = o.account_id and c.status = 'active'
  join account a on a.id = o.account_id and a.status = 'active'
  where o.id = p_organization and o.type = 'root_management_unit'
$$;
`)
  },
}
