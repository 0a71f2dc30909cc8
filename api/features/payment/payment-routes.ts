import { sql, type Transaction } from 'kysely'
import { scopeOf } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { csvAnswer, fileLanguage, onePart } from '#api/documents/csv-answer.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf, everyRow } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { needsRelease, type PaymentRule } from '#domain/payment/payment-release.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { addWorkingDays, workingDaysUntil } from '#domain/payment/working-days.ts'
import * as calls from '#sync/calls/payment.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { dueColumns, paymentColumns } from './payment-csv.ts'
import * as queries from './payment-queries.ts'
import {
  mayActOnPayments,
  readPayment,
  seesBuyback,
  type PaymentFilters,
  type PaymentReader,
} from './payment-queries.ts'
import { insertRelease, paymentWaits } from './payment-release-queries.ts'
import { createPaymentReleaseRoutes } from './payment-release-routes.ts'
import { lockRuleInForce, movedAlone } from './payment-rule.ts'
import { actOnPayment, lockPayment, sendJob, type LockedPayment } from './payment-state.ts'
import { askForRelease, isPayoutRefused } from './payout-release.ts'
import { chosenService } from './payout-service.ts'
import type { PayoutEvent } from '#api/adapters/payment/payout-provider.ts'
import { takeEvent } from './run-payout.ts'
import { accountOfService, readService } from './service-queries.ts'
import { createTransferFileRoutes } from './transfer-file-routes.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const
/** Rows that an export reads at a time. */
const partRows = 1000

