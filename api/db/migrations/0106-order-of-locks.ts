import type { Migration } from './migration.ts'

/** What changes many items at once locks them by their ids, as everything else does (docs/reference/order-of-locks.md). */
export const orderOfLocks: Migration = {
  name: '0106-order-of-locks',
  async up(run) {
    await run(`
create or replace function product_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select account_id, 'catalog:' || account_id, 'product', id, version from new_rows;
  perform 1 from item i
  join new_rows n on i.account_id = n.account_id and i.product_id = n.id
  join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.archived_at is null and row (n.label, n.brand) is distinct from row (o.label, o.brand)
  order by i.id for update of i;
  update item i set product_id = i.product_id
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.product_id = n.id and i.archived_at is null
    and row (n.label, n.brand) is distinct from row (o.label, o.brand);
  return null;
end $$;

create or replace function circuit_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from item i
  join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
  join new_rows n on n.account_id = b.account_id and n.id = b.circuit_id
  join old_rows o on o.account_id = n.account_id and o.id = n.id and o.type <> n.type
  order by i.id for update of i;
  update item i
  set keeps_money = i.keeps_money
  from new_rows n
  join old_rows o on o.account_id = n.account_id and o.id = n.id and o.type <> n.type
  join buyback b on b.account_id = n.account_id and b.circuit_id = n.id
  where i.account_id = b.account_id and i.buyback_id = b.id and i.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
`)
  },
}
