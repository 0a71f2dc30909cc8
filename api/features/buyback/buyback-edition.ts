import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { scopeOf, visibleBuybacks, type BuybackScope } from '#api/db/buyback-scope.ts'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { appendHistory } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { contentVersion } from '#api/http/content-version.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { can } from '#domain/access/permission.ts'
import { worksOnFloor } from '#domain/access/session-limits.ts'
import { editionSteps, imeiProblem, type EditionStep } from '#domain/buyback/buyback-edition.ts'
import { checkAddress, checkBank, checkContact, type FieldFault } from '#domain/customer/customer.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { holdsMailbox, payeeSteps } from '#domain/payment/payee-steps.ts'
import type { BuybackEditionAnswer, editBuybackCall } from '#sync/calls/buyback-edition.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readSellerRow, latinNameOf, type SellerRow } from './seller-queries.ts'
import { openStepsOf, readDetail } from './buyback-detail-queries.ts'
import { keepAddress, keepBank, lockWithSiblings, readPayeePayments } from './buyback-edition-queries.ts'
import { lockBuyback } from './lock-buyback-queries.ts'

type Body = z.output<typeof editBuybackCall.body>
type Tx = Transaction<Tables>

/** What a caller may correct of a buyback (BB-12). */
export async function readEdition(deps: BuybackDeps, caller: Session, id: string) {
  const scope = await scopeOf(deps.database, caller)
  return inAccount(deps.database, caller.accountId, async (tx) => {
    const found = await load(tx, deps, caller, scope, id)
    return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found.answer)
  })
}

/** Corrects the steps that are named, all of them or none; each leaves a line in the history, without what it says. */
export async function editBuyback(
  deps: BuybackDeps,
  caller: Session,
  { id, body, headers }: { readonly id: string; readonly body: Body; readonly headers: Headers },
): Promise<Result<BuybackEditionAnswer, Failure>> {
  // Where the money goes is changed at a desk as a payer's account is; a counter writes it while its customer stands there.
  const isProven = caller.isProven || worksOnFloor(caller.userType)
  if (body.bank !== undefined && !isProven) return refuse('ACCESS_PROOF_REQUIRED')
  const scope = await scopeOf(deps.database, caller)
  return inAccount(deps.database, caller.accountId, async (tx) => {
    const { accountId } = caller
    await lockWithSiblings(tx, { accountId, buybackId: id })
    const locked = await lockBuyback(tx, id, visibleBuybacks(accountId, scope))
    const found = locked === null ? null : await load(tx, deps, caller, scope, id)
    if (locked === null || found === null) return refuse('REQUEST_NOT_FOUND')
    const fresh = checkVersion(headers, found.answer)
    if (!fresh.ok) return fresh
    const named = editionSteps.filter((step) => body[step] !== undefined)
    const closed = named.find((step) => !found.answer.steps.includes(step))
    if (closed !== undefined)
      return found.open.includes(closed)
        ? refuse('ACCESS_PERMISSION_MISSING')
        : refuse('BUYBACK_NOT_EDITABLE', { field: closed })
    const problem = imeiProblem(body.product?.imei ?? null)
    if (problem !== null) return refuse(problem, { field: 'imei' })
    const contact = body.contact && checkContact(body.contact, found.seller?.country ?? null, libraryChecks)
    const bank =
      body.bank &&
      checkBank(body.bank, libraryChecks, {
        name: latinNameOf(found.seller),
        currency: found.currency,
      })
    const address = body.address && checkAddress(body.address, libraryChecks)
    const faults: readonly FieldFault[] = [
      ...(contact?.ok === false ? contact.error : []),
      ...(bank?.ok === false ? bank.error : []),
      ...(address?.ok === false ? address.error : []),
    ]
    // The phone is anybody's who edits; the mailbox confirms the account that owed money goes to.
    if (found.isMailboxHeld && contact?.ok && contact.value.email !== found.seller?.email) {
      if (!can(caller.permissions, 'payment.mark_paid'))
        return refuse('ACCESS_PERMISSION_MISSING', { field: 'clientEmail' })
      if (!isProven) return refuse('ACCESS_PROOF_REQUIRED')
    }
    if (faults.length > 0)
      return refuse('CUSTOMER_INVALID', { field: faults[0]?.field ?? 'customer', details: { faults } })
    if (body.product)
      await sql`
        update item set imei = ${body.product.imei}, serial_number = ${body.product.serialNumber}
        where account_id = ${accountId} and id = ${locked.itemId}`.execute(tx)
    const customerId = locked.customerId ?? ''
    if (contact?.ok)
      await sql`
        update customer set email = ${contact.value.email}, phone = ${contact.value.phone}
        where account_id = ${accountId} and id = ${customerId}`.execute(tx)
    if (address?.ok) await keepAddress(tx, deps.vault, { accountId, customerId }, address.value)
    if (bank?.ok) await keepBank(tx, deps.vault, { accountId, customerId }, bank.value)
    if (named.length > 0)
      await appendHistory(tx, { accountId, userId: caller.userId, at: deps.now() }, locked, {
        action: 'edit',
        next: locked,
        details: { steps: named },
      })
    const after = await load(tx, deps, caller, scope, id)
    return after === null ? refuse('REQUEST_NOT_FOUND') : succeed(after.answer)
  })
}

