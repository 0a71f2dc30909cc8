import { sql, type Transaction } from 'kysely'
import { writeServerChange } from '#api/db/item-change.ts'
import type { ChangeActor } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { canCancelPayment } from '#domain/payment/payment-rules.ts'
import { decideCancel } from '#domain/item/cancel-buyback.ts'
import { isPredeclared } from '#domain/item/first-state.ts'
import type { ItemState } from '#domain/item/item-state.ts'
import type { WebBuybackBody } from '#sync/calls/buyback.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import type { Contract } from './contract-queries.ts'
import { ownBuybacks } from './buyback-detail-queries.ts'
import { lockBuyback, noteCancelReason, type LockedBuyback } from './lock-buyback-queries.ts'
import { readTrackingToken } from './tracking-token.ts'

type Tx = Transaction<Tables>

/** A predeclared buyback whose place another one takes; its item orders the locks. */
export interface Replaced {
  readonly buybackId: string
  readonly itemId: string
}

/** A predeclared buyback, and the contract that takes its place. */
interface Replacement {
  readonly former: Replaced
  readonly contract: Contract
  /** The line of the cart that names it, for the refusal. */
  readonly inCartId: string
}

/** What a line of a cart takes the place of, as a list of one or none. */
export function replacementOf(
  line: { readonly contract: Contract; readonly replaces?: Replaced | undefined },
  inCartId: string,
): readonly Replacement[] {
  const { contract, replaces } = line
  return replaces === undefined ? [] : [{ former: replaces, contract, inCartId }]
}

/**
 * Finds the predeclared buyback that a sale names as the one it takes the place of: of the same product, and the
 * caller's own or one whose private link is at hand.
 */
export async function findReplaced(
  { vault }: Pick<BuybackDeps, 'vault'>,
  tx: Tx,
  caller: Session | Visitor,
  body: Pick<WebBuybackBody, 'replaces' | 'productId'>,
): Promise<Result<Replaced | undefined, Failure>> {
  const { replaces, productId } = body
  if (replaces === undefined) return succeed(undefined)
  const { accountId } = caller
  const { buybackId, trackingToken } = replaces
  const tracked = trackingToken === undefined ? null : readTrackingToken(vault, trackingToken)
  const isByLink = tracked?.accountId === accountId && tracked.buybackId === buybackId
  const own = caller.kind === 'visitor' ? ownBuybacks(accountId, caller.visitorId) : sql`false`
  const found = await lockBuyback(tx, buybackId, isByLink ? sql`b.account_id = ${accountId}` : own)
  if (found === null || found.productId !== productId) return refuse('REQUEST_INVALID', { field: 'replaces' })
  const fault = faultOf(found)
  return fault === null ? succeed({ buybackId, itemId: found.itemId }) : { ok: false, error: fault }
}

/**
 * Cancels predeclared buybacks whose place others take in this transaction, all of them or none, so that one product is
 * one buyback. The reason is the number of the one that follows; the history keeps both prices.
 */
export async function replaceFormer(
  tx: Tx,
  by: ChangeActor,
  replacements: readonly Replacement[],
): Promise<Result<null, Failure>> {
  const { accountId } = by
  const decided: { readonly found: LockedBuyback; readonly next: ItemState; readonly contract: Contract }[] = []
  // Every transaction that locks several buybacks does so in the order of their items.
  for (const { former, contract, inCartId } of replacements.toSorted((one, other) =>
    one.former.itemId < other.former.itemId ? -1 : 1,
  )) {
    const found = await lockBuyback(tx, former.buybackId, sql`b.account_id = ${accountId}`)
    if (found === null) return refuse('REQUEST_NOT_FOUND')
    const isTwice = decided.some((one) => one.found.id === found.id)
    const fault = isTwice ? ({ code: 'BUYBACK_CANCELLED' } as const) : faultOf(found)
    if (fault !== null) return refuse(fault.code, { field: 'replaces', details: { inCartId } })
    const next = decideCancel(found, {
      paymentCancellable: canCancelPayment(found.paymentStatus),
      force: false,
      nativeStock: () => {
        throw new Error('what is predeclared is in no warehouse')
      },
    })
    if (!next.ok) return refuse(next.error)
    decided.push({ found, next: next.value, contract })
  }
  for (const { found, next, contract } of decided) {
    const { buybackId, identificationNumber, declaration } = contract
    await noteCancelReason(tx, { accountId, buybackId: found.id }, { reason: 'other', comment: identificationNumber })
    await writeServerChange(tx, by, found, {
      action: 'replace',
      next,
      validated: null,
      comment: identificationNumber,
      details: {
        reason: 'other',
        replacedById: buybackId,
        replacedBy: identificationNumber,
        promisedPriceCents: found.declaration?.priceCents ?? found.declaredPriceCents,
        priceCents: declaration.priceCents,
      },
    })
  }
  return succeed(null)
}

/** Why a buyback gives way to no other: it is closed, or a store has taken the product in. */
function faultOf(found: LockedBuyback): Failure | null {
  if (found.buybackStatus === 'bb_cancelled') return { code: 'BUYBACK_CANCELLED', field: 'replaces' }
  if (isPredeclared(found)) return null
  return { code: 'BUYBACK_ALREADY_FINALIZED', field: 'replaces', details: { status: found.buybackStatus } }
}
