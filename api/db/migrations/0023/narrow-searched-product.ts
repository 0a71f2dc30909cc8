/** The rows of the search, without what thousands of them have in common, and words that name their account. */
export const narrowSearchedProduct = `
-- What products have in common that are counted together. A facet outlives its last product; it then counts none.
create table searched_facet (
  account_id uuid not null references account,
  id integer not null generated always as identity,
  category_id uuid not null,
  brand text,
  -- All categories that its products stand in or below.
  category_ids uuid[] not null,
  primary key (account_id, id),
  unique nulls not distinct (account_id, category_id, category_ids, brand)
);
insert into searched_facet (account_id, category_id, brand, category_ids)
  select distinct s.account_id, s.category_id, s.brand, s.category_ids from searched_product s;

-- By this key words of an account are told from those of all others.
create function search_key(p_account uuid) returns text language sql immutable strict parallel safe
  return right(p_account::text, 6);

-- Words as the index holds them: asked for the account and for a word, it would have to compare all products of the
-- account with those of the word. Two accounts may share a key; whoever reads names the account too. Its cost keeps the
-- planner from computing it row by row.
create function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable strict parallel safe cost 400 set search_path = pg_catalog, public, pg_temp as $$
begin
  return array_to_tsvector(array(
    select search_key(p_account) || t.term from unnest(tsvector_to_array(p_terms)) t (term)));
end $$;

alter table searched_product rename to wide_searched_product;
create table searched_product (
  account_id uuid not null,
  product_id uuid not null,
  facet_id integer not null,
  best_price_cents integer,
  -- Words of the name: of two that hold what was asked for, the shorter one is closer.
  size smallint not null,
  label text not null,
  -- Words of the name with their stems.
  names tsvector not null,
  -- Those, and the words of model and categories; codes as a whole begin with =.
  terms tsvector not null,
  primary key (account_id, product_id),
  -- Made while the table is empty: checked afterwards, it would be under the policy that hides products from here.
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
-- Without statistics the rows would be met with their facets by loops.
analyze searched_facet;
insert into searched_product (account_id, product_id, facet_id, best_price_cents, size, label, names, terms)
  select w.account_id, w.product_id, f.id, w.best_price_cents, w.size, w.label, w.names, w.terms
  from wide_searched_product w
  join searched_facet f on f.account_id = w.account_id and f.category_id = w.category_id
    and f.category_ids = w.category_ids and f.brand is not distinct from w.brand
  order by w.account_id, w.product_id;
drop table wide_searched_product;
create index searched_product_terms on searched_product using gin (search_keyed(account_id, terms));
create index searched_product_names on searched_product using gin (account_id, names);
create index searched_product_by_size on searched_product (account_id, size, label, product_id);
create index searched_product_by_facet on searched_product (account_id, facet_id);

-- A product's categories, and all that these stand below.
create function search_categories(p_account uuid, p_product uuid, p_main uuid) returns uuid[]
  language sql stable set search_path = pg_catalog, public, pg_temp
  return array(select distinct u.id from public.category a cross join unnest(a.path) u (id)
    where a.account_id = p_account and (a.id = p_main or a.id in (
      select pc.category_id from public.product_category pc
      where pc.account_id = p_account and pc.product_id = p_product)) order by 1);

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
  insert into searched_facet (account_id, category_id, brand, category_ids)
  select p_account, d.category_id, d.brand, d.category_ids
  from (select distinct p.main_category_id as category_id, p.brand,
      search_categories(p.account_id, p.id, p.main_category_id) as category_ids
    from product p
    where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published') d
  where not exists (select 1 from searched_facet f where f.account_id = p_account and f.category_id = d.category_id
    and f.category_ids = d.category_ids and f.brand is not distinct from d.brand)
  order by 2, 3, 4
  on conflict do nothing;
  with placed as materialized (
    select p.id, p.label, p.brand, p.main_category_id, p.manufacturer_model, p.buyer_reference, p.gtin,
      search_words(coalesce(p.brand, '') || ' ' || p.label) as name,
      search_categories(p.account_id, p.id, p.main_category_id) as category_ids
    from product p
    where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published'
  ), place as materialized (
    -- Many products share their categories, whose words are the same for all.
    select d.category_ids, search_terms(search_words((select string_agg(c.name, ' ') from category c
      where c.account_id = p_account and c.id = any (d.category_ids)))) as terms
    from (select distinct p.category_ids from placed p) d
  ), named as materialized (
    select p.*, f.id as facet_id, search_terms(p.name) as names
    from placed p
    join searched_facet f on f.account_id = p_account and f.category_id = p.main_category_id
      and f.category_ids = p.category_ids and f.brand is not distinct from p.brand
  )
  insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, names, terms)
  select p_account, n.id, n.facet_id,
    (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
    cardinality(string_to_array(n.name, ' ')), n.label, n.names,
    n.names || place.terms
      || strip(to_tsvector('pg_catalog.simple', search_words(coalesce(n.manufacturer_model, ''))))
      || array_to_tsvector(array(
        select distinct '=' || code from (
          select search_code(unnest(array[n.gtin, n.manufacturer_model, n.buyer_reference]))
          union all
          select search_code(t.tac) from product_tac t where t.account_id = p_account and t.product_id = n.id
        ) codes (code) where code is not null))
  from named n join place using (category_ids)
  order by n.id
  on conflict (account_id, product_id) do update set facet_id = excluded.facet_id,
    best_price_cents = excluded.best_price_cents, size = excluded.size, label = excluded.label,
    names = excluded.names, terms = excluded.terms
  where (s.facet_id, s.label, s.best_price_cents, s.terms) is distinct from
    (excluded.facet_id, excluded.label, excluded.best_price_cents, excluded.terms);
  -- In order, so that two transactions with new words never wait for each other.
  insert into searched_word (account_id, word)
  select distinct p_account, w.word
  from searched_product s
  join searched_facet f on f.account_id = s.account_id and f.id = s.facet_id
  join product p on p.account_id = s.account_id and p.id = s.product_id
  cross join lateral string_to_table(search_words(concat_ws(' ', p.brand, p.label, p.manufacturer_model,
    (select string_agg(c.name, ' ') from category c
      where c.account_id = s.account_id and c.id = any (f.category_ids)))), ' ') w (word)
  where s.account_id = p_account and s.product_id in (select unnest(p_products)) and w.word ~ '^[a-z]{3,}$'
  order by w.word
  on conflict do nothing;
end $$;
`
