-- The search of the public site.

-- A text that is one code: its forms, to be found exactly. Of an IMEI the type allocation code counts.
create function search_codes(p_text text) returns text[]
  language sql immutable strict parallel safe
  return case when search_code(p_text) ~ '[0-9]' and length(search_code(p_text)) >= 4 then
    array['=' || search_code(p_text)]
      || case when trim(p_text) ~ '^[0-9]{15,17}$' then array['=' || search_code(left(trim(p_text), 8))] else '{}' end
  end;

-- For each word of a text whether any product knows it, whether it was written as one with letters or digits beside it,
-- and the words of the catalog that look like it.
create function catalog_words(p_text text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set pg_trgm.similarity_threshold =
    0.2 as $$
declare
  account constant uuid := current_account_id();
  found jsonb := '[]';
  forms text[];
  each record;
  is_known boolean;
begin
  for each in
    select w.word, t.token ~ '[0-9]' as in_code,
      row_number() over (order by t.at, w.at) = count(*) over () as is_last
    from regexp_split_to_table(search_text(p_text), '\s+') with ordinality t (token, at)
    cross join lateral unnest(string_to_array(nullif(search_words(t.token), ''), ' ')) with ordinality w (word, at)
    order by t.at, w.at limit 10
  loop
    forms := search_forms(array[each.word], each.is_last);
    is_known := known_to_catalog(account, search_asked(forms, array['', '@', '%', '+']),
      search_indexed(forms, array[true], search_key(account)));
    found := found || jsonb_build_object('word', each.word, 'inCode', each.in_code, 'known', is_known,
      'similar', case when each.word ~ '^[a-z]{3,}$' then (
        select coalesce(jsonb_agg(v.word), '[]') from (
          select v.word from searched_word v where v.account_id = account and v.word % each.word
          order by similarity(v.word, each.word) desc, v.word limit 30) v) else '[]' end);
  end loop;
  return found;
end $$;

-- Whether any published product of an account has this. What many have, one of the first few hundred has; of what few
-- have, the index soon knows all: asked for one row alone, the planner would read the catalog until it meets one.
create function known_to_catalog(p_account uuid, p_asked tsquery, p_keyed tsquery) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from (select s.terms from searched_product s where s.account_id = p_account limit 300) sample
      where p_asked is not null and sample.terms @@ p_asked)
    or indexed_by_catalog(p_account, p_keyed);
end $$;

create function indexed_by_catalog(p_account uuid, p_keyed tsquery) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan =
    off set enable_indexonlyscan = off set jit = off as $$
declare
  is_indexed boolean;
begin
  -- Planned again for each question.
  execute 'select exists (select from searched_product s
      where s.account_id = $1 and search_keyed(s.account_id, s.terms) @@ $2)' into is_indexed using p_account, p_keyed;
  return is_indexed;
end $$;

-- The forms of each word, parted by |, each with ~ where the sign of its place comes. An element of the words is a
-- word, or alternatives parted by |. Prefix: the last word may be the beginning of one.
create function search_forms(p_words text[], p_prefix boolean) returns text[]
  language sql immutable
  return array(
    select (
      select string_agg(x.form, ' | ')
      from string_to_table(w.word, '|') a (alternative)
      cross join lateral (
        select quote_literal('~' || a.alternative)
          || case when p_prefix and w.at = cardinality(p_words)
            and (length(a.alternative) > 1 or a.alternative ~ '[0-9]') then ':*' else '' end
        union all
        select quote_literal('~' || t.form) from unnest(tsvector_to_array(search_terms(a.alternative))) t (form)
        where t.form <> a.alternative) x (form))
    from unnest(p_words) with ordinality w (word, at) order by w.at);

-- A query that holds every word in one of its forms at one of the places.
create function search_asked(p_forms text[], p_signs text[]) returns tsquery
  language sql immutable parallel safe
  return (select ('(' || string_agg((
      select string_agg(replace(f.forms, '~', p.sign), ' | ') from unnest(p_signs) p (sign)), ') & (') || ')'
    )::tsquery from unnest(p_forms) f (forms));

-- A query that holds every word in one of its forms, each behind the key. An element is a word, or alternatives parted
-- by |. Prefix: the last word may be the beginning of one.
create function search_query(words text[], prefix boolean) returns tsquery
  language sql immutable set search_path = pg_catalog, public, pg_temp
  return public.search_asked(public.search_forms(words, prefix), array['']);

-- The same of the index: whether a word may be one of brand or category is said of each; of those left out, it may not.
create function search_indexed(p_forms text[], p_of_facet boolean[], p_key text) returns tsquery
  language sql immutable parallel safe
  return (select ('(' || string_agg(replace(f.forms, '~', p_key)
      || case when f.of_facet then ' | ' || replace(f.forms, '~', p_key || '@') else '' end, ') & (') || ')'
    )::tsquery from unnest(p_forms, p_of_facet) f (forms, of_facet));

