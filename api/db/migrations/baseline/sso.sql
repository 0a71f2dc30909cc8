-- Sign-in through an account’s own OpenID provider.

create table sso_configuration (
  account_id uuid not null unique references account,
  id uuid not null,
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  client_id text not null check (char_length(client_id) between 1 and 255),
  -- Sealed by the vault, as are all secrets that have to be read again.
  client_secret bytea not null check (octet_length(client_secret) between 30 and 4096),
  configuration_endpoint text not null check (configuration_endpoint ~ '^https?://' and
    char_length(configuration_endpoint) <= 500),
  scope text not null check (char_length(scope) between 6 and 255),
  email_claim text not null check (char_length(email_claim) between 1 and 255),
  first_name_claim text check (char_length(first_name_claim) between 1 and 255),
  last_name_claim text check (char_length(last_name_claim) between 1 and 255),
  role_claim text check (char_length(role_claim) between 1 and 255),
  roles jsonb not null default '[]' check (jsonb_typeof(roles) = 'array'),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  trusts_unverified boolean not null default false,
  issuer text,
  primary key (account_id, id)
);
create trigger sso_configuration_version before update on sso_configuration
  for each row when ((new.issuer is null) or (not (new.issuer is distinct from old.issuer))) execute function
  raise_version();

-- A domain signs in at one place, whichever account has it.
create table sso_domain (
  account_id uuid not null references sso_configuration (account_id) on delete cascade,
  domain text not null check (domain = lower(domain) and char_length(domain) between 3 and 253),
  token text not null default replace(gen_random_uuid()::text, '-', ''),
  proof text check (proof in ('dns', 'platform')),
  proved_at timestamptz,
  primary key (account_id, domain),
  constraint sso_domain_proved check ((proof is null) = (proved_at is null))
);
create unique index sso_domain_domain_key on sso_domain (domain) where proof is not null;

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
  issuer text,
  primary key (account_id, state_hash),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade,
  check ((user_id is null) = (ticket_hash is null) and (ticket_hash is null) = (ticket_expires_at is null))
);
create index open_id_sign_in_by_time on open_id_sign_in (account_id, created_at);
create index open_id_sign_in_by_user on open_id_sign_in (account_id, user_id);

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

create function auth_domain_has_sso(p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from sso_domain d join sso_configuration c on c.account_id = d.account_id
    where d.domain = lower(p_domain) and d.proof is not null and c.status = 'active')
$$;

-- Where a domain signs in: the account, by its head office. Warehouses and buyers may stand beside the tree.
create function auth_sso_of_domain(p_domain text) returns table (account_id uuid, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.account_id, o.id
  from sso_domain d
  join sso_configuration c on c.account_id = d.account_id and c.status = 'active'
  join account a on a.id = d.account_id and a.status = 'active'
  join organization o on o.account_id = d.account_id and o.type = 'root_management_unit'
  where d.domain = lower(p_domain) and d.proof is not null
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

-- Whether an account that is a stranger to this one has active users under an e-mail domain; neither who nor whose. An
-- administrator links accounts, so that linked ones, as a retailer and its own workshops, may share their domain. The
-- platform does not count: its people never sign in through a provider, and often have a client's addresses.
create function auth_domain_is_used_elsewhere(p_account uuid, p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_account u join account a on a.id = u.account_id
    where u.account_id <> p_account and split_part(u.email, '@', -1) = lower(p_domain)
      and u.status = 'active' and a.status = 'active' and not a.is_platform
      and not exists (
        select 1 from account_link l
        where l.status = 'active' and (l.account_id, l.buyer_account_id) in ((p_account, a.id), (a.id, p_account))))
$$;

-- Another address, or an end of the access, is another person as far as anybody knows.
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identity i where i.account_id = new.account_id and i.user_id = new.id;
  return null;
end $$;
create trigger user_account_sso_identity after update of email, status on user_account
  for each row when ((new.email <> old.email) or ((new.status = 'inactive') and (old.status <> 'inactive'))) execute
  function forget_sso_identity();

-- Whether a domain signs in with another account.
create function auth_domain_is_proved_elsewhere(p_account uuid, p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from sso_domain d
    where d.account_id <> p_account and d.domain = lower(p_domain) and d.proof is not null)
$$;
