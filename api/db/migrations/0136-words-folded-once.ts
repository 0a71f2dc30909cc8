import type { Migration } from './migration.ts'

/**
 * Folding a text and making its words is what writing products costs most. A function of SQL that says more of itself
 * than what it calls is not opened, and is started for each call: written in PL/pgSQL, each takes a third to a half.
 */
export const wordsFoldedOnce: Migration = {
  name: '0136-words-folded-once',
  async up(run) {
    await run(`${folding}${searched}${listed}${statistics}`)
  },
}

// What they answer is what it was, so that nothing that is kept has to be computed again. They name the schema, and set no
// search path: setting one takes as long as folding a short text.
const folding = `
create or replace function search_text(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return lower(public.unaccent('public.unaccent', value));
end $$;

create or replace function search_words(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return trim(regexp_replace(regexp_replace(regexp_replace(lower(public.unaccent('public.unaccent', value)),
    '[^[:alnum:]]+', ' ', 'g'), '([a-z])([0-9])', '\\1 \\2', 'g'), '([0-9])([a-z])', '\\1 \\2', 'g'));
end $$;

create or replace function search_code(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return nullif(ltrim(regexp_replace(lower(public.unaccent('public.unaccent', value)), '[^a-z0-9]', '', 'g'), '0'), '');
end $$;

create or replace function search_terms(words text) returns tsvector language plpgsql immutable parallel safe strict
as $$
begin
  return strip(to_tsvector('pg_catalog.simple', words) || to_tsvector('pg_catalog.french', words)
    || to_tsvector('pg_catalog.dutch', words) || to_tsvector('pg_catalog.german', words)
    || to_tsvector('pg_catalog.english', words));
end $$;

create or replace function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable parallel safe strict cost 400 as $$
declare
  key constant text := public.search_key(p_account);
  terms text[] := tsvector_to_array(p_terms);
begin
  for at in 1 .. cardinality(terms) loop
    terms[at] := key || case left(terms[at], 1) when '+' then substr(terms[at], 2)
      when '%' then '@' || substr(terms[at], 2) else terms[at] end;
  end loop;
  return array_to_tsvector(terms);
end $$;
alter function search_keyed(uuid, tsvector) reset all;
`

// A part of an import says the same words over and over: the terms of each are made once for all of its products.
const searched = `
-- As 0127 has it; but terms are made of each word once, and codes without a query for each product.
create or replace function refresh_searched_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id in (select unnest(p_products))
    order by p.id for no key update;
  delete from searched_product s where s.account_id = p_account and s.product_id in (select unnest(p_products))
    and not exists (select 1 from product p
      where p.account_id = s.account_id and p.id = s.product_id and p.status = 'published');
  -- In order, so that two transactions with new facets never wait for each other.
  insert into searched_facet (account_id, category_id, brand, category_ids, terms)
  select p_account, d.category_id, d.brand, d.category_ids, facet_terms(p_account, d.brand, d.category_ids)
  from (select distinct s.category_id, s.brand, s.category_ids from searched_places(p_account, p_products) s) d
  where not exists (select 1 from searched_facet f where f.account_id = p_account and f.category_id = d.category_id
    and f.category_ids = d.category_ids and f.brand is not distinct from d.brand)
  order by 2, 3, 4
  on conflict do nothing;
  with placed as materialized (
    select p.id, p.label, p.brand, s.category_id, s.category_ids, search_words(p.label) as words,
      search_words(p.manufacturer_model) as model,
      case when p.translations <> '{}' then translated_words(p.translations) end as others,
      array_remove(array['=' || search_code(p.gtin), '=' || search_code(p.manufacturer_model),
        '=' || search_code(p.buyer_reference)], null) as codes
    from searched_places(p_account, p_products) s
    -- Looked up one by one, however many the planner believes them to be.
    cross join lateral (select p.* from product p where p.account_id = p_account and p.id = s.product_id offset 0) p
  ), brands as materialized (
    select b.brand, search_words(b.brand) as words from (select distinct coalesce(brand, '') as brand from placed) b
  ), places as materialized (
    select d.category_ids, search_words(coalesce((select string_agg(c.name, ' ') from category c
      where c.account_id = p_account and c.id = any (d.category_ids)), '')) as words
    from (select distinct category_ids from placed) d
  ), said as materialized (
    select n.id, string_to_table(n.words, ' ') as word, false as of_model from placed n
    union all
    select n.id, string_to_table(n.others, ' '), false from placed n where n.others is not null
    union all
    select n.id, string_to_table(n.model, ' '), true from placed n where n.model is not null
  ), made as materialized (
    select d.word, d.of_model, case when d.of_model
      then tsvector_to_array(search_placed('+', to_tsvector('pg_catalog.simple', d.word)))
      else tsvector_to_array(search_terms(d.word)) end as terms
    from (select distinct word, of_model from said) d
  ), gathered as materialized (
    select g.id, array_agg(g.term) as terms from (
      select s.id, unnest(m.terms) as term from said s join made m on m.word = s.word and m.of_model = s.of_model
      union all
      select n.id, unnest(n.codes) from placed n
      union all
      select t.product_id, '=' || search_code(t.tac) from product_tac t
      where t.account_id = p_account and t.product_id in (select n.id from placed n)
    ) g where g.term is not null group by g.id
  ), written as (
    insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, terms)
    select p_account, n.id, f.id,
      (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
      cardinality(string_to_array(trim(b.words || ' ' || n.words), ' ')), n.label,
      f.terms || array_to_tsvector(coalesce(g.terms, '{}'))
    from placed n
    join brands b on b.brand = coalesce(n.brand, '')
    join searched_facet f on f.account_id = p_account and f.category_id = n.category_id
      and f.category_ids = n.category_ids and f.brand is not distinct from n.brand
    left join gathered g on g.id = n.id
    -- Names that begin alike are looked for together: side by side they stand in few blocks.
    order by n.label, n.id
    on conflict (account_id, product_id) do update set facet_id = excluded.facet_id,
      best_price_cents = excluded.best_price_cents, size = excluded.size, label = excluded.label,
      terms = excluded.terms
    where (s.facet_id, s.label, s.best_price_cents, s.terms) is distinct from
      (excluded.facet_id, excluded.label, excluded.best_price_cents, excluded.terms)
  )
  -- In order, so that two transactions with new words never wait for each other.
  insert into searched_word (account_id, word)
  select p_account, w.word from (
    select m.word from made m
    union select string_to_table(b.words, ' ') from brands b
    union select string_to_table(d.words, ' ') from places d
  ) w (word)
  where w.word ~ '^[a-z]{3,}$'
    and not exists (select from searched_word k where k.account_id = p_account and k.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;
`

