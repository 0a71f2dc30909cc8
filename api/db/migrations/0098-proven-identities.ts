import type { Migration } from './migration.ts'

/**
 * A provider's user is known by issuer and subject, bound at the first sign-in. A domain signs in with an account that has
 * proven it by DNS, or to which the platform has granted it.
 */
export const provenIdentities: Migration = {
  name: '0098-proven-identities',
  async up(run) {
    await run(`
create table sso_identity (
  account_id uuid not null,
  user_id uuid not null,
  issuer text not null check (char_length(issuer) between 1 and 2000),
  subject text not null check (char_length(subject) between 1 and 255),
  bound_at timestamptz not null default now(),
  primary key (account_id, user_id, issuer),
  constraint sso_identity_subject unique (account_id, issuer, subject),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);

-- Another address, or an end of the access, is another person as far as anybody knows.
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identity i where i.account_id = new.account_id and i.user_id = new.id;
  return null;
end $$;
create trigger user_account_sso_identity after update of email, status on user_account for each row
  when (new.email <> old.email or (new.status = 'inactive' and old.status <> 'inactive'))
  execute function forget_sso_identity();

alter table sso_configuration add column trusts_unverified boolean not null default false;
alter table sso_domain
  add column token text not null default replace(gen_random_uuid()::text, '-', ''),
  add column proof text check (proof in ('dns', 'platform')),
  add column proved_at timestamptz,
  add constraint sso_domain_proved check ((proof is null) = (proved_at is null));
-- What is at work stays so: nobody is locked out by an upgrade.
update sso_domain d set proof = 'platform', proved_at = now()
from sso_configuration c where c.account_id = d.account_id and c.status = 'active';
update sso_configuration set trusts_unverified = true where status = 'active';

-- Naming a domain keeps it from nobody; proving it does.
alter table sso_domain drop constraint sso_domain_domain_key;
create unique index sso_domain_domain_key on sso_domain (domain) where proof is not null;

create or replace function auth_domain_has_sso(p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from sso_domain d join sso_configuration c on c.account_id = d.account_id
    where d.domain = lower(p_domain) and d.proof is not null and c.status = 'active')
$$;

create or replace function auth_sso_of_domain(p_domain text) returns table (account_id uuid, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.account_id, o.id
  from sso_domain d
  join sso_configuration c on c.account_id = d.account_id and c.status = 'active'
  join account a on a.id = d.account_id and a.status = 'active'
  join organization o on o.account_id = d.account_id and o.type = 'root_management_unit'
  where d.domain = lower(p_domain) and d.proof is not null
  order by o.created_at, o.id limit 1
$$;

-- Whether a domain signs in with another account.
create function auth_domain_is_proved_elsewhere(p_account uuid, p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from sso_domain d
    where d.account_id <> p_account and d.domain = lower(p_domain) and d.proof is not null)
$$;
`)
  },
}
