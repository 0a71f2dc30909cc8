import type { Migration } from './migration.ts'

/** The history of prices is read by product. It is the largest table of a catalog, and nothing else is locked with it. */
export const priceHistoryKey: Migration = {
  name: '0157-price-history-key',
  async up(run) {
    await run(`
alter table product_price_change drop constraint product_price_change_pkey;
drop index product_price_change_by_product;
alter table product_price_change add primary key (account_id, product_id, id);
`)
  },
}