interface Edition {
  readonly answer: BuybackEditionAnswer
  /** Steps that the buyback's state leaves open, regardless of the caller's permissions. */
  readonly open: readonly EditionStep[]
  readonly seller: SellerRow | null
  /** In which the account pays. */
  readonly currency: Currency
  /** Whether the e-mail is part of where owed money goes. */
  readonly isMailboxHeld: boolean
}

async function load(
  tx: Tx,
  deps: BuybackDeps,
  caller: Session,
  scope: BuybackScope,
  id: string,
): Promise<Edition | null> {
  const { accountId } = caller
  const detail = await readDetail(tx, sql`${visibleBuybacks(accountId, scope)} and b.id = ${id}`)
  if (detail === null) return null
  const customer = detail.customerId === null ? null : { accountId, customerId: detail.customerId }
  const seller = customer === null ? null : await readSellerRow(tx, customer)
  const { iban } = customer === null ? { iban: null } : await openSecrets(tx, deps.vault, customer)
  const payments = customer === null ? [] : await readPayeePayments(tx, customer)
  const guarded = payeeSteps(payments)
  const open = openStepsOf(detail)
  const product = { imei: detail.item.imei, serialNumber: detail.item.serialNumber }
  const contact = { clientEmail: seller?.email ?? null, clientPhone: seller?.phone ?? null }
  const address = {
    clientStreet: seller?.street ?? null,
    clientStreetMore: seller?.streetMore ?? null,
    clientZipCode: seller?.zipCode ?? null,
    clientCity: seller?.city ?? null,
    clientCountry: seller?.country ?? null,
  }
  const accountHolder = seller?.accountHolder ?? null
  const bic = seller?.accountBic ?? null
  return {
    open,
    seller,
    currency: detail.currency,
    isMailboxHeld: holdsMailbox(payments),
    answer: {
      id: detail.id,
      version: contentVersion(
        deps.vault.mac(
          'edition',
          JSON.stringify([detail.id, product, contact, iban, accountHolder, address, ...(bic === null ? [] : [bic])]),
        ),
      ),
      identificationNumber: detail.identificationNumber,
      // Where money that is owed goes to is for who may pay it, and for nobody who only sells: the customer has one
      // account for all buybacks, so that each of them leads to it.
      steps: open.filter((step) => !guarded.includes(step) || can(caller.permissions, 'payment.mark_paid')),
      product,
      contact,
      address,
      bank: { ibanEnd: iban?.slice(-4) ?? null, accountHolder, bic },
    },
  }
}
