import type { Migration } from './migration.ts'

/** The rows that search and list read are written by one function for all products of a statement or an import's part. */
export const readRowsAtOnce: Migration = {
  name: '0005-read-rows-at-once',
  async up(run) {
    await run(keyed)
    await run(refreshing)
    await run(callers)
    await run(analyzing)
  },
}

const keyed = `
-- As text: each word stands in quotes behind a blank, and holds neither. By an array of the words it takes several times
-- as long. The words are the same, so that the index stays as it is.
create or replace function search_keyed(p_account uuid, p_terms tsvector) returns tsvector
  language plpgsql immutable strict parallel safe cost 400 as $$
declare
  key constant text := '''' || public.search_key(p_account);
begin
  return replace(replace(replace(' ' || p_terms::text, ' ''', ' ' || key), key || '%', key || '@'), key || '+', key)::tsvector;
end $$;
`

const refreshing = `
-- Writes what is searched of these products, and what is listed of them where p_lists says so.
--
-- What texts say is made of each piece between blanks once for all products, since these say the same over and over:
-- folding and cutting a text costs several times as much as finding what was made of it. Terms are put together as text
-- and read once. Joins go by hash: how many products there are is not known when they are planned.
--
-- The products are locked before their rows are written, so that no other transaction writes a row that is not there yet:
-- new rows need no look for conflicts.
create function refresh_read_rows(p_account uuid, p_products uuid[], p_lists boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off
    set enable_nestloop = off set random_page_cost = 1.1 set jit = off as $$
declare
  ids uuid[];
  facets integer[];
  hidden uuid[];
  is_whole boolean;
  lacking uuid[];
  held uuid[] := '{}';
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id = any (p_products)
    order by p.id for no key update;
  for try in 1 .. 10 loop
    with chosen as materialized (
      select p.id, p.brand, p.main_category_id as main, p.status = 'published' as is_searched,
        case when p.status = 'published' then array(select y.category_id from product_category y
          where y.account_id = p_account and y.product_id = p.id order by 1) end as others
      from product p where p.account_id = p_account and p.id = any (p_products)
    ), placed as materialized (
      select d.main, d.others, array(select distinct u.id from category a cross join unnest(a.path) u (id)
        where a.account_id = p_account and a.id = any (d.others || d.main) order by 1) as category_ids
      from (select distinct main, others from chosen where is_searched) d
    ), named as materialized (
      select d.main, d.others, d.brand, d.category_ids, (select f.id from searched_facet f
        where f.account_id = p_account and f.category_id = d.main and f.category_ids = d.category_ids
          and f.brand is not distinct from nullif(d.brand, '')) as facet_id
      from (select distinct c.main, c.others, coalesce(c.brand, '') as brand, p.category_ids
        from chosen c join placed p on p.main = c.main and p.others = c.others where c.is_searched) d
    ), added as (
      -- In order, so that two transactions with new facets never wait for each other.
      insert into searched_facet (account_id, category_id, brand, category_ids, terms)
      select p_account, d.main, nullif(d.brand, ''), d.category_ids,
        facet_terms(p_account, nullif(d.brand, ''), d.category_ids)
      from (select distinct n.main, n.brand, n.category_ids from named n
        where n.facet_id is null and n.category_ids <@ held) d
      order by 2, 3, 4
      on conflict do nothing
    )
    select array_agg(c.id), array_agg(n.facet_id), array_agg(c.id) filter (where not c.is_searched),
      count(*) filter (where c.is_searched and n.facet_id is null) = 0,
      (select array_agg(distinct u.id) from (select distinct l.category_ids from chosen k
          join named l on l.main = k.main and l.others = k.others and l.brand = coalesce(k.brand, '')
          where k.is_searched and not exists (select from searched_product s
            where s.account_id = p_account and s.product_id = k.id and s.facet_id = l.facet_id)) d
        cross join unnest(d.category_ids) u (id))
    into ids, facets, hidden, is_whole, lacking
    from chosen c
    left join named n on n.main = c.main and n.others = c.others and n.brand = coalesce(c.brand, '');
    -- A change of a category writes the facets, and their products, that it sees. So what it cannot see yet is added
    -- while the categories are locked, and after their places are read again: they may have changed before the lock.
    exit when is_whole and (lacking is null or lacking <@ held);
    if not lacking <@ held then
      perform 1 from category c where c.account_id = p_account and c.id = any (lacking) order by c.id for share;
      held := held || lacking;
    end if;
  end loop;
  if not (is_whole and (lacking is null or lacking <@ held)) then
    raise exception 'products of account % cannot be written for the search: a facet of theirs is missing', p_account;
  end if;
  if hidden is not null then
    delete from searched_product s where s.account_id = p_account and s.product_id = any (hidden);
  end if;
  if ids is null then
    return;
  end if;

  with chosen as materialized (
    select p.id, p.status, p.label, coalesce(p.brand, '') as brand, p.manufacturer_model, p.buyer_reference, p.gtin,
      p.main_category_id, p.created_at, u.facet_id,
      case when p.translations <> '{}' then (select string_agg(t.texts ->> 'label', ' ')
        from jsonb_each(p.translations) t (language, texts)) end as others,
      (select string_agg('''=' || search_code(t.tac) || '''', ' ') from product_tac t
        where t.account_id = p_account and t.product_id = p.id) as tacs,
      exists (select from searched_product s where s.account_id = p_account and s.product_id = p.id) as is_searched,
      p_lists and exists (select from listed_product l where l.account_id = p_account and l.product_id = p.id)
        as is_listed
    from unnest(ids, facets) u (id, facet_id)
    -- Looked up one by one, however many the planner believes them to be.
    cross join lateral (select p.* from product p where p.account_id = p_account and p.id = u.id offset 0) p
    where p_lists or u.facet_id is not null
  ), brands as materialized (
    select d.brand, search_text(d.brand) as folded, d.words, d.is_searched,
      cardinality(string_to_array(d.words, ' ')) as size, strip(to_tsvector('pg_catalog.simple', d.words))::text as terms
    from (select c.brand, search_words(c.brand) as words, bool_or(c.facet_id is not null) as is_searched
      from chosen c group by c.brand offset 0) d
  ), places as materialized (
    select f.id, f.terms, search_words(coalesce((select string_agg(c.name, ' ') from category c
      where c.account_id = p_account and c.id = any (f.category_ids)), '')) as words
    from searched_facet f where f.account_id = p_account and f.id = any (facets)
  ), said as materialized (
    select c.id, c.facet_id is not null as is_searched, t.place, string_to_table(t.text, ' ') as piece
    from chosen c cross join lateral (values ('label', c.label), ('others', c.others), ('model', c.manufacturer_model),
      ('reference', case when p_lists then c.buyer_reference end)) t (place, text)
    where t.text is not null
  ), made as materialized (
    select d.piece, d.words, d.is_searched, cardinality(string_to_array(d.words, ' ')) as size,
      case when d.is_name then search_terms(d.words)::text end as searched, d.terms,
      replace(' ' || d.terms, ' ''', ' ''+') as of_model
    from (select w.*, strip(to_tsvector('pg_catalog.simple', w.words))::text as terms
      from (select s.piece, search_words(s.piece) as words,
          bool_or(s.is_searched and s.place in ('label', 'others')) as is_name,
          bool_or(s.is_searched and s.place <> 'reference') as is_searched
        from said s group by s.piece offset 0) w offset 0) d
  ), gathered as materialized (
    select s.id, sum(m.size) filter (where s.place = 'label') as size,
      string_agg(case s.place when 'label' then m.searched when 'others' then m.searched when 'model' then m.of_model end,
        ' ') as searched,
      string_agg(case when s.place <> 'others' then m.terms end, ' ') as listed
    from said s join made m on m.piece = s.piece group by s.id
  ), known as materialized (
    select c.*, b.folded, r.*, coalesce(g.size, 0) + b.size as size,
      concat_ws(' ', '''=' || search_code(c.gtin) || '''', '''=' || search_code(c.manufacturer_model) || '''',
        '''=' || search_code(c.buyer_reference) || '''', c.tacs) as codes,
      g.searched, concat_ws(' ', g.listed, b.terms, '''' || c.gtin || '''') as listed
    from chosen c
    join brands b on b.brand = c.brand
    left join gathered g on g.id = c.id
    cross join lateral (select max(r.price_cents) as best,
      max(r.price_cents) filter (where r.grade = 'functional') as functional,
      max(r.price_cents) filter (where r.grade = 'grade_a') as grade_a,
      max(r.price_cents) filter (where r.grade = 'grade_b') as grade_b,
      max(r.price_cents) filter (where r.grade = 'grade_c') as grade_c,
      max(r.price_cents) filter (where r.grade = 'grade_d') as grade_d,
      max(r.price_cents) filter (where r.grade = 'grade_e') as grade_e
    from product_price r where r.account_id = p_account and r.product_id = c.id) r
  ), searched as materialized (
    select k.id, k.facet_id, k.best, k.size, k.label, k.is_searched,
      p.terms || concat_ws(' ', k.searched, k.codes)::tsvector as terms
    from known k join places p on p.id = k.facet_id
  ), search_added as (
    insert into searched_product (account_id, product_id, facet_id, best_price_cents, size, label, terms)
    select p_account, s.id, s.facet_id, s.best, s.size, s.label, s.terms from searched s where not s.is_searched
    -- Names that begin alike are looked for together: side by side they stand in few blocks.
    order by s.label, s.id
  ), search_changed as (
    insert into searched_product as o (account_id, product_id, facet_id, best_price_cents, size, label, terms)
    select p_account, s.id, s.facet_id, s.best, s.size, s.label, s.terms from searched s where s.is_searched
    order by s.label, s.id
    on conflict (account_id, product_id) do update set facet_id = excluded.facet_id,
      best_price_cents = excluded.best_price_cents, size = excluded.size, label = excluded.label,
      terms = excluded.terms
    where (o.facet_id, o.label, o.best_price_cents, o.terms) is distinct from
      (excluded.facet_id, excluded.label, excluded.best_price_cents, excluded.terms)
  ), listed as materialized (
    select k.id, k.status, k.main_category_id, search_text(k.label) as label, k.folded, k.functional, k.grade_a, k.grade_b,
      k.grade_c, k.grade_d, k.grade_e, k.best, k.created_at, concat_ws(' ', k.listed, k.codes)::tsvector as terms,
      k.is_listed
    from known k where p_lists
  ), list_added as (
    insert into listed_product (account_id, product_id, status, category_id, label, brand,
      functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
      grade_e_price_cents, best_price_cents, created_at, terms)
    select p_account, l.id, l.status, l.main_category_id, l.label, l.folded, l.functional, l.grade_a, l.grade_b, l.grade_c,
      l.grade_d, l.grade_e, l.best, l.created_at, l.terms
    from listed l where not l.is_listed order by l.id
  ), list_changed as (
    insert into listed_product as o (account_id, product_id, status, category_id, label, brand,
      functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
      grade_e_price_cents, best_price_cents, created_at, terms)
    select p_account, l.id, l.status, l.main_category_id, l.label, l.folded, l.functional, l.grade_a, l.grade_b, l.grade_c,
      l.grade_d, l.grade_e, l.best, l.created_at, l.terms
    from listed l where l.is_listed order by l.id
    on conflict (account_id, product_id) do update set status = excluded.status, category_id = excluded.category_id,
      label = excluded.label, brand = excluded.brand, functional_price_cents = excluded.functional_price_cents,
      grade_a_price_cents = excluded.grade_a_price_cents, grade_b_price_cents = excluded.grade_b_price_cents,
      grade_c_price_cents = excluded.grade_c_price_cents, grade_d_price_cents = excluded.grade_d_price_cents,
      grade_e_price_cents = excluded.grade_e_price_cents, best_price_cents = excluded.best_price_cents,
      created_at = excluded.created_at, terms = excluded.terms
    where (o.status, o.category_id, o.label, o.brand, o.functional_price_cents, o.grade_a_price_cents,
        o.grade_b_price_cents, o.grade_c_price_cents, o.grade_d_price_cents, o.grade_e_price_cents, o.best_price_cents,
        o.created_at, o.terms)
      is distinct from (excluded.status, excluded.category_id, excluded.label, excluded.brand,
        excluded.functional_price_cents, excluded.grade_a_price_cents, excluded.grade_b_price_cents,
        excluded.grade_c_price_cents, excluded.grade_d_price_cents, excluded.grade_e_price_cents,
        excluded.best_price_cents, excluded.created_at, excluded.terms)
  )
  -- In order, so that two transactions with new words never wait for each other. A draft brings no words.
  insert into searched_word (account_id, word)
  select p_account, w.word from (
    select string_to_table(m.words, ' ') from made m where m.is_searched
    union select string_to_table(b.words, ' ') from brands b where b.is_searched
    union select string_to_table(p.words, ' ') from places p
  ) w (word)
  where w.word ~ '^[a-z]{3,}$'
    and not (exists (select from searched_word k where k.account_id = p_account and k.word = w.word))
  order by w.word
  on conflict do nothing;
end $$;
`

