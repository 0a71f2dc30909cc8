import type { Migration } from './migration.ts'

/** A buyer entity without an account of its own is found by its buybacks, and counted on its own in the figures. */
export const ownBuyers: Migration = {
  name: '0069-own-buyers',
  async up(run) {
    await run(`
create index buyback_by_buyer_entity on buyback (account_id, buyer_organization_id, created_at desc)
  where buyer_organization_id is not null;

-- Weeks that are counted already keep their totals; which entity they were of is no longer known.
alter table dashboard_statistic add column buyer_organization_id uuid;
alter table dashboard_statistic
  drop constraint dashboard_statistic_account_id_week_from_figure_store_id_bu_key,
  add constraint dashboard_statistic_key unique nulls not distinct
    (account_id, week_from, figure, store_id, buyer_account_id, buyer_organization_id, warehouse_id);
`)
  },
}
