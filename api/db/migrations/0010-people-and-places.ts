import type { Migration } from './migration.ts'

/** What a device knows beside its items: who works in its warehouse, where its store lies, and the catalog's tree. */
export const peopleAndPlaces: Migration = {
  name: '0010-people-and-places',
  async up(run) {
    await run(`
-- The configuration of the row's account has to travel again; the argument is the entity's name.
create function config_touched() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (new.account_id, 'config:' || new.account_id, tg_argv[0], new.id, new.version);
  return null;
end $$;

-- A name is all that devices know of a colleague; signing in changes other columns of the same row.
create trigger user_account_renamed after update on user_account for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function config_touched('person');
-- Who works where.
create function colleagues_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, 'person', r.user_id, 1, tg_op = 'DELETE'
  from changed_rows r where r.module = 'rps';
  return null;
end $$;
create trigger user_module_inserted after insert on user_module referencing new table as changed_rows
  for each statement execute function colleagues_changed();
create trigger user_module_updated after update on user_module referencing new table as changed_rows
  for each statement execute function colleagues_changed();
create trigger user_module_deleted after delete on user_module referencing old table as changed_rows
  for each statement execute function colleagues_changed();

-- A device knows warehouses by name, city and place, and its store by its place.
create or replace function warehouse_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version, deleted)
  select r.account_id, 'config:' || r.account_id, r.type, r.id, r.version, tg_op = 'DELETE'
  from changed_rows r where r.type = 'warehouse' or (r.type = 'store' and r.latitude is not null);
  return null;
end $$;

-- Dispatch rules hold for a category with everything below it.
create trigger category_inserted after insert on category referencing new table as changed_rows
  for each statement execute function log_change('config', 'category');
create trigger category_deleted after delete on category referencing old table as changed_rows
  for each statement execute function log_change('config', 'category');
create trigger category_under_another after update on category for each row
  when (old.parent_category_id is distinct from new.parent_category_id) execute function config_touched('category');

-- Devices that keep a configuration from before ask for the whole of it.
insert into sync_change (account_id, bucket, entity, entity_id, version)
select id, 'config:' || id, 'settings', id, version from account;
`)
  },
}
