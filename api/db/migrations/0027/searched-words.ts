/** The rows of the search, each word of them once and behind a sign that says where it stands. */
export const searchedWords = `
-- Where a word of a product stands says the sign before it: none for its label, @ for its brand, % for the names of its
-- categories, + for its model; = stands before a code as a whole. Brand and label are its name.
create function search_placed(p_sign text, p_terms tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select p_sign || t.term from unnest(tsvector_to_array(p_terms)) t (term)));

-- Words as the index holds them, behind the account's key: of their places it knows only what is of the facet (@) and
-- what is not.
create or replace function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable strict parallel safe cost 400 set search_path = pg_catalog, public, pg_temp as $$
begin
  return array_to_tsvector(array(
    select search_key(p_account) || case left(t.term, 1) when '+' then substr(t.term, 2)
      when '%' then '@' || substr(t.term, 2) else t.term end
    from unnest(tsvector_to_array(p_terms)) t (term)));
end $$;

-- The words that all products of a facet have: of its brand and of its categories.
create function facet_terms(p_account uuid, p_brand text, p_categories uuid[]) returns tsvector
  language sql stable set search_path = pg_catalog, public, pg_temp
  return search_placed('@', search_terms(search_words(coalesce(p_brand, ''))))
    || search_placed('%', search_terms(search_words(coalesce((select string_agg(c.name, ' ') from public.category c
      where c.account_id = p_account and c.id = any (p_categories)), ''))));

-- Both are filled anew from the catalog.
drop table searched_product;
delete from searched_facet;
alter table searched_facet add terms tsvector not null;
create table searched_product (
  account_id uuid not null,
  product_id uuid not null,
  facet_id integer not null,
  best_price_cents integer,
  -- Words of the name: of two that hold what was asked for, the shorter one is closer.
  size smallint not null,
  label text not null,
  terms tsvector not null,
  primary key (account_id, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);

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
      search_words(p.label) as words, search_categories(p.account_id, p.id, p.main_category_id) as category_ids
    from product p
    where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published'
  )
  insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, terms)
  select p_account, n.id, f.id,
    (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
    cardinality(string_to_array(trim(search_words(coalesce(n.brand, '')) || ' ' || n.words), ' ')), n.label,
    f.terms || search_terms(n.words)
      || search_placed('+', to_tsvector('pg_catalog.simple', search_words(coalesce(n.manufacturer_model, ''))))
      || array_to_tsvector(array(
        select distinct '=' || code from (
          select search_code(unnest(array[n.gtin, n.manufacturer_model, n.buyer_reference]))
          union all
          select search_code(t.tac) from product_tac t where t.account_id = p_account and t.product_id = n.id
        ) codes (code) where code is not null))
  from placed n
  join searched_facet f on f.account_id = p_account and f.category_id = n.main_category_id
    and f.category_ids = n.category_ids and f.brand is not distinct from n.brand
  -- Names that begin alike are looked for together: side by side they stand in few blocks.
  order by n.label, n.id
  on conflict (account_id, product_id) do update set facet_id = excluded.facet_id,
    best_price_cents = excluded.best_price_cents, size = excluded.size, label = excluded.label, terms = excluded.terms
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

create or replace function searched_category_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  facets integer[];
begin
  with changed as (
    update searched_facet f set terms = facet_terms(f.account_id, f.brand, f.category_ids)
    where f.account_id = new.account_id and f.category_ids @> array[new.id] returning f.id)
  select array_agg(c.id) into facets from changed c;
  perform refresh_searched_product(new.account_id, array(
    select s.product_id from searched_product s
    where s.account_id = new.account_id and s.facet_id = any (facets)));
  return null;
end $$;
`
