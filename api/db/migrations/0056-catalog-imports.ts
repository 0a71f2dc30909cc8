import type { Migration } from './migration.ts'

/** Files of the catalog that are read in the background, part by part, and their results (IO-06, IO-07). */
export const catalogImports: Migration = {
  name: '0056-catalog-imports',
  async up(run) {
    await run(`
create table catalog_import (
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  origin text not null default 'user' check (origin in ('user', 'account', 'rs')),
  source_account_id uuid references account on delete set null,
  content text not null check (content in ('categories', 'products', 'diagnostic')),
  strategy text not null check (strategy in ('generic', 'recommerce', 'uuid')),
  status text not null default 'in_progress'
    check (status in ('in_progress', 'success', 'success_with_ignored', 'error')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- As it came; gone once the import has ended.
  file bytea,
  -- No foreign key: who imports may act from an account of its own.
  created_by uuid,
  created_at timestamptz not null,
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- When it last came on, or was taken up again.
  touched_at timestamptz not null,
  -- Tries in a row that have failed.
  failures integer not null default 0 check (failures >= 0),
  -- How far the file is written: in the parts that are decided together, and in lines.
  units_done integer not null default 0 check (units_done >= 0),
  lines_done integer not null default 0 check (lines_done >= 0),
  lines_found integer not null check (lines_found >= 0),
  lines_inserted integer not null default 0 check (lines_inserted >= 0),
  lines_updated integer not null default 0 check (lines_updated >= 0),
  lines_ignored integer not null default 0 check (lines_ignored >= 0),
  error text,
  primary key (account_id, id),
  check ((status = 'in_progress') = (ended_at is null)),
  check ((status = 'in_progress') = (file is not null)),
  check ((status = 'error') = (error is not null)),
  check (lines_inserted + lines_updated + lines_ignored <= lines_done and lines_done <= lines_found)
);
create index catalog_import_by_time on catalog_import (account_id, created_at desc, id desc);
create index catalog_import_waiting on catalog_import (account_id, queued_at, id) where status = 'in_progress';

create table catalog_import_ignored (
  account_id uuid not null,
  import_id uuid not null,
  line integer not null check (line >= 2),
  code text not null check (char_length(code) between 1 and 64),
  field text check (char_length(field) <= 64),
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references catalog_import on delete cascade
);

select pgboss.create_queue('catalog-import', '{"policy": "standard", "retryLimit": 8, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');

-- Accounts with an import that has not come on for a while and that no job waits for: its process is gone.
create function imports_unworked(p_since timestamptz, p_limit integer) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.account_id from catalog_import i
  where i.status = 'in_progress'
  group by i.account_id
  having max(i.touched_at) < p_since
    and not exists (select from pgboss.job j
      where j.name = 'catalog-import' and j.data = jsonb_build_object('accountId', i.account_id)
        and j.state <> 'completed' and j.state in ('created', 'retry'))
  order by max(i.touched_at) limit p_limit
$$;

-- Counts anew what the planner believes of the catalog's tables where they have grown by a fifth: it would otherwise
-- read a table whole for every part of a long import, until it is counted in its turn.
create function analyze_grown_catalog() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  grown regclass;
begin
  for grown in
    select s.relid from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 5
      and s.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
  loop
    execute format('analyze %s', grown);
  end loop;
end $$;
`)
  },
}
