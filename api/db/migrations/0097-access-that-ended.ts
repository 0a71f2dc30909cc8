import type { Migration } from './migration.ts'

/**
 * What a user had before being made inactive stays dead: each inactivity is an epoch, and a session or a grant opens
 * something in its own alone. And an attempt that was no wrong one is taken back from its count.
 */
export const accessThatEnded: Migration = {
  name: '0097-access-that-ended',
  async up(run) {
    await run(`
alter table user_account add column access_epoch integer not null default 0;
alter table session add column access_epoch integer not null default 0;
alter table device_grant add column access_epoch integer not null default 0;
update user_account set access_epoch = 1 where status = 'inactive';

create function end_access() returns trigger language plpgsql as $$
begin
  new.access_epoch := old.access_epoch + 1;
  return new;
end $$;
create trigger user_account_end_access before update of status on user_account for each row
  when (new.status = 'inactive' and old.status <> 'inactive') execute function end_access();

-- A change that is under way is waited for by nobody: what is read before it belongs to the epoch that it ends.
create function begin_access() returns trigger language plpgsql as $$
begin
  select u.access_epoch into new.access_epoch from user_account u
  where u.account_id = new.account_id and u.id = new.user_id and u.status = 'active';
  if not found then new.access_epoch := -1; end if;
  return new;
end $$;
create trigger session_begin_access before insert on session for each row execute function begin_access();
create trigger device_grant_begin_access before insert on device_grant for each row execute function begin_access();

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
    and s.access_epoch = u.access_epoch and u.status = 'active' and a.status = 'active'
    and (s.viewed_account_id = s.account_id or exists (
      select 1 from account_link l join account r on r.id = l.account_id
      where l.account_id = s.viewed_account_id and l.buyer_account_id = s.account_id
        and l.status = 'active' and r.status = 'active')
      or (a.is_platform and m.user_type in ('admin', 'super_admin') and exists (
        select 1 from account c where c.id = s.viewed_account_id and c.status = 'active' and not c.is_platform)))
$$;

create or replace function auth_find_grant(p_token_hash bytea)
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

create function throttle_give_back(p_key text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update throttle set hits = hits - 1 where key = p_key and hits > 0
$$;
`)
  },
}
