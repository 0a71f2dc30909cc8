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
} from '#domain/configuration/circuit-use.ts'
import type { Result } from '#domain/kernel/result.ts'
import { readCategoryPlaces, readCircuitsInUse, type CircuitScope } from './circuit-queries.ts'

type Tx = Transaction<Tables>
type Places = Awaited<ReturnType<typeof readCategoryPlaces>>

/** Whether a circuit may change its status (CIRC-11 to CIRC-13); a refusal names the categories and the other circuit. */
export async function checkStatus(
  tx: Tx,
  scope: CircuitScope,
  id: string,
  status: 'enabled' | 'disabled',
): Promise<Result<null, Failure>> {
  const all = await readCircuitsInUse(tx, scope)
  const own = all.find((circuit) => circuit.id === id)
  if (own === undefined) return refuse('REQUEST_NOT_FOUND')
  const places = await readCategoryPlaces(tx, scope)
  const checked = status === 'disabled' ? checkDisabling(own) : checkEnabling(own, all, pathIn(places))
  return checked.ok ? checked : refused(checked.error, all, places, 'status')
}

/** Whether a circuit may be given to a category, or taken from it (CIRC-12, CIRC-13). */
export async function checkLink(
  tx: Tx,
  scope: CircuitScope,
  { id: categoryId, circuitId }: { readonly id: string; readonly circuitId: string },
  change: 'link' | 'unlink',
): Promise<Result<null, Failure>> {
  const all = await readCircuitsInUse(tx, scope)
  const own = all.find((circuit) => circuit.id === circuitId)
  const places = await readCategoryPlaces(tx, scope)
  if (own === undefined) return refuse('REQUEST_NOT_FOUND', { field: 'circuitId' })
  if (!places.has(categoryId)) return refuse('REQUEST_NOT_FOUND', { field: 'id' })
  const check = change === 'link' ? checkLinking : checkUnlinking
  const checked = check(own, categoryId, all, pathIn(places))
  return checked.ok ? checked : refused(checked.error, all, places, 'id')
}

function pathIn(places: Places): CategoryPath {
  return (id) => places.get(id)?.path ?? []
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
