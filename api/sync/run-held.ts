import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import { inAccountSql, type Statement } from './account-sql.ts'
import { factsOf, isTransient, mayPass } from './database-failure.ts'
import { heldScope, placeOf } from './held.ts'
import { createRelease, pushSteps, type PushSteps } from './push.ts'
import { outcomeOfRow, type OutcomeRow } from './read-ledger.ts'
import type { PullIdentity } from './scope.ts'
import type { SyncDeps } from './sync-deps.ts'

const findHeld: Statement = { name: 'sync-held-one', text: `select o.op_id as "opId" ${heldScope} and o.op_id = $3` }

const readOutcome: Statement = {
  name: 'sync-outcome',
  text: `select op_id, status, code, cause_op, result, resolution from sync_op where account_id = $1 and op_id = $2`,
}

/** Runs a held operation again: the id of one that its list shows to this person. */
export type RunHeld = (identity: PullIdentity, opId: string) => Promise<Result<Outcome, Failure>>

/**
 * Builds the second run of a held operation, as its own author, with everything that waits for it. The answer is what
 * the ledger says afterwards: an operation that fails once more stays held as it was. One that is not held, is settled
 * or is another warehouse's is not found.
 */
export function createRunHeld(deps: SyncDeps, steps: PushSteps = pushSteps): RunHeld {
  const release = createRelease(deps, steps)
  return async (identity, opId) => {
    const { accountId } = identity
    const found = await inAccountSql(deps.pool, accountId, 'read committed', (sql) =>
      sql.rows(findHeld, [accountId, placeOf(identity), opId]),
    )
    if (found.length === 0) return refuse('REQUEST_NOT_FOUND')
    try {
      await release(accountId, async () => [], [opId])
    } catch (error) {
      if (isTransient(error)) return refuse('SERVER_UNAVAILABLE', { retryAfterSeconds: 2 })
      if (mayPass(error)) throw error
      deps.log.error({ ...factsOf(error), opId, userId: identity.userId }, 'a held operation failed again')
    }
    const [row] = await inAccountSql(deps.pool, accountId, 'read committed', (sql) =>
      sql.rows<OutcomeRow>(readOutcome, [accountId, opId]),
    )
    return row === undefined ? refuse('REQUEST_NOT_FOUND') : succeed(outcomeOfRow(row))
  }
}
