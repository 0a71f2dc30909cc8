-- The search where no product has all words: the closest ones.

-- The first products in the order of relevance, of those that have the words: names that hold them, names with a word
-- that begins like the last one, all others, each by their length. Of each word is said whether a brand or a category
-- has it. p_found holds the facets all of whose products are found, p_facets those that the page is narrowed to; null
-- narrows nothing.
create function closest_of_catalog(p_account uuid, p_begun text[], p_whole text[], p_of_brand boolean[], p_of_category
  boolean[], p_found integer[], p_facets integer[], p_count integer)
  returns uuid[]
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  key constant text := search_key(p_account);
  narrowed constant text := case when p_facets is null then '' else ' and s.facet_id = any ($3)' end;
  near constant tsquery := search_asked(p_begun, array['', '@']);
  nearest constant tsquery := search_asked(p_whole, array['', '@']);
  -- Names that begin alike stand beside each other, so that the way through all may be walked in vain.
  walked constant integer := 6000;
  forms text[];
  asked tsquery;
  indexed tsquery;
  of_facet tsquery;
  whole_facets integer[];
  closest uuid[] := '{}';
  next uuid[];
begin
  if cardinality(p_found) = 0 then
    execute format($q$
      select array(select s.product_id from (
          select w.product_id, w.facet_id, w.size, w.label, w.terms from searched_product w
          where w.account_id = $1 order by w.size, w.label, w.product_id limit $5) s
        where s.terms @@ $2 %s
        order by s.size, s.label, s.product_id limit $4)
      $q$, narrowed)
    into closest using p_account, nearest, p_facets, p_count, walked;
    if cardinality(closest) = p_count then
      return closest;
    end if;
    -- All in one pass: what many have is found once for each of several passes.
    indexed := search_indexed(p_begun, array(select a or b from unnest(p_of_brand, p_of_category) o (a, b)), key);
    execute format($q$
      select array(select s.product_id from searched_product s
        where s.account_id = $1 and search_keyed(s.account_id, s.terms) @@ $2 %s
        order by s.terms @@ $4 desc, s.terms @@ $5 desc, s.size, s.label, s.product_id limit $6)
      $q$, narrowed)
    into closest using p_account, indexed, p_facets, nearest, near, p_count;
    return closest;
  end if;
  for step in 1 .. 3 loop
    exit when cardinality(closest) >= p_count;
    forms := case when step = 1 then p_whole else p_begun end;
    asked := search_asked(forms, case when step = 3 then array['', '@', '%', '+'] else array['', '@'] end);
    of_facet := search_asked(forms, case when step = 3 then array['@', '%'] else array['@'] end);
    whole_facets := array(select f.id from searched_facet f
      where f.account_id = p_account and f.id = any (p_found) and (p_facets is null or f.id = any (p_facets))
        and f.terms @@ of_facet);
    indexed := search_indexed(forms, case when cardinality(forms) = 1 and cardinality(whole_facets) > 0
      then '{}' when step < 3 then p_of_brand
      else array(select a or b from unnest(p_of_brand, p_of_category) o (a, b)) end, key);
    -- What has all words from its facet; the index does not tell a brand's from a category's.
    if cardinality(whole_facets) > 0 and (step = 3 or false = all (p_of_category)) then
      indexed := indexed && !! search_indexed(forms, '{}', key || '@');
    end if;
    -- The first of each facet, and all that others have.
    execute format($q$
      with found as materialized (
        select s.product_id, s.size, s.label from searched_product s
        where s.account_id = $1 and search_keyed(s.account_id, s.terms) @@ $2 %s
          and s.terms @@ $7 and s.facet_id <> all ($4) and s.product_id <> all ($5)
      )
      select array(select x.product_id from (
        select f.* from found f
        union all
        select y.* from unnest($4) w (id) cross join lateral (
          select s.product_id, s.size, s.label from searched_product s
          where s.account_id = $1 and s.facet_id = w.id and s.product_id <> all ($5)
          order by s.size, s.label, s.product_id limit $6) y
      ) x order by x.size, x.label, x.product_id limit $6)
      $q$, narrowed)
    into next using p_account, indexed, p_facets, whole_facets, closest, p_count - cardinality(closest), asked;
    closest := closest || next;
  end loop;
  return closest;
end $$;
