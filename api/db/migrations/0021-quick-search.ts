import type { Migration } from './migration.ts'

/** The search of products, as quick in a catalog of 100,000 as in one of a few: what it does is as 0015 has it. */
export const quickSearch: Migration = {
  name: '0021-quick-search',
  async up(run) {
    await run(`
-- Whether any published product of an account has this. What many have, one of the first few hundred has; of what few
-- have, the index soon knows all: asked for one row alone, the planner would read the catalog until it meets one.
create function known_to_catalog(p_account uuid, p_asked tsquery) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  is_known boolean;
begin
  if exists (select from (select s.terms from searched_product s where s.account_id = p_account limit 300) few
    where few.terms @@ p_asked) then
    return true;
  end if;
  -- Planned anew for each question.
  execute 'with found as materialized (
      select from searched_product s where s.account_id = $1 and s.terms @@ $2)
    select exists (select from found)' into is_known using p_account, p_asked;
  return is_known;
end $$;
revoke execute on function known_to_catalog(uuid, tsquery) from public;

-- A page of published products of the current account with total and facets. p_words replaces the words of the text;
-- p_order is what comes before relevance. Groups of brand and category are counted in one pass over all that is found;
-- the page is read for itself, first of those whose name holds the words, which are nearly always enough. Who only
-- looks through a category is shown what stands in it, and no other category beside it.
--
-- A materialized part is planned for all of its rows: for the first ones alone the planner would walk through the
-- whole catalog in order, hoping to meet one of a code's few products early.
create or replace function catalog_search(p_text text, p_words text[], p_prefix boolean, p_tac text, p_category uuid,
    p_brands text[], p_order text[], p_limit integer, p_offset integer) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := coalesce(p_words,
    (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10]);
  codes constant text[] := case when p_words is null then search_codes(p_text) end;
  tac constant tsquery := quote_literal('=' || search_code(p_tac))::tsquery;
  -- Of more than these, walking through the catalog in the order of names meets a page's worth soon.
  few constant integer := 2000;
  asked tsquery;
  near tsquery;
  nearest tsquery;
  part text;
  matching text;
  narrowed text;
  counted jsonb;
  total integer;
  place text;
  page uuid[] := '{}';
begin
  if codes is not null then
    select string_agg(quote_literal(code), ' | ')::tsquery into asked from unnest(codes) code;
    if not known_to_catalog(account, asked) then
      asked := null;
    end if;
  end if;
  if asked is null and words is not null then
    asked := search_query(words, p_prefix);
    near := asked;
    nearest := search_query(words, false);
  end if;
  matching := case when asked is null then '' else ' and s.terms @@ $2' end;
  narrowed := case when tac is null then '' else ' and s.terms @@ $3' end;

  execute format($q$
    with grouped as materialized (
      select s.brand, s.category_id, %1$s as in_category, ($5 is null or s.brand = any ($5)) as of_brand,
        count(*) as n
      from searched_product s where s.account_id = $1 %2$s group by 1, 2, 3
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(n), 0) from grouped where in_category and of_brand),
      'brands', (select coalesce(jsonb_agg(jsonb_build_object('value', f.brand, 'count', f.n)
          order by f.n desc, lower(f.brand), f.brand), '[]')
        from (select brand, sum(n) as n from grouped where in_category and brand is not null group by brand
          order by 2 desc, brand limit 100) f),
      'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.identifier,
          'count', f.n) order by f.n desc, search_text(c.name), c.id), '[]')
        from (select category_id, sum(n) as n from grouped where of_brand group by category_id
          order by 2 desc limit 100) f
        join category c on c.account_id = $1 and c.id = f.category_id))
    $q$,
    case when p_category is null then 'true' else 's.category_ids @> array[$4]' end,
    matching || narrowed || case when asked is null and tac is null and p_category is not null
      then ' and s.category_ids @> array[$4]' else '' end)
  into counted using account, asked, tac, p_category, p_brands;
  total := (counted ->> 'total')::integer;

  narrowed := narrowed || case when p_category is null then '' else ' and s.category_ids @> array[$4]' end
    || case when p_brands is null then '' else ' and s.brand = any ($5)' end;
  place := coalesce((select string_agg(case o.field when 'label_asc' then 's.label,' when 'label_desc' then 's.label desc,'
    when 'price_asc' then 's.best_price_cents nulls last,'
    when 'price_desc' then 's.best_price_cents desc nulls last,' end, ' ' order by o.at)
    from unnest(p_order) with ordinality o (field, at)), '');
  if near is not null and place = '' and total > few then
    -- Names that hold the words come first, then names with a word that begins like the last one, then all others. Where
    -- the first of these is empty, the next one begins the list.
    -- What a name holds, the product is found by.
    foreach part in array array[' and s.names @@ $6', ' and s.names @@ $7', ' and s.terms @@ $2'] loop
      execute format($q$
        with found as %s (
          select s.product_id, s.size, s.label from searched_product s where s.account_id = $1 %s %s
        )
        select array(select s.product_id from found s order by s.size, s.label, s.product_id limit $8 offset $9)
        $q$, case when total > 5000 then 'not materialized' else 'materialized' end, narrowed, part)
      into page using account, asked, tac, p_category, p_brands, nearest, near, p_limit, p_offset;
      exit when cardinality(page) > 0 or p_offset > 0;
    end loop;
  end if;
  if cardinality(page) < least(p_limit, total - p_offset) then
    execute format($q$
      with found as %s (
        select s.product_id, s.size, s.label, s.best_price_cents, s.names from searched_product s
        where s.account_id = $1 %s
      )
      select array(select s.product_id from found s order by %s %s s.size, s.label, s.product_id limit $8 offset $9)
      $q$, case when total > few then 'not materialized' else 'materialized' end, matching || narrowed, place,
      case when near is null then '' else 's.names @@ $6 desc, s.names @@ $7 desc,' end)
    into page using account, asked, tac, p_category, p_brands, nearest, near, p_limit, p_offset;
  end if;
  return counted || jsonb_build_object('products', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.product_id, 'label', s.label, 'brand', s.brand,
      'model', p.manufacturer_model, 'image', p.image, 'categoryId', s.category_id, 'categoryName', c.name,
      'bestPriceCents', s.best_price_cents) order by u.at), '[]')
    from unnest(page) with ordinality u (id, at)
    join searched_product s on s.account_id = account and s.product_id = u.id
    join product p on p.account_id = account and p.id = u.id
    join category c on c.account_id = account and c.id = s.category_id));
end $$;

-- For each word of a text whether any product knows it, whether it was written as one with letters or digits beside it,
-- and the words of the catalog that look like it.
create or replace function catalog_words(p_text text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  set pg_trgm.similarity_threshold = 0.2 as $$
declare
  account constant uuid := current_account_id();
  found jsonb := '[]';
  each record;
  asked tsquery;
  is_known boolean;
begin
  for each in
    select w.word, t.token ~ '[0-9]' as in_code,
      row_number() over (order by t.at, w.at) = count(*) over () as is_last
    from regexp_split_to_table(search_text(p_text), '\\s+') with ordinality t (token, at)
    cross join lateral unnest(string_to_array(nullif(search_words(t.token), ''), ' ')) with ordinality w (word, at)
    order by t.at, w.at limit 10
  loop
    asked := search_query(array[each.word], each.is_last);
    is_known := known_to_catalog(account, asked);
    found := found || jsonb_build_object('word', each.word, 'inCode', each.in_code, 'known', is_known,
      'similar', case when each.word ~ '^[a-z]{3,}$' then (
        select coalesce(jsonb_agg(v.word), '[]') from (
          select v.word from searched_word v where v.account_id = account and v.word % each.word
          order by similarity(v.word, each.word) desc, v.word limit 30) v) else '[]' end);
  end loop;
  return found;
end $$;
`)
  },
}
