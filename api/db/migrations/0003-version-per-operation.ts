import type { Migration } from './migration.ts'

/** A batch of operations raises an item's version by one each, as the devices do that captured them. */
export const versionPerOperation: Migration = {
  name: '0003-version-per-operation',
  async up(run) {
    await run(`
create or replace function item_version() returns trigger language plpgsql as $$
begin
  new.version := greatest(new.version, old.version + 1);
  new.updated_at := now();
  return new;
end $$;
`)
  },
}
