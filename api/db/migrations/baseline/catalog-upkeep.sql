-- How the read tables are compared with the catalog, and when their statistics are made.

-- Writes a part of what is searched and listed again from the catalog, in the order of ids; answers how far it came,
-- and nothing once no product is left. Rows that are right already are not written.
create function reindex_catalog(p_account uuid, p_after uuid, p_limit integer)
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
  perform refresh_searched_product(p_account, ids);
  perform refresh_listed_product(p_account, ids);
  -- Answers that were kept say what was found before.
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (p_account, 'public:' || p_account, 'public', p_account, 1);
  done := cardinality(ids);
  last := ids[done];
  total := (select count(*)::int from product p where p.account_id = p_account);
  return next;
end $$;

-- Statistics of the catalog's tables are made where these have grown by half: the planner would otherwise read a table
-- whole for every part of a long import. Those of the search compute the words of each row that they look at, so that
-- they look at few rows, and where that was is noted.
create function analyze_grown_catalog() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set default_statistics_target = 10 as
    $$
declare
  grown name;
begin
  -- In order, so that no two processes wait for each other.
  for grown in
    select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 2
      and s.relname in ('category', 'product', 'product_price', 'product_tac', 'product_category', 'question', 'answer',
        'listed_product', 'searched_product', 'searched_facet', 'searched_word')
    order by s.relname
  loop
    insert into roughly_analyzed (table_name) values (grown) on conflict do nothing;
    execute format('analyze public.%I', grown);
  end loop;
end $$;

-- Row-level security keeps conditions of functions that may leak from the indexes: asked as the application, the whole
-- catalog would be read for each part of a file. The owner reads the rows of the account that is worked in alone. The
-- index of codes holds those that there are.
create function products_found(p_ids uuid[], p_references text[], p_gtins text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set
    random_page_cost = 1.1 set jit = off as $$
  select p.id from product p where p.account_id = current_account_id() and p.id in (select unnest(p_ids))
  union
  select p.id from (select distinct ltrim(lower(r), '0') as alike from unnest(p_references) r) n
  -- Looked up one by one: how many have the same is not known, and would be thought to be many.
  cross join lateral (select p.id from product p
    where p.account_id = current_account_id() and p.alike_reference = n.alike offset 0) p
  union
  select p.id from product p where p.account_id = current_account_id() and p.gtin is not null
    and p.gtin in (select unnest(p_gtins))
$$;

create function analyze_rested_catalog() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rough text;
begin
  if exists (select from catalog_import where status = 'in_progress')
    or exists (select from catalog_import where undo_status = 'in_progress') then
    return;
  end if;
  for rough in
    select r.table_name from roughly_analyzed r order by r.table_name for update skip locked
  loop
    execute format('analyze public.%I', rough);
    delete from roughly_analyzed r where r.table_name = rough;
  end loop;
end $$;
