import { sql } from 'kysely'
import { statisticWeeks } from '#domain/dashboard/statistics.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { countWeek } from './statistics-queries.ts'

/** What counting weeks is made from. */
export interface WeeklyStatisticsDeps {
  readonly database: Database
  readonly now: Clock
}

/**
 * Makes the round that counts, for every account, the weeks that are over in its time zone and not counted yet (BB-47):
 * on Monday the week before, and after a standstill those that were missed. Two rounds at once count each week once.
 */
export function createWeeklyStatistics({ database, now }: WeeklyStatisticsDeps): () => Promise<void> {
  return async () => {
    const due = await sql<{ account_id: string; week_from: string }>`
      select account_id, week_from::text from statistics_due(${now()}, ${statisticWeeks})`.execute(database.app)
    for (const { account_id, week_from } of due.rows)
      await inAccount(database, account_id, (tx) => countWeek(tx, account_id, week_from, now()))
  }
}
