import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { groupCode } from '#web/lib/format.ts'
import type { OpRow, OutboxDatabase } from './outbox-database.ts'

/** What an operation told its operator, and its result on the server. */
export interface OutcomeMismatch {
  readonly row: OpRow
  readonly told: Readonly<Record<string, unknown>>
  readonly came: Readonly<Record<string, unknown>>
}

/** Beginning of the names under which the ids of such operations stand among the values of a device. */
const prefix = 'differs:'

/** The values of a result that its operator acts by; undefined where there are none. */
export function predictedBy(
  names: readonly string[] | undefined,
  result: Readonly<Record<string, unknown>> | null,
): OpRow['told'] {
  if (names === undefined || result === null) return undefined
  return Object.fromEntries(names.flatMap((name) => (name in result ? [[name, result[name]] as const] : [])))
}

/** Whether the server's result differs from what was told; a value that the server does not name says nothing. */
export function differs({ told, outcome }: Pick<OpRow, 'told' | 'outcome'>): boolean {
  if (told === undefined || outcome?.status !== 'applied' || outcome.result === null) return false
  const came = outcome.result
  return Object.entries(told).some(([name, value]) => name in came && came[name] !== value)
}

/** Notes inside a transaction which of the decided operations differ; a later decision may take that back. */
export async function noteMismatch(open: OutboxDatabase, decided: readonly OpRow[]): Promise<void> {
  const told = decided.filter((row) => row.told !== undefined)
  const differing = told.filter(differs)
  await open.meta.bulkPut(differing.map(({ opId }) => ({ key: prefix + opId, value: true })))
  await open.meta.bulkDelete(told.filter((row) => !differing.includes(row)).map(({ opId }) => prefix + opId))
}

/** How many of them nobody has acknowledged, in one account where told, inside a transaction. */
export async function countDiffering(open: OutboxDatabase, accountId?: string): Promise<number> {
  const count = await open.meta.where('key').startsWith(prefix).count()
  if (count === 0 || accountId === undefined) return count
  return (await readMismatches(open)).filter(({ row }) => row.accountId === accountId).length
}

/** Ids of those that nobody has acknowledged, inside a transaction. */
export async function differingIds(open: OutboxDatabase): Promise<readonly string[]> {
  const keys = await open.meta.where('key').startsWith(prefix).primaryKeys()
  return keys.map((key) => key.slice(prefix.length))
}

/** Those that nobody has acknowledged, in order of capture, inside a transaction. */
export async function readMismatches(open: OutboxDatabase): Promise<readonly OutcomeMismatch[]> {
  const rows = await open.ops.bulkGet([...(await differingIds(open))])
  return rows
    .flatMap((row) => (row?.told === undefined ? [] : [{ row, told: row.told, came: row.outcome?.result ?? {} }]))
    .toSorted((a, b) => a.row.order - b.row.order)
}

/** Marks the differing result of an operation as seen by a user, inside a transaction. */
export async function acknowledgeMismatch(open: OutboxDatabase, opId: string): Promise<void> {
  await open.meta.delete(prefix + opId)
}

/** The numbers of a package that a colleague had closed first: that of the slip in hand, and the one that counts. */
export interface VoidNumbers {
  readonly void: string
  readonly number: string
}

/** The number of a closing that is void, and the one that counts; null of all else. */
export function voidSlipOf({ row, told, came }: OutcomeMismatch): VoidNumbers | null {
  const [former, number] = [told['number'], came['number']]
  if (row.op.type !== closePackage.type || typeof former !== 'string' || typeof number !== 'string') return null
  return { void: former, number }
}

/** Both numbers as people read them. */
export function shownSlip(slip: VoidNumbers): { readonly void: string; readonly number: string } {
  return { void: groupCode(slip.void), number: groupCode(slip.number) }
}
