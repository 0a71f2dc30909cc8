import { sql, type Transaction } from 'kysely'
import * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { mapInSlices } from '#api/http/run-in-slices.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { painFile } from '#domain/payment/pain-001.ts'
import { needsRelease } from '#domain/payment/payment-release.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { addWorkingDays } from '#domain/payment/working-days.ts'
import type {
  createPaymentFileCall,
  PaymentFileAnswer,
  previewPaymentFileCall,
  readPaymentFileCall,
} from '#sync/calls/payment.ts'
import { attemptKey, noteAttempt } from './attempt-queries.ts'
import * as files from './payment-file-queries.ts'
import { readPayees } from './payee-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { readCalendar } from './payment-queries.ts'
import { insertRelease, readWaitingPayer } from './payment-release-queries.ts'
import { lockRuleInForce, movedAlone } from './payment-rule.ts'
import { actOnPayment, failPayment, lockPayment } from './payment-state.ts'
import type { SealedColumn } from '#api/db/sealed-column.ts'

/** Most transfers of one file. */
const fileLimit = 5_000

type Created = z.input<typeof createPaymentFileCall.answer>
type Skipped = Created['skipped'][number]
type Preview = z.input<typeof previewPaymentFileCall.answer>

/** What the bank is told of a transfer; files of former versions keep no amount of their own. */
const payeeSchema = z.object({
  name: z.string(),
  /** As the bank reads it; files of former versions spell the name when they are read. */
  said: z.string().optional(),
  iban: z.string(),
  bic: z.string().nullable().default(null),
  text: z.string(),
  amountCents: z.int().optional(),
})

/** Makes a file of the payments named, or of all that are due; each goes into one file, however often it is asked. */
export async function makeFile(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: { readonly accountId: string; readonly userId: string },
  ids: readonly string[] | null,
): Promise<Result<Created, Failure>> {
  const { accountId, userId } = scope
  const rule = await lockRuleInForce(tx, accountId)
  const payer = await files.readPayer(tx, accountId)
  if (payer === null) return refuse('PAYMENT_PAYER_MISSING')
  const due = await files.lockDueTransfers(tx, accountId, ids, fileLimit)
  const found = new Set(due.map(({ paymentId }) => paymentId))
  const foreign = (ids ?? []).filter((id) => !found.has(id))
  const skipped: Skipped[] = foreign.map((paymentId) => ({ paymentId, reason: 'not_transferable' }))
  const customers = due.map(({ customerId }) => customerId)
  const payeeOf = await readPayees(tx, deps, accountId, customers)
  const transfers: files.FiledTransfer[] = []
  let totalCents = 0
  await mapInSlices(due, (each) => {
    const { paymentId, number, amountCents, buybackCode: text } = each
    const payee = payeeOf(each.customerId)
    if (!payee.ok) return void skipped.push({ paymentId, reason: payee.error })
    const told: z.input<typeof payeeSchema> = { ...payee.value, text, amountCents }
    const sealed = deps.vault.sealFor(payeeOwner(accountId), JSON.stringify(told), 'payee')
    transfers.push({ attemptId: newId(), paymentId, number, key: attemptKey(paymentId, number), payee: sealed })
    totalCents += each.amountCents
  })
  if (transfers.length === 0) {
    const code = skipped.length === 0 ? 'PAYMENT_FILE_EMPTY' : 'PAYMENT_FILE_NOT_TRANSFERABLE'
    return refuse(code, { details: { skipped } })
  }
  const at = deps.now()
  const executeOn = await nextBankDay(tx, deps, accountId)
  const fileId = newId()
  const messageId = fileId.replaceAll('-', '')
  const aloneCents = await movedAlone(tx, scope, at)
  await files.insertFile(tx, { accountId, fileId }, { messageId, at, userId, executeOn, totalCents, payer, transfers })
  await initiate(tx, accountId, transfers)
  if (needsRelease(rule, { amountCents: totalCents, aloneCents })) {
    const amount = { amountCents: totalCents, currency: 'EUR' } as const
    await insertRelease(tx, { accountId, subject: 'file', fileId, ...amount, madeBy: userId, at })
  }
  const file = await files.readFile(tx, { accountId, fileId })
  return file === null ? refuse('REQUEST_NOT_FOUND') : succeed({ file, skipped })
}

/** Whether a bank may have a file: nobody asks for a second person, or one has released it. */
export function goesToBank({ releaseState }: Pick<PaymentFileAnswer, 'releaseState'>): boolean {
  return releaseState === 'not_needed' || releaseState === 'released'
}

/** What `makeFile` would put into a file of everything that is due. */
export async function previewFile(tx: Transaction<Tables>, deps: PaymentDeps, accountId: string): Promise<Preview> {
  const payer = await files.readPayer(tx, accountId)
  const due = await files.readDueTransfers(tx, accountId, fileLimit)
  const customers = due.map(({ customerId }) => customerId)
  const payeeOf = await readPayees(tx, deps, accountId, customers)
  const transfers = due.map(({ customerId, ...transfer }) => {
    const payee = payeeOf(customerId)
    const leftOut = payee.ok ? null : payee.error
    return { ...transfer, hasIban: leftOut !== 'no_iban', leftOut }
  })
  const ready = transfers.filter(({ leftOut }) => leftOut === null)
  return {
    payer: payer && files.versionedPayer(payer),
    waiting: await readWaitingPayer(tx, accountId),
    executeOn: await nextBankDay(tx, deps, accountId),
    currency: 'EUR',
    totalCents: ready.reduce((sum, { amountCents }) => sum + amountCents, 0),
    count: ready.length,
    transfers,
  }
}

