/** What must be answered before an account is known, or for all accounts at once; each gives as little as it can. */
export const functions = `
create function auth_find_user(p_email text)
  returns table (id uuid, account_id uuid, password_hash text, status text, account_status text, force_sso boolean,
    language text, password_changed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.account_id, u.password_hash, u.status, a.status, u.force_sso, coalesce(u.language, a.language),
    u.password_changed_at
  from user_account u join account a on a.id = u.account_id
  where u.email = lower(p_email)
$$;

create function auth_find_session(p_token_hash bytea)
  returns table (session_id uuid, account_id uuid, user_id uuid, viewed_account_id uuid, module text,
    created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, via_openid boolean, email text,
    first_name text, last_name text, language text, force_sso boolean, user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.account_id, s.user_id, s.viewed_account_id, s.module, s.created_at, s.last_seen_at, s.expires_at,
    s.via_openid, u.email, u.first_name, u.last_name, coalesce(u.language, a.language), u.force_sso, m.user_type,
    m.organization_id
  from session s
  join user_account u on u.account_id = s.account_id and u.id = s.user_id
  join user_module m on m.account_id = s.account_id and m.user_id = s.user_id and m.module = s.module
  join account a on a.id = s.account_id
  where s.token_hash = p_token_hash and s.revoked_at is null and s.expires_at > now()
    and u.status = 'active' and a.status = 'active'
    and (s.viewed_account_id = s.account_id or exists (
      select 1 from account_link l join account r on r.id = l.account_id
      where l.account_id = s.viewed_account_id and l.buyer_account_id = s.account_id
        and l.status = 'active' and r.status = 'active'))
$$;

create function auth_find_grant(p_token_hash bytea)
  returns table (grant_id uuid, account_id uuid, device_id uuid, user_id uuid, module text, created_at timestamptz,
    expires_at timestamptz, last_used_at timestamptz, user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select g.id, g.account_id, g.device_id, g.user_id, g.module, g.created_at, g.expires_at, g.last_used_at,
    m.user_type, m.organization_id
  from device_grant g
  join user_account u on u.account_id = g.account_id and u.id = g.user_id
  join user_module m on m.account_id = g.account_id and m.user_id = g.user_id and m.module = g.module
  join account a on a.id = g.account_id
  where g.token_hash = p_token_hash and g.revoked_at is null and g.expires_at > now()
    and u.status = 'active' and a.status = 'active'
$$;

create function auth_find_password_token(p_token_hash bytea)
  returns table (id uuid, account_id uuid, user_id uuid, purpose text, created_at timestamptz,
    expires_at timestamptz, email text, password_hash text, language text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.account_id, t.user_id, t.purpose, t.created_at, t.expires_at, u.email, u.password_hash,
    coalesce(u.language, a.language)
  from password_token t
  join user_account u on u.account_id = t.account_id and u.id = t.user_id
  join account a on a.id = t.account_id
  where t.token_hash = p_token_hash and t.used_at is null and t.expires_at > now()
    and u.status = 'active' and a.status = 'active'
$$;

create function auth_domain_has_sso(p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from sso_configuration where domains @> array[lower(p_domain)] and status = 'active')
$$;

-- What a public page shows of the account behind a host name, and nothing more.
create function account_by_host(p_host text)
  returns table (id uuid, name text, company_country text, language text, currency text, time_zone text,
    main_color text, logo text, favicon text, web_channel_url text, tag_manager_id text, consent_tool_id text,
    external_website_url text, external_website_text text, drop_off_locations_map_enabled boolean,
    cookies_policy text, eula text, service_terms text, faq_and_contact text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.name, a.company_country, a.language, a.currency, a.time_zone, a.main_color, a.logo, a.favicon,
    a.web_channel_url, a.tag_manager_id, a.consent_tool_id, a.external_website_url, a.external_website_text,
    a.drop_off_locations_map_enabled, a.cookies_policy, d.eula, d.service_terms, d.faq_and_contact
  from account a left join organization_root_detail d on d.account_id = a.id
  where a.host in (lower(p_host), '*') and a.status = 'active'
  order by a.host = '*' limit 1
$$;

-- Counts one attempt and answers how many the current window holds.
create function throttle_hit(p_key text, p_window_seconds integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into throttle as t (key, window_started_at, hits) values (p_key, now(), 1)
  on conflict (key) do update set
    hits = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds) then 1 else t.hits + 1 end,
    window_started_at = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds)
      then now() else t.window_started_at end
  returning hits
$$;

create function throttle_clear(p_key text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from throttle where key = p_key
$$;

-- Forgets counters older than a day.
create function throttle_sweep() returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from throttle where window_started_at < now() - interval '1 day' returning 1)
  select count(*) from gone
$$;

-- Hands out due messages of every account to one runner; a runner that dies lets its lease run out.
create function mail_claim(p_limit integer, p_lease_seconds integer)
  returns table (account_id uuid, id uuid, kind text, recipient text, language text, subject text, body_text text,
    body_html text, attempts integer)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update mail_message m
  set status = 'sending', attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => p_lease_seconds)
  from (
    select d.account_id, d.id from mail_message d
    where d.status in ('queued', 'sending') and d.next_attempt_at <= now()
    order by d.next_attempt_at limit p_limit for update skip locked
  ) due
  where m.account_id = due.account_id and m.id = due.id
  returning m.account_id, m.id, m.kind, m.recipient, m.language, m.subject, m.body_text, m.body_html, m.attempts
$$;

-- Another value tells every device that its cursor is of another history. Beside the stored value it names cluster
-- and timeline, so that a restore or a promotion changes it even when nobody called raise_sync_epoch().
create function current_sync_epoch() returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stored text := (select value from sync_epoch);
  system text;
  timeline bigint;
begin
  if not has_function_privilege('pg_control_system()', 'execute')
      or not has_function_privilege('pg_control_checkpoint()', 'execute') then
    return stored;
  end if;
  select system_identifier::text into system from pg_control_system();
  if pg_is_in_recovery() then
    select timeline_id into timeline from pg_control_checkpoint();
  else
    -- The control file learns of a promotion only at its first checkpoint; the name of the current WAL file at once.
    timeline := ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint;
  end if;
  return stored || ':' || system || ':' || timeline;
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return stored;
end $$;

-- For a restore: the owner alone may call it. Every device fetches its base again, so the log may go; a transaction
-- number of another cluster may lie in the future of this one, where no cursor would see it.
create function raise_sync_epoch() returns text
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  raised text;
begin
  truncate sync_change;
  update sync_op set xid = pg_current_xact_id() where xid > pg_current_xact_id();
  update sync_epoch set value = replace(gen_random_uuid()::text, '-', '') returning value into raised;
  return raised;
end $$;
`
