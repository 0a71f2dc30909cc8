/** The list of products as the version before calls it, and no other function of its name. */
export const productListBefore = `
-- With it, a call whose prices have no type, as those of the version before, would fit two functions.
drop function if exists product_list(text, uuid[], text[], integer[], integer[], text[], integer, integer, boolean);

create or replace function product_list(p_text text, p_categories uuid[], p_statuses text[], p_from integer, p_to integer,
    p_order text[], p_limit integer, p_offset integer, p_counts boolean, out ids uuid[], out total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.ids, p.total from product_page(p_text, p_categories, p_statuses, array[null, p_from], array[null, p_to],
    p_order, p_limit, p_offset, p_counts) p
$$;
`