const callers = `
create or replace function refresh_read_tables(p_products uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.read_tables', '', true);
  perform refresh_read_rows(current_account_id(), p_products, true);
end $$;

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
    -- The office's list knows main categories alone.
    perform refresh_read_rows(changed.account_id, changed.ids, tg_table_name <> 'product_category');
  end loop;
  return null;
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
  perform refresh_read_rows(new.account_id, array(
    select s.product_id from searched_product s
    where s.account_id = new.account_id and s.facet_id = any (facets)), false);
  return null;
end $$;

create or replace function reindex_catalog(p_account uuid, p_after uuid, p_limit integer)
  returns table (done integer, last uuid, total integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[];
begin
  if p_after is null then
    update searched_facet f set terms = facet_terms(f.account_id, f.brand, f.category_ids)
    where f.account_id = p_account and f.terms is distinct from facet_terms(f.account_id, f.brand, f.category_ids);
  end if;
  ids := array(select p.id from product p where p.account_id = p_account and (p_after is null or p.id > p_after)
    order by p.id limit p_limit);
  if cardinality(ids) = 0 then return; end if;
  perform refresh_read_rows(p_account, ids, true);
  -- Answers that were kept say what was found before.
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (p_account, 'public:' || p_account, 'public', p_account, 1);
  done := cardinality(ids);
  last := ids[done];
  total := (select count(*)::int from product p where p.account_id = p_account);
  return next;
end $$;

drop function refresh_searched_product(uuid, uuid[]);
drop function refresh_listed_product(uuid, uuid[]);
drop function searched_places(uuid, uuid[]);
`
const analyzing = `
-- Statistics of the catalog's tables are made where these have doubled: the planner would otherwise read a table whole
-- for every part of a long import. Those of the search compute the words of each row that they look at, so that they look
-- at few rows, and where that was is noted.
create or replace function analyze_grown_catalog() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set default_statistics_target = 10 as
    $$
declare
  grown name;
begin
  -- In order, so that no two processes wait for each other.
  for grown in
    select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0)
      and s.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
    order by s.relname
  loop
    insert into roughly_analyzed (table_name) values (grown) on conflict do nothing;
    execute format('analyze public.%I', grown);
  end loop;
end $$;
`
