import type { Migration } from './migration.ts'

/** Products are found by what lines of files name them by, along the indexes. */
export const productsFound: Migration = {
  name: '0131-products-found',
  async up(run) {
    await run(`
-- Row-level security keeps conditions of functions that may leak from the indexes: asked as the application, the whole
-- catalog would be read for each part of a file. The owner reads the rows of the account that is worked in alone.
create function products_found(p_ids uuid[], p_references text[], p_gtins text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id from product p where p.account_id = current_account_id() and p.id in (select unnest(p_ids))
  union
  select p.id from (select distinct ltrim(lower(r), '0') as alike from unnest(p_references) r) n
  join product p on p.account_id = current_account_id() and p.buyer_reference is not null
    and ltrim(lower(p.buyer_reference), '0') = n.alike
  union
  select p.id from product p where p.account_id = current_account_id() and p.gtin in (select unnest(p_gtins))
$$;
`)
  },
}
