import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import {
  checkDisabling,
  checkEnabling,
  checkLinking,
  checkUnlinking,
  type CategoryPath,
  type CircuitFault,
  type CircuitInUse,
} from '#domain/circuit/circuit-use.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { readCategoryPlaces, readCircuitsInUse, type CircuitScope } from './circuit-queries.ts'

type Tx = Transaction<Tables>
type Places = Awaited<ReturnType<typeof readCategoryPlaces>>

/** What a patch would change of a circuit's use. */
export interface UseChange {
  readonly status?: 'enabled' | 'disabled' | 'archived' | undefined
  readonly linkCategoryIds?: readonly string[] | undefined
  readonly unlinkCategoryIds?: readonly string[] | undefined
}

/**
 * Whether a circuit may be taken from categories, given to others, and change its status, in this order (CIRC-11 to
 * CIRC-13); a refusal names the categories and the other circuit.
 */
export async function checkUse(
  tx: Tx,
  scope: CircuitScope,
  circuitId: string,
  { status, linkCategoryIds = [], unlinkCategoryIds = [] }: UseChange,
): Promise<Result<null, Failure>> {
  const all = await readCircuitsInUse(tx, scope)
  let own = all.find((circuit) => circuit.id === circuitId)
  if (own === undefined) return refuse('REQUEST_NOT_FOUND', { field: 'circuitId' })
  if (own.status === 'archived' && linkCategoryIds.length > 0) return refuse('CIRCUIT_ARCHIVED')
  const places = await readCategoryPlaces(tx, scope)
  for (const [field, ids] of Object.entries({ linkCategoryIds, unlinkCategoryIds }))
    if (!ids.every((id) => places.has(id))) return refuse('REQUEST_NOT_FOUND', { field })
  const pathOf: CategoryPath = (id) => places.get(id)?.path ?? []
  for (const id of unlinkCategoryIds) {
    const checked = checkUnlinking(own, id, all, pathOf)
    if (!checked.ok) return refused(checked.error, all, places, 'unlinkCategoryIds')
    own = { ...own, categoryIds: own.categoryIds.filter((one) => one !== id) }
  }
  for (const id of linkCategoryIds) {
    // One that is about to be disabled is checked as it stands, one that is about to be enabled with all it has.
    const checked = checkLinking(own, id, all, pathOf)
    if (!checked.ok) return refused(checked.error, all, places, 'linkCategoryIds')
    own = { ...own, categoryIds: [...own.categoryIds, id] }
  }
  if (status === undefined || status === own.status) return succeed(null)
  // One that rests is used by nobody: archiving takes it from its categories.
  if (status === 'archived' && own.status === 'disabled') return succeed(null)
  const checked = status === 'enabled' ? checkEnabling(own, all, pathOf) : checkDisabling(own, all)
  return checked.ok ? checked : refused(checked.error, all, places, 'status')
}

function refused(
  { code, categoryIds, circuitId }: CircuitFault,
  all: readonly (CircuitInUse & { readonly name: string })[],
  places: Places,
  field: string,
): Result<never, Failure> {
  const categories = categoryIds.map((id) => ({ id, name: places.get(id)?.name ?? '' }))
  const other = all.find(({ id }) => id === circuitId)
  const circuit = other === undefined ? {} : { circuit: { id: other.id, name: other.name } }
  return refuse(code, { field, details: { categories, ...circuit } })
}
