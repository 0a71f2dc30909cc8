import type { Migration } from './migration.ts'

/**
 * Administrators of the platform open a client: their session stays in the platform's account and works on the client's
 * data. What they write there names them by a row of the client's own, which stands in for them and signs in nowhere.
 */
export const openedClients: Migration = {
  name: '0076-opened-clients',
  async up(run) {
    await run(`
alter table user_account add column stands_in boolean not null default false;
-- No form takes such an address, so that it is in nobody's way.
alter table user_account add constraint user_account_stand_in check (not stands_in or
  (status = 'inactive' and password_hash is null and email = 'platform:' || account_id || ':' || id));

-- Lets one of the platform's administrators into a client, as the platform's own account asks: 'active' where it stands
-- open, 'inactive' where the client rests, else 'unknown'.
create function platform_open_client(p_user uuid, p_client uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  platform uuid := platform_account();
  found_status text;
begin
  if platform is null or current_account_id() is distinct from platform or not exists (
    select 1 from user_module m join user_account u on u.account_id = m.account_id and u.id = m.user_id
    where m.account_id = platform and m.user_id = p_user and m.user_type in ('admin', 'super_admin')
      and u.status = 'active') then
    return 'unknown';
  end if;
  select a.status into found_status from account a where a.id = p_client and not a.is_platform
    and exists (select 1 from organization o where o.account_id = a.id and o.type = 'root_management_unit');
  if found_status is distinct from 'active' then return coalesce(found_status, 'unknown'); end if;
  insert into user_account as s (account_id, id, email, first_name, last_name, status, language, stands_in)
    select p_client, u.id, 'platform:' || p_client || ':' || u.id, u.first_name, u.last_name, 'inactive', u.language, true
    from user_account u where u.account_id = platform and u.id = p_user
    on conflict (account_id, id) do nothing;
  return found_status;
end $$;

create function rename_stand_ins() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.account_id = platform_account() then
    update user_account s set first_name = new.first_name, last_name = new.last_name
    where s.id = new.id and s.stands_in;
  end if;
  return null;
end $$;
create trigger user_account_stand_ins after update of first_name, last_name on user_account for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_stand_ins();

-- As before; one of the platform's administrators works at the head office of the client that is open.
create or replace function auth_find_session(p_token_hash bytea)
  returns table (session_id uuid, account_id uuid, user_id uuid, viewed_account_id uuid, module text,
    created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, via_openid boolean, email text,
    first_name text, last_name text, language text, force_sso boolean, user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.account_id, s.user_id, s.viewed_account_id, s.module, s.created_at, s.last_seen_at, s.expires_at,
    s.via_openid, u.email, u.first_name, u.last_name, coalesce(u.language, a.language), u.force_sso, m.user_type,
    case when a.is_platform and s.viewed_account_id <> s.account_id then (
      select o.id from organization o
      where o.account_id = s.viewed_account_id and o.type = 'root_management_unit'
      order by o.created_at, o.id limit 1)
    else m.organization_id end
  from session s
  join user_account u on u.account_id = s.account_id and u.id = s.user_id
  join user_module m on m.account_id = s.account_id and m.user_id = s.user_id and m.module = s.module
  join account a on a.id = s.account_id
  where s.token_hash = p_token_hash and s.revoked_at is null and s.expires_at > now()
    and u.status = 'active' and a.status = 'active'
    and (s.viewed_account_id = s.account_id or exists (
      select 1 from account_link l join account r on r.id = l.account_id
      where l.account_id = s.viewed_account_id and l.buyer_account_id = s.account_id
        and l.status = 'active' and r.status = 'active')
      or (a.is_platform and m.user_type in ('admin', 'super_admin') and exists (
        select 1 from account c where c.id = s.viewed_account_id and c.status = 'active' and not c.is_platform)))
$$;

-- As before, without the platform's account: what a device captures belongs to one client, and a grant names none.
create or replace function auth_find_grant(p_token_hash bytea)
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
    and u.status = 'active' and a.status = 'active' and not a.is_platform
$$;
`)
  },
}
