import type { Migration } from './migration.ts'

/** Payments that waited for a file for the bank which takes euros alone: they are made by hand, as new ones are. */
export const noFilesOfOtherCurrencies: Migration = {
  name: '0135-no-files-of-other-currencies',
  async up(run) {
    await run(`
update payment p set provider = 'manual' from buyback b
  where b.account_id = p.account_id and b.id = p.buyback_id and b.payment_status = 'payment_created'
    and p.provider = 'transfer_file' and p.currency <> 'EUR'
    and not exists (select from payment_attempt t where t.account_id = p.account_id and t.payment_id = p.id
      and t.state in ('started', 'accepted'));
`)
  },
}
