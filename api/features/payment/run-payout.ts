import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { PaidAmount, PayoutAnswer, PayoutEvent } from '#api/adapters/payment/payout-provider.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { queueBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import type { PaymentError } from '#domain/payment/payment-errors.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { providerOf } from '#domain/payment/payment-provider.ts'
import { voucherCode, voucherCodeBytes } from '#domain/payment/voucher-code.ts'
import { promisedDay } from '#domain/payment/working-days.ts'
import { beginAttempt, findAttempt, liveAttempt, noteAttempt, readAttempt } from './attempt-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isHeld, mayRepeat } from './payout-release.ts'
import { chosenService, serviceOfAttempt, type PayoutService, type Attempt } from './payout-service.ts'
import {
  actOnPayment,
  failPayment,
  lockPayment,
  sendJob,
  type LockedPayment,
  type PaymentScope,
} from './payment-state.ts'

/** How long the service's own word is waited for before it is asked. */
const askAfterSeconds = 900
/** How long a payout that the service has accepted is left alone between two questions, for as long as it takes. */
const askAgainSeconds = 3 * 3600
/** What a job says that needs the service where the installation names none. */
const serviceMissing: PaymentError = 'PAYMENT_SERVICE_MISSING'
/** How soon a payout whose outcome nobody knows is asked for. */
const askSoonSeconds = 10

/**
 * Carries a payment on as far as it goes without people: promises its day, chooses who carries it out, and pays where
 * the program or a service does. Doing it again, at once or after a crash at any point, pays nothing twice: the attempt
 * is kept before the service hears of it, and a live attempt is left to the job that asks for it or sends it again under
 * its own key.
 */
export async function startPayment(deps: PaymentDeps, scope: PaymentScope): Promise<void> {
  const begun = await inAccount(deps.database, scope.accountId, async (tx) => {
    const locked = await lockPayment(tx, scope)
    if (locked === null) return null
    const service = await chosenService(tx, deps, scope.accountId, { isHeld: true })
    const payment = await prepare(tx, deps, locked, service !== null)
    if (await isHeld(tx, payment, deps.now())) return null
    if (payment.provider === 'program') await issueVoucher(tx, deps, payment)
    if (payment.provider !== 'http') return null
    const live = await liveAttempt(tx, scope)
    if (live !== null) {
      // The process that began it may have died before the answer. A job of its own asks, for as long as that takes.
      if (live.state === 'started') await sendJob(tx, 'payment-ask', scope, askSoonSeconds)
      return null
    }
    if (nextPaymentStatus(payment.status, 'initiate') === null) return null
    // Nothing is begun that nobody carries on: while no service is named, it is still due, and may be paid by hand.
    if (service === null || service.provider === null) return 'no_service'
    const initiated = await actOnPayment(tx, deps, payment, 'initiate')
    if (initiated === null) return null
    const attempt = await beginAttempt(tx, scope, 'http', deps.now(), service)
    return { payment: initiated, attempt, service }
  })
  if (begun === null) return
  if (begun === 'no_service') throw new Error(serviceMissing)
  await settle(deps, scope, begun.attempt, await pay(begun))
}

/**
 * Asks the service for the result of a payment whose outcome is open. Throws while it is unknown whether the payment
 * was accepted, so that the job is tried again, later each time, until it fails for good and waits for an
 * administrator.
 */
export async function askPayment(deps: PaymentDeps, scope: PaymentScope): Promise<void> {
  const open = await inAccount(deps.database, scope.accountId, async (tx) => {
    const payment = await lockPayment(tx, scope)
    const attempt = payment === null ? null : await liveAttempt(tx, scope)
    if (payment === null || attempt === null || attempt.provider !== 'http') return null
    if (attempt.state === 'completed') return null
    const service = await serviceOfAttempt(tx, deps, scope.accountId, attempt)
    return { payment, attempt, service, mayRepeat: await mayRepeat(tx, payment) }
  })
  if (open === null) return
  if (open.service.provider === null) throw new Error(serviceMissing)
  await askAbout(deps, open)
}

/**
 * Takes a service's event, whenever and however often it comes; `unknown` where it names no attempt that was sent to
 * this very service: the one of a configuration, or the installation's (null). Nobody has a word about another's. One
 * of another amount paid than was to be changes nothing.
 */
export async function takeEvent(
  deps: PaymentDeps,
  event: PayoutEvent,
  configurationId: string | null,
): Promise<'taken' | 'unknown' | 'amount_differs'> {
  const found = await findAttempt(deps.database.app, event.key)
  if (found === null) return 'unknown'
  return inAccount(deps.database, found.accountId, async (tx) => {
    const attempt = await readAttempt(tx, found.accountId, found.id)
    if (attempt === null || attempt.provider !== 'http') return 'unknown'
    if (attempt.configurationId !== configurationId) return 'unknown'
    const scope = { accountId: found.accountId, paymentId: attempt.paymentId }
    const payment = await lockPayment(tx, scope)
    const current = await readAttempt(tx, found.accountId, attempt.id)
    // The word comes late where the attempt has ended, or another has begun since.
    if (payment === null || current === null || hasEnded(current)) return 'taken'
    const { state, reference, amount } = event
    // A word that no money went may speak of none.
    const isOfMoney = state === 'completed' || state === 'accepted'
    if (isOfMoney && differs(amount, payment)) return 'amount_differs'
    if (state === 'cancel_refused') {
      if (current.number === payment.attempts) await actOnPayment(tx, deps, payment, 'refuse_cancel')
      return 'taken'
    }
    const answer = state === 'failed' ? { state, reason: event.reason ?? 'refused' } : { state, reference, amount }
    await settleIn(tx, deps, scope, attempt, answer)
    return 'taken'
  })
}

