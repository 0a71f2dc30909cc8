/** Users, their modules, and every proof of identity; only hashes of tokens are kept. */
export const access = `
create table user_account (
  account_id uuid not null references account,
  id uuid not null,
  -- An address signs in before any account is known, so it is unique over all of them.
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  first_name text not null check (char_length(first_name) between 1 and 255),
  last_name text not null check (char_length(last_name) between 1 and 255),
  password_hash text,
  password_changed_at timestamptz,
  status text not null default 'active' check (status in ('active', 'inactive')),
  force_sso boolean not null default false,
  language text check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  version integer not null default 1,
  primary key (account_id, id)
);
create index user_account_by_name on user_account (account_id, last_name, first_name, id);
create trigger user_account_version before update on user_account for each row execute function raise_version();

create table user_module (
  account_id uuid not null,
  user_id uuid not null,
  module text not null check (module in ('root', 'tim', 'lcm', 'rps')),
  user_type text not null,
  organization_id uuid not null,
  primary key (account_id, user_id, module),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade,
  foreign key (account_id, organization_id) references organization (account_id, id),
  constraint user_module_admits check (case module
    when 'root' then user_type in ('admin', 'super_admin', 'root_management_unit_manager',
      'root_management_unit_analyst', 'management_unit_manager', 'management_unit_analyst', 'store_manager',
      'store_seller')
    when 'tim' then user_type in ('root_management_unit_manager', 'root_management_unit_analyst',
      'management_unit_manager', 'management_unit_analyst', 'store_manager', 'store_seller')
    when 'lcm' then user_type = 'buyer_manager'
    when 'rps' then user_type in ('warehouse_manager', 'warehouse_operator')
    else false end)
);
create index user_module_by_organization on user_module (account_id, organization_id, module);

-- Taking a module from a user ends the sessions and grants made in it.
create table session (
  account_id uuid not null,
  id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null,
  module text not null,
  viewed_account_id uuid not null references account,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  via_openid boolean not null default false,
  user_agent text check (char_length(user_agent) <= 512),
  primary key (account_id, id),
  foreign key (account_id, user_id, module) references user_module on delete cascade
);
create index session_by_user on session (account_id, user_id, module);
create index session_by_expiry on session (account_id, expires_at);

create table device_grant (
  account_id uuid not null,
  id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device_id uuid not null,
  user_id uuid not null,
  module text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id, module) references user_module on delete cascade
);
create index device_grant_by_user on device_grant (account_id, user_id, module, device_id);

create table password_token (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('renew', 'create')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);
create index password_token_by_user on password_token (account_id, user_id, created_at);

create table sso_configuration (
  account_id uuid not null references account,
  id uuid not null,
  domains text[] not null check (cardinality(domains) between 1 and 50),
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index sso_configuration_domains on sso_configuration using gin (domains);

create table mail_message (
  account_id uuid not null references account,
  id uuid not null,
  dedupe_key text not null check (char_length(dedupe_key) between 1 and 200),
  kind text not null check (char_length(kind) between 1 and 60),
  recipient text not null check (char_length(recipient) between 3 and 254),
  language text not null check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  subject text not null check (char_length(subject) between 1 and 998),
  body_text text not null,
  body_html text,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (account_id, id),
  unique (account_id, dedupe_key),
  check ((status = 'sent') = (sent_at is not null))
);
create index mail_message_by_time on mail_message (account_id, created_at);
-- The delivery runner asks for due messages of all accounts at once, so the account does not lead here.
create index mail_message_due on mail_message (next_attempt_at) where status in ('queued', 'sending');

-- Counters of attempts by account, address and overall; lost in a crash, which only forgives.
create unlogged table throttle (
  key text primary key check (char_length(key) <= 200),
  window_started_at timestamptz not null,
  hits integer not null
);
`
