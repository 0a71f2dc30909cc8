import { catalogSearch } from './0033/catalog-search.ts'
import type { Migration } from './migration.ts'
import { listColumns } from './0084/list-columns.ts'

/** What products are called in other languages than the account's, by which the search finds them too (decision 0040). */
export const productsInLanguages: Migration = {
  name: '0084-products-in-languages',
  async up(run) {
    await run(`
alter table product add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');

${listColumns([['product', 'label', 'label']])}

-- The words of a product's names in other languages; null where it has none.
create function translated_words(p_translations jsonb) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp
  return (select public.search_words(string_agg(t.texts ->> 'label', ' ' order by t.language))
    from jsonb_each(p_translations) t (language, texts) where t.texts ->> 'label' is not null);

-- As 0027 has it, with the words of translated names beside those of the account's own: a set keeps each once, so that
-- only what differs takes room, and a product without translations has none.
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
      search_words(p.label) as words, case when p.translations <> '{}' then translated_words(p.translations) end as others,
      search_categories(p.account_id, p.id, p.main_category_id) as category_ids
    from product p
    where p.account_id = p_account and p.id in (select unnest(p_products)) and p.status = 'published'
  )
  insert into searched_product as s (account_id, product_id, facet_id, best_price_cents, size, label, terms)
  select p_account, n.id, f.id,
    (select max(r.price_cents) from product_price r where r.account_id = p_account and r.product_id = n.id),
    cardinality(string_to_array(trim(search_words(coalesce(n.brand, '')) || ' ' || n.words), ' ')), n.label,
    f.terms || search_terms(n.words) || case when n.others is null then '' else search_terms(n.others) end
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
  cross join lateral string_to_table(concat_ws(' ',
    case when p.translations <> '{}' then translated_words(p.translations) end,
    search_words(concat_ws(' ', p.brand, p.label, p.manufacturer_model,
      (select string_agg(c.name, ' ') from category c
        where c.account_id = s.account_id and c.id = any (f.category_ids))))), ' ') w (word)
  where s.account_id = p_account and s.product_id in (select unnest(p_products)) and w.word ~ '^[a-z]{3,}$'
  order by w.word
  on conflict do nothing;
end $$;
`)
    // The cards of the page that is answered are translated with what is read of them anyway.
    await run(catalogSearch.replace("'label', p.label,", "'label', p.label, 'translations', p.translations,"))
  },
}
