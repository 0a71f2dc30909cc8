/** Grades whose prices join that of grade A. */
const others = ['functional', 'grade_b', 'grade_c', 'grade_d', 'grade_e']
const included = `include (functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents,
  grade_d_price_cents, grade_e_price_cents)`

/** The prices of all grades in the rows of the list, so that narrowing by any of them is walking an index. */
export const listedPrices = `
alter table listed_product ${others.map((grade) => `add column ${grade}_price_cents integer`).join(', ')};

-- The migration's own session sees no account's rows; a function of the owner does.
create function fill_listed_prices() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update listed_product l set ${others.map((grade) => `${grade}_price_cents = r.${grade}`).join(', ')}
  from (
    select account_id, product_id, ${others
      .map((grade) => `max(price_cents) filter (where grade = '${grade}') as ${grade}`)
      .join(', ')}
    from product_price group by account_id, product_id
  ) r where r.account_id = l.account_id and r.product_id = l.product_id;
end $$;

-- Written anew, and not changed with each row.
drop index listed_product_by_label;
drop index listed_product_by_category;
select fill_listed_prices();
drop function fill_listed_prices();
create index listed_product_by_label on listed_product (account_id, status, label, product_id) ${included};
create index listed_product_by_category on listed_product (account_id, category_id, status, label, product_id)
  ${included};
-- What few products cost is found by it; nothing is sorted by it, so that equal prices take hardly any room.
${others
  .map(
    (grade) => `create index listed_product_${grade} on listed_product (account_id, status, ${grade}_price_cents)
  where ${grade}_price_cents is not null;`,
  )
  .join('\n')}

create or replace function refresh_listed_product(p_account uuid, p_products uuid[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of two transactions that change one product, the second must read what the first has written.
  perform 1 from product p where p.account_id = p_account and p.id in (select unnest(p_products))
    order by p.id for no key update;
  insert into listed_product as l (account_id, product_id, status, category_id, label, brand,
    functional_price_cents, grade_a_price_cents, grade_b_price_cents, grade_c_price_cents, grade_d_price_cents,
    grade_e_price_cents, best_price_cents, created_at, terms)
  select p.account_id, p.id, p.status, p.main_category_id, search_text(p.label), coalesce(search_text(p.brand), ''),
    prices.functional, prices.grade_a, prices.grade_b, prices.grade_c, prices.grade_d, prices.grade_e, prices.best,
    p.created_at,
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
    select max(r.price_cents) as best,
      max(r.price_cents) filter (where r.grade = 'functional') as functional,
      max(r.price_cents) filter (where r.grade = 'grade_a') as grade_a,
      max(r.price_cents) filter (where r.grade = 'grade_b') as grade_b,
      max(r.price_cents) filter (where r.grade = 'grade_c') as grade_c,
      max(r.price_cents) filter (where r.grade = 'grade_d') as grade_d,
      max(r.price_cents) filter (where r.grade = 'grade_e') as grade_e
    from product_price r where r.account_id = p.account_id and r.product_id = p.id
  ) prices
  where p.account_id = p_account and p.id in (select unnest(p_products))
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
`
