import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { PaymentError } from '#domain/payment/payment-errors.ts'
import { mayRefuse, releaseRefusal, stateOfRefusal } from '#domain/payment/payment-release.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import { noteAttempt } from './attempt-queries.ts'
import { filedPayments, lockPayer, payerSchema, readFile, writePayer } from './payment-file-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { mailRefusal } from './payment-release-mail.ts'
import * as releases from './payment-release-queries.ts'
import { ruleChangeSchema, type LockedRelease, type ReleaseReader } from './payment-release-queries.ts'
import { lockRule, writeRule } from './payment-rule.ts'
import { actOnPayment, failPayment, lockPayment, sendJob, type LockedPayment } from './payment-state.ts'
import { nextBankDay } from './transfer-file.ts'

type Tx = Transaction<Tables>
type Decided = Result<PaymentReleaseAnswer, Failure>

/** Who decides, and whether the account has them act on payments at all. */
export interface Decider {
  readonly reader: ReleaseReader
  readonly mayAct: boolean
}

/** The second person's yes: what waited happens in this transaction, or is left to the payment's own job. */
export async function releaseMoney(tx: Tx, deps: PaymentDeps, decider: Decider, id: string): Promise<Decided> {
  const { reader } = decider
  const { accountId, userId } = reader
  const locked = await lockDecision(tx, decider, id)
  if (!locked.ok) return locked
  const { release, payment } = locked.value
  const isNew = await releases.isNewUser(tx, reader)
  const refusal = releaseRefusal({ ...release, userId, isNew })
  if (refusal !== null) return refuse(refusal)
  const at = deps.now()
  // Before the payment's status, which takes back what still waits.
  await releases.decideRelease(tx, { accountId, id }, { state: 'released', at, by: userId })
  const failed = await carryOut(tx, deps, release, { accountId, payment })
  return failed === null ? answer(await releases.readRelease(tx, reader, id)) : refuse(failed)
}

/** Nothing of it happens, and payments of a file are due again; its maker takes it back in the same way. */
export async function refuseMoney(
  tx: Tx,
  deps: PaymentDeps,
  decider: Decider,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Decided> {
  const { reader } = decider
  const { accountId, userId } = reader
  const locked = await lockDecision(tx, decider, id)
  if (!locked.ok) return locked
  const { release, payment } = locked.value
  if (!mayRefuse(release.subject)) return refuse('PAYMENT_RELEASE_HELD')
  const state = stateOfRefusal({ state: release.state, userId }, release.madeBy)
  if (state === null) return refuse('PAYMENT_RELEASE_DECIDED')
  const at = deps.now()
  await releases.decideRelease(tx, { accountId, id }, { state, at, by: userId, reason })
  if (release.fileId !== null) await freeFile(tx, deps, { accountId, fileId: release.fileId })
  // Its own provider pays a payment that waited to be marked as paid by hand.
  if (release.subject === 'mark' && payment !== null) await sendJob(tx, 'payment-start', payment)
  const decided = await releases.readRelease(tx, reader, id)
  if (decided !== null && state === 'refused' && release.madeBy !== null)
    await mailRefusal(tx, { accountId, userId: release.madeBy }, decided, at)
  return answer(decided)
}

interface LockedDecision {
  readonly release: LockedRelease
  /** The payment that it is about, its buyback locked. */
  readonly payment: LockedPayment | null
}

/** Locks what waits after everything that it is about, in the order of all locks, and reads it again. */
async function lockDecision(tx: Tx, { reader, mayAct }: Decider, id: string): Promise<Result<LockedDecision, Failure>> {
  const { accountId } = reader
  const seen = await releases.readRelease(tx, reader, id)
  if (seen === null) return refuse('REQUEST_NOT_FOUND')
  if (!mayAct) return refuse('ACCESS_PERMISSION_MISSING')
  let payment: LockedPayment | null = null
  if (seen.paymentId !== null) payment = await lockPayment(tx, { accountId, paymentId: seen.paymentId })
  else if (seen.fileId !== null) await readFile(tx, { accountId, fileId: seen.fileId }, true)
  else if (seen.subject === 'rule') await lockRule(tx, accountId)
  else await lockPayer(tx, accountId)
  const release = await releases.lockRelease(tx, accountId, id)
  return release === null ? refuse('REQUEST_NOT_FOUND') : succeed({ release, payment })
}

async function carryOut(
  tx: Tx,
  deps: PaymentDeps,
  release: LockedRelease,
  { accountId, payment }: { readonly accountId: string; readonly payment: LockedPayment | null },
): Promise<PaymentError | null> {
  switch (release.subject) {
    case 'mark':
      return payMarked(tx, deps, release, payment)
    case 'payout':
    case 'same_imei':
      if (payment !== null) await sendJob(tx, 'payment-start', payment)
      return null
    case 'file':
      await postpone(tx, deps, accountId, release.fileId)
      return null
    case 'payer':
      await writePayer(tx, accountId, payerSchema.parse(release.change), deps.now())
      return null
    case 'rule':
      await writeRule(tx, accountId, ruleChangeSchema.parse(release.change))
      return null
  }
}

async function payMarked(
  tx: Tx,
  deps: PaymentDeps,
  { note, madeBy }: LockedRelease,
  payment: LockedPayment | null,
): Promise<PaymentError | null> {
  if (payment === null || nextPaymentStatus(payment.status, 'mark_paid') === null) return 'PAYMENT_NOT_PAYABLE'
  const { accountId, paymentId } = payment
  // Before the status, for the ledger credits by who paid.
  await sql`
    update payment set marked_by = ${madeBy}, complementary_information = ${note}
    where account_id = ${accountId} and id = ${paymentId}`.execute(tx)
  await actOnPayment(tx, deps, payment, 'mark_paid')
  return null
}

// A bank carries nothing out on a day that was over when it got the file.
async function postpone(tx: Tx, deps: PaymentDeps, accountId: string, fileId: string | null): Promise<void> {
  const executeOn = await nextBankDay(tx, deps, accountId)
  await sql`
    update payment_file set execute_on = greatest(execute_on, ${executeOn}::date)
    where account_id = ${accountId} and id = ${fileId}`.execute(tx)
}

/** The payments of a refused file are due again, but those that are owed no longer. */
async function freeFile(
  tx: Tx,
  deps: PaymentDeps,
  scope: { readonly accountId: string; readonly fileId: string },
): Promise<void> {
  const at = deps.now()
  for (const { attemptId, paymentId, waits } of await filedPayments(tx, scope)) {
    const payment = waits ? await lockPayment(tx, { accountId: scope.accountId, paymentId }) : null
    if (payment === null) continue
    await noteAttempt(tx, scope.accountId, attemptId, { state: 'failed', at, failure: 'not_released' })
    const failed = await failPayment(tx, deps, payment)
    if (failed !== null) await actOnPayment(tx, deps, failed, 'try_again')
  }
}

function answer(found: PaymentReleaseAnswer | null): Decided {
  return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
}
