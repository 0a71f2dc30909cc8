import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { CustomerScope } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { siteOfAccount } from '#api/db/site-of-account.ts'
import { appendHistory } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import { renewPapersOfSlot } from '#api/documents/buyback-document-queries.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { mayMailCorrection, queueCorrectedMail, queueCorrectionMail } from '#api/mail/correction-mails.ts'
import type { RenewedPapers } from '#api/mail/mail-texts.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import {
  closureError,
  correctionClosure,
  maskedIban,
  maskedMailbox,
  type CorrectionClosure,
  type CorrectionKind,
} from '#domain/buyback/buyback-correction.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { checkAddress, checkBank, type FieldFault } from '#domain/customer/customer.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { AskedCorrection, CorrectionAnswer, correctionBody } from '#sync/calls/buyback-correction.ts'
import { localizedProduct } from './buyback-answer-parts.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readDetail, type BuybackDetail } from './buyback-detail-queries.ts'
import { keepAddress, keepBank, lockWithSiblings } from './buyback-edition-queries.ts'
import {
  endCorrection,
  findCorrection,
  insertCorrection,
  openCorrection,
  readAtHome,
  readOfCustomer,
  readCorrectionFacts,
  readCorrectionRow,
  stateOfCorrection,
  type Correction,
  type CorrectionRow,
  type CorrectionScope,
} from './correction-queries.ts'
import { lockBuyback, type LockedBuyback } from './lock-buyback-queries.ts'
import { readSellerRow, latinNameOf, type SellerRow } from './seller-queries.ts'
import { ofLiveLink, trackedBy } from './tracked-buyback.ts'
import { createTrackingLink } from './tracking-link.ts'

type Tx = Transaction<Tables>
type Body = z.output<typeof correctionBody>
type Asker = Pick<RequestInfo, 'address' | 'host' | 'headers'>

/** Keeps what a customer wants to be corrected, and mails the link that makes it so; nothing else changes. */
export async function askCorrection(
  deps: BuybackDeps,
  token: string,
  { body, address }: { readonly body: Body; readonly address: string },
): Promise<Result<AskedCorrection, Failure>> {
  const tracked = await trackedBy(deps, token, address)
  if (!tracked.ok) return tracked
  const { accountId, buybackId } = tracked.value
  return inAccount(deps.database, accountId, async (tx) => {
    await lockWithSiblings(tx, { accountId, buybackId })
    const detail = await readDetail(tx, ofLiveLink(tracked.value))
    if (detail === null || detail.customerId === null) return refuse('TRACKING_LINK_INVALID')
    const customer = { accountId, customerId: detail.customerId }
    const kind = body.bank === undefined ? 'address' : 'bank'
    const facts = await readCorrectionFacts(tx, accountId, detail)
    const closure = correctionClosure(kind, facts)
    if (closure !== null) return refuseClosed(closure)
    const seller = await readSellerRow(tx, customer)
    const recipient = seller?.email ?? ''
    const checked = check(body, { seller, currency: detail.currency, countries: facts.countries })
    if (!checked.ok) {
      const [first] = checked.error
      return refuse('CUSTOMER_INVALID', { field: first?.field ?? 'customer', details: { faults: checked.error } })
    }
    const at = deps.now()
    const expiresAt = new Date(at.getTime() + lifetimes.correctionLinkMs)
    const link = newToken('correction')
    const correction = { recipient, ...checked.value }
    const answer = { mailbox: maskedMailbox(recipient), expiresAt: expiresAt.toISOString() }
    const isSent = await mayMailCorrection(tx, { accountId, buybackId, recipient }, address)
    if (!isSent) return succeed({ ...answer, isSent })
    const id = await insertCorrection(
      tx,
      deps.vault,
      { ...customer, buybackId },
      { kind, correction, tokenHash: hashToken(link), at, expiresAt },
    )
    const iban = correction.bank?.iban ?? null
    await queueCorrectionMail(tx, deps, { accountId, buybackId, id, kind, recipient, iban }, link)
    return succeed({ ...answer, isSent })
  })
}

