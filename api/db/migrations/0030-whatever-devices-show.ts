import type { Migration } from './migration.ts'

/** Everything that a device shows or judges of an item is in the change log, regardless of who changes it. */
export const whateverDevicesShow: Migration = {
  name: '0030-whatever-devices-show',
  async up(run) {
    await run(`
-- A store judges with the declaration, the circuit and what was chosen, a packer with category and circuit.
create or replace function buyback_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update item i
  set keeps_money = keeps_money_in(n.payment_status)
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.buyback_id = n.id
    and row (n.status, n.payment_status, n.identification_number, n.declared_grade, n.declared_price_cents,
        n.promised_payment_on, n.category_id, n.circuit_id, n.shipping_method_id, n.payment_mode_id, n.declaration)
      is distinct from row (o.status, o.payment_status, o.identification_number, o.declared_grade,
        o.declared_price_cents, o.promised_payment_on, o.category_id, o.circuit_id, o.shipping_method_id,
        o.payment_mode_id, o.declaration)
    and (i.xmin <> pg_current_xact_id()::xid or i.keeps_money <> keeps_money_in(n.payment_status));
  return null;
end $$;

create function circuit_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update item i
  set keeps_money = i.keeps_money
  from new_rows n
  join old_rows o on o.account_id = n.account_id and o.id = n.id and o.type <> n.type
  join buyback b on b.account_id = n.account_id and b.circuit_id = n.id
  where i.account_id = b.account_id and i.buyback_id = b.id and i.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create trigger circuit_updated after update on circuit
  referencing old table as old_rows new table as new_rows for each statement execute function circuit_updated();
`)
  },
}
