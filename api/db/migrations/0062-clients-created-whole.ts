import type { Migration } from './migration.ts'

/**
 * What a client created whole needs of the tables: circuits, shipping methods and payment modes can be archived, a
 * circuit says whether its parcels go without a carrier's label, and a workshop's plan waits for its first warehouse.
 * An external id is unique without regard to case; of those that differ by case alone the oldest keeps it.
 */
export const clientsCreatedWhole: Migration = {
  name: '0062-clients-created-whole',
  async up(run) {
    await run(`
select set_config('app.system', 'on', true);
alter table payment_mode drop constraint payment_mode_status_check,
  add constraint payment_mode_status_check check (status in ('active', 'inactive', 'archived'));
alter table shipping_method drop constraint shipping_method_status_check,
  add constraint shipping_method_status_check check (status in ('active', 'inactive', 'archived'));
alter table circuit drop constraint circuit_status_check,
  add constraint circuit_status_check check (status in ('enabled', 'disabled', 'archived')),
  add column own_label boolean not null default false;
-- What works without a carrier today goes on doing so, and says it.
update circuit c set own_label = true
  where c.type in ('web_post', 'web_collect') and c.status = 'enabled' and not exists (
    select from carrier_service s join carrier r on r.account_id = s.account_id and r.id = s.carrier_id
    where s.account_id = c.account_id and r.status = 'active' and (s.circuit_id = c.id or s.shipping_method_id in (
      select x.shipping_method_id from circuit_shipping_method x
      where x.account_id = c.account_id and x.circuit_id = c.id)));

update circuit set transfer_order_number_of_copy = 1 where transfer_order_number_of_copy < 1;
alter table circuit drop constraint circuit_transfer_order_number_of_copy_check,
  add constraint circuit_transfer_order_number_of_copy_check check (transfer_order_number_of_copy between 1 and 10);

update organization o set external_id = left(o.external_id, 32) || '-' || right(o.id::text, 12)
  from (select account_id, id, row_number() over (partition by account_id, lower(external_id) order by created_at, id) as place
    from organization where external_id is not null) again
  where again.account_id = o.account_id and again.id = o.id and again.place > 1;
alter table organization drop constraint organization_account_id_external_id_key;
create unique index organization_external_id on organization (account_id, lower(external_id));

alter table organization_root_detail add column refurb_start jsonb check (jsonb_typeof(refurb_start) = 'object');
`)
  },
}