-- A page of published products of the current account with total and facets. p_words replaces the words of the text;
-- p_order is what comes before relevance. What is found is counted by facet, from which total, brands and categories
-- follow. Who only looks through a category is shown what stands in it, and no other category beside it. Where
-- nothing is found and p_corrects says so, the answer tells what the catalog knows of the words.
--
-- What few enough have is gathered once, and page and facets come from it. Where brands and categories have all words,
-- their products are counted without a look at them, unless many others have the words too. Then, and of more, the page
-- is read for itself.
--
-- A materialized part is planned for all of its rows: for the first ones alone the planner would walk through the
-- whole catalog in order, hoping to meet one of a code's few products early. Of a word that most products have, it
-- would compute the keys of all of them again, were it not kept to the indexes.
create function catalog_search(p_text text, p_words text[], p_prefix boolean, p_corrects boolean, p_tac text,
  p_category uuid, p_brands text[], p_order text[], p_limit integer, p_offset integer)
  returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set
    max_parallel_workers_per_gather = 0 set enable_seqscan = off set jit = off set plan_cache_mode =
      'force_generic_plan' as $$
declare
  account constant uuid := current_account_id();
  key constant text := search_key(account);
  words constant text[] := coalesce(p_words,
    (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10]);
  codes constant text[] := case when p_words is null then search_codes(p_text) end;
  tac constant tsquery := quote_literal(key || '=' || search_code(p_tac))::tsquery;
  -- Of more than these, reading the page for itself is quicker than keeping all to choose it.
  many constant integer := 15000;
  few constant integer := 2000;
  begun text[];
  whole text[];
  of_brand boolean[];
  of_category boolean[];
  asked tsquery;
  near tsquery;
  nearest tsquery;
  of_facet tsquery;
  matching text := '';
  narrowed text := '';
  facets constant integer[] := case when p_category is not null or p_brands is not null then
    array(select f.id from searched_facet f where f.account_id = account
      and (p_category is null or f.category_ids @> array[p_category])
      and (p_brands is null or f.brand = any (p_brands))) end;
  -- Facets all of whose products are found.
  found_whole integer[] := '{}';
  ranks text := '';
  place text;
  counted_facets integer[];
  counts integer[];
  is_gathered boolean := false;
  counted jsonb;
  total integer;
  page uuid[];
