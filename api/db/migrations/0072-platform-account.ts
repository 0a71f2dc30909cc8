import type { Migration } from './migration.ts'

/**
 * The account of the platform, in which its administrators live, and the one-time links by which the first of them is
 * made. The account is made with the first administrator, or here where an installation has administrators already.
 */
export const platformAccount: Migration = {
  name: '0072-platform-account',
  async up(run) {
    await run(`
alter table account add column is_platform boolean not null default false;
alter table account drop constraint account_check;
alter table account add constraint account_kind
  check (is_retailer or is_buyer_and_workshops_supervisor or is_platform);
-- It trades nothing, answers under no host and never rests.
alter table account add constraint account_platform check (not is_platform or
  (not is_retailer and not is_buyer_and_workshops_supervisor and host is null and status = 'active'));
create unique index account_platform_once on account (is_platform) where is_platform;

create table platform_setup (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create function platform_account() returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from account where is_platform
$$;

-- The owner's alone: makes the account with its head office where there is none.
create function make_platform_account(p_language text) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('platform_account'));
  select id into made from account where is_platform;
  if made is not null then return made; end if;
  insert into account (id, name, language, is_platform) values (uuid_v7(now()), 'Reprise', p_language, true)
    returning id into made;
  insert into organization (account_id, id, type, common_name)
    values (made, uuid_v7(now()), 'root_management_unit', 'Reprise');
  insert into organization_root_detail (account_id, id) values (made, uuid_v7(now()));
  return made;
end $$;

create function platform_has_administrator() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_module m
    join user_account u on u.account_id = m.account_id and u.id = m.user_id
    join account a on a.id = m.account_id
    where m.user_type in ('admin', 'super_admin') and u.status = 'active' and a.status = 'active')
$$;

create function platform_has_other_administrator(p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_module m
    join user_account u on u.account_id = m.account_id and u.id = m.user_id
    where m.user_type in ('admin', 'super_admin') and m.user_id <> p_user and u.status = 'active')
$$;

-- Opens a further link while the platform has no active administrator; false where it has one.
create function platform_setup_open(p_token_hash bytea, p_expires_at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if platform_has_administrator() then return false; end if;
  delete from platform_setup where expires_at < now() - interval '30 days';
  insert into platform_setup (token_hash, expires_at) values (p_token_hash, p_expires_at);
  return true;
end $$;

create function platform_setup_state(p_token_hash bytea, p_now timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select case when s.used_at is not null or platform_has_administrator() then 'done'
      when s.expires_at <= p_now then 'expired' else 'open' end
    from platform_setup s where s.token_hash = p_token_hash), 'unknown')
$$;

-- Makes the first administrator, whole or not at all; one at a time, so that two people with a link make one.
create function platform_setup_finish(p_token_hash bytea, p_now timestamptz, p_user_id uuid, p_email text,
    p_first_name text, p_last_name text, p_password_hash text, p_language text)
  returns table (state text, account_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('platform_setup'));
  state := platform_setup_state(p_token_hash, p_now);
  if state <> 'open' then
    return next;
    return;
  end if;
  made := make_platform_account(p_language);
  insert into user_account (account_id, id, email, first_name, last_name, password_hash, password_changed_at, language)
    values (made, p_user_id, lower(p_email), p_first_name, p_last_name, p_password_hash, p_now, p_language);
  insert into user_module (account_id, user_id, module, user_type, organization_id)
    select made, p_user_id, 'root', 'super_admin', o.id from organization o
    where o.account_id = made and o.type = 'root_management_unit' order by o.created_at, o.id limit 1;
  update platform_setup s set used_at = p_now where s.token_hash = p_token_hash;
  account_id := made;
  return next;
end $$;

-- Where clients have administrators already, those to come live here.
select make_platform_account('fr-FR') where platform_has_administrator();
`)
  },
}
