import type { Logger } from 'pino'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { liveAttempt, paymentsWithoutJob } from './attempt-queries.ts'
import { lockPayment, sendJob, type PaymentScope } from './payment-state.ts'

/** Payments taken in one round. */
const batch = 1_000

/**
 * Builds the round that lets a job ask again for every payment whose outcome is open and whose jobs have run out of
 * tries: nobody else may say how such a payment ended, neither by paying it by hand nor by another attempt. It answers
 * how many it took. Any number of processes may run it.
 */
export function createPaymentSweep(deps: {
  readonly database: Database
  /** Whether the installation has a payout service; without one nobody can be asked about what was sent to it. */
  readonly isServed: boolean
  readonly log: Pick<Logger, 'warn'>
}): () => Promise<number> {
  const { database, isServed, log } = deps
  return async () => {
    let taken = 0
    for (const scope of await paymentsWithoutJob(database.app, batch, { isServed })) {
      try {
        if (await askAgain(database, scope)) taken += 1
      } catch (error) {
        // The next round finds it again; the others need not wait for it.
        const reason = error instanceof Error ? error.name : typeof error
        log.warn({ paymentId: scope.paymentId, reason }, 'payment not asked for')
      }
    }
    return taken
  }
}

function askAgain(database: Database, scope: PaymentScope): Promise<boolean> {
  return inAccount(database, scope.accountId, async (tx) => {
    // Under the lock that every change of a payment takes, what its outcome is and who asks for it stands still.
    const attempt = (await lockPayment(tx, scope)) === null ? null : await liveAttempt(tx, scope)
    if (attempt === null || attempt.provider !== 'http' || attempt.state === 'completed') return false
    await sendJob(tx, 'payment-ask', scope)
    return true
  })
}