begin
  if codes is not null then
    select string_agg(quote_literal(key || code), ' | ')::tsquery into asked from unnest(codes) code;
    if not indexed_by_catalog(account, asked) then
      asked := null;
    end if;
  end if;
  if asked is null and words is not null then
    begun := search_forms(words, p_prefix);
    whole := search_forms(words, false);
    select array_agg(exists (select from searched_facet f where f.account_id = account and f.terms @@ w.in_brand)
        order by w.at),
      array_agg(exists (select from searched_facet f where f.account_id = account and f.terms @@ w.in_category)
        order by w.at)
      into of_brand, of_category
      from (select b.at, search_asked(array[b.forms], array['@']) as in_brand,
          search_asked(array[b.forms], array['%']) as in_category
        from unnest(begun) with ordinality b (forms, at) offset 0) w;
    asked := search_indexed(begun, array(select a or b from unnest(of_brand, of_category) o (a, b)), key);
    near := search_asked(begun, array['', '@']);
    nearest := search_asked(whole, array['', '@']);
    ranks := 's.nearest desc, s.near desc,';
    if tac is null and true = all (array(select a or b from unnest(of_brand, of_category) o (a, b))) then
      of_facet := search_asked(begun, array['@', '%']);
      found_whole := array(select f.id from searched_facet f where f.account_id = account and f.terms @@ of_facet);
      -- Of a few, gathering them is as quick.
      if (select count(*) from (select from searched_product s
          where s.account_id = account and s.facet_id = any (found_whole) limit few) s) < few then
        found_whole := '{}';
      end if;
    end if;
  end if;
  asked := case when asked is null then tac when tac is null then asked else asked && tac end;
  if asked is not null then
    matching := ' and search_keyed(s.account_id, s.terms) @@ $2';
  end if;
  if facets is not null then
    narrowed := ' and s.facet_id = any ($3)';
  end if;
  place := coalesce((select string_agg(case o.field when 'label_asc' then 's.label,' when 'label_desc' then 's.label desc,'
    when 'price_asc' then 's.best_price_cents nulls last,'
    when 'price_desc' then 's.best_price_cents desc nulls last,' end, ' ' order by o.at)
    from unnest(p_order) with ordinality o (field, at)), '');

  -- $1 account, $2 words and codes behind the key, $3 facets, $4 and $5 words of names, $6 and $7 the page.
  if asked is not null and cardinality(found_whole) = 0 then
    execute format($q$
      with found as materialized (
        select s.product_id, s.facet_id, s.size, s.label, s.best_price_cents,
          s.terms @@ $4 as nearest, s.terms @@ $5 as near
        from searched_product s where s.account_id = $1 %s limit $8 + 1
      ), counted as materialized (
        select facet_id, count(*)::integer as n from found group by facet_id
      ), gathered as materialized (
        select count(*) <= $8 as all_of_them from found
      )
      select all_of_them,
        case when all_of_them then array(select facet_id from counted) end,
        case when all_of_them then array(select n from counted) end,
        case when all_of_them then array(select s.product_id from found s where true %s
          order by %s %s s.size, s.label, s.product_id limit $6 offset $7) end
      from gathered
      $q$, matching, narrowed, place, ranks)
    into is_gathered, counted_facets, counts, page
    using account, asked, facets, nearest, near, p_limit, p_offset, many;
  end if;
  if cardinality(found_whole) > 0 then
    execute format($q$
      with found as materialized (
        select s.facet_id from searched_product s where s.account_id = $1 %s and s.facet_id <> all ($3) limit $4 + 1
      ), counted as materialized (
        select facet_id, count(*)::integer as n from found group by facet_id
        union all
        select s.facet_id, count(*)::integer from searched_product s
        where s.account_id = $1 and s.facet_id = any ($3) group by s.facet_id
      ), gathered as materialized (
        select count(*) <= $4 as all_of_them from found
      )
      select case when all_of_them then array(select facet_id from counted) end,
        case when all_of_them then array(select n from counted) end
      from gathered
      $q$, matching)
    into counted_facets, counts
    -- One word that is not of the facet is of the product itself.
    using account, case when cardinality(begun) = 1 then search_indexed(begun, '{}', key) else asked end
      && !! search_indexed(begun, '{}', key || '@'), found_whole, many;
    if counts is null then
      found_whole := '{}';
    end if;
  end if;
  if counts is null then
    execute format($q$
      with counted as materialized (
        select s.facet_id, count(*)::integer as n from searched_product s where s.account_id = $1 %s group by s.facet_id
      )
      select array(select facet_id from counted), array(select n from counted)
      $q$,
      case when asked is null and p_category is not null then ' and s.facet_id = any (array(
        select f.id from searched_facet f where f.account_id = $1 and f.category_ids @> array[$3]))' else matching end)
    into counted_facets, counts
    using account, asked, p_category;
  end if;

  with grouped as materialized (
    select f.brand, f.category_id, p_category is null or f.category_ids @> array[p_category] as in_category,
      p_brands is null or f.brand = any (p_brands) as of_brand, n.n
    from unnest(counted_facets, counts) n (facet_id, n)
    join searched_facet f on f.account_id = account and f.id = n.facet_id
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(g.n), 0) from grouped g where g.in_category and g.of_brand),
    'brands', (select coalesce(jsonb_agg(jsonb_build_object('value', f.brand, 'count', f.n)
        order by f.n desc, lower(f.brand), f.brand), '[]')
      from (select g.brand, sum(g.n) as n from grouped g where g.in_category and g.brand is not null group by g.brand
        order by 2 desc, g.brand limit 100) f),
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.identifier,
        'count', f.n) order by f.n desc, search_text(c.name), c.id), '[]')
      from (select g.category_id, sum(g.n) as n from grouped g where g.of_brand group by g.category_id
        order by 2 desc limit 100) f
      join category c on c.account_id = account and c.id = f.category_id))
  into counted;
  total := (counted ->> 'total')::integer;

  if not is_gathered and near is not null and tac is null and place = '' and total > few then
    page := (closest_of_catalog(account, begun, whole, of_brand, of_category, found_whole, facets,
      least(p_limit + p_offset, total)))[p_offset + 1 : p_offset + p_limit];
  elsif not is_gathered and total > p_offset then
    execute format($q$
      with found as %s (
        select s.product_id, s.size, s.label, s.best_price_cents, s.terms @@ $4 as nearest, s.terms @@ $5 as near
        from searched_product s where s.account_id = $1 %s
      )
      select array(select s.product_id from found s order by %s %s s.size, s.label, s.product_id limit $6 offset $7)
      $q$, case when total > few then 'not materialized' else 'materialized' end, matching || narrowed, place, ranks)
    into page using account, asked, facets, nearest, near, p_limit, p_offset;
  end if;
  if total = 0 and p_corrects and p_words is null and words is not null then
    counted := counted || jsonb_build_object('words', catalog_words(p_text));
  end if;
  return counted || jsonb_build_object('products', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'label', p.label, 'translations', p.translations, 'brand', p.brand,
      'model', p.manufacturer_model, 'image', p.image, 'categoryId', c.id, 'categoryName', c.name,
      'bestPriceCents', s.best_price_cents) order by u.at), '[]')
    from unnest(page) with ordinality u (id, at)
    join searched_product s on s.account_id = account and s.product_id = u.id
    join product p on p.account_id = account and p.id = u.id
    join category c on c.account_id = account and c.id = p.main_category_id));
end $$;
