import type { Migration } from './migration.ts'

/** What was analysed with few rows while a catalog grew is analysed with the usual number once no import is left. */
export const statisticsAtRest: Migration = {
  name: '0156-statistics-at-rest',
  async up(run) {
    await run(`
-- Analysing begins to count the changes of a table from none, so that PostgreSQL itself would look at more rows only when
-- a tenth of them had changed again.
create table roughly_analyzed (
  table_name text primary key
);

-- As 0127 has it, and 0136 with few rows; but it notes where that was.
create or replace function analyze_grown_catalog() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set default_statistics_target = 10 as $$
declare
  grown name;
begin
  -- In order, so that no two processes wait for each other.
  for grown in
    select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 2
      and s.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
    order by s.relname
  loop
    insert into roughly_analyzed (table_name) values (grown) on conflict do nothing;
    execute format('analyze public.%I', grown);
  end loop;
end $$;

create function analyze_rested_catalog() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rough text;
begin
  if exists (select from catalog_import where status = 'in_progress')
    or exists (select from catalog_import where undo_status = 'in_progress') then
    return;
  end if;
  for rough in
    select r.table_name from roughly_analyzed r order by r.table_name for update skip locked
  loop
    execute format('analyze public.%I', rough);
    delete from roughly_analyzed r where r.table_name = rough;
  end loop;
end $$;
`)
  },
}
