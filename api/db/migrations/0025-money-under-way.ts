import type { Migration } from './migration.ts'

/** What holds while a payment's outcome is open, and once it is known. */
export const moneyUnderWay: Migration = {
  name: '0025-money-under-way',
  async up(run) {
    await run(`
set local app.system = 'on';

-- Payments whose outcome is open, or which are made: the product does not go back to its customer.
create function keeps_money_in(payment_status text) returns boolean
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select payment_status in ('payment_initiated', 'payment_cancel_failed', 'payment_completed')
$$;
create or replace function buyback_updated() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update item i
  set keeps_money = keeps_money_in(n.payment_status)
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.buyback_id = n.id
    and row (n.status, n.payment_status, n.identification_number, n.declared_grade, n.declared_price_cents,
        n.promised_payment_on)
      is distinct from row (o.status, o.payment_status, o.identification_number, o.declared_grade,
        o.declared_price_cents, o.promised_payment_on)
    and (i.xmin <> pg_current_xact_id()::xid or i.keeps_money <> keeps_money_in(n.payment_status));
  return null;
end $$;
update item i set keeps_money = true
from buyback b
where b.account_id = i.account_id and b.id = i.buyback_id and b.payment_status = 'payment_cancel_failed'
  and not i.keeps_money;

-- What a bank refused after its buyback was cancelled is not owed.
update buyback set payment_status = 'payment_cancelled'
where status in ('bb_cancelled', 'bb_not_completed') and payment_status in ('payment_created', 'payment_failed');
`)
  },
}
