-- What the search and the office’s list read instead of the catalog, kept by triggers.

-- By this key words of an account are told from those of all others.
create function search_key(p_account uuid) returns text
  language sql immutable strict parallel safe
  return right(p_account::text, 6);

-- Words as the index holds them, behind the account's key: of their places it knows only what is of the facet (@) and
-- what is not.
create function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable strict parallel safe cost 400 as $$
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

-- Where a word of a product stands says the sign before it: none for its label, @ for its brand, % for the names of its
-- categories, + for its model; = stands before a code as a whole. Brand and label are its name.
create function search_placed(p_sign text, p_terms tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select p_sign || t.term from unnest(tsvector_to_array(p_terms)) t (term)));

-- The words that all products of a facet have: of its brand and of its categories.
create function facet_terms(p_account uuid, p_brand text, p_categories uuid[]) returns tsvector
  language sql stable set search_path = pg_catalog, public, pg_temp
  return search_placed('@', search_terms(search_words(coalesce(p_brand, ''))))
    || search_placed('%', search_terms(search_words(coalesce((select string_agg(c.name, ' ') from public.category c
      where c.account_id = p_account and c.id = any (p_categories)), ''))));

-- Words that typing errors are compared with. A word outlives its last product; it then finds nothing.
create table searched_word (
  account_id uuid not null references account,
  word text not null,
  primary key (account_id, word)
);
create index searched_word_like on searched_word using gin (account_id, word gin_trgm_ops);

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
  functional_price_cents integer,
  grade_b_price_cents integer,
  grade_c_price_cents integer,
  grade_d_price_cents integer,
  grade_e_price_cents integer,
  primary key (account_id, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index listed_product_by_brand on listed_product (account_id, status, brand, label, product_id);
create index listed_product_by_price on listed_product (account_id, status, grade_a_price_cents, label, product_id);
-- What has no price stands at the end in both directions.
create index listed_product_by_price_down on listed_product
  (account_id, status, grade_a_price_cents desc nulls last, label desc, product_id desc);
create index listed_product_by_age on listed_product (account_id, status, created_at, label, product_id);
create index listed_product_terms on listed_product using gin (account_id, terms);
create index listed_product_by_label on listed_product (account_id, status, label, product_id)
  include (functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents,
  grade_d_price_cents, grade_e_price_cents);
create index listed_product_by_category on listed_product (account_id, category_id, status, label, product_id)
  include (functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents,
  grade_d_price_cents, grade_e_price_cents);
-- What few products cost is found by it; nothing is sorted by it, so that equal prices take hardly any room.
create index listed_product_functional on listed_product (account_id, status, functional_price_cents)
  where functional_price_cents is not null;
create index listed_product_grade_b on listed_product (account_id, status, grade_b_price_cents)
  where grade_b_price_cents is not null;
create index listed_product_grade_c on listed_product (account_id, status, grade_c_price_cents)
  where grade_c_price_cents is not null;
create index listed_product_grade_d on listed_product (account_id, status, grade_d_price_cents)
  where grade_d_price_cents is not null;
create index listed_product_grade_e on listed_product (account_id, status, grade_e_price_cents)
  where grade_e_price_cents is not null;

-- What products have in common that are counted together. A facet outlives its last product; it then counts none.
create table searched_facet (
  account_id uuid not null references account,
  id integer not null generated always as identity,
  category_id uuid not null,
  brand text,
  -- All categories that its products stand in or below.
  category_ids uuid[] not null,
  terms tsvector not null,
  primary key (account_id, id),
  unique nulls not distinct (account_id, category_id, category_ids, brand)
);
create index searched_facet_terms on searched_facet using gin (account_id, terms);

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
create index searched_product_terms on searched_product using gin (search_keyed(account_id, terms));
create index searched_product_by_size on searched_product (account_id, size, label, product_id);
create index searched_product_by_facet on searched_product (account_id, facet_id, size, label, product_id);

-- Analysing begins to count the changes of a table from none, so that PostgreSQL itself would look at more rows only
-- when a tenth of them had changed again.
create table roughly_analyzed (
  table_name text primary key
);

-- Writes what is searched of these products. Words of translated names stand beside those of the account's own: a set
-- keeps each once, so that only what differs takes room. Categories are gathered once for all products that stand in
-- the same ones, brands are folded once, terms are made of each word once, and codes without a query for each product.
create function refresh_searched_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set
    random_page_cost = 1.1 set jit = off as $$
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

-- Writes what is listed of these products. Brands are folded once for all of them, words of names only where they are
-- compared, and codes are gathered without a query for each product.
create function refresh_listed_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set
    random_page_cost = 1.1 set jit = off as $$
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

-- Who writes several tables of the same products says 'later' in app.read_tables, and calls refresh_read_tables() in
-- the same transaction when all is written.
create function read_tables_changed() returns trigger
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
create trigger read_tables_inserted after insert on product referencing new table as changed_rows
  for each statement execute function read_tables_changed('id');
create trigger read_tables_updated after update on product referencing new table as changed_rows
  for each statement execute function read_tables_changed('id');
create trigger read_tables_inserted after insert on product_price referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated after update on product_price referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated_from after update on product_price referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_deleted after delete on product_price referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_inserted after insert on product_tac referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated after update on product_tac referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated_from after update on product_tac referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_deleted after delete on product_tac referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_inserted after insert on product_category referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated after update on product_category referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated_from after update on product_category referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_deleted after delete on product_category referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');

create function searched_category_changed() returns trigger
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
create trigger searched_category after update on category
  for each row when ((old.name is distinct from new.name) or (old.path is distinct from new.path)) execute function
  searched_category_changed();

-- Of the account that is worked in alone; from here on the triggers write again.
create function refresh_read_tables(p_products uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.read_tables', '', true);
  perform refresh_searched_product(current_account_id(), p_products);
  perform refresh_listed_product(current_account_id(), p_products);
end $$;

-- The published ones of some products, each with its main category and all that it stands in or below.
create function searched_places(p_account uuid, p_products uuid[])
  returns table (product_id uuid, brand text, category_id uuid, category_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set
    random_page_cost = 1.1 set jit = off as $$
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
