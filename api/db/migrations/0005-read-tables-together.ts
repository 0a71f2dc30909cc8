import type { Migration } from './migration.ts'

/** What is read in place of the catalog is written together for all products that a transaction has written. */
export const readTablesTogether: Migration = {
  name: '0005-read-tables-together',
  async up(run) {
    await run(`
-- What refresh_searched_product() and refresh_listed_product() write, of products that the transaction has locked
-- by writing them: names and codes are folded, and prices read, once for both.
create function write_read_tables(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set random_page_cost = 1.1 set jit = off as $$
begin
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
  perform write_read_rows(p_account, p_products);
end $$;

-- The planner takes a part for a few products, and would compare each with each where what belongs to them is joined.
create function write_read_rows(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set random_page_cost = 1.1 set jit = off as $$
begin
  with chosen as materialized (
    select p.id, p.status, p.main_category_id, p.label, p.brand, p.created_at, search_text(p.label) as folded,
      search_words(p.label) as words, search_words(p.manufacturer_model) as model,
      search_words(concat_ws(' ', p.buyer_reference, p.gtin)) as named,
      case when p.translations <> '{}' then translated_words(p.translations) end as others,
      array_remove(array['=' || search_code(p.gtin), '=' || search_code(p.manufacturer_model),
        '=' || search_code(p.buyer_reference)], null) as codes
    from (select distinct unnest(p_products) as id) c
    cross join lateral (select p.* from product p where p.account_id = p_account and p.id = c.id offset 0) p
  ), brands as materialized (
    select b.brand, search_text(b.brand) as folded, search_words(b.brand) as words
    from (select distinct coalesce(brand, '') as brand from chosen) b
  ), coded as materialized (
    select t.product_id, array_agg('=' || search_code(t.tac)) filter (where search_code(t.tac) is not null) as codes
    from product_tac t where t.account_id = p_account and t.product_id = any (p_products)
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
  ), listed as (
    insert into listed_product as l (account_id, product_id, status, category_id, label, brand,
      functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
      grade_e_price_cents, best_price_cents, created_at, terms)
    select p_account, p.id, p.status, p.main_category_id, p.folded, b.folded,
      r.functional, r.grade_a, r.grade_b, r.grade_c, r.grade_d, r.grade_e, r.best, p.created_at,
      strip(to_tsvector('pg_catalog.simple', concat_ws(' ', b.words, p.words, p.model, p.named)))
        || array_to_tsvector(p.codes || coalesce(c.codes, '{}'))
    from chosen p
    join brands b on b.brand = coalesce(p.brand, '')
    left join priced r on r.product_id = p.id
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
        excluded.best_price_cents, excluded.created_at, excluded.terms)
  ), placed as materialized (
    select c.*, s.category_id, s.category_ids from searched_places(p_account, p_products) s
    join chosen c on c.id = s.product_id
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
    select d.word, d.of_model, case when not d.of_model then tsvector_to_array(search_terms(d.word))
      else array_remove(string_to_array('+' || array_to_string(
        tsvector_to_array(to_tsvector('pg_catalog.simple', d.word)), e'\\x01+'), e'\\x01'), '+') end as terms
    from (select distinct word, of_model from said) d
  ), gathered as materialized (
    select g.id, array_agg(g.term) as terms from (
      select s.id, unnest(m.terms) as term from said s join made m on m.word = s.word and m.of_model = s.of_model
      union all
      select n.id, unnest(n.codes) from placed n
      union all
      select t.product_id, unnest(t.codes) from coded t join placed n on n.id = t.product_id
    ) g where g.term is not null group by g.id
  ), written as (
    insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, terms)
    select p_account, n.id, f.id, r.best,
      cardinality(string_to_array(trim(b.words || ' ' || n.words), ' ')), n.label,
      f.terms || array_to_tsvector(coalesce(g.terms, '{}'))
    from placed n
    join brands b on b.brand = coalesce(n.brand, '')
    join searched_facet f on f.account_id = p_account and f.category_id = n.category_id
      and f.category_ids = n.category_ids and f.brand is not distinct from n.brand
    left join priced r on r.product_id = n.id
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
    -- Asked for one by one: the account may have a hundred times as many.
    and (select k.word from searched_word k where k.account_id = p_account and k.word = w.word) is null
  order by w.word
  on conflict do nothing;
end $$;
alter function searched_places(uuid, uuid[]) set enable_nestloop = on;

create or replace function refresh_read_tables(p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.read_tables', '', true);
  perform write_read_tables(current_account_id(), p_products);
end $$;
`)
  },
}
