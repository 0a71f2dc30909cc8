-- SFTP access, and the keys of the installation.

create table sftp_access (
  account_id uuid primary key references account,
  -- Signs in before any account is known.
  user_name text not null unique check (user_name ~ '^[a-z0-9-]{1,40}$'),
  -- Null while the access is inactive: a password that is not to work is not kept.
  password_hash text check (password_hash like '$argon2id$%'),
  changed_at timestamptz not null,
  -- No foreign key: who changes it may act from an account of its own.
  changed_by uuid not null,
  last_sign_in_at timestamptz,
  -- Sessions hold the version that they signed in under, and end with it.
  version integer not null check (version >= 1)
);

-- One key for all processes, wrapped by the master key.
create table sftp_host_key (
  is_the_one boolean default true primary key check (is_the_one),
  wrapped_key bytea not null check (octet_length(wrapped_key) between 60 and 120),
  created_at timestamptz not null
);

-- Each has been the present one since first_used_at, until a later one took its place. By its name nobody finds the
-- key.
create table master_key (
  name bytea primary key check (octet_length(name) = 8),
  first_used_at timestamptz not null,
  -- Once it was replaced: the key itself, wrapped by its successor. The register's history and links need it.
  wrapped bytea check (octet_length(wrapped) between 60 and 120),
  -- Whether links and fingerprints that it made are still taken.
  proves boolean not null default true
);

-- Whom a name opens now: nobody where the access, the account or the feature is off.
create function sftp_find_access(p_user_name text)
  returns table (account_id uuid, password_hash text, version integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.account_id, s.password_hash, s.version
  from sftp_access s
  join account a on a.id = s.account_id and a.status = 'active'
  join organization_root_detail d on d.account_id = s.account_id and 'sftp_access' = any (d.enabled_premium_features)
  where s.user_name = p_user_name and s.password_hash is not null
$$;
