import type { Migration } from './migration.ts'

/** Of whom an account demands a second factor, and sessions of users who have yet to set one up. */
export const demandedCodes: Migration = {
  name: '0112-demanded-codes',
  async up(run) {
    await run(`
create table sign_in_rule (
  account_id uuid primary key references account (id) on delete cascade,
  second_factor_types text[] not null default '{}' check (second_factor_types <@ array['root_management_unit_manager',
    'root_management_unit_analyst', 'management_unit_manager', 'management_unit_analyst', 'buyer_manager',
    'store_manager', 'store_seller', 'warehouse_manager', 'warehouse_operator']),
  version integer not null default 1
);
create trigger sign_in_rule_version before update on sign_in_rule
  for each row execute function raise_version();

-- Opens nothing but the way to a second factor.
alter table session add column owes_second_factor boolean not null default false;

drop function auth_find_session(bytea);
create function auth_find_session(p_token_hash bytea)
  returns table (session_id uuid, account_id uuid, user_id uuid, viewed_account_id uuid, module text,
    created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, via_openid boolean, email text,
    first_name text, last_name text, language text, force_sso boolean, user_type text, organization_id uuid,
    owes_second_factor boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.account_id, s.user_id, s.viewed_account_id, s.module, s.created_at, s.last_seen_at, s.expires_at,
    s.via_openid, u.email, u.first_name, u.last_name, coalesce(u.language, a.language), u.force_sso, m.user_type,
    case when a.is_platform and s.viewed_account_id <> s.account_id then (
      select o.id from organization o
      where o.account_id = s.viewed_account_id and o.type = 'root_management_unit'
      order by o.created_at, o.id limit 1)
    else m.organization_id end,
    s.owes_second_factor
  from session s
  join user_account u on u.account_id = s.account_id and u.id = s.user_id
  join user_module m on m.account_id = s.account_id and m.user_id = s.user_id and m.module = s.module
  join account a on a.id = s.account_id
  where s.token_hash = p_token_hash and s.revoked_at is null and s.expires_at > now()
    and s.access_epoch = u.access_epoch and u.status = 'active' and a.status = 'active'
    and (s.viewed_account_id = s.account_id or exists (
      select 1 from account_link l join account r on r.id = l.account_id
      where l.account_id = s.viewed_account_id and l.buyer_account_id = s.account_id
        and l.status = 'active' and r.status = 'active')
      or (a.is_platform and m.user_type in ('admin', 'super_admin') and exists (
        select 1 from account c where c.id = s.viewed_account_id and c.status = 'active' and not c.is_platform)))
$$;
`)
  },
}