interface OpenPayout {
  readonly payment: LockedPayment
  readonly attempt: Attempt
  readonly service: PayoutService
}

async function askAbout(deps: PaymentDeps, open: OpenPayout & { readonly mayRepeat: boolean }): Promise<void> {
  const { attempt, service } = open
  const answer = (await service.provider?.ask(attempt.key)) ?? { state: 'unknown' as const }
  // Under another address or key it says nothing about what was sent before.
  const isElsewhere = ![service.mark, ...service.formerMarks].includes(attempt.serviceMark)
  // Nor is it sent to another payee than a second person has released.
  const isStuck = isElsewhere || !open.mayRepeat
  const told = answer.state !== 'absent' ? answer : isStuck ? { state: 'unknown' as const } : await pay(open)
  if (told.state === 'unknown') throw new Error('PAYOUT_OUTCOME_UNKNOWN')
  // Should the event never arrive.
  if (told.state === 'accepted' && open.attempt.state === 'accepted')
    return inAccount(deps.database, open.payment.accountId, (tx) =>
      sendJob(tx, 'payment-ask', open.payment, askAgainSeconds),
    )
  await settle(deps, open.payment, open.attempt, told)
}

async function pay({ payment, attempt, service }: OpenPayout): Promise<PayoutAnswer> {
  const payout = {
    key: attempt.key,
    amountCents: payment.amountCents,
    currency: payment.currency,
    payee: { name: payment.customerName ?? payment.buybackCode, email: payment.customerEmail },
    customValues: payment.customValues,
  }
  return (await service.provider?.pay(payout)) ?? { state: 'unknown' }
}

async function settle(deps: PaymentDeps, scope: PaymentScope, attempt: Attempt, answer: PayoutAnswer): Promise<void> {
  await inAccount(deps.database, scope.accountId, (tx) => settleIn(tx, deps, scope, attempt, answer))
}

async function settleIn(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: PaymentScope,
  attempt: Attempt,
  answer: PayoutAnswer,
): Promise<void> {
  const payment = await lockPayment(tx, scope)
  const current = await readAttempt(tx, scope.accountId, attempt.id)
  // What a definite word has ended stays so, however late another comes.
  if (payment === null || current === null || hasEnded(current)) return
  // Asked about again, for a service may mend what it says; until then the job says on its page why it waits.
  if ('amount' in answer && differs(answer.amount, payment)) throw new Error('PAYOUT_AMOUNT_DIFFERS')
  const at = deps.now()
  if (answer.state === 'unknown') return sendJob(tx, 'payment-ask', scope, askSoonSeconds)
  if (answer.state === 'accepted') {
    if (current.state === 'accepted') return
    await noteAttempt(tx, scope.accountId, attempt.id, { state: 'accepted', at, reference: answer.reference })
    return sendJob(tx, 'payment-ask', scope, askAfterSeconds)
  }
  const note = answer.state === 'failed' ? { failure: answer.reason } : { reference: answer.reference }
  await noteAttempt(tx, scope.accountId, attempt.id, { state: answer.state, at, ...note })
  const done = await (answer.state === 'failed'
    ? failPayment(tx, deps, payment)
    : actOnPayment(tx, deps, payment, 'complete'))
  if (done === null) throw new Error('PAYOUT_WITHOUT_INITIATED_PAYMENT')
}

function differs(said: PaidAmount | null, { amountCents, currency }: LockedPayment): boolean {
  return said !== null && (said.amountCents !== amountCents || said.currency !== currency)
}

function hasEnded({ state }: Attempt): boolean {
  return state === 'completed' || state === 'failed'
}

async function prepare(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  payment: LockedPayment,
  hasService: boolean,
): Promise<LockedPayment> {
  const { accountId, paymentId, buybackId } = payment
  let { promisedOn, provider } = payment
  if (promisedOn === null) {
    promisedOn = promisedDay(payment.settledOn, await deps.publicHolidays(payment.country))
    await sql`
      update buyback set promised_payment_on = ${promisedOn}::date
      where account_id = ${accountId} and id = ${buybackId}`.execute(tx)
  }
  if (provider === null) {
    provider = providerOf(payment.mode, hasService, payment.currency)
    await sql`
      update payment set provider = ${provider} where account_id = ${accountId} and id = ${paymentId}`.execute(tx)
  }
  return { ...payment, promisedOn, provider }
}

async function issueVoucher(tx: Transaction<Tables>, deps: PaymentDeps, payment: LockedPayment): Promise<void> {
  const { accountId, paymentId, amountCents, mode } = payment
  const at = deps.now()
  const initiated = await actOnPayment(tx, deps, payment, 'initiate')
  if (initiated === null) return
  const attempt = await beginAttempt(tx, payment, 'program', at)
  await tx
    .insertInto('voucher')
    .values({
      account_id: accountId,
      id: newId(),
      payment_id: paymentId,
      type: mode?.type === 'gift_card' ? 'gift_card' : 'voucher',
      code: voucherCode(randomBytes(voucherCodeBytes)),
      amount_cents: amountCents,
      currency: payment.currency,
      issued_at: at,
    })
    .execute()
  await queueBuybackDocuments(tx, { accountId, buybackIds: [payment.buybackId] })
  await noteAttempt(tx, accountId, attempt.id, { state: 'completed', at })
  await actOnPayment(tx, deps, initiated, 'complete')
}
