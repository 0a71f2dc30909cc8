import type { Transaction } from 'kysely'
import type { Module } from '#domain/organization/module.ts'
import type { SessionEndReason } from '#domain/access/session-end.ts'
import type { Tables } from './tables.ts'

/** Whose sessions are meant: all of a user but one, or those in some modules. */
export interface SessionScope {
  readonly accountId: string
  readonly userId: string
  readonly exceptSessionId?: string | null
  readonly modules?: readonly Module[]
  /** Those begun with a password alone. */
  readonly byPassword?: boolean
  /** What its user is told who is asked to sign in again. */
  readonly reason?: SessionEndReason
}

/** Ends sessions of a user. */
export async function endSessions(tx: Transaction<Tables>, scope: SessionScope, now: Date): Promise<void> {
  const { exceptSessionId = null, modules, byPassword = false } = scope
  await tx
    .updateTable('session')
    .set({ revoked_at: now, end_reason: scope.reason ?? null })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('revoked_at', 'is', null)
    .$if(exceptSessionId !== null, (query) => query.where('id', '<>', exceptSessionId ?? ''))
    .$if(modules !== undefined, (query) => query.where('module', 'in', modules ?? []))
    .$if(byPassword, (query) => query.where('via_openid', '=', false))
    .execute()
}