/** A file and its transfers; null where the account has none of this id. */
export async function readFileLines(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: files.FileScope,
): Promise<z.input<typeof readPaymentFileCall.answer> | null> {
  const file = await files.readFile(tx, scope)
  if (file === null) return null
  const told = tellerOf(deps, scope.accountId)
  const lines = await mapInSlices(await files.readLines(tx, scope), ({ payee, ...line }) => {
    const { name, iban, amountCents = line.amountCents } = told(payee)
    return { ...line, amountCents, payeeName: name, ibanEnd: iban.slice(-4) }
  })
  return { file, lines }
}

/** The file's bytes, the same at each download; null where the account has none of this id. */
export async function renderFile(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: files.FileScope,
): Promise<string | null> {
  const content = await files.readFileContent(tx, scope)
  if (content === null) return null
  const told = tellerOf(deps, scope.accountId)
  const transfers = await mapInSlices(content.transfers, ({ key, payee, ...known }) => {
    // The payment itself may be owed again at another amount.
    const { name, said = name, iban, bic, text, amountCents = known.amountCents } = told(payee)
    return { endToEndId: key, amountCents, payeeName: said, payeeIban: iban, payeeBic: bic, text }
  })
  return painFile({ ...content, transfers })
}

/**
 * The bank has the file: what it refused has failed, everything else is paid. Saying so again changes nothing; null
 * where the account has none of this id. A refused payment that is none of the file's is a mistake that would pay
 * whom the bank refused, so that nothing happens at all.
 */
export async function sendFile(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: files.FileScope & { readonly userId: string },
  refused: readonly string[],
): Promise<Result<PaymentFileAnswer | null, Failure>> {
  const file = await files.readFile(tx, scope, true)
  if (file === null) return succeed(null)
  const filed = await files.filedPayments(tx, scope)
  const ids = new Set(filed.map(({ paymentId }) => paymentId))
  const foreign = refused.filter((id) => !ids.has(id))
  if (foreign.length > 0)
    return refuse('PAYMENT_FILE_NOT_TRANSFERABLE', { field: 'refusedPaymentIds', details: { paymentIds: foreign } })
  if (file.sentAt !== null) return succeed(file)
  if (!goesToBank(file)) return refuse('PAYMENT_FILE_NOT_RELEASED')
  const { accountId, userId } = scope
  const at = deps.now()
  for (const { attemptId, paymentId, waits } of filed) {
    if (!waits) continue
    const payment = await lockPayment(tx, { accountId, paymentId })
    if (payment === null) continue
    const isRefused = refused.includes(paymentId)
    const failure = isRefused ? 'refused_by_bank' : null
    await noteAttempt(tx, accountId, attemptId, { state: isRefused ? 'failed' : 'completed', at, failure })
    await (isRefused ? failPayment(tx, deps, payment) : actOnPayment(tx, deps, payment, 'complete'))
  }
  await files.markFileSent(tx, scope, at, userId)
  return succeed(await files.readFile(tx, scope))
}

/** The earliest day on which a bank carries out what it is told today. */
export async function nextBankDay(tx: Transaction<Tables>, deps: PaymentDeps, accountId: string): Promise<string> {
  const { country, today } = await readCalendar(tx, accountId, deps.now())
  return addWorkingDays(today, 1, await deps.publicHolidays(country))
}

function tellerOf(deps: PaymentDeps, accountId: string): (payee: Buffer) => z.output<typeof payeeSchema> {
  return (payee) => payeeSchema.parse(JSON.parse(deps.vault.openFor(payeeOwner(accountId), payee, 'payee')))
}

// What a file said must be known for as long as the books are kept, also of a customer who was erased since.
function payeeOwner(accountId: string): string {
  return `payees ${accountId}`
}

/** What a new master key seals again. */
export const sealedOfPayees: readonly SealedColumn[] = [
  {
    table: 'payment_attempt',
    column: 'payee',
    id: 'id',
    owner: payeeOwner,
    label: () => 'payee',
  },
]

// All of them are payment_created, which their lock has made sure of.
async function initiate(
  tx: Transaction<Tables>,
  accountId: string,
  transfers: readonly files.FiledTransfer[],
): Promise<void> {
  const status = nextPaymentStatus('payment_created', 'initiate')
  const ids = transfers.map(({ paymentId }) => paymentId)
  await sql`
    update buyback b set payment_status = ${status}
    from payment p where p.account_id = ${accountId} and p.id = any (${ids}::uuid[])
      and b.account_id = ${accountId} and b.id = p.buyback_id`.execute(tx)
}
