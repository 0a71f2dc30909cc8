import type { Migration } from './migration.ts'

/**
 * The history of prices paid for what its prices had paid already. Products are locked first, as whatever writes prices
 * does; the key, which takes long, is made in a transaction of its own.
 */
export const priceHistoryOfProduct: Migration = {
  name: '0155-price-history-of-product',
  async up(run) {
    await run(`
lock table product in access exclusive mode;
-- It is written by triggers alone, of prices whose own key holds the product: checking each row again took a fourteenth
-- of an import's time. It goes with its product, as the key had it.
alter table product_price_change drop constraint product_price_change_account_id_product_id_fkey;
create function forget_price_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from product_price_change c using gone g where c.account_id = g.account_id and c.product_id = g.id;
  return null;
end $$;
create trigger price_history_forgotten after delete on product referencing old table as gone
  for each statement execute function forget_price_changes();
`)
  },
}
