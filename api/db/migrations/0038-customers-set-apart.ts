import type { Migration } from './migration.ts'

/** Which customer a row was set apart from, so that erasing a person finds every row of hers. */
export const customersSetApart: Migration = {
  name: '0038-customers-set-apart',
  async up(run) {
    await run(`
alter table customer
  -- The customer of the cart, of whose buybacks a store has finalised one with a customer of its own.
  add column set_apart_from uuid,
  add foreign key (account_id, set_apart_from) references customer (account_id, id);
create index customer_set_apart on customer (account_id, set_apart_from) where set_apart_from is not null;
`)
  },
}
