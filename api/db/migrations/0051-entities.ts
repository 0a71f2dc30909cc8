import type { Migration } from './migration.ts'

/** What changing an entity asks of devices, and what keeps a module of a client. */
export const entities: Migration = {
  name: '0051-entities',
  async up(run) {
    await run(`
-- A device knows warehouses by name, city and place, and its store by name and place, or by no place any more.
create or replace function warehouse_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, r.type, r.id, r.version, tg_op = 'DELETE'
  from changed_rows r where r.type in ('warehouse', 'store');
  return null;
end $$;

-- Active users of an account by the modules that they work in; client administration reads no users.
create function account_module_users(p_account uuid) returns table (module text, users integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.module, count(*)::int
  from user_module m join user_account u on u.account_id = m.account_id and u.id = m.user_id
  where m.account_id = p_account and u.status = 'active'
  group by m.module
$$;
`)
  },
}