/** Payments, their files, whose money they are made from, and the payout service's events. */
export function createPaymentRoutes(deps: PaymentDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  const readerOf = async (caller: Session): Promise<PaymentReader> => ({
    accountId: caller.accountId,
    scope: await scopeOf(database, caller),
  })
  return [
    route(
      {
        ...calls.markAsPaidCall,
        permission: 'payment.mark_paid',
        freshProof: true,
        summary: 'Mark a buyback as paid',
        refusals: ['ACCESS_PERMISSION_MISSING', 'PAYMENT_NOT_PAYABLE', 'PAYMENT_RELEASE_WAITING'],
      },
      async ({ caller, params, body }) => {
        const reader = await readerOf(caller)
        return inAccount(database, caller.accountId, async (tx) => {
          const rule = await lockRuleInForce(tx, caller.accountId)
          const payment = await lockPayment(tx, { accountId: caller.accountId, buybackId: params.id })
          if (payment === null)
            return refuse((await seesBuyback(tx, reader, params.id)) ? 'PAYMENT_NOT_PAYABLE' : 'REQUEST_NOT_FOUND')
          const seen = await readPayment(tx, reader, payment.paymentId)
          if (seen === null) return refuse('REQUEST_NOT_FOUND')
          if (!(await mayActOnPayments(tx, caller))) return refuse('ACCESS_PERMISSION_MISSING')
          return markAsPaid(tx, deps, reader, payment, { caller, rule, note: body.complementaryInformation })
        })
      },
    ),

    route(
      { ...calls.listPaymentsCall, permission: 'payment.list', summary: 'Payments', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const reader = await readerOf(caller)
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => queries.listPayments(tx, reader, query),
          steady,
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.listDuePaymentsCall,
        permission: 'payment.list',
        summary: 'Payments whose promise is near or missed',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const reader = await readerOf(caller)
        const found = await inAccount(database, caller.accountId, (tx) => readDue(tx, deps, reader, query), steady)
        return succeed({
          ...collectionOf(found.members, found.total),
          missed: found.missed,
          totalCents: found.totalCents,
        })
      },
    ),

    route(
      {
        ...calls.exportDuePaymentsCall,
        permission: 'payment.list',
        summary: 'Payments whose promise is near or missed, as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, query: { language: wished, ...filters }, http }) => {
        const reader = await readerOf(caller)
        const read = (tx: Transaction<Tables>) => everyRow((page) => readDue(tx, deps, reader, { ...page, ...filters }))
        const found = await inAccount(database, caller.accountId, read, steady)
        if (!found.ok) return found
        const timeZone = await inAccount(database, caller.accountId, (tx) => queries.readTimeZone(tx, caller.accountId))
        const language = fileLanguage(wished, http.headers)
        const columns = dueColumns({ language, timeZone })
        return succeed(csvAnswer(onePart(found.value), { columns, language, name: 'due-payments' }))
      },
    ),

    route(
      {
        ...calls.exportPaymentsCall,
        permission: 'payment.list',
        summary: 'Payments as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, query, http }) => {
        const reader = await readerOf(caller)
        const { language: wished, ...filters } = query
        const timeZone = await inAccount(database, caller.accountId, (tx) => queries.readTimeZone(tx, caller.accountId))
        const language = fileLanguage(wished, http.headers)
        const columns = paymentColumns({ language, timeZone })
        return succeed(csvAnswer(exportParts(deps, reader, filters), { columns, language, name: 'payments' }))
      },
    ),

    route(
      { ...calls.readPaymentCall, permission: 'payment.list', summary: 'One payment with its attempts and postings' },
      async ({ caller, params }) => {
        const reader = await readerOf(caller)
        return inAccount(
          database,
          caller.accountId,
          async (tx) => {
            const payment = await readPayment(tx, reader, params.id)
            if (payment === null) return refuse('REQUEST_NOT_FOUND')
            const scope = { accountId: caller.accountId, paymentId: params.id }
            return succeed({ ...payment, ...(await queries.readPaymentStory(tx, deps.vault, scope)) })
          },
          steady,
        )
      },
    ),

    route(
      { ...calls.readVoucherCall, permission: 'buyback.documents', summary: 'The voucher of a buyback' },
      async ({ caller, params }) => {
        const reader = await readerOf(caller)
        return inAccount(
          database,
          caller.accountId,
          async (tx) => {
            if (!(await seesBuyback(tx, reader, params.id))) return refuse('REQUEST_NOT_FOUND')
            const found = await queries.readVoucher(tx, caller.accountId, sql`p.buyback_id = ${params.id}`)
            return succeed({ voucher: found === null ? null : { ...found, issuedAt: found.issuedAt.toISOString() } })
          },
          steady,
        )
      },
    ),

    ...createTransferFileRoutes(deps),
    ...createPaymentReleaseRoutes(deps),

    route(
      {
        ...calls.tryPaymentAgainCall,
        permission: 'payment.mark_paid',
        freshProof: true,
        summary: 'Pay again after a definite failure, or ask again for a release that was refused',
        refusals: ['ACCESS_PERMISSION_MISSING', 'PAYMENT_NOT_FAILED', 'PAYMENT_SERVICE_MISSING'],
      },
      async ({ caller, params }) => {
        const reader = await readerOf(caller)
        const scope = { accountId: caller.accountId, paymentId: params.id }
        return inAccount(database, caller.accountId, async (tx) => {
          const payment = await lockPayment(tx, scope)
          if (payment === null || (await readPayment(tx, reader, params.id)) === null)
            return refuse('REQUEST_NOT_FOUND')
          if (!(await mayActOnPayments(tx, caller))) return refuse('ACCESS_PERMISSION_MISSING')
          const wasRefused = await isPayoutRefused(tx, payment)
          if (!wasRefused && nextPaymentStatus(payment.status, 'try_again') === null)
            return refuse('PAYMENT_NOT_FAILED')
          if (payment.provider === 'http') {
            const service = await chosenService(tx, deps, caller.accountId, { isHeld: false })
            if (service === null || service.provider === null) return refuse('PAYMENT_SERVICE_MISSING')
          }
          if (!wasRefused) await actOnPayment(tx, deps, payment, 'try_again')
          await askForRelease(tx, payment, { madeBy: caller.userId, now: now(), wasRefused })
          await sendJob(tx, 'payment-start', scope)
          return answer(await readPayment(tx, reader, params.id))
        })
      },
    ),

    route(
      {
        ...calls.paymentEventCall,
        permission: 'none',
        summary: 'An event of the payout service',
        refusals: ['PAYMENT_SIGNATURE_INVALID', 'PAYMENT_EVENT_INVALID', 'PAYMENT_AMOUNT_DIFFERS', 'REQUEST_NOT_FOUND'],
      },
      async ({ body, http }) => {
        const event = deps.http?.readEvent(body, http.headers.get('x-signature'), now()) ?? null
        if (event === null) return refuse('PAYMENT_SIGNATURE_INVALID')
        return takenEvent(deps, event, null)
      },
    ),

    route(
      {
        ...calls.accountPaymentEventCall,
        permission: 'none',
        summary: 'An event of an account’s own payout service',
        refusals: ['PAYMENT_SIGNATURE_INVALID', 'PAYMENT_EVENT_INVALID', 'PAYMENT_AMOUNT_DIFFERS', 'REQUEST_NOT_FOUND'],
      },
      async ({ params, body, http }) => {
        const accountId = await accountOfService(database, params.id)
        if (accountId === null) return refuse('PAYMENT_SIGNATURE_INVALID')
        const own = await inAccount(database, accountId, (tx) => readService(tx, deps.vault, accountId, params.id))
        if (own === null) return refuse('PAYMENT_SIGNATURE_INVALID')
        // An event is accepted even where its service's address is not allowed: nothing is sent to that address here.
        const event = deps.openPayouts(own).readEvent(body, http.headers.get('x-signature'), now())
        if (event === null) return refuse('PAYMENT_SIGNATURE_INVALID')
        return takenEvent(deps, event, params.id)
      },
    ),
  ]
}

