import type { Migration } from './migration.ts'

/**
 * What is read in place of the catalog is written once for all that a transaction writes of some products, and what
 * these have in common is computed once.
 */
export const readTablesOnce: Migration = {
  name: '0127-read-tables-once',
  async up(run) {
    await run(`
-- No query has asked for it since the office's list has rows of its own (0022); each writing of a product has paid for
-- it, and for its index.
alter table product drop column search;

-- Who writes several tables of the same products says 'later' in app.read_tables, and calls refresh_read_tables() in the
-- same transaction when all is written.
create or replace function read_tables_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  if current_setting('app.read_tables', true) = 'later' then
    return null;
  end if;
  for changed in execute format(
    'select account_id, array_agg(distinct %I) as ids from changed_rows group by account_id', tg_argv[0]) loop
    perform refresh_searched_product(changed.account_id, changed.ids);
    -- The office's list knows main categories alone.
    if tg_table_name <> 'product_category' then
      perform refresh_listed_product(changed.account_id, changed.ids);
    end if;
  end loop;
  return null;
end $$;

-- Of the account that is worked in alone; from here on the triggers write again.
create function refresh_read_tables(p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.read_tables', '', true);
  perform refresh_searched_product(current_account_id(), p_products);
  perform refresh_listed_product(current_account_id(), p_products);
end $$;

-- The published ones of some products, each with its main category and all that it stands in or below.
create function searched_places(p_account uuid, p_products uuid[])
  returns table (product_id uuid, brand text, category_id uuid, category_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with chosen as materialized (
    select p.id, p.brand, p.main_category_id as main, array(select y.category_id from product_category y
      where y.account_id = p_account and y.product_id = p.id order by 1) as others
    from product p where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published'
  ), placed as materialized (
    select d.main, d.others, array(select distinct u.id from category a cross join unnest(a.path) u (id)
      where a.account_id = p_account and a.id = any (d.others || d.main) order by 1) as category_ids
    from (select distinct main, others from chosen) d
  )
  select c.id, c.brand, c.main, d.category_ids from chosen c join placed d on d.main = c.main and d.others = c.others
$$;

-- As 0084 has it; but categories are gathered once for all products that stand in the same ones, brands are folded once,
-- and the known words are of what was folded for the row.
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
    select p.id, p.label, p.brand, p.manufacturer_model, p.buyer_reference, p.gtin, s.category_id, s.category_ids,
      search_words(p.label) as words, search_words(coalesce(p.manufacturer_model, '')) as model,
      case when p.translations <> '{}' then translated_words(p.translations) end as others
    from searched_places(p_account, p_products) s
    join product p on p.account_id = p_account and p.id = s.product_id
  ), brands as materialized (
    select b.brand, search_words(b.brand) as words from (select distinct coalesce(brand, '') as brand from placed) b
  ), places as materialized (
    select d.category_ids, search_words(coalesce((select string_agg(c.name, ' ') from category c
      where c.account_id = p_account and c.id = any (d.category_ids)), '')) as words
    from (select distinct category_ids from placed) d
  ), named as materialized (
    select n.*, b.words as brand_words from placed n join brands b on b.brand = coalesce(n.brand, '')
  ), written as (
    insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, terms)
    select p_account, n.id, f.id,
      (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
      cardinality(string_to_array(trim(n.brand_words || ' ' || n.words), ' ')), n.label,
      f.terms || search_terms(n.words) || case when n.others is null then '' else search_terms(n.others) end
        || search_placed('+', to_tsvector('pg_catalog.simple', n.model))
        || array_to_tsvector(array(
          select distinct '=' || code from (
            select search_code(unnest(array[n.gtin, n.manufacturer_model, n.buyer_reference]))
            union all
            select search_code(t.tac) from product_tac t where t.account_id = p_account and t.product_id = n.id
          ) codes (code) where code is not null))
    from named n
    join searched_facet f on f.account_id = p_account and f.category_id = n.category_id
      and f.category_ids = n.category_ids and f.brand is not distinct from n.brand
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
    select string_to_table(concat_ws(' ', n.words, n.model, n.others), ' ') from named n
    union select string_to_table(b.words, ' ') from brands b
    union select string_to_table(d.words, ' ') from places d
  ) w (word)
  where w.word ~ '^[a-z]{3,}$'
    and not exists (select from searched_word k where k.account_id = p_account and k.word = w.word)
  order by w.word
  on conflict do nothing;
end $$;

-- As 0035 has it; but brands are folded once for all products, and words of names only where they are compared.
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
  ), priced as materialized (
    select r.product_id, max(r.price_cents) as best,
      max(r.price_cents) filter (where r.grade = 'functional') as functional,
      max(r.price_cents) filter (where r.grade = 'grade_a') as grade_a,
      max(r.price_cents) filter (where r.grade = 'grade_b') as grade_b,
      max(r.price_cents) filter (where r.grade = 'grade_c') as grade_c,
      max(r.price_cents) filter (where r.grade = 'grade_d') as grade_d,
      max(r.price_cents) filter (where r.grade = 'grade_e') as grade_e
    from product_price r where r.account_id = p_account and r.product_id in (select unnest(p_products)) group by r.product_id
  )
  insert into listed_product as l (account_id, product_id, status, category_id, label, brand,
    functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
    grade_e_price_cents, best_price_cents, created_at, terms)
  select p_account, p.id, p.status, p.main_category_id, search_text(p.label), b.folded,
    prices.functional, prices.grade_a, prices.grade_b, prices.grade_c, prices.grade_d, prices.grade_e, prices.best,
    p.created_at,
    strip(to_tsvector('pg_catalog.simple', search_words(
        concat_ws(' ', p.brand, p.label, p.manufacturer_model, p.buyer_reference, p.gtin))))
      || array_to_tsvector(array(
        select distinct '=' || code from (
          select search_code(unnest(array[p.gtin, p.manufacturer_model, p.buyer_reference]))
          union all
          select search_code(t.tac) from product_tac t where t.account_id = p_account and t.product_id = p.id
        ) codes (code) where code is not null))
  from chosen p
  join brands b on b.brand = coalesce(p.brand, '')
  left join priced prices on prices.product_id = p.id
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

-- Statistics of the search compute the words of each row that they look at: a table is analysed again when it has grown
-- by half, and not by a fifth.
create or replace function analyze_grown_catalog() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  grown regclass;
begin
  for grown in
    select s.relid from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 2
      and s.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
  loop
    execute format('analyze %s', grown);
  end loop;
end $$;
`)
  },
}
