import type { Migration } from './migration.ts'

/** How long sessions of an account live, how long a proof counts in them, and what retailers demand of linked buyers. */
export const sessionLimits: Migration = {
  name: '0114-session-limits',
  async up(run) {
    await run(`
alter table sign_in_rule
  add column office_idle_minutes integer not null default 30 check (office_idle_minutes between 5 and 720),
  add column office_absolute_hours integer not null default 12 check (office_absolute_hours between 1 and 168),
  add column floor_idle_minutes integer not null default 720 check (floor_idle_minutes between 5 and 720),
  add column floor_absolute_hours integer not null default 168 check (floor_absolute_hours between 1 and 168),
  add column proof_minutes integer not null default 10 check (proof_minutes between 2 and 15);

-- A session that runs has proven its user when it began, and is taken for one of a browser, which is the narrower.
alter table session
  add column of_program boolean not null default false,
  add column proven_at timestamptz;
update session set proven_at = created_at;
alter table session alter column proven_at set default now(), alter column proven_at set not null;

drop function auth_find_session(bytea);
create function auth_find_session(p_token_hash bytea)
  returns table (session_id uuid, account_id uuid, user_id uuid, viewed_account_id uuid, module text,
    created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, via_openid boolean, email text,
    first_name text, last_name text, language text, force_sso boolean, user_type text, organization_id uuid,
    owes_second_factor boolean, of_program boolean, proven_at timestamptz, office_idle_minutes integer,
    office_absolute_hours integer, floor_idle_minutes integer, floor_absolute_hours integer, proof_minutes integer)
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
`)
  },
}
