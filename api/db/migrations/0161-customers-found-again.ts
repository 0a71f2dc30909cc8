import type { Migration } from './migration.ts'

/** Customers who agree to it are found again at the counter by their phone or e-mail. */
export const customersFoundAgain: Migration = {
  name: '0161-customers-found-again',
  async up(run) {
    await run(`
alter table customer add column found_again_since timestamptz, add column found_again_ended_at timestamptz;
create index customer_found_by_email on customer (account_id, lower(email))
  where found_again_since is not null or found_again_ended_at is not null;
create index customer_found_by_phone on customer (account_id, phone)
  where found_again_since is not null or found_again_ended_at is not null;
`)
  },
}