/** What the link of a mail would correct; programs that look at mails open links, so that this changes nothing. */
export async function readCorrection(
  deps: BuybackDeps,
  token: string,
  asker: Asker,
): Promise<Result<CorrectionAnswer, Failure>> {
  const found = await correctionBy(deps, token, asker)
  if (!found.ok) return found
  return inAccount(deps.database, found.value.accountId, async (tx) => {
    const known = await load(tx, deps, found.value, asker)
    return known === null ? refuse('CORRECTION_LINK_INVALID') : succeed(known.answer)
  })
}

/** Makes a correction, once; the customer is told at the address that the link was mailed to. */
export async function confirmCorrection(
  deps: BuybackDeps,
  token: string,
  asker: Asker,
): Promise<Result<CorrectionAnswer, Failure>> {
  const found = await correctionBy(deps, token, asker)
  if (!found.ok) return found
  const { accountId } = found.value
  return inAccount(deps.database, accountId, async (tx) => {
    const named = await readCorrectionRow(tx, found.value)
    if (named === null) return refuse('CORRECTION_LINK_INVALID')
    const { buybackId } = named
    await lockWithSiblings(tx, { accountId, buybackId })
    const locked = await lockBuyback(tx, buybackId, ofLiveLink({ accountId, buybackId }))
    const known = locked === null ? null : await load(tx, deps, found.value, asker)
    if (locked === null || known === null) return refuse('CORRECTION_LINK_INVALID')
    const { row, answer, correction } = known
    if (answer.state === 'applied') return refuse('CORRECTION_USED')
    if (answer.state === 'replaced') return refuse('CORRECTION_REPLACED')
    if (answer.state === 'closed') return refuseClosed(answer.closure ?? 'ended')
    if (answer.state === 'expired' || correction === null) return refuse('CORRECTION_EXPIRED')
    const { kind, customerId } = row
    const customer = { accountId, customerId }
    const at = deps.now()
    const others = await readAffected(tx, customer, kind, buybackId)
    await endCorrection(tx, found.value, at)
    let papers: RenewedPapers = 'none'
    if (correction.bank !== null) await keepBank(tx, deps.vault, customer, correction.bank)
    if (correction.address !== null) {
      await keepAddress(tx, deps.vault, customer, correction.address)
      const atHome = await readAtHome(tx, customer)
      const renewed = await renewPapersOfSlot(tx, { accountId, buybackIds: atHome })
      papers = renewed.has('shipping_label') ? 'label' : renewed.has('tracking_sheet') ? 'sheet' : 'none'
    }
    for (const one of [locked, ...others])
      await appendHistory(tx, { accountId, userId: null, at }, one, {
        action: `customer_${kind}`,
        next: one,
        details: {},
      })
    const { recipient } = correction
    const trackingLink = createTrackingLink(deps.vault, deps.publicUrl)
    const iban = correction.bank?.iban ?? null
    await queueCorrectedMail(
      tx,
      { now: deps.now, trackingLink },
      { accountId, buybackId, id: row.id, kind, recipient, iban },
      papers,
    )
    return succeed({ ...answer, state: 'applied', bank: null, address: null })
  })
}

/** The other buybacks of a customer that a correction is made for, too: those whose own links would offer it. */
async function readAffected(
  tx: Tx,
  customer: CustomerScope,
  kind: CorrectionKind,
  ownId: string,
): Promise<readonly LockedBuyback[]> {
  const { accountId } = customer
  const affected: LockedBuyback[] = []
  for (const buybackId of await readOfCustomer(tx, customer)) {
    if (buybackId === ownId) continue
    const detail = await readDetail(tx, ofLiveLink({ accountId, buybackId }))
    if (detail === null || correctionClosure(kind, await readCorrectionFacts(tx, accountId, detail)) !== null) continue
    const locked = await lockBuyback(tx, buybackId, ofLiveLink({ accountId, buybackId }))
    if (locked !== null) affected.push(locked)
  }
  return affected
}

function refuseClosed(closure: CorrectionClosure) {
  return refuse(closureError(closure), { details: { cause: closure } })
}

