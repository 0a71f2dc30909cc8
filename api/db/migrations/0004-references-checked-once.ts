import type { Migration } from './migration.ts'

/** Writing many products paid for a query per price and per row of what is read in their place: now one a statement. */
export const referencesCheckedOnce: Migration = {
  name: '0004-references-checked-once',
  async up(run) {
    await run(`
lock table product in access exclusive mode;

-- Foreign keys ask for the product of each row alone, which took a sixth of an import's time. Prices are checked by the
-- statement that writes them, and hold their products as a foreign key does; the read tables are written by functions
-- alone, of products that they have locked. All go with their product.
alter table product_price drop constraint product_price_account_id_product_id_fkey;
alter table listed_product drop constraint listed_product_account_id_product_id_fkey;
alter table searched_product drop constraint searched_product_account_id_product_id_fkey;

create function prices_have_products() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
declare
  held integer;
begin
  -- Looked up one by one, whatever the planner believed of both when it made the plan.
  perform from (select distinct n.account_id, n.product_id from new_prices n order by 1, 2) n
  cross join lateral (select from product p where p.account_id = n.account_id and p.id = n.product_id
    offset 0 for key share) p;
  get diagnostics held = row_count;
  if held <> (select count(*) from (select distinct n.account_id, n.product_id from new_prices n) d) then
    raise exception 'a price is of a product' using errcode = 'foreign_key_violation', table = 'product_price',
      constraint = 'product_price_product';
  end if;
  return null;
end $$;
create trigger price_products_inserted after insert on product_price referencing new table as new_prices
  for each statement execute function prices_have_products();
create trigger price_products_updated after update on product_price referencing new table as new_prices
  for each statement execute function prices_have_products();

create function forget_product_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
declare
  each record;
begin
  for each in select g.account_id as account, array_agg(g.id) as ids from gone g group by g.account_id loop
    delete from product_price r where r.account_id = each.account and r.product_id = any (each.ids);
    delete from listed_product r where r.account_id = each.account and r.product_id = any (each.ids);
    delete from searched_product r where r.account_id = each.account and r.product_id = any (each.ids);
  end loop;
  return null;
end $$;
create trigger product_rows_forgotten after delete on product referencing old table as gone
  for each statement execute function forget_product_rows();

-- As it was, without a step for each term: what begins a term stands behind a sign that no term has.
create or replace function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable parallel safe strict cost 400 as $$
begin
  if p_terms = '' then
    return p_terms;
  end if;
  return array_to_tsvector(string_to_array(substr(replace(replace(replace(
    e'\\x01' || array_to_string(tsvector_to_array(p_terms), e'\\x01'), e'\\x01%', e'\\x01@'), e'\\x01+', e'\\x01'),
    e'\\x01', e'\\x01' || public.search_key(p_account)), 2), e'\\x01'));
end $$;
`)
  },
}
