/** The search itself, in functions of the owner: the policies of other logins would keep it from its indexes. */
export const searchFunctions = `
-- A query that holds every word in one of its forms. An element is a word, or alternatives parted by |. Prefix: the
-- last word may be the beginning of one.
create function search_query(words text[], prefix boolean) returns tsquery
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  parts text[] := '{}';
  forms text[];
  alternative text;
begin
  for at in 1 .. cardinality(words) loop
    forms := '{}';
    foreach alternative in array string_to_array(words[at], '|') loop
      forms := forms || (quote_literal(alternative) || case when prefix and at = cardinality(words)
        and (length(alternative) > 1 or alternative ~ '[0-9]') then ':*' else '' end);
      forms := forms || array(select quote_literal(form) from unnest(tsvector_to_array(search_terms(alternative))) form
        where form <> alternative);
    end loop;
    parts := parts || ('(' || array_to_string(forms, ' | ') || ')');
  end loop;
  return array_to_string(parts, ' & ')::tsquery;
end $$;

-- A text that is one code: its forms, to be found exactly. Of an IMEI the type allocation code counts.
create function search_codes(p_text text) returns text[] language sql immutable strict parallel safe
  return case when search_code(p_text) ~ '[0-9]' and length(search_code(p_text)) >= 4 then
    array['=' || search_code(p_text)]
      || case when trim(p_text) ~ '^[0-9]{15,17}$' then array['=' || search_code(left(trim(p_text), 8))] else '{}' end
  end;

-- A page of published products of the current account with total and facets. p_words replaces the words of the text;
-- p_order is what comes before relevance. Groups of brand and category are counted in one pass over all that is found;
-- the page is read for itself, first of those whose name holds the words, which are nearly always enough. Who only
-- looks through a category is shown what stands in it, and no other category beside it.
create function catalog_search(p_text text, p_words text[], p_prefix boolean, p_tac text, p_category uuid,
    p_brands text[], p_order text[], p_limit integer, p_offset integer) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := coalesce(p_words,
    (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10]);
  codes constant text[] := case when p_words is null then search_codes(p_text) end;
  tac constant tsquery := quote_literal('=' || search_code(p_tac))::tsquery;
  asked tsquery;
  near tsquery;
  nearest tsquery;
  filters text := '';
  counted jsonb;
  total integer;
  place text;
  page uuid[] := '{}';
begin
  if codes is not null then
    select string_agg(quote_literal(code), ' | ')::tsquery into asked from unnest(codes) code;
    if not exists (select 1 from searched_product s where s.account_id = account and s.terms @@ asked) then
      asked := null;
    end if;
  end if;
  if asked is null and words is not null then
    asked := search_query(words, p_prefix);
    near := asked;
    nearest := search_query(words, false);
  end if;
  filters := case when asked is null then '' else ' and s.terms @@ $2' end
    || case when tac is null then '' else ' and s.terms @@ $3' end;

  execute format($q$
    with grouped as materialized (
      select s.brand, s.category_id, %1$s as in_category, ($5 is null or s.brand = any ($5)) as of_brand,
        count(*) as n
      from searched_product s where s.account_id = $1 %2$s group by 1, 2, 3
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(n), 0) from grouped where in_category and of_brand),
      'brands', (select coalesce(jsonb_agg(jsonb_build_object('value', f.brand, 'count', f.n)
          order by f.n desc, search_text(f.brand), f.brand), '[]')
        from (select brand, sum(n) as n from grouped where in_category and brand is not null group by brand
          order by 2 desc, brand limit 100) f),
      'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.identifier,
          'count', f.n) order by f.n desc, search_text(c.name), c.id), '[]')
        from (select category_id, sum(n) as n from grouped where of_brand group by category_id
          order by 2 desc limit 100) f
        join category c on c.account_id = $1 and c.id = f.category_id))
    $q$,
    case when p_category is null then 'true' else 's.category_ids @> array[$4]' end,
    filters || case when asked is null and tac is null and p_category is not null
      then ' and s.category_ids @> array[$4]' else '' end)
  into counted using account, asked, tac, p_category, p_brands;
  total := (counted ->> 'total')::integer;

  filters := filters || case when p_category is null then '' else ' and s.category_ids @> array[$4]' end
    || case when p_brands is null then '' else ' and s.brand = any ($5)' end;
  place := coalesce((select string_agg(case o.field when 'label_asc' then 's.label,' when 'label_desc' then 's.label desc,'
    when 'price_asc' then 's.best_price_cents nulls last,'
    when 'price_desc' then 's.best_price_cents desc nulls last,' end, ' ' order by o.at)
    from unnest(p_order) with ordinality o (field, at)), '');
  if near is not null and place = '' then
    execute format($q$
      select array(select s.product_id from searched_product s where s.account_id = $1 and s.names @@ $6 %s
        order by s.size, s.label, s.product_id limit $7 offset $8)
      $q$, filters)
    into page using account, asked, tac, p_category, p_brands, nearest, p_limit, p_offset;
  end if;
  if cardinality(page) < least(p_limit, total - p_offset) then
    execute format($q$
      select array(select s.product_id from searched_product s where s.account_id = $1 %s
        order by %s %s s.size, s.label, s.product_id limit $8 offset $9)
      $q$, filters, place, case when near is null then ''
        else 's.names @@ $6 desc, s.names @@ $7 desc,' end)
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
create function catalog_words(p_text text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
begin
  perform set_config('pg_trgm.similarity_threshold', '0.2', true);
  return (
    with word as materialized (
      select w.word, row_number() over (order by t.at, w.at) as at, count(*) over () as total,
        t.token ~ '[0-9]' as in_code
      from regexp_split_to_table(search_text(p_text), '\\s+') with ordinality t (token, at)
      cross join lateral unnest(string_to_array(nullif(search_words(t.token), ''), ' ')) with ordinality w (word, at)
      order by t.at, w.at limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('word', w.word, 'inCode', w.in_code,
      'known', exists (select 1 from searched_product s
        where s.account_id = account and s.terms @@ search_query(array[w.word], w.at = w.total)),
      'similar', case when w.word ~ '^[a-z]{3,}$' then array(
        select v.word from searched_word v where v.account_id = account and v.word % w.word
        order by similarity(v.word, w.word) desc, v.word limit 30) else '{}' end) order by w.at), '[]')
    from word w);
end $$;

-- Counts several attempts of a key at once; how many the window holds now, and how long it still lasts.
create function throttle_take(p_key text, p_window_seconds integer, p_amount integer)
  returns table (hits integer, seconds_left integer)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into throttle as t (key, window_started_at, hits) values (p_key, now(), p_amount)
  on conflict (key) do update set
    hits = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds) then p_amount
      else t.hits + p_amount end,
    window_started_at = case when t.window_started_at <= now() - make_interval(secs => p_window_seconds)
      then now() else t.window_started_at end
  returning hits, greatest(1, ceil(extract(epoch from window_started_at - now()) + p_window_seconds)::integer)
$$;
`