/** Checks what was typed by the rules of the customer form; the country is one of those that the product is sent from. */
function check(
  body: Body,
  facts: { readonly seller: SellerRow | null; readonly currency: Currency; readonly countries: readonly string[] },
): Result<Omit<Correction, 'recipient'>, readonly FieldFault[]> {
  if (body.bank !== undefined) {
    const { seller, currency } = facts
    const bank = checkBank(body.bank, libraryChecks, { name: latinNameOf(seller), currency })
    return bank.ok ? succeed({ bank: bank.value, address: null }) : bank
  }
  if (body.address === undefined) return { ok: false, error: [] }
  const address = checkAddress(body.address, libraryChecks)
  if (!address.ok) return address
  const { countries } = facts
  const isServed = countries.length === 0 || countries.includes(address.value.country)
  return isServed
    ? succeed({ bank: null, address: address.value })
    : { ok: false, error: [{ field: 'clientCountry', error: 'countryNotServed' }] }
}

/** The correction of a mail's link, asked for under the host that the link leads to. */
async function correctionBy(
  deps: BuybackDeps,
  token: string,
  { address, host }: Pick<Asker, 'address' | 'host'>,
): Promise<Result<CorrectionScope, Failure>> {
  const waitSeconds = await deps.throttle.hit({ trackingByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const found = await findCorrection(deps.database, token)
  if (found === null) return refuse('CORRECTION_LINK_INVALID')
  const { accountId } = found
  const site = await siteOfAccount(deps.database, accountId, deps.publicUrl)
  const isAtHome = site !== null && new URL(site).hostname === host
  return isAtHome ? succeed(found) : refuse('CORRECTION_LINK_INVALID')
}

interface Known {
  readonly row: CorrectionRow
  readonly answer: CorrectionAnswer
  /** What it says, as long as it may be made. */
  readonly correction: Correction | null
}

async function load(tx: Tx, deps: BuybackDeps, scope: CorrectionScope, { headers }: Asker): Promise<Known | null> {
  const { accountId } = scope
  const row = await readCorrectionRow(tx, scope)
  if (row === null) return null
  const { buybackId, customerId, kind } = row
  const detail = await readDetail(tx, sql`${ofLiveLink({ accountId, buybackId })} and b.customer_id = ${customerId}`)
  if (detail === null) return null
  const facts = await readCorrectionFacts(tx, accountId, detail)
  const kept = stateOfCorrection(row, deps.now())
  const opened = kept === 'open' ? await openCorrection(tx, deps.vault, accountId, row) : null
  const seller = await readSellerRow(tx, { accountId, customerId })
  // A product may have been sold since then, or its shipping method serves other countries.
  const place = opened?.address?.country
  const isServed = place === undefined || facts.countries.length === 0 || facts.countries.includes(place)
  const closure = correctionClosure(kind, { ...facts, isServed: facts.isServed && isServed })
  // Whose mailbox is another by now confirms nothing: the mail lies with the former one.
  const isElsewhere = opened !== null && opened.recipient !== seller?.email
  const state = kept !== 'open' ? kept : isElsewhere ? 'replaced' : closure === null ? 'open' : 'closed'
  const correction = state === 'open' ? opened : null
  const bank = correction?.bank ?? null
  return {
    row,
    correction,
    answer: {
      state,
      closure: state === 'closed' ? closure : null,
      kind,
      ...namesOf(detail, headers),
      expiresAt: row.expiresAt.toISOString(),
      bank: bank && { iban: maskedIban(bank.iban), accountHolder: bank.accountHolder, bic: bank.bic ?? null },
      address: correction?.address ?? null,
    },
  }
}

function namesOf(detail: BuybackDetail, headers: Headers) {
  const { label } = localizedProduct(detail, readerLanguage({ kind: 'visitor' }, headers))
  return {
    identificationNumber: detail.identificationNumber,
    productName: productName({ brand: detail.product.brand, productLabel: label }) ?? label,
    accountName: detail.accountName,
    language: detail.language,
  }
}
