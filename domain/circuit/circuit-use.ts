import { fail, succeed, type Result } from '../kernel/result.ts'
import type { CircuitError } from './circuit-errors.ts'
import type { CircuitType } from './circuit-type.ts'

/** A circuit with the categories that its enabled rules give it to. */
export interface CircuitInUse {
  readonly id: string
  readonly type: CircuitType
  readonly status: 'enabled' | 'disabled' | 'archived'
  readonly categoryIds: readonly string[]
}

/** Why a circuit keeps its status, for which categories of it, and because of which other circuit. */
export interface CircuitFault {
  readonly code: CircuitError
  readonly categoryIds: readonly string[]
  readonly circuitId?: string
}

/** Ids of a category with those above it, from the top down to itself. */
export type CategoryPath = (categoryId: string) => readonly string[]

/**
 * Whether a circuit may be disabled: unlinking its categories is the way to stop using it (decisions, 13), and the last
 * store drop stays as long as a web drop is enabled.
 */
export function checkDisabling(circuit: CircuitInUse, others: readonly CircuitInUse[]): Result<null, CircuitFault> {
  const { id, type, categoryIds } = circuit
  if (categoryIds.length > 0) return fail({ code: 'CIRCUIT_IN_USE', categoryIds })
  const enabled = others.filter((other) => other.id !== id && other.status === 'enabled')
  const web = enabled.find((other) => other.type === 'web_drop')
  if (type !== 'store_drop' || web === undefined || enabled.some((other) => other.type === type)) return succeed(null)
  return fail({ code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: [], circuitId: web.id })
}

/**
 * Whether a circuit may be enabled beside the account's other ones. A category inherits what was given to those above
 * it, so that two store drops conflict where a category of one is above a category of the other (decisions, 13).
 */
export function checkEnabling(
  circuit: CircuitInUse,
  others: readonly CircuitInUse[],
  pathOf: CategoryPath,
): Result<null, CircuitFault> {
  const drops = others.filter(({ id, type, status }) => {
    return id !== circuit.id && type === 'store_drop' && status === 'enabled'
  })
  if (circuit.type === 'store_drop') return checkStoreDrop(circuit, drops, pathOf)
  if (circuit.type === 'web_drop') return checkWebDrop(circuit, drops, pathOf)
  return succeed(null)
}

/** Whether a circuit may be given to one more category: an enabled one only where it could be enabled with it. */
export function checkLinking(
  circuit: CircuitInUse,
  categoryId: string,
  others: readonly CircuitInUse[],
  pathOf: CategoryPath,
): Result<null, CircuitFault> {
  return circuit.status === 'enabled'
    ? checkEnabling({ ...circuit, categoryIds: [categoryId] }, others, pathOf)
    : succeed(null)
}

/** Whether a category may be taken from a circuit: its store drop stays as long as a web drop needs it. */
export function checkUnlinking(
  circuit: CircuitInUse,
  categoryId: string,
  others: readonly CircuitInUse[],
  pathOf: CategoryPath,
): Result<null, CircuitFault> {
  if (circuit.type !== 'store_drop' || circuit.status !== 'enabled') return succeed(null)
  const left = { ...circuit, categoryIds: circuit.categoryIds.filter((one) => one !== categoryId) }
  const beside = others.filter(({ id }) => id !== circuit.id)
  for (const web of beside.filter(({ type, status }) => type === 'web_drop' && status === 'enabled')) {
    const touched = web.categoryIds.filter((one) => pathOf(one).includes(categoryId))
    const checked = checkEnabling({ ...web, categoryIds: touched }, [...beside, left], pathOf)
    if (!checked.ok) return fail({ ...checked.error, circuitId: web.id })
  }
  return succeed(null)
}

function checkStoreDrop(
  { categoryIds }: CircuitInUse,
  drops: readonly CircuitInUse[],
  pathOf: CategoryPath,
): Result<null, CircuitFault> {
  const meets = (one: string, other: string): boolean => pathOf(one).includes(other) || pathOf(other).includes(one)
  for (const drop of drops) {
    const shared = categoryIds.filter((one) => drop.categoryIds.some((other) => meets(one, other)))
    if (shared.length > 0) return fail({ code: 'CIRCUIT_STORE_DROP_TAKEN', categoryIds: shared, circuitId: drop.id })
  }
  return succeed(null)
}

function checkWebDrop(
  { categoryIds }: CircuitInUse,
  drops: readonly CircuitInUse[],
  pathOf: CategoryPath,
): Result<null, CircuitFault> {
  const given = new Set(drops.flatMap((drop) => drop.categoryIds))
  const missing = categoryIds.filter((one) => !pathOf(one).some((above) => given.has(above)))
  // One that no category has yet needs a store drop all the same (CIRC-13).
  return missing.length === 0 && drops.length > 0
    ? succeed(null)
    : fail({ code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: missing })
}
