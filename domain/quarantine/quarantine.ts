import { followMovement, isSettled } from '../buyback/buyback-status.ts'
import type { Declaration } from '../buyback/declaration.ts'
import type { Grade } from '../catalog/grade.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { declaredPrice, validatedAt, type Declared, type ValidatedPrice } from '../compliance/compliance.ts'
import type { ItemError } from '../item/item-errors.ts'
import { isCancelledUnpaid, type ItemState } from '../item/item-state.ts'
import type { ItemStatus, NativeStock } from '../item/item-status.ts'
import { inStockStatuses } from '../item/item-transitions.ts'

/** Ways out of quarantine (lifecycle, rows «release»). */
export const releases = ['test_again', 'kept', 'returned'] as const
export type Release = (typeof releases)[number]

/** What a release looks at beside the item. */
export interface ReleaseFacts {
  readonly declared: Declared
  /** Whether a return label exists; without one the product cannot go back to the customer (WH-15). */
  readonly hasReturnLabel: boolean
  readonly nativeStock: (native: NativeStock) => string
}

/** A decided exit: the item's next state, and the price that is final now, if any. */
export interface QuarantineExit {
  readonly next: ItemState
  readonly validated: ValidatedPrice | null
}

/**
 * Decides how an item leaves quarantine. A kept one stays where it is until it is moved to another stock (WH-14). A
 * blocked return advises to store the product in the customer return stock and to try again later.
 */
export function decideRelease(
  item: ItemState,
  release: Release,
  facts: ReleaseFacts,
): Result<QuarantineExit, ItemError> {
  if (item.status !== 'item_in_quarantine') return fail('ITEM_STATUS_NOT_ELIGIBLE')
  return { test_again: testAgain, kept: keep, returned: sendBack }[release](item, facts)
}

function testAgain(item: ItemState, { nativeStock }: ReleaseFacts): Result<QuarantineExit, ItemError> {
  if (item.buybackStatus !== 'bb_in_processing') return fail('QUARANTINE_RELEASE_NOT_ALLOWED')
  const stockId = nativeStock('awaiting_control')
  return succeed({ next: { ...item, status: 'item_awaiting_compliancy_tests', stockId }, validated: null })
}

function keep(item: ItemState, { declared }: ReleaseFacts): Result<QuarantineExit, ItemError> {
  // A customer whose cancelled buyback is not paid, and will not be, gets the product back.
  if (isCancelledUnpaid(item) || item.buybackStatus === 'bb_not_completed')
    return fail('QUARANTINE_RELEASE_NOT_ALLOWED')
  const buybackStatus = followMovement(item.buybackStatus, 'bb_completed')
  const settlesNow = buybackStatus !== item.buybackStatus
  return succeed({
    next: { ...item, status: 'item_to_reintegrate_to_stock', buybackStatus, tested: true },
    validated: settlesNow ? declaredPrice(declared) : null,
  })
}

/** Where a product stands that waits for its test, for a decision, or for its way back. */
const undecided: readonly ItemStatus[] = ['item_awaiting_compliancy_tests', 'item_in_quarantine', 'item_to_return']

/** Whether the product of a cancelled buyback was kept, even where it has moved since: then it has to be paid for. */
export function isKept({ status, leftStatus }: Pick<ItemState, 'status' | 'leftStatus'>): boolean {
  const standing = status === 'item_in_transit' ? leftStatus : status
  return standing !== null && inStockStatuses.includes(standing) && !undecided.includes(standing)
}

/** Whether a cancelled buyback costs nothing: its customer has no money for it, and none is owed for a kept product. */
export function costsNothing(item: Pick<ItemState, 'buybackStatus' | 'keepsMoney' | 'status' | 'leftStatus'>): boolean {
  return isCancelledUnpaid(item) && !isKept(item)
}

function sendBack(item: ItemState, { hasReturnLabel, nativeStock }: ReleaseFacts): Result<QuarantineExit, ItemError> {
  if (isSettled(item.buybackStatus)) return fail('QUARANTINE_RELEASE_NOT_ALLOWED')
  if (!hasReturnLabel) return fail('QUARANTINE_LABEL_MISSING')
  const buybackStatus = followMovement(item.buybackStatus, 'bb_not_completed')
  const stockId = nativeStock('customer_return')
  return succeed({ next: { ...item, status: 'item_to_return', buybackStatus, stockId }, validated: null })
}

/** What the customer says to a proposal, by the link of the mail. */
export type ProposalAnswer = 'accepted' | 'declined'

/** The price that a test found, and the condition that it is of; a price that is null was never proposed. */
export interface ProposedPrice {
  readonly grade: Grade | null
  readonly priceCents: number | null
}

/** Decides the customer's answer: what the test found becomes final, or the buyback is not completed. */
export function decideProposalAnswer(
  item: ItemState,
  answer: ProposalAnswer,
  declaration: Declaration | null,
  { grade, priceCents }: ProposedPrice,
): Result<QuarantineExit, ItemError> {
  if (item.status !== 'item_in_quarantine' || item.buybackStatus !== 'bb_in_processing')
    return fail('ITEM_STATUS_NOT_ELIGIBLE')
  if (priceCents === null || declaration === null) return fail('QUARANTINE_NO_PROPOSAL')
  if (answer === 'declined') return succeed({ next: { ...item, buybackStatus: 'bb_not_completed' }, validated: null })
  const next: ItemState = {
    ...item,
    status: 'item_completed_with_negociation',
    buybackStatus: 'bb_completed_with_negociation',
    tested: true,
  }
  return succeed({ next, validated: validatedAt(declaration, grade, priceCents) })
}
