import type { Migration } from './migration.ts'

/**
 * Administrators who were made inside a client move to the platform's account, and no client takes one again. What they
 * wrote in the client names a row that stands in for them there, with the same id. Their sessions and grants end.
 */
export const administratorsAtThePlatform: Migration = {
  name: '0088-administrators-at-the-platform',
  async up(run) {
    await run(`
-- A process of the version before gives nobody such a role amid the move.
lock table user_module in share row exclusive mode;

-- Held operations of theirs are decided by what they are at the platform, where they have one module; what a device
-- still keeps for another module would find no grant there.
do $$
declare
  kept integer;
begin
  select count(*) into kept from device_grant g
    where g.module <> 'root' and g.revoked_at is null and g.expires_at > now()
    and exists (select 1 from user_module m join account a on a.id = m.account_id and not a.is_platform
      where m.account_id = g.account_id and m.user_id = g.user_id and m.user_type in ('admin', 'super_admin'));
  if kept > 0 then
    raise exception '% devices of administrators may keep work of a module that they lose: send it, then sign out there',
      kept;
  end if;
  select count(*) into kept from sync_op o where o.status = 'held' and o.resolved_at is null and o.module <> 'root'
    and exists (select 1 from user_module m join account a on a.id = m.account_id and not a.is_platform
      where m.account_id = o.account_id and m.user_id = o.user_id and m.user_type in ('admin', 'super_admin'));
  if kept > 0 then
    raise exception '% held operations of administrators belong to a module that they lose: settle them first', kept;
  end if;
end $$;

do $$
declare
  platform uuid;
  head_office uuid;
  one record;
begin
  for one in
    select u.*, m.user_type, a.status as account_status, a.language as account_language
    from user_module m
    join user_account u on u.account_id = m.account_id and u.id = m.user_id
    join account a on a.id = m.account_id
    where m.user_type in ('admin', 'super_admin') and not a.is_platform
    order by u.created_at, u.id
  loop
    platform := make_platform_account('fr-FR');
    select o.id into head_office from organization o
      where o.account_id = platform and o.type = 'root_management_unit' order by o.created_at, o.id limit 1;
    -- The address is one person's alone, so that the stand-in gives it up first.
    update user_account set email = 'platform:' || account_id || ':' || id, status = 'inactive', password_hash = null,
      force_sso = false, stands_in = true
      where account_id = one.account_id and id = one.id;
    -- Who could not sign in because the client rests is not let in by the move; screens keep their language.
    insert into user_account (account_id, id, email, first_name, last_name, password_hash, password_changed_at, status,
        force_sso, language, created_at, last_login_at, version)
      values (platform, one.id, one.email, one.first_name, one.last_name, one.password_hash, one.password_changed_at,
        case when one.account_status = 'active' then one.status else 'inactive' end, false,
        coalesce(one.language, one.account_language), one.created_at, one.last_login_at, one.version);
    insert into user_module (account_id, user_id, module, user_type, organization_id)
      values (platform, one.id, 'root', one.user_type, head_office);
    -- An invitation that is under way still leads to a password.
    update password_token set account_id = platform
      where account_id = one.account_id and user_id = one.id and used_at is null;
    update session set revoked_at = now()
      where account_id = one.account_id and user_id = one.id and revoked_at is null;
    -- Grants go with the modules.
    delete from user_module where account_id = one.account_id and user_id = one.id;
  end loop;
end $$;

create function user_module_of_platform() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- As before, but for the platform: its people never sign in through a provider, and often have a client's addresses.
create or replace function auth_domain_is_used_elsewhere(p_account uuid, p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_account u join account a on a.id = u.account_id
    where u.account_id <> p_account and split_part(u.email, '@', -1) = lower(p_domain)
      and u.status = 'active' and a.status = 'active' and not a.is_platform
      and not exists (
        select 1 from account_link l
        where l.status = 'active' and (l.account_id, l.buyer_account_id) in ((p_account, a.id), (a.id, p_account))))
$$;
`)
  },
}
