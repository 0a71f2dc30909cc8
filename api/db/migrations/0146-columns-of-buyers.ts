import type { Migration } from './migration.ts'

/** Buyers say what the columns of their own price lists are; what is said of a line of a file names its reference. */
export const columnsOfBuyers: Migration = {
  name: '0146-columns-of-buyers',
  async up(run) {
    await run(`
-- Whose files are matched so: the account's own id, or a buyer's entity, which may stand in an account of its own.
alter table catalog_column_matching add column owner_id uuid;
update catalog_column_matching set owner_id = account_id;
alter table catalog_column_matching alter column owner_id set not null;
alter table catalog_column_matching drop constraint catalog_column_matching_pkey;
alter table catalog_column_matching add primary key (account_id, owner_id, content, name);

-- What the line calls the thing that it is about.
alter table catalog_import_ignored add column reference text check (char_length(reference) <= 120);
`)
  },
}