async function takenEvent(
  deps: PaymentDeps,
  event: PayoutEvent | 'invalid',
  configurationId: string | null,
): Promise<Result<undefined, Failure>> {
  if (event === 'invalid') return refuse('PAYMENT_EVENT_INVALID')
  const taken = await takeEvent(deps, event, configurationId)
  if (taken === 'amount_differs') return refuse('PAYMENT_AMOUNT_DIFFERS')
  return taken === 'taken' ? succeed(undefined) : refuse('REQUEST_NOT_FOUND')
}

/** Due payments with the working days that are left of each promise. */
async function readDue(
  tx: Transaction<Tables>,
  { now, publicHolidays }: PaymentDeps,
  reader: PaymentReader,
  query: Parameters<typeof queries.listDue>[3],
) {
  const { country, today } = await queries.readCalendar(tx, reader.accountId, now())
  const isHoliday = await publicHolidays(country)
  const until = addWorkingDays(today, query.days, isHoliday)
  const found = await queries.listDue(tx, reader, { until, today }, query)
  const members = found.members.map((payment) => ({
    ...payment,
    workingDaysLeft: workingDaysUntil(today, payment.promisedOn ?? today, isHoliday),
  }))
  return { ...found, members }
}

async function* exportParts({ database }: PaymentDeps, reader: PaymentReader, filters: PaymentFilters) {
  let afterId: string | null = null
  while (true) {
    const after: string | null = afterId
    const part: readonly PaymentAnswer[] = await inAccount(database, reader.accountId, (tx) =>
      queries.readExportPart(tx, reader, filters, after, partRows),
    )
    if (part.length > 0) yield part
    const last = part.at(-1)
    if (last === undefined || part.length < partRows) return
    afterId = last.id
  }
}

async function markAsPaid(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  reader: PaymentReader,
  payment: LockedPayment,
  { caller, rule, note }: { readonly caller: Session; readonly rule: PaymentRule; readonly note: string | null },
) {
  const { accountId, paymentId } = payment
  if (nextPaymentStatus(payment.status, 'mark_paid') === null)
    return refuse('PAYMENT_NOT_PAYABLE', { details: { status: payment.status } })
  const at = deps.now()
  if (await paymentWaits(tx, accountId, paymentId)) return refuse('PAYMENT_RELEASE_WAITING')
  const { amountCents, currency } = payment
  const aloneCents = await movedAlone(tx, caller, at)
  if (needsRelease(rule, { amountCents, aloneCents })) {
    const made = { note: note === '' ? null : note, madeBy: caller.userId, at }
    await insertRelease(tx, { accountId, subject: 'mark', paymentId, amountCents, currency, ...made })
    return answer(await readPayment(tx, reader, paymentId))
  }
  // Before the status, for the ledger credits by who paid.
  await sql`
    update payment set marked_by = ${caller.userId}, complementary_information = ${note === '' ? null : note}
    where account_id = ${accountId} and id = ${paymentId}`.execute(tx)
  await actOnPayment(tx, deps, payment, 'mark_paid')
  return answer(await readPayment(tx, reader, paymentId))
}

function answer<T>(found: T | null): Result<T, Failure> {
  return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
}
