/** What the search reads in place of the catalog; triggers keep it in the transaction that changes the catalog. */
export const productSearch = `
-- Words as the search compares them: no accents, no case, letters and digits apart.
create function search_words(value text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(regexp_replace(public.search_text(value), '[^[:alnum:]]+', ' ', 'g'),
    '([a-z])([0-9])', '\\1 \\2', 'g'), '([0-9])([a-z])', '\\1 \\2', 'g'));

-- A code as the search compares it: letters and digits alone, numbers without leading zeros.
create function search_code(value text) returns text language sql immutable strict parallel safe
  return nullif(ltrim(regexp_replace(public.search_text(value), '[^a-z0-9]', '', 'g'), '0'), '');

-- Words, and their stems in the languages of the product.
create function search_terms(words text) returns tsvector language sql immutable strict parallel safe
  return strip(to_tsvector('pg_catalog.simple', words) || to_tsvector('pg_catalog.french', words)
    || to_tsvector('pg_catalog.dutch', words) || to_tsvector('pg_catalog.german', words)
    || to_tsvector('pg_catalog.english', words));

-- One row a published product. What is counted and sorted stands first and in the row itself; what is matched stands
-- beside it, for only the indexes read that of every row.
create table searched_product (
  account_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  best_price_cents integer,
  -- Words of the name: of two that hold what was asked for, the shorter one is closer.
  size smallint not null,
  brand text,
  label text not null,
  -- All categories that the product stands in or below.
  category_ids uuid[] not null,
  -- Words of the name with their stems.
  names tsvector not null,
  -- Those, and the words of model and categories; codes as a whole begin with =.
  terms tsvector not null,
  primary key (account_id, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
) with (toast_tuple_target = 128);
alter table searched_product alter brand set storage plain, alter label set storage plain,
  alter category_ids set storage plain, alter names set storage external, alter terms set storage external;
create index searched_product_names on searched_product using gin (account_id, names);
create index searched_product_terms on searched_product using gin (account_id, terms);
create index searched_product_categories on searched_product using gin (account_id, category_ids);
create index searched_product_by_size on searched_product (account_id, size, label, product_id);

-- Words that typing errors are compared with. A word outlives its last product; it then finds nothing.
create table searched_word (
  account_id uuid not null references account,
  word text not null,
  primary key (account_id, word)
);
create index searched_word_like on searched_word using gin (account_id, word gin_trgm_ops);

create function refresh_searched_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id in (select unnest(p_products))
    order by p.id for no key update;
  delete from searched_product s where s.account_id = p_account and s.product_id in (select unnest(p_products))
    and not exists (select 1 from product p
      where p.account_id = s.account_id and p.id = s.product_id and p.status = 'published');
  with placed as materialized (
    select p.id, p.label, p.brand, p.main_category_id, p.manufacturer_model, p.buyer_reference, p.gtin,
      search_words(coalesce(p.brand, '') || ' ' || p.label) as name,
      array(select distinct u.id from category a cross join unnest(a.path) u (id)
        where a.account_id = p.account_id and (a.id = p.main_category_id or a.id in (
          select pc.category_id from product_category pc
          where pc.account_id = p.account_id and pc.product_id = p.id)) order by 1) as category_ids
    from product p
    where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published'
  ), place as materialized (
    -- Many products share their categories, whose words are the same for all.
    select d.category_ids, search_terms(search_words((select string_agg(c.name, ' ') from category c
      where c.account_id = p_account and c.id = any (d.category_ids)))) as terms
    from (select distinct p.category_ids from placed p) d
  ), named as materialized (
    select p.*, search_terms(p.name) as names from placed p
  )
  insert into searched_product as s (account_id, product_id, category_id, best_price_cents, size, brand, label,
    category_ids, names, terms)
  select p_account, n.id, n.main_category_id,
    (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
    cardinality(string_to_array(n.name, ' ')), n.brand, n.label, n.category_ids, n.names,
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
  on conflict (account_id, product_id) do update set category_id = excluded.category_id,
    best_price_cents = excluded.best_price_cents, size = excluded.size, brand = excluded.brand, label = excluded.label,
    category_ids = excluded.category_ids, names = excluded.names, terms = excluded.terms
  where (s.category_id, s.category_ids, s.brand, s.label, s.best_price_cents, s.terms) is distinct from
    (excluded.category_id, excluded.category_ids, excluded.brand, excluded.label, excluded.best_price_cents,
      excluded.terms);
  -- In order, so that two transactions with new words never wait for each other.
  insert into searched_word (account_id, word)
  select distinct p_account, w.word
  from searched_product s
  join product p on p.account_id = s.account_id and p.id = s.product_id
  cross join lateral string_to_table(search_words(concat_ws(' ', p.brand, p.label, p.manufacturer_model,
    (select string_agg(c.name, ' ') from category c
      where c.account_id = s.account_id and c.id = any (s.category_ids)))), ' ') w (word)
  where s.account_id = p_account and s.product_id in (select unnest(p_products)) and w.word ~ '^[a-z]{3,}$'
  order by w.word
  on conflict do nothing;
end $$;

create function refresh_all_searched_product() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in select p.account_id, array_agg(p.id) as ids from product p group by p.account_id loop
    perform refresh_searched_product(changed.account_id, changed.ids);
  end loop;
end $$;

-- The argument is the column of the changed rows that names the product.
create function searched_product_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in execute format(
    'select account_id, array_agg(distinct %I) as ids from changed_rows group by account_id', tg_argv[0]) loop
    perform refresh_searched_product(changed.account_id, changed.ids);
  end loop;
  return null;
end $$;
create trigger searched_product_inserted after insert on product referencing new table as changed_rows
  for each statement execute function searched_product_changed('id');
create trigger searched_product_updated after update on product referencing new table as changed_rows
  for each statement execute function searched_product_changed('id');
do $$
declare
  source text;
begin
  foreach source in array array['product_price', 'product_tac', 'product_category'] loop
    execute format('create trigger searched_product_inserted after insert on %I referencing new table as changed_rows
      for each statement execute function searched_product_changed(''product_id'')', source);
    execute format('create trigger searched_product_updated after update on %I referencing new table as changed_rows
      for each statement execute function searched_product_changed(''product_id'')', source);
    execute format('create trigger searched_product_updated_from after update on %I
      referencing old table as changed_rows
      for each statement execute function searched_product_changed(''product_id'')', source);
    execute format('create trigger searched_product_deleted after delete on %I referencing old table as changed_rows
      for each statement execute function searched_product_changed(''product_id'')', source);
  end loop;
end $$;

create function searched_product_category_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refresh_searched_product(new.account_id, array(select s.product_id from searched_product s
    where s.account_id = new.account_id and s.category_ids @> array[new.id]));
  return null;
end $$;
create trigger searched_product_category after update on category for each row
  when (old.name is distinct from new.name or old.path is distinct from new.path)
  execute function searched_product_category_changed();
`
