import type { Migration } from './migration.ts'

/** Statistics of the catalog's tables are made less often during an import, and what has grown is found by less work. */
export const statisticsLessOften: Migration = {
  name: '0007-statistics-less-often',
  async up(run) {
    await run(`
-- Statistics of the catalog's tables are made where these have become four times as large: the planner would otherwise
-- read a table whole for every part of a long import. It reckons with how large a table is now, so that what it knows
-- of a quarter of the rows is enough. Those of the search compute the words of each row that they look at, so that they
-- look at few rows, and where that was is noted.
--
-- Each table is looked up by itself: the view of statistics gathers those of all tables first.
create or replace function analyze_grown_catalog() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set default_statistics_target = 10 as
    $$
declare
  grown name;
begin
  -- In order, so that no two processes wait for each other.
  for grown in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
      and pg_stat_get_mod_since_analyze(c.oid) > 500 + 3 * greatest(c.reltuples, 0)
    order by c.relname
  loop
    insert into roughly_analyzed (table_name) values (grown) on conflict do nothing;
    execute format('analyze public.%I', grown);
  end loop;
end $$;
`)
  },
}