const listed = `
-- As 0127 has it; but codes are gathered without a query for each product.
create or replace function refresh_listed_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id in (select unnest(p_products))
    order by p.id for no key update;
  with chosen as materialized (
    select p.* from product p where p.account_id = p_account and p.id in (select unnest(p_products))
  ), brands as materialized (
    select b.brand, search_text(b.brand) as folded from (select distinct coalesce(brand, '') as brand from chosen) b
  ), coded as materialized (
    select t.product_id, array_agg('=' || search_code(t.tac)) filter (where search_code(t.tac) is not null) as codes
    from product_tac t where t.account_id = p_account and t.product_id in (select unnest(p_products))
    group by t.product_id
  ), priced as materialized (
    select c.id as product_id, r.* from chosen c cross join lateral (select max(r.price_cents) as best,
      max(r.price_cents) filter (where r.grade = 'functional') as functional,
      max(r.price_cents) filter (where r.grade = 'grade_a') as grade_a,
      max(r.price_cents) filter (where r.grade = 'grade_b') as grade_b,
      max(r.price_cents) filter (where r.grade = 'grade_c') as grade_c,
      max(r.price_cents) filter (where r.grade = 'grade_d') as grade_d,
      max(r.price_cents) filter (where r.grade = 'grade_e') as grade_e
    from product_price r where r.account_id = p_account and r.product_id = c.id) r
  )
  insert into listed_product as l (account_id, product_id, status, category_id, label, brand,
    functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
    grade_e_price_cents, best_price_cents, created_at, terms)
  select p_account, p.id, p.status, p.main_category_id, search_text(p.label), b.folded,
    prices.functional, prices.grade_a, prices.grade_b, prices.grade_c, prices.grade_d, prices.grade_e, prices.best,
    p.created_at,
    strip(to_tsvector('pg_catalog.simple', search_words(
        concat_ws(' ', p.brand, p.label, p.manufacturer_model, p.buyer_reference, p.gtin))))
      || array_to_tsvector(array_remove(array['=' || search_code(p.gtin), '=' || search_code(p.manufacturer_model),
        '=' || search_code(p.buyer_reference)], null) || coalesce(c.codes, '{}'))
  from chosen p
  join brands b on b.brand = coalesce(p.brand, '')
  left join priced prices on prices.product_id = p.id
  left join coded c on c.product_id = p.id
  order by p.id
  on conflict (account_id, product_id) do update set status = excluded.status, category_id = excluded.category_id,
    label = excluded.label, brand = excluded.brand, functional_price_cents = excluded.functional_price_cents,
    grade_a_price_cents = excluded.grade_a_price_cents, grade_b_price_cents = excluded.grade_b_price_cents,
    grade_c_price_cents = excluded.grade_c_price_cents, grade_d_price_cents = excluded.grade_d_price_cents,
    grade_e_price_cents = excluded.grade_e_price_cents,
    best_price_cents = excluded.best_price_cents, created_at = excluded.created_at, terms = excluded.terms
  where (l.status, l.category_id, l.label, l.brand, l.functional_price_cents, l.grade_a_price_cents,
      l.grade_b_price_cents, l.grade_c_price_cents, l.grade_d_price_cents, l.grade_e_price_cents, l.best_price_cents,
      l.created_at, l.terms)
    is distinct from (excluded.status, excluded.category_id, excluded.label, excluded.brand,
      excluded.functional_price_cents, excluded.grade_a_price_cents, excluded.grade_b_price_cents,
      excluded.grade_c_price_cents, excluded.grade_d_price_cents, excluded.grade_e_price_cents,
      excluded.best_price_cents, excluded.created_at, excluded.terms);
end $$;
`

// While a catalog grows, the planner needs to know how large it is more than what stands in it: 3,000 rows are looked at
// instead of 30,000, and at more once it rests (0156).
const statistics = `
-- A part of a file is some hundreds of products: looking each up takes less than reading a catalog of ten thousand, which
-- the planner believes to be quicker than it is, as nothing of it has to be fetched.
alter function searched_places(uuid, uuid[]) set enable_seqscan = off;
alter function searched_places(uuid, uuid[]) set random_page_cost = 1.1;
alter function refresh_searched_product(uuid, uuid[]) set enable_seqscan = off;
alter function refresh_searched_product(uuid, uuid[]) set random_page_cost = 1.1;
alter function refresh_listed_product(uuid, uuid[]) set enable_seqscan = off;
alter function refresh_listed_product(uuid, uuid[]) set random_page_cost = 1.1;
alter function products_found(uuid[], text[], text[]) set enable_seqscan = off;
alter function products_found(uuid[], text[], text[]) set random_page_cost = 1.1;

alter function analyze_grown_catalog() set default_statistics_target = 10;
`
