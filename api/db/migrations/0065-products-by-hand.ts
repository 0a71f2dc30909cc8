import type { Migration } from './migration.ts'

/** Products that are archived, and the history of their prices, which triggers write at every change of a price. */
export const productsByHand: Migration = {
  name: '0065-products-by-hand',
  async up(run) {
    await run(`
alter table product drop constraint product_status_check;
alter table product add constraint product_status_check check (status in ('draft', 'published', 'archived'));

create table product_price_change (
  account_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  grade text not null check (grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  -- None where the grade had no price, or has none any more.
  before_cents integer,
  after_cents integer,
  changed_at timestamptz not null default now(),
  -- No foreign key: who changes a price may act from an account of its own.
  changed_by uuid,
  origin text not null check (origin in ('form', 'bulk', 'import', 'buyer', 'earlier', 'other')),
  primary key (account_id, id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade,
  check (before_cents is distinct from after_cents)
);
create index product_price_change_by_product on product_price_change (account_id, product_id, id);

-- The setting app.price_author says by what and by whom, as 'form 019b…'. Changes of one transaction have one moment,
-- and their order by their ids.
create function note_price_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  author constant text := coalesce(nullif(current_setting('app.price_author', true), ''), 'other');
  named constant uuid := nullif(split_part(author, ' ', 2), '')::uuid;
begin
  if tg_op = 'INSERT' then
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, n.grade, null, n.price_cents, named, split_part(author, ' ', 1)
    from new_prices n;
  elsif tg_op = 'UPDATE' then
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, n.grade, o.price_cents, n.price_cents, named, split_part(author, ' ', 1)
    from new_prices n join old_prices o using (account_id, product_id, grade)
    where o.price_cents <> n.price_cents;
  else
    -- Prices that go with their product leave no history.
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select o.account_id, o.product_id, o.grade, o.price_cents, null, named, split_part(author, ' ', 1)
    from old_prices o join product p on p.account_id = o.account_id and p.id = o.product_id;
  end if;
  return null;
end $$;
create trigger price_history_inserted after insert on product_price referencing new table as new_prices
  for each statement execute function note_price_changes();
create trigger price_history_updated after update on product_price
  referencing old table as old_prices new table as new_prices
  for each statement execute function note_price_changes();
create trigger price_history_deleted after delete on product_price referencing old table as old_prices
  for each statement execute function note_price_changes();

-- What stands already: since when, nobody knows. The migration's own session sees no account's rows; a function of the
-- owner does.
create function begin_price_history() returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into product_price_change (account_id, product_id, grade, after_cents, origin)
  select account_id, product_id, grade, price_cents, 'earlier' from product_price
$$;
select begin_price_history();
drop function begin_price_history();
`)
  },
}
