import type { Migration } from './migration.ts'

/** The history keeps what a statement does to the prices of a product in one row, where it kept a row for each price. */
export const priceHistoryByProduct: Migration = {
  name: '0006-price-history-by-product',
  async up(run) {
    await run(`
alter table product_price_change drop constraint product_price_change_grade_check;
alter table product_price_change drop constraint product_price_change_check;
alter table product_price_change rename column grade to grades;
-- What was noted before stays as it was noted: rows of one grade each.
alter table product_price_change
  alter column grades type text[] using array[grades],
  alter column before_cents type integer[] using array[before_cents],
  alter column after_cents type integer[] using array[after_cents];
alter table product_price_change
  alter column before_cents set not null,
  alter column after_cents set not null,
  add check (grades <@ array['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e']
    and array_position(grades, null) is null),
  -- A grade stands in the same place of each; it has no price where that is null.
  add check (cardinality(grades) between 1 and 6 and cardinality(before_cents) = cardinality(grades)
    and cardinality(after_cents) = cardinality(grades)),
  add check (before_cents is distinct from after_cents);

create or replace function note_price_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  author constant text := coalesce(nullif(current_setting('app.price_author', true), ''), 'other');
  named constant uuid := nullif(split_part(author, ' ', 2), '')::uuid;
begin
  if tg_op = 'INSERT' then
    insert into product_price_change (account_id, product_id, grades, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, array_agg(n.grade), array_fill(null::integer, array[count(*)::integer]),
      array_agg(n.price_cents), named, split_part(author, ' ', 1)
    from new_prices n group by n.account_id, n.product_id;
  elsif tg_op = 'UPDATE' then
    insert into product_price_change (account_id, product_id, grades, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, array_agg(n.grade), array_agg(o.price_cents), array_agg(n.price_cents), named,
      split_part(author, ' ', 1)
    from new_prices n join old_prices o using (account_id, product_id, grade)
    where o.price_cents <> n.price_cents group by n.account_id, n.product_id;
  else
    -- Prices that go with their product leave no history.
    insert into product_price_change (account_id, product_id, grades, before_cents, after_cents, changed_by, origin)
    select o.account_id, o.product_id, array_agg(o.grade), array_agg(o.price_cents),
      array_fill(null::integer, array[count(*)::integer]), named, split_part(author, ' ', 1)
    from old_prices o join product p on p.account_id = o.account_id and p.id = o.product_id
    group by o.account_id, o.product_id;
  end if;
  return null;
end $$;
`)
  },
}
