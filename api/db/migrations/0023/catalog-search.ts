/** The search over narrow rows: what 0021 answers, with one pass over what is found. */
export const catalogSearch = `
-- A query that holds every word in one of its forms, each behind the key. An element is a word, or alternatives parted
-- by |. Prefix: the last word may be the beginning of one.
create function search_query(words text[], prefix boolean, key text) returns tsquery
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  parts text[] := '{}';
  forms text[];
  alternative text;
begin
  for at in 1 .. cardinality(words) loop
    forms := '{}';
    foreach alternative in array string_to_array(words[at], '|') loop
      forms := forms || (quote_literal(key || alternative) || case when prefix and at = cardinality(words)
        and (length(alternative) > 1 or alternative ~ '[0-9]') then ':*' else '' end);
      forms := forms || array(select quote_literal(key || form)
        from unnest(tsvector_to_array(search_terms(alternative))) form where form <> alternative);
    end loop;
    parts := parts || ('(' || array_to_string(forms, ' | ') || ')');
  end loop;
  return array_to_string(parts, ' & ')::tsquery;
end $$;
create or replace function search_query(words text[], prefix boolean) returns tsquery
  language sql immutable set search_path = pg_catalog, public, pg_temp return public.search_query(words, prefix, '');

-- Whether any published product of an account has this, a query as words are kept and one with the account's key. What
-- many have, one of the first few hundred has; to the others the index leads, of which as much as one row is read: in
-- any other order the catalog would be read until one is met. The first query is null where few can have it.
drop function known_to_catalog(uuid, tsquery);
create function known_to_catalog(p_account uuid, p_asked tsquery, p_keyed tsquery) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from (select s.terms from searched_product s where s.account_id = p_account limit 300) sample
      where p_asked is not null and sample.terms @@ p_asked)
    or indexed_by_catalog(p_account, p_keyed);
end $$;
create function indexed_by_catalog(p_account uuid, p_keyed tsquery) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  is_indexed boolean;
begin
  -- Planned anew for each question.
  execute 'select exists (select from searched_product s
      where s.account_id = $1 and search_keyed(s.account_id, s.terms) @@ $2)' into is_indexed using p_account, p_keyed;
  return is_indexed;
end $$;

-- How many products the planner expects to have this, a query with the account's key; it knows how common words are.
-- Explaining is refused to functions that are not volatile.
create function expected_of_catalog(p_account uuid, p_asked tsquery) returns float8
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
begin
  execute format('explain (format json) select from searched_product s
    where s.account_id = %L and search_keyed(s.account_id, s.terms) @@ %L', p_account, p_asked) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
end $$;

-- A page of published products of the current account with total and facets. p_words replaces the words of the text;
-- p_order is what comes before relevance. What is found is counted by facet, from which total, brands and categories
-- follow. Where it is not too many, the page is chosen in the same pass; of more, the page is read for itself, first of
-- those whose name holds the words, which are nearly always enough. Who only looks through a category is shown what
-- stands in it, and no other category beside it.
--
-- A materialized part is planned for all of its rows: for the first ones alone the planner would walk through the
-- whole catalog in order, hoping to meet one of a code's few products early.
create or replace function catalog_search(p_text text, p_words text[], p_prefix boolean, p_tac text, p_category uuid,
    p_brands text[], p_order text[], p_limit integer, p_offset integer) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  set max_parallel_workers_per_gather = 0 as $$
declare
  account constant uuid := current_account_id();
  key constant text := search_key(account);
  words constant text[] := coalesce(p_words,
    (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10]);
  codes constant text[] := case when p_words is null then search_codes(p_text) end;
  tac constant tsquery := quote_literal(key || '=' || search_code(p_tac))::tsquery;
  -- Of more than these, reading the page for itself is quicker than gathering all to choose it.
  many constant integer := 12000;
  -- Of more than these, walking through the catalog in the order of names meets a page's worth soon.
  few constant integer := 2000;
  asked tsquery;
  near tsquery;
  nearest tsquery;
  part text;
  matching text := '';
  narrowed text := '';
  facets constant integer[] := case when p_category is not null or p_brands is not null then
    array(select f.id from searched_facet f where f.account_id = account
      and (p_category is null or f.category_ids @> array[p_category])
      and (p_brands is null or f.brand = any (p_brands))) end;
  ranks text := '';
  place text;
  counted jsonb;
  total integer;
  page uuid[] := '{}';
  -- $1 account, $2 words and codes behind the key, $3 category, $4 brands, $5 facets, $6 and $7 words of names.
  counting constant text := $q$
    grouped as materialized (
      select f.brand, f.category_id, $3 is null or f.category_ids @> array[$3] as in_category,
        $4 is null or f.brand = any ($4) as of_brand, n.n
      from counted n join searched_facet f on f.account_id = $1 and f.id = n.facet_id
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
        join category c on c.account_id = $1 and c.id = f.category_id)) $q$;
begin
  if codes is not null then
    select string_agg(quote_literal(key || code), ' | ')::tsquery into asked from unnest(codes) code;
    if not indexed_by_catalog(account, asked) then
      asked := null;
    end if;
  end if;
  if asked is null and words is not null then
    asked := search_query(words, p_prefix, key);
    near := search_query(words, p_prefix);
    nearest := search_query(words, false);
    ranks := 's.nearest desc, s.near desc,';
  end if;
  asked := case when asked is null then tac when tac is null then asked else asked && tac end;
  if asked is not null then
    matching := ' and search_keyed(s.account_id, s.terms) @@ $2';
  end if;
  if facets is not null then
    narrowed := ' and s.facet_id = any ($5)';
  end if;
  place := coalesce((select string_agg(case o.field when 'label_asc' then 's.label,' when 'label_desc' then 's.label desc,'
    when 'price_asc' then 's.best_price_cents nulls last,'
    when 'price_desc' then 's.best_price_cents desc nulls last,' end, ' ' order by o.at)
    from unnest(p_order) with ordinality o (field, at)), '');

  if asked is not null and expected_of_catalog(account, asked) <= many then
    execute format($q$
      with found as materialized (
        select s.product_id, s.facet_id, s.size, s.label, s.best_price_cents,
          s.names @@ $6 as nearest, s.names @@ $7 as near
        from searched_product s where s.account_id = $1 %1$s
      ), counted as materialized (
        select facet_id, count(*) as n from found group by facet_id
      ), %2$s, array(select s.product_id from found s where true %3$s
        order by %4$s %5$s s.size, s.label, s.product_id limit $8 offset $9)
      $q$, matching, counting, narrowed, place, ranks)
    into counted, page using account, asked, p_category, p_brands, facets, nearest, near, p_limit, p_offset;
    total := (counted ->> 'total')::integer;
  else
    execute format($q$
      with counted as materialized (
        select s.facet_id, count(*) as n from searched_product s where s.account_id = $1 %1$s group by s.facet_id
      ), %2$s
      $q$, matching || case when asked is null and p_category is not null then ' and s.facet_id = any (array(
          select f.id from searched_facet f where f.account_id = $1 and f.category_ids @> array[$3]))' else '' end,
      counting)
    into counted using account, asked, p_category, p_brands;
    total := (counted ->> 'total')::integer;

    if near is not null and place = '' and total > few then
      -- Names that hold the words come first, then names with a word that begins like the last one, then all others.
      -- Where the first of these is empty, the next one begins the list.
      -- What a name holds, the product is found by.
      foreach part in array array[' and s.names @@ $6', ' and s.names @@ $7', matching] loop
        execute format($q$
          with found as %s (
            select s.product_id, s.size, s.label from searched_product s where s.account_id = $1 %s %s
          )
          select array(select s.product_id from found s order by s.size, s.label, s.product_id limit $8 offset $9)
          $q$, case when total > 5000 then 'not materialized' else 'materialized' end, narrowed, part)
        into page using account, asked, p_category, p_brands, facets, nearest, near, p_limit, p_offset;
        exit when cardinality(page) > 0 or p_offset > 0;
      end loop;
    end if;
    if cardinality(page) < least(p_limit, total - p_offset) then
      execute format($q$
        with found as %s (
          select s.product_id, s.size, s.label, s.best_price_cents, s.names @@ $6 as nearest, s.names @@ $7 as near
          from searched_product s where s.account_id = $1 %s
        )
        select array(select s.product_id from found s order by %s %s s.size, s.label, s.product_id limit $8 offset $9)
        $q$, case when total > few then 'not materialized' else 'materialized' end, matching || narrowed, place, ranks)
      into page using account, asked, p_category, p_brands, facets, nearest, near, p_limit, p_offset;
    end if;
  end if;
  return counted || jsonb_build_object('products', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'label', p.label, 'brand', p.brand,
      'model', p.manufacturer_model, 'image', p.image, 'categoryId', c.id, 'categoryName', c.name,
      'bestPriceCents', s.best_price_cents) order by u.at), '[]')
    from unnest(page) with ordinality u (id, at)
    join searched_product s on s.account_id = account and s.product_id = u.id
    join product p on p.account_id = account and p.id = u.id
    join category c on c.account_id = account and c.id = p.main_category_id));
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
  is_known boolean;
begin
  for each in
    select w.word, t.token ~ '[0-9]' as in_code,
      row_number() over (order by t.at, w.at) = count(*) over () as is_last
    from regexp_split_to_table(search_text(p_text), '\\s+') with ordinality t (token, at)
    cross join lateral unnest(string_to_array(nullif(search_words(t.token), ''), ' ')) with ordinality w (word, at)
    order by t.at, w.at limit 10
  loop
    is_known := known_to_catalog(account, search_query(array[each.word], each.is_last),
      search_query(array[each.word], each.is_last, search_key(account)));
    found := found || jsonb_build_object('word', each.word, 'inCode', each.in_code, 'known', is_known,
      'similar', case when each.word ~ '^[a-z]{3,}$' then (
        select coalesce(jsonb_agg(v.word), '[]') from (
          select v.word from searched_word v where v.account_id = account and v.word % each.word
          order by similarity(v.word, each.word) desc, v.word limit 30) v) else '[]' end);
  end loop;
  return found;
end $$;
`
