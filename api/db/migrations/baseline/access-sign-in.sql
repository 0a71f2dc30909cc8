-- How a sign-in, a session, a grant and a link are found before any account is known.

create function auth_find_user(p_email text)
  returns table (id uuid, account_id uuid, password_hash text, status text, account_status text, force_sso boolean,
    language text, password_changed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.account_id, u.password_hash, u.status, a.status, u.force_sso, coalesce(u.language, a.language),
    u.password_changed_at
  from user_account u join account a on a.id = u.account_id
  where u.email = lower(p_email)
$$;

create function auth_find_password_token(p_token_hash bytea)
  returns table (id uuid, account_id uuid, user_id uuid, purpose text, created_at timestamptz, expires_at timestamptz,
    email text, password_hash text, language text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.account_id, t.user_id, t.purpose, t.created_at, t.expires_at, u.email, u.password_hash,
    coalesce(u.language, a.language)
  from password_token t
  join user_account u on u.account_id = t.account_id and u.id = t.user_id
  join account a on a.id = t.account_id
  where t.token_hash = p_token_hash and t.used_at is null and t.expires_at > now()
    and u.status = 'active' and a.status = 'active'
$$;

create function auth_session_has_no_module(p_token_hash bytea) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from session s
    join user_account u on u.account_id = s.account_id and u.id = s.user_id
    join account a on a.id = s.account_id
    where s.token_hash = p_token_hash and s.module is null and s.revoked_at is null and s.expires_at > now()
      and u.status = 'active' and a.status = 'active')
$$;

-- Ends the session of a token, though it has run out, lost its module or its link; naming the device ends what the user
-- may still push from there. A session that ended before ends nothing that was given since.
create function auth_end_session(p_token_hash bytea, p_device_id uuid, p_now timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended record;
begin
  select account_id, id, user_id, revoked_at into ended from session where token_hash = p_token_hash for update;
  if not found then
    return;
  end if;
  update session set revoked_at = p_now
  where account_id = ended.account_id and id = ended.id and revoked_at is null;
  update device_grant set revoked_at = p_now
  where account_id = ended.account_id and user_id = ended.user_id and device_id = p_device_id and revoked_at is null
    and (ended.revoked_at is null or created_at < ended.revoked_at);
end $$;

create function auth_session_end_reason(p_token_hash bytea) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select end_reason from session where token_hash = p_token_hash and revoked_at is not null
$$;

-- Who a grant of a device works for, and where. The platform's own account takes no work: what a device captures
-- belongs to one client. An administrator's grant of a client works at its head office, while it is active.
create function auth_find_grant(p_token_hash bytea)
  returns table (grant_id uuid, account_id uuid, target_account_id uuid, device_id uuid, user_id uuid, module text,
    created_at timestamptz, expires_at timestamptz, last_used_at timestamptz, user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select g.id, g.account_id, coalesce(g.client_id, g.account_id), g.device_id, g.user_id, g.module, g.created_at,
    g.expires_at, g.last_used_at, m.user_type,
    case when g.client_id is null then m.organization_id else (
      select o.id from organization o
      where o.account_id = g.client_id and o.type = 'root_management_unit'
      order by o.created_at, o.id limit 1) end
  from device_grant g
  join user_account u on u.account_id = g.account_id and u.id = g.user_id
  join user_module m on m.account_id = g.account_id and m.user_id = g.user_id and m.module = g.module
  join account a on a.id = g.account_id
  where g.token_hash = p_token_hash and g.revoked_at is null and g.expires_at > now()
    and g.access_epoch = u.access_epoch and u.status = 'active' and a.status = 'active' and a.is_platform = (g.client_id is not null)
    and (g.client_id is null or (m.user_type in ('admin', 'super_admin') and exists (
      select 1 from account c where c.id = g.client_id and c.status = 'active' and not c.is_platform)))
$$;

create function auth_find_passkey(p_credential_id bytea)
  returns table (account_id uuid, id uuid, user_id uuid, public_key bytea, counter bigint, host text, email text,
    status text, account_status text, force_sso boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id, p.user_id, p.public_key, p.counter, p.host, u.email, u.status, a.status, u.force_sso
  from passkey p
  join user_account u on u.account_id = p.account_id and u.id = p.user_id and not u.stands_in
  join account a on a.id = p.account_id
  where p.credential_id = p_credential_id
$$;

-- Whose session a token is, and what its user is. One of the platform's administrators works at the head office of the
-- client that is open.
create function auth_find_session(p_token_hash bytea)
  returns table (session_id uuid, account_id uuid, user_id uuid, viewed_account_id uuid, module text, created_at
    timestamptz, last_seen_at timestamptz, expires_at timestamptz, via_openid boolean, email text, first_name text,
      last_name text, language text, force_sso boolean, user_type text, organization_id uuid, owes_second_factor
        boolean, of_program boolean, proven_at timestamptz, office_idle_minutes integer, office_absolute_hours integer,
          floor_idle_minutes integer, floor_absolute_hours integer, proof_minutes integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.account_id, s.user_id, s.viewed_account_id, s.module, s.created_at, s.last_seen_at, s.expires_at,
    s.via_openid, u.email, u.first_name, u.last_name, coalesce(u.language, a.language), u.force_sso, m.user_type,
    case when a.is_platform and s.viewed_account_id <> s.account_id then (
      select o.id from organization o
      where o.account_id = s.viewed_account_id and o.type = 'root_management_unit'
      order by o.created_at, o.id limit 1)
    else m.organization_id end,
    s.owes_second_factor, s.of_program, s.proven_at, r.office_idle_minutes, r.office_absolute_hours,
    r.floor_idle_minutes, r.floor_absolute_hours, r.proof_minutes
  from session s
  join user_account u on u.account_id = s.account_id and u.id = s.user_id
  join user_module m on m.account_id = s.account_id and m.user_id = s.user_id and m.module = s.module
  join account a on a.id = s.account_id
  left join sign_in_rule r on r.account_id = s.account_id
  where s.token_hash = p_token_hash and s.revoked_at is null and s.expires_at > now()
    and s.access_epoch = u.access_epoch and u.status = 'active' and a.status = 'active'
    and (s.viewed_account_id = s.account_id or exists (
      select 1 from account_link l join account r on r.id = l.account_id
      where l.account_id = s.viewed_account_id and l.buyer_account_id = s.account_id
        and l.status = 'active' and r.status = 'active')
      or (a.is_platform and m.user_type in ('admin', 'super_admin') and exists (
        select 1 from account c where c.id = s.viewed_account_id and c.status = 'active' and not c.is_platform)))
$$;

-- What the retailers that a buyer works for demand of its users; says nothing of whose rule it is.
create function auth_demanded_of_buyer(p_buyer_account_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from account_link l
    join account a on a.id = l.account_id and a.status = 'active'
    join sign_in_rule r on r.account_id = l.account_id
    where l.buyer_account_id = p_buyer_account_id and l.status = 'active'
      and 'buyer_manager' = any (r.second_factor_types))
$$;
