import type { Migration } from './migration.ts'

/** All that is said of the lines of an import, what files call their columns, and references that are nearly the same. */
export const faultsOfLines: Migration = {
  name: '0118-faults-of-lines',
  async up(run) {
    await run(`
-- A line may be told several things, each with the value that it is about; a notice leaves no line out.
alter table catalog_import_ignored
  add column place integer not null default 1 check (place >= 1),
  add column value text check (char_length(value) <= 400),
  add column other text check (char_length(other) <= 400),
  add column is_notice boolean not null default false;
alter table catalog_import_ignored drop constraint catalog_import_ignored_pkey;
alter table catalog_import_ignored add primary key (account_id, import_id, line, place);

-- How the account matched the columns when the file was taken: what it says later is of later files.
alter table catalog_import add column matching jsonb not null default '{}';

-- What the files of an account call the columns; an empty column is one that is not read.
create table catalog_column_matching (
  account_id uuid not null references account (id) on delete cascade,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  name text not null check (char_length(name) between 1 and 255),
  column_name text not null check (char_length(column_name) <= 64),
  primary key (account_id, content, name)
);

-- References that differ in the size of letters or the zeros before them alone.
create index product_by_alike_reference on product (account_id, ltrim(lower(buyer_reference), '0'))
  where buyer_reference is not null;
`)
  },
}
