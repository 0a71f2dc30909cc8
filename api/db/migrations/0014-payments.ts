import { readFileSync } from 'node:fs'
import { paymentTables } from './0014/payments.ts'
import { registerTables } from './0014/register.ts'
import type { Migration } from './migration.ts'

const jobTables = readFileSync(new URL('0014/pg-boss-43.sql', import.meta.url), 'utf8')

const queues = `
select pgboss.create_queue('payment-start', '{"policy": "standard", "retryLimit": 8, "retryDelay": 5, "retryBackoff": true,
  "retryDelayMax": 600, "expireInSeconds": 120, "retentionSeconds": 7776000, "deleteAfterSeconds": 2592000}');
select pgboss.create_queue('payment-ask', '{"policy": "standard", "retryLimit": 30, "retryDelay": 10, "retryBackoff": true,
  "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000, "deleteAfterSeconds": 2592000}');
`

/** Payments, the ledger, the register of purchases, and the queues of jobs. */
export const payments: Migration = {
  name: '0014-payments',
  async up(run) {
    await run(jobTables)
    await run(queues)
    await run(paymentTables)
    await run(registerTables)
  },
}
