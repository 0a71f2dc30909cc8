import type { Migration } from './migration.ts'

/** Writing a product paid for indexes that no query uses. */
export const fewerCatalogIndexes: Migration = {
  name: '0137-fewer-catalog-indexes',
  async up(run) {
    await run(`
-- The column rewrites the table with each index that stands: all go before it, and those that stay are made behind it.
-- Names are looked for by functions that row-level security keeps from an index.
drop index product_document;
-- The list and the search have rows of their own; what still asks the catalog counts by status, or looks for any.
drop index product_by_label;
drop index product_by_category;
drop index product_by_buyer_reference;
drop index product_by_alike_reference;
drop index product_by_gtin;
-- The list has a column and an index for each grade (0035).
drop index product_price_by_grade;
-- Files find references by what nearly the same ones have in common (0118). As a condition that is computed it was kept
-- from its index even in a function of the owner, who is under row-level security too; as a column it is not.
alter table product add column alike_reference text generated always as (ltrim(lower(buyer_reference), '0')) stored;
create index product_by_status on product (account_id, status);
create index product_by_category on product (account_id, main_category_id, status);
create index product_by_alike_reference on product (account_id, alike_reference) where alike_reference is not null;
create index product_by_gtin on product (account_id, gtin) where gtin is not null;

-- As 0131 has it, with that column; the index of codes holds those that there are.
create or replace function products_found(p_ids uuid[], p_references text[], p_gtins text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set random_page_cost = 1.1 as $$
  select p.id from product p where p.account_id = current_account_id() and p.id in (select unnest(p_ids))
  union
  select p.id from (select distinct ltrim(lower(r), '0') as alike from unnest(p_references) r) n
  -- Looked up one by one: how many have the same is not known, and would be thought to be many.
  cross join lateral (select p.id from product p
    where p.account_id = current_account_id() and p.alike_reference = n.alike offset 0) p
  union
  select p.id from product p where p.account_id = current_account_id() and p.gtin is not null
    and p.gtin in (select unnest(p_gtins))
$$;
`)
  },
}
