import { sql, type Kysely, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { PaymentScope } from './payment-state.ts'
import type { PayoutService, Attempt } from './payout-service.ts'

const columns = [
  'id',
  'number',
  'key',
  'provider',
  'state',
  'configuration_id as configurationId',
  'service_mark as serviceMark',
] as const

/** The name of an attempt, which is all that a provider knows it by: at most 35 characters, as banks ask. */
export function attemptKey(paymentId: string, number: number): string {
  return `${paymentId.replaceAll('-', '')}-${number.toString(36)}`
}

/** Begins an attempt; the database refuses one beside another that has not failed. */
export async function beginAttempt(
  tx: Transaction<Tables>,
  scope: PaymentScope,
  provider: 'program' | 'http',
  at: Date,
  service: Pick<PayoutService, 'configurationId' | 'mark'> = { configurationId: null, mark: null },
): Promise<Attempt> {
  const { accountId, paymentId } = scope
  const raised = await sql<{ attempts: number }>`
    update payment set attempts = attempts + 1 where account_id = ${accountId} and id = ${paymentId}
    returning attempts`.execute(tx)
  const number = raised.rows[0]?.attempts ?? 1
  const { configurationId, mark: serviceMark } = service
  const attempt = { id: newId(), number, key: attemptKey(paymentId, number), provider, state: 'started' } as const
  await tx
    .insertInto('payment_attempt')
    .values({
      account_id: accountId,
      payment_id: paymentId,
      started_at: at,
      ended_at: null,
      reference: null,
      failure: null,
      file_id: null,
      payee: null,
      configuration_id: configurationId,
      service_mark: serviceMark,
      ...attempt,
    })
    .execute()
  return { ...attempt, configurationId, serviceMark }
}

/** The attempt that has not failed; null where there is none. */
export async function liveAttempt(tx: Transaction<Tables>, scope: PaymentScope): Promise<Attempt | null> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('payment_id', '=', scope.paymentId)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  return row ?? null
}

/** Notes the result of an attempt. */
export async function noteAttempt(
  tx: Transaction<Tables>,
  accountId: string,
  id: string,
  change: {
    readonly state: Attempt['state']
    readonly at: Date
    readonly reference?: string | null
    readonly failure?: string | null
  },
): Promise<void> {
  const isOver = change.state === 'completed' || change.state === 'failed'
  await sql`
    update payment_attempt set state = ${change.state}, ended_at = ${isOver ? change.at : null},
      reference = coalesce(${change.reference ?? null}, reference), failure = ${change.failure ?? null}
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

/** The payment and account of an attempt that a provider names; null for a name that is none of ours. */
export async function findAttempt(
  database: Kysely<Tables>,
  key: string,
): Promise<{ readonly accountId: string; readonly id: string } | null> {
  const found = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from payment_attempt_by_key(${key})`.execute(database)
  return found.rows[0] ?? null
}

/** The payment of an attempt with the attempt itself. */
export async function readAttempt(
  tx: Transaction<Tables>,
  accountId: string,
  id: string,
): Promise<(Attempt & { readonly paymentId: string }) | null> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select([...columns, 'payment_id as paymentId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Payments of all accounts whose outcome at a service is open while no job waits or runs, the oldest first; those at
 * the installation's service only where there is one (`isServed`).
 */
export async function paymentsWithoutJob(
  database: Kysely<Tables>,
  limit: number,
  { isServed }: { readonly isServed: boolean },
): Promise<readonly PaymentScope[]> {
  const found = await sql<PaymentScope>`
    select account_id as "accountId", payment_id as "paymentId" from payments_unasked(${limit}, ${isServed})`.execute(
    database,
  )
  return found.rows
}
