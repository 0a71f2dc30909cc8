import { followMovement, isClosed, isSettled, type BuybackStatus } from '../buyback/buyback-status.ts'
import type { Declaration } from '../buyback/declaration.ts'
import { paymentFor } from '../buyback/modifiers.ts'
import type { Grade } from '../catalog/grade.ts'
import { cents, type Cents } from '../kernel/money.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { PriceComparison } from './controlled-price.ts'
import type { ItemError } from '../item/item-errors.ts'
import type { ItemState } from '../item/item-state.ts'
import type { CheckInRequirement, ItemStatus, NativeStock } from '../item/item-status.ts'
import { isInOtherWarehouse, untestedCheckInFrom } from '../item/item-transitions.ts'

/** Possible outcomes of a compliance test. */
export const controlOutcomes = [
  'conforming',
  'by_price',
  'with_absorption',
  'proposal',
  'set_aside',
  'already_settled',
] as const
/** One outcome: three that settle, a proposal to the customer, set aside without one, and lost then found. */
export type ControlOutcome = (typeof controlOutcomes)[number]

/** Why an item is set aside. */
export const setAsideReasons = ['locked', 'stolen'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/** What the customer is paid for, in cents; the payment is the price with its modifiers. */
export interface ValidatedPrice {
  readonly grade: Grade | null
  readonly priceCents: Cents
  readonly paymentCents: Cents
}

/** Where and under which rules a test happens. */
export interface ControlPlace {
  readonly warehouseId: string
  readonly requirement: CheckInRequirement
  readonly nativeStock: (native: NativeStock) => string
  /** Stock chosen for a completed item; must stand in this warehouse. */
  readonly chosenStockId: string | null
}

/** A decided test: its outcome, the item's next state, and the price that is final now, if any. */
export interface ControlDecision {
  readonly outcome: ControlOutcome
  readonly next: ItemState
  readonly validated: ValidatedPrice | null
}

/** Statuses that completing outcomes give item and buyback (lifecycle, rows «compliance test»). */
const completed = {
  conforming: ['item_completed', 'bb_completed'],
  by_price: ['item_completed_by_price', 'bb_completed_by_price'],
  with_absorption: ['item_completed_with_absorption', 'bb_completed_with_absorption'],
  already_settled: ['item_completed', 'bb_completed'],
} as const satisfies Partial<Record<ControlOutcome, readonly [ItemStatus, BuybackStatus]>>

/**
 * Whether an item may be tested here: one that awaits its test in this warehouse; where check-in is not mandatory, also
 * all that check-in accepts at the destination (lifecycle, «check-in requirement»; WH-10 to WH-12). The stock of another
 * warehouse comes before all that is wrong besides, for a product that waits there for its test as well: check-in does not
 * take it from there. What check-in would take is not in a stock.
 */
export function checkTestable(item: ItemState, place: ControlPlace): Result<true, ItemError> {
  if (item.status !== 'item_registered_in_warehouse' && isInOtherWarehouse(item, place.warehouseId))
    return fail('ITEM_IN_OTHER_WAREHOUSE')
  if (isClosed(item.buybackStatus) && !isSettled(item.buybackStatus)) return fail('ITEM_STATUS_NOT_ELIGIBLE')
  if (item.status === 'item_awaiting_compliancy_tests') return succeed(true)
  if (item.tested || !untestedCheckInFrom.includes(item.status)) return fail('ITEM_STATUS_NOT_ELIGIBLE')
  if (item.destinationWarehouseId !== place.warehouseId) return fail('ITEM_NOT_ASSIGNED')
  return place.requirement === 'mandatory' ? fail('ITEM_NOT_REGISTERED') : succeed(true)
}

/** Decides a test whose prices are compared. */
export function decideTest(
  item: ItemState,
  declaration: Declaration,
  compared: PriceComparison,
  place: ControlPlace,
): Result<ControlDecision, ItemError> {
  const testable = checkTestable(item, place)
  if (!testable.ok) return testable
  const outcome = isSettled(item.buybackStatus) ? 'already_settled' : outcomeOf(compared)
  if (outcome === 'proposal' || outcome === 'set_aside') return succeed(quarantine(item, place, outcome))
  const [status, buybackStatus] = completed[outcome]
  const next: ItemState = {
    ...item,
    status,
    buybackStatus: followMovement(item.buybackStatus, buybackStatus),
    stockId: place.chosenStockId ?? place.nativeStock('to_refurbish'),
    warehouseId: place.warehouseId,
    tested: true,
    leftStatus: null,
  }
  const validated =
    outcome === 'already_settled' ? null : validatedAt(declaration, declaration.grade, compared.toldCents)
  return succeed({ outcome, next, validated })
}

/** Decides to set an item aside (locked, stolen): quarantine without a proposal. */
export function decideSetAside(item: ItemState, place: ControlPlace): Result<ControlDecision, ItemError> {
  const testable = checkTestable(item, place)
  return testable.ok ? succeed(quarantine(item, place, 'set_aside')) : testable
}

/** A price that is final, with the payment that it gives. */
export function validatedAt(declaration: Declaration, grade: Grade | null, price: number): ValidatedPrice {
  const priceCents = cents(price)
  return { grade, priceCents, paymentCents: paymentFor(priceCents, declaration.modifiers) }
}

/** What a buyback was declared for: what its contract froze, and beside it its own price, which imports have alone. */
export interface Declared {
  readonly declaration: Declaration | null
  readonly declaredGrade: Grade | null
  readonly declaredPriceCents: number | null
}

/** The declared price made final; null where none was declared. A contract that froze nothing has no modifiers. */
export function declaredPrice({ declaration, declaredGrade, declaredPriceCents }: Declared): ValidatedPrice | null {
  const price = declaration === null ? declaredPriceCents : declaration.priceCents
  if (price === null) return null
  if (declaration !== null) return validatedAt(declaration, declaration.grade, price)
  return { grade: declaredGrade, priceCents: cents(price), paymentCents: cents(price) }
}

function outcomeOf({ verdict }: PriceComparison): ControlOutcome {
  if (verdict === 'conforming') return 'conforming'
  if (verdict === 'not_lower') return 'by_price'
  return verdict === 'absorbed' ? 'with_absorption' : 'proposal'
}

function quarantine(item: ItemState, place: ControlPlace, outcome: 'proposal' | 'set_aside'): ControlDecision {
  const next: ItemState = {
    ...item,
    status: 'item_in_quarantine',
    buybackStatus: followMovement(item.buybackStatus, 'bb_in_processing'),
    stockId: place.nativeStock('in_quarantine'),
    warehouseId: place.warehouseId,
    leftStatus: null,
  }
  return { outcome, next, validated: null }
}
