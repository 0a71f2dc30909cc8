import type { Migration } from './migration.ts'

/** Buyers say what the columns of their own price lists are; what is said of a line of a file names its reference. */
export const columnsOfBuyers: Migration = {
  name: '0146-columns-of-buyers',
  async up(run) {
    await run(`
-- What the price lists of a buyer call the columns. A table of its own: running versions of before read and write that of
-- the account, and know of no buyers.
create table buyer_column_matching (
  account_id uuid not null references account (id) on delete cascade,
  -- No foreign key: a buyer's entity may stand in an account of its own.
  buyer_organization_id uuid not null,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  name text not null check (char_length(name) between 1 and 255),
  column_name text not null check (char_length(column_name) <= 64),
  primary key (account_id, buyer_organization_id, content, name)
);

-- What the line calls the thing that it is about.
alter table catalog_import_ignored add column reference text check (char_length(reference) <= 120);
`)
  },
}
