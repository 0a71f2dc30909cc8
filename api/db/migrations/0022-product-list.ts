import type { Migration } from './migration.ts'

/** The office's list of products, by any order and filter as quick among a million as among a few. */
export const productList: Migration = {
  name: '0022-product-list',
  async up(run) {
    await run(`
-- One row a product, whatever its status: what the office sorts and narrows its list by, narrow enough to walk.
create table listed_product (
  account_id uuid not null,
  product_id uuid not null,
  status text not null,
  category_id uuid not null,
  -- As they are sorted: no case, no accents; a product without a brand stands where an empty one does.
  label text not null,
  brand text not null,
  grade_a_price_cents integer,
  best_price_cents integer,
  created_at timestamptz not null,
  -- Words of name, model, reference and EAN; codes as a whole begin with =.
  terms tsvector not null,
  primary key (account_id, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index listed_product_by_label on listed_product (account_id, status, label, product_id)
  include (grade_a_price_cents);
create index listed_product_by_category on listed_product (account_id, category_id, status, label, product_id)
  include (grade_a_price_cents);
create index listed_product_by_brand on listed_product (account_id, status, brand, label, product_id);
create index listed_product_by_price on listed_product (account_id, status, grade_a_price_cents, label, product_id);
-- What has no price stands at the end in both directions.
create index listed_product_by_price_down on listed_product
  (account_id, status, grade_a_price_cents desc nulls last, label desc, product_id desc);
create index listed_product_by_age on listed_product (account_id, status, created_at, label, product_id);
create index listed_product_terms on listed_product using gin (account_id, terms);

create function refresh_listed_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id in (select unnest(p_products))
    order by p.id for no key update;
  insert into listed_product as l (account_id, product_id, status, category_id, label, brand, grade_a_price_cents,
    best_price_cents, created_at, terms)
  select p.account_id, p.id, p.status, p.main_category_id, search_text(p.label), coalesce(search_text(p.brand), ''),
    prices.grade_a, prices.best, p.created_at,
    strip(to_tsvector('pg_catalog.simple', search_words(
        concat_ws(' ', p.brand, p.label, p.manufacturer_model, p.buyer_reference, p.gtin))))
      || array_to_tsvector(array(
        select distinct '=' || code from (
          select search_code(unnest(array[p.gtin, p.manufacturer_model, p.buyer_reference]))
          union all
          select search_code(t.tac) from product_tac t where t.account_id = p.account_id and t.product_id = p.id
        ) codes (code) where code is not null))
  from product p
  cross join lateral (
    select max(r.price_cents) as best, max(r.price_cents) filter (where r.grade = 'grade_a') as grade_a
    from product_price r where r.account_id = p.account_id and r.product_id = p.id
  ) prices
  where p.account_id = p_account and p.id in (select unnest(p_products))
  order by p.id
  on conflict (account_id, product_id) do update set status = excluded.status, category_id = excluded.category_id,
    label = excluded.label, brand = excluded.brand, grade_a_price_cents = excluded.grade_a_price_cents,
    best_price_cents = excluded.best_price_cents, created_at = excluded.created_at, terms = excluded.terms
  where (l.status, l.category_id, l.label, l.brand, l.grade_a_price_cents, l.best_price_cents, l.created_at, l.terms)
    is distinct from (excluded.status, excluded.category_id, excluded.label, excluded.brand,
      excluded.grade_a_price_cents, excluded.best_price_cents, excluded.created_at, excluded.terms);
end $$;

create function refresh_all_listed_product() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in select p.account_id, array_agg(p.id) as ids from product p group by p.account_id loop
    perform refresh_listed_product(changed.account_id, changed.ids);
  end loop;
end $$;

-- The argument is the column of the changed rows that names the product.
create function listed_product_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in execute format(
    'select account_id, array_agg(distinct %I) as ids from changed_rows group by account_id', tg_argv[0]) loop
    perform refresh_listed_product(changed.account_id, changed.ids);
  end loop;
  return null;
end $$;
create trigger listed_product_inserted after insert on product referencing new table as changed_rows
  for each statement execute function listed_product_changed('id');
create trigger listed_product_updated after update on product referencing new table as changed_rows
  for each statement execute function listed_product_changed('id');
${['product_price', 'product_tac']
  .map(
    (source) => `
create trigger listed_product_inserted after insert on ${source} referencing new table as changed_rows
  for each statement execute function listed_product_changed('product_id');
create trigger listed_product_updated after update on ${source} referencing new table as changed_rows
  for each statement execute function listed_product_changed('product_id');
create trigger listed_product_updated_from after update on ${source} referencing old table as changed_rows
  for each statement execute function listed_product_changed('product_id');
create trigger listed_product_deleted after delete on ${source} referencing old table as changed_rows
  for each statement execute function listed_product_changed('product_id');`,
  )
  .join('')}

-- What a text asks of a product's words: a known code is answered by it alone, the last word may be the beginning of
-- one. Asked is null where there is nothing in it to search for.
create function listed_product_query(p_account uuid, p_text text, out asked tsquery, out is_code boolean)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  words constant text[] := (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10];
begin
  select string_agg(quote_literal(code), ' | ')::tsquery into asked from unnest(search_codes(p_text)) code;
  -- Materialized, so that it is asked of the index whatever the statistics say: few products have one code.
  execute 'with found as materialized (
      select from listed_product l where l.account_id = $1 and l.terms @@ $2)
    select exists (select from found)' into is_code using p_account, asked;
  if not is_code then
    asked := case when words is not null then search_query(words, true) end;
  end if;
end $$;

-- A page of the current account's products that pass the filters, and their number where it is asked for. p_order
-- holds fields, each followed by its direction; label and id part those that are equal, in the last direction.
--
-- Statuses and categories are read one by one, each along an index in its order, as far as the page may reach: read
-- together they would have to be sorted. All of it is planned anew each time, since what is rare and what is not wants
-- another plan.
--
-- Words are met soon on the way along an order, or not at all: names that begin alike stand beside each other. So the
-- way is walked a little, and where that does not fill the page, the index of words finds all that there are.
create function product_list(p_text text, p_categories uuid[], p_statuses text[], p_from integer, p_to integer,
    p_order text[], p_limit integer, p_offset integer, p_counts boolean, out ids uuid[], out total integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  below constant uuid[] := case when p_categories is not null then
    array(select c.id from category c where c.account_id = account and c.path && p_categories) end;
  prices constant text := case when p_from is null then '' else ' and l.grade_a_price_cents >= $5' end
    || case when p_to is null then '' else ' and l.grade_a_price_cents <= $6' end;
  within constant text := case when below is null then '' else ' and l.category_id = any ($3)' end;
  reach constant integer := p_limit + p_offset;
  asked tsquery;
  is_code boolean;
  named text := '';
  fields text := '';
  direction text := 'asc';
begin
  for at in 1 .. cardinality(p_order) by 2 loop
    direction := case p_order[at + 1] when 'desc' then 'desc' else 'asc' end;
    fields := fields || case p_order[at]
      when 'label' then 'label ' || direction
      when 'brand' then 'brand ' || direction
      when 'status' then 'status ' || direction
      when 'createdAt' then 'created_at ' || direction
      when 'buybackPriceGradeA' then 'grade_a_price_cents ' || direction || ' nulls last'
    end || ', ';
  end loop;
  fields := fields || format('label %1$s, product_id %1$s', direction);

  if p_text is null then
    execute format($q$
      select array(
        select x.product_id from unnest($4) s (asked_status) %1$s cross join lateral (
          select l.product_id, l.status, l.label, l.brand, l.grade_a_price_cents, l.created_at from listed_product l
          where l.account_id = $1 and l.status = s.asked_status %2$s order by %3$s limit $7 + $8) x
        order by %3$s limit $7 offset $8)
      $q$,
      case when below is null then '' else 'cross join unnest($3) c (asked_category)' end,
      case when below is null then '' else ' and l.category_id = c.asked_category' end || prices, fields)
    into ids using account, asked, below, p_statuses, p_from, p_to, p_limit, p_offset;
  else
    select q.asked, q.is_code into asked, is_code from listed_product_query(account, p_text) q;
    named := case when asked is null then ' and false' else ' and l.terms @@ $2' end;
    if asked is not null and not is_code and cardinality(p_order) <= 2 and reach <= 400 then
      execute format($q$
        with met as materialized (
          select x.* from unnest($4) s (asked_status) cross join lateral (
            select * from (
              select * from listed_product l where l.account_id = $1 and l.status = s.asked_status
              order by %1$s limit least(20 * $9, 6000)) l
            where true %2$s order by %1$s limit $9) x
        )
        select case when (select count(*) from met) = $9 * cardinality($4) then
          array(select m.product_id from met m order by %1$s limit $7 offset $8) end
        $q$, fields, named || within || prices)
      into ids using account, asked, below, p_statuses, p_from, p_to, p_limit, p_offset, reach;
    end if;
    if ids is null then
      execute format($q$
        with found as materialized (
          select l.product_id, l.status, l.label, l.brand, l.grade_a_price_cents, l.created_at from listed_product l
          where l.account_id = $1 and l.status = any ($4) %2$s
        )
        select array(select f.product_id from found f order by %1$s limit $7 offset $8)
        $q$, fields, named || within || prices)
      into ids using account, asked, below, p_statuses, p_from, p_to, p_limit, p_offset;
    end if;
  end if;

  if p_counts then
    execute 'select count(*) from listed_product l where l.account_id = $1 and l.status = any ($4)' || within || prices
      || named into total using account, asked, below, p_statuses, p_from, p_to;
  end if;
end $$;
`)
    // The migration's own session sees no account's rows; a function of the owner does.
    await run('select refresh_all_listed_product()')
  },
}
