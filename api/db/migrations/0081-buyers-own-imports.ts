import type { Migration } from './migration.ts'

/** A buyer's own price list: the company and the entity of the buyer whose products it may change. */
export const buyersOwnImports: Migration = {
  name: '0081-buyers-own-imports',
  async up(run) {
    await run(`
alter table catalog_import
  -- No foreign keys: an import outlives the link to its buyer.
  add column buyer_account_id uuid,
  add column buyer_organization_id uuid,
  add constraint catalog_import_of_buyer check ((buyer_account_id is null) = (buyer_organization_id is null)),
  add constraint catalog_import_of_buyer_prices
    check (buyer_account_id is null or (content = 'products' and strategy = 'recommerce'));
`)
  },
}
