import type { Migration } from './migration.ts'

/**
 * Which buybacks a mail is about, so that they say when it was not delivered. The confirmation of a cart is about all of
 * its buybacks; of those sent before, the one is known that named the mail.
 */
export const mailsOfBuybacks: Migration = {
  name: '0102-mails-of-buybacks',
  async up(run) {
    await run(`
alter table mail_message add column buyback_ids uuid[] not null default '{}' check (cardinality(buyback_ids) <= 200);
update mail_message set buyback_ids = array[split_part(dedupe_key, ':', 2)::uuid]
  where kind in ('buyback_confirmation', 'shipping_label', 'payment')
    and split_part(dedupe_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
create index mail_message_failed on mail_message (account_id, created_at) where status = 'failed';
`)
  },
}
