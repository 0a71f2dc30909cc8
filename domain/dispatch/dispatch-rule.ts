import { distanceKm, type Coordinates } from '../kernel/distance.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ExpeditionError } from '../expedition/expedition-errors.ts'

/** What a condition of a dispatch rule looks at (EXP-18). */
export const dispatchAttributes = ['brand', 'category', 'circuit', 'declared_state'] as const
export type DispatchAttribute = (typeof dispatchAttributes)[number]
/** How a condition compares (EXP-19); `is` and `is_not` take one value. */
export const dispatchOperators = ['is', 'is_not', 'in', 'notIn'] as const
export type DispatchOperator = (typeof dispatchOperators)[number]

/** One condition: brand by name, category and circuit by id, declared state by grade. */
export interface DispatchCondition {
  readonly attribute: DispatchAttribute
  readonly operator: DispatchOperator
  readonly values: readonly string[]
}

/** A rule: where all of its conditions hold, its warehouses are the destination; those that do not work are left out. */
export interface DispatchRule {
  readonly id: string
  readonly title: string
  readonly conditions: readonly DispatchCondition[]
  readonly warehouseIds: readonly string[]
}

/** The account's dispatch: rules in order, what happens where none matches, and whether the nearest warehouse wins. */
export interface DispatchSetup {
  readonly rules: readonly DispatchRule[]
  readonly defaultWarehouseId: string | null
  readonly isGeographic: boolean
  readonly coordinates: ReadonlyMap<string, Coordinates>
}

/** What is dispatched, and from where; null where unknown. */
export interface DispatchSubject {
  readonly brand: string | null
  /** The item's category with those above it. */
  readonly categoryPath: readonly string[]
  readonly circuitId: string | null
  readonly declaredState: string | null
  readonly origin: Coordinates | null
}

/**
 * Chooses the warehouse that is to test an item: of the first rule that matches and has one, else the default (EXP-20). Of several
 * warehouses the nearest one wins where the geographic criterion is on and both places are known; else the first.
 */
export function chooseWarehouse(subject: DispatchSubject, setup: DispatchSetup): Result<string, ExpeditionError> {
  const rule = setup.rules.find(
    ({ conditions, warehouseIds }) =>
      warehouseIds.length > 0 && conditions.every((condition) => holds(condition, subject)),
  )
  const chosen = rule === undefined ? setup.defaultWarehouseId : pick(rule.warehouseIds, subject.origin, setup)
  return chosen === null ? fail('DISPATCH_NO_WAREHOUSE') : succeed(chosen)
}

/** Whether a condition holds; what is unknown is never equal to anything. */
export function holds({ attribute, operator, values }: DispatchCondition, subject: DispatchSubject): boolean {
  const own = valuesOf(attribute, subject)
  const wanted = new Set(values.map(folded))
  const isIn = own.some((value) => wanted.has(folded(value)))
  return operator === 'is' || operator === 'in' ? isIn : !isIn
}

function valuesOf(attribute: DispatchAttribute, subject: DispatchSubject): readonly string[] {
  if (attribute === 'category') return subject.categoryPath
  const value = { brand: subject.brand, circuit: subject.circuitId, declared_state: subject.declaredState }[attribute]
  return value === null ? [] : [value]
}

function folded(value: string): string {
  return value.trim().toLowerCase()
}

function pick(warehouseIds: readonly string[], origin: Coordinates | null, setup: DispatchSetup): string | null {
  const [first] = warehouseIds
  if (first === undefined) return null
  if (!setup.isGeographic || origin === null) return first
  const placed = warehouseIds.flatMap((id) => {
    const place = setup.coordinates.get(id)
    return place === undefined ? [] : [{ id, km: distanceKm(origin, place) }]
  })
  return (
    placed.reduce<{ id: string; km: number } | null>(
      (best, each) => (best === null || each.km < best.km ? each : best),
      null,
    )?.id ?? first
  )
}
