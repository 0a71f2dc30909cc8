import type { Migration } from './migration.ts'

/**
 * Administrators of the platform work on devices in the clients that they open: a grant is of one client, and what comes
 * under it is decided by what its author is at the platform.
 */
export const deviceWorkInClients: Migration = {
  name: '0087-device-work-in-clients',
  async up(run) {
    await run(`
-- The client that is open for the one of the platform's administrators who holds the grant; null: the user's own account.
alter table device_grant add column client_id uuid references account on delete cascade;

-- As before; an administrator's grant of a client pushes to that one, from its head office, while it is active. The
-- platform's own account takes none.
drop function auth_find_grant(bytea);
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
    and u.status = 'active' and a.status = 'active' and a.is_platform = (g.client_id is not null)
    and (g.client_id is null or (m.user_type in ('admin', 'super_admin') and exists (
      select 1 from account c where c.id = g.client_id and c.status = 'active' and not c.is_platform)))
$$;

-- What one of the platform's active administrators is in the account at hand, by the row that stands in there.
create function platform_role_here(p_user uuid, p_module text) returns table (user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_type, (
    select o.id from organization o
    where o.account_id = s.account_id and o.type = 'root_management_unit' order by o.created_at, o.id limit 1)
  from user_account s
  join user_module m on m.account_id = platform_account() and m.user_id = s.id and m.module = p_module
    and m.user_type in ('admin', 'super_admin')
  join user_account u on u.account_id = m.account_id and u.id = m.user_id and u.status = 'active'
  where s.account_id = current_account_id() and s.id = p_user and s.stands_in
$$;

-- As before, with the devices of administrators who have opened the client.
create or replace function account_open_devices(p_account uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct g.device_id)::int from device_grant g
  where p_account in (g.account_id, g.client_id) and g.revoked_at is null and g.expires_at > now()
$$;
`)
  },
}
