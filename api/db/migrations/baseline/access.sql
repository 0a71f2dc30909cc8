-- Users, their modules, and every proof of identity; only hashes of tokens are kept. Mails, and counters of attempts.

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
  stands_in boolean not null default false,
  access_epoch integer not null default 0,
  told text not null generated always as (search_text(first_name || ' ' || last_name)) stored,
  -- Since when a user has the e-mail of now, and is what it is in a module: who has just been made releases nothing.
  email_since timestamptz not null default now(),
  primary key (account_id, id),
  -- No form takes such an address, so that it is in nobody's way.
  constraint user_account_stand_in check (not stands_in or
    (status = 'inactive' and password_hash is null and email = 'platform:' || account_id || ':' || id))
);
create index user_account_by_name on user_account (account_id, last_name, first_name, id);
-- A name is all that devices know of a colleague; signing in changes other columns of the same row.
create trigger user_account_renamed after update on user_account for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function config_touched('person');
create trigger user_account_version before update on user_account for each row
  when ((old.last_login_at, old.password_hash, old.password_changed_at)
    is not distinct from (new.last_login_at, new.password_hash, new.password_changed_at))
  execute function raise_version();

create function end_access() returns trigger language plpgsql as $$
begin
  new.access_epoch := old.access_epoch + 1;
  return new;
end $$;
create trigger user_account_end_access before update of status on user_account
  for each row when ((new.status = 'inactive') and (old.status <> 'inactive')) execute function end_access();

create function email_changed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.email_since := now();
  return new;
end $$;
create trigger email_changed before update of email on user_account
  for each row when (old.email is distinct from new.email) execute function email_changed();

create table user_module (
  account_id uuid not null,
  user_id uuid not null,
  module text not null check (module in ('root', 'tim', 'lcm', 'rps')),
  user_type text not null,
  organization_id uuid not null,
  held_since timestamptz not null default now(),
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
create trigger user_module_inserted after insert on user_module referencing new table as changed_rows
  for each statement execute function colleagues_changed();
create trigger user_module_updated after update on user_module referencing new table as changed_rows
  for each statement execute function colleagues_changed();
create trigger user_module_deleted after delete on user_module referencing old table as changed_rows
  for each statement execute function colleagues_changed();

create function user_module_workplace() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  place text;
  workplace text := case when new.user_type like 'management_unit%' then 'management_unit'
    when new.user_type like 'store%' then 'store' when new.user_type like 'warehouse%' then 'warehouse' when new.user_type = 'buyer_manager' then 'buyer'
    else 'root_management_unit' end;
  earlier text := case when tg_op = 'UPDATE' then case when old.user_type like 'management_unit%' then 'management_unit'
    when old.user_type like 'store%' then 'store' when old.user_type like 'warehouse%' then 'warehouse' when old.user_type = 'buyer_manager' then 'buyer'
    else 'root_management_unit' end end;
begin
  -- One of those who worked elsewhere before may become another of the same place, as an identity provider says.
  if workplace = earlier and new.organization_id = old.organization_id then return new; end if;
  select o.type into place from organization o where o.account_id = new.account_id and o.id = new.organization_id;
  -- An entity that is not there is refused by the foreign key.
  if place <> workplace then
    raise exception 'a % does not work in a %', new.user_type, place
      using errcode = 'check_violation', table = 'user_module', constraint = 'user_module_workplace';
  end if;
  return new;
end $$;
create trigger user_module_workplace before insert or update of account_id, user_type, organization_id on user_module
  for each row execute function user_module_workplace();

create function user_module_of_platform() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at_platform boolean;
begin
  select a.is_platform into at_platform from account a where a.id = new.account_id;
  -- An account that is not there is refused by the foreign key.
  if at_platform <> (new.user_type in ('admin', 'super_admin')) then
    raise exception 'a % does not belong in this account', new.user_type
      using errcode = 'check_violation', table = 'user_module', constraint = 'user_module_of_platform';
  end if;
  return new;
end $$;
create trigger user_module_of_platform before insert or update of account_id, user_type on user_module
  for each row execute function user_module_of_platform();

create function post_changed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.held_since := now();
  return new;
end $$;
create trigger post_changed before update of user_type on user_module
  for each row when (old.user_type is distinct from new.user_type) execute function post_changed();

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
  -- The client that is open for the one of the platform's administrators who holds the grant; null: the user's own
  -- account.
  client_id uuid,
  access_epoch integer not null default 0,
  primary key (account_id, id),
  foreign key (account_id, user_id, module) references user_module (account_id, user_id, module) on delete cascade,
  foreign key (client_id) references account on delete cascade
);
create index device_grant_by_user on device_grant (account_id, user_id, module, device_id);

-- A change that is under way is waited for by nobody: what is read before it belongs to the epoch that it ends.
create function begin_access() returns trigger language plpgsql as $$
begin
  select u.access_epoch into new.access_epoch from user_account u
  where u.account_id = new.account_id and u.id = new.user_id and u.status = 'active';
  if not found then new.access_epoch := -1; end if;
  return new;
end $$;
create trigger device_grant_begin_access before insert on device_grant for each row execute function begin_access();

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

-- Taking a module from a user ends the sessions and grants made in it.
create table session (
  account_id uuid not null,
  id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null,
  module text,
  viewed_account_id uuid not null references account,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  via_openid boolean not null default false,
  user_agent text check (char_length(user_agent) <= 512),
  end_reason text check (end_reason in ('role', 'password', 'inactive')),
  access_epoch integer not null default 0,
  -- Opens nothing but the way to a second factor.
  owes_second_factor boolean not null default false,
  -- A session that runs has proven its user when it began, and is taken for one of a browser, which is the narrower.
  of_program boolean not null default false,
  proven_at timestamptz not null default now(),
  primary key (account_id, id),
  constraint session_user_fkey foreign key (account_id, user_id) references user_account (account_id, id) on delete
    cascade,
  constraint session_module_fkey foreign key (account_id, user_id, module) references user_module (account_id, user_id,
    module) on delete set null (module)
);
create index session_by_user on session (account_id, user_id, module);
create index session_by_expiry on session (account_id, expires_at);
create trigger session_begin_access before insert on session for each row execute function begin_access();

