import type { Migration } from './migration.ts'

/** Days that an account gives its customers to hand a product over; what was sold before has no last day. */
export const daysToSend: Migration = {
  name: '0004-days-to-send',
  async up(run) {
    await run(`
alter table organization_root_detail
  add column send_within_days smallint not null default 15 check (send_within_days between 5 and 60);
-- As it was said at the sale: a later choice of the account changes no promise.
alter table buyback add column send_by date;

alter table customer_notice drop constraint customer_notice_kind_check;
alter table customer_notice add constraint customer_notice_kind_check check (kind in ('item_received', 'price_confirmed',
  'proposal_accepted', 'proposal_declined', 'proposal_ended_accepted', 'proposal_ended_declined', 'buyback_cancelled',
  'item_lost', 'send_reminder'));
`)
  },
}