create table sign_in_rule (
  account_id uuid primary key references account on delete cascade,
  second_factor_types text[] not null default '{}' check (second_factor_types <@ array['root_management_unit_manager',
    'root_management_unit_analyst', 'management_unit_manager', 'management_unit_analyst', 'buyer_manager',
    'store_manager', 'store_seller', 'warehouse_manager', 'warehouse_operator']),
  version integer not null default 1,
  office_idle_minutes integer not null default 30 check (office_idle_minutes between 5 and 720),
  office_absolute_hours integer not null default 12 check (office_absolute_hours between 1 and 168),
  floor_idle_minutes integer not null default 720 check (floor_idle_minutes between 5 and 720),
  floor_absolute_hours integer not null default 168 check (floor_absolute_hours between 1 and 168),
  proof_minutes integer not null default 10 check (proof_minutes between 2 and 15),
  offline_days integer not null default 7 check (offline_days between 0 and 30)
);
create trigger sign_in_rule_version before update on sign_in_rule for each row execute function raise_version();

create table passkey (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Looked up before any account is known.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null check (octet_length(public_key) between 32 and 4096),
  -- The device's count of signatures, 0 for ever where it keeps none: one that falls back is a copy.
  counter bigint not null check (counter >= 0),
  host text not null check (char_length(host) between 1 and 253),
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);
create index passkey_by_user on passkey (account_id, user_id);

create table user_code (
  account_id uuid not null,
  user_id uuid not null,
  -- Sealed.
  secret bytea not null,
  -- Null until a code has shown that the user's device holds the secret.
  confirmed_at timestamptz,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);

create table recovery_code (
  account_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  -- One of all codes given together.
  salt bytea not null check (octet_length(salt) = 16),
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);

-- What happened to a user's ways of signing in, and by whom; kept as it was written.
create table access_event (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null
    check (kind in ('codes_on', 'codes_off', 'codes_reset', 'recovery_code_used', 'passkey_added', 'passkey_removed')),
  actor_name text not null,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);
create index access_event_by_user on access_event (account_id, user_id, at);

-- Counters of attempts by account, address and overall; lost in a crash, which only forgives.
create unlogged table throttle (
  key text primary key check (char_length(key) <= 200),
  window_started_at timestamptz not null,
  hits integer not null
);

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
  buyback_ids uuid[] not null default '{}' check (cardinality(buyback_ids) <= 200),
  told text not null generated always as (search_text(recipient)) stored,
  primary key (account_id, id),
  unique (account_id, dedupe_key),
  check ((status = 'sent') = (sent_at is not null))
);
create index mail_message_by_time on mail_message (account_id, created_at);
-- The delivery runner asks for due messages of all accounts at once, so the account does not lead here.
create index mail_message_due on mail_message (next_attempt_at) where status in ('queued', 'sending');
create index mail_message_failed on mail_message (account_id, created_at) where status = 'failed';

-- Counts one attempt and answers how many the current window holds.
create function throttle_hit(p_key text, p_window_seconds integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into throttle as t (key, window_started_at, hits) values (p_key, now(), 1)
  on conflict (key) do update set
    hits = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds) then 1 else t.hits + 1 end,
    window_started_at = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds)
      then now() else t.window_started_at end
  returning hits
$$;

create function throttle_clear(p_key text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from throttle where key = p_key
$$;

-- Forgets counters older than a day.
create function throttle_sweep() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from throttle where window_started_at < now() - interval '1 day' returning 1)
  select count(*) from gone
$$;

-- Hands out due messages of every account to one runner; a runner that dies lets its lease run out.
create function mail_claim(p_limit integer, p_lease_seconds integer)
  returns table (account_id uuid, id uuid, kind text, recipient text, language text, subject text, body_text text,
    body_html text, attempts integer)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select d.account_id, d.id from mail_message d
    where d.status in ('queued', 'sending') and d.next_attempt_at <= now()
    order by d.next_attempt_at limit p_limit for update skip locked
  )
  update mail_message m
  set status = 'sending', attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => p_lease_seconds)
  from due
  where m.account_id = due.account_id and m.id = due.id
  returning m.account_id, m.id, m.kind, m.recipient, m.language, m.subject, m.body_text, m.body_html, m.attempts
$$;

-- Counts several attempts of a key at once; how many the window holds now, and how long it still lasts.
create function throttle_take(p_key text, p_window_seconds integer, p_amount integer)
  returns table (hits integer, seconds_left integer)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into throttle as t (key, window_started_at, hits) values (p_key, now(), p_amount)
  on conflict (key) do update set
    hits = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds) then p_amount
      else t.hits + p_amount end,
    window_started_at = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds)
      then now() else t.window_started_at end
  returning hits, greatest(1, ceil(extract(epoch from window_started_at - now()) + p_window_seconds)::integer)
$$;

create function throttle_give_back(p_key text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update throttle set hits = hits - 1 where key = p_key and hits > 0
$$;

-- Where an answer to a mail goes: to the account's seller support, if a customer is written to.
create function mail_reply_to(p_account uuid, p_id uuid) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.seller_support_email from mail_message m join organization_root_detail d on d.account_id = m.account_id
  where m.account_id = p_account and m.id = p_id and cardinality(m.buyback_ids) > 0
$$;
