import { readyOperation, type AskedOperation, type FindOperation } from './registry.ts'

/** Operations that a round holds together, with the argument that names it in their newest version. */
const rounds: Readonly<Record<string, string>> = {
  checkInItem: 'roundId',
  moveItem: 'countId',
  resolveCountLine: 'countId',
  workOnRefurbStep: 'itemId',
  putInPackage: 'packageId',
  takeOutOfPackage: 'packageId',
}

/**
 * The round that an operation belongs to: a check-in's, a stock count, the steps of an item, or a package; what
 * ends it waits for the refused ones of it.
 * None for other operations, whose refusal holds no round up.
 */
export function roundOf(op: AskedOperation, find: Pick<FindOperation, 'argsOf'> = readyOperation): string | undefined {
  const name = rounds[op.type]
  const roundId = name === undefined ? undefined : find.argsOf(op)[name]
  return typeof roundId === 'string' ? roundId : undefined
}

/** What closes over several operations: the end of a round or count, the confirmation of steps, a package's closing. */
export const closingTypes: ReadonlySet<string> = new Set([
  'endCheckInRound',
  'endStockCount',
  'confirmRefurbSteps',
  'closePackage',
])

/**
 * Of these, the types that no screen asks for again: a device captures them again by itself once nothing holds them up.
 */
export const recapturedTypes: ReadonlySet<string> = new Set(['endCheckInRound', 'endStockCount'])

/** The item that an operation acts on; none where it names several, or only a code. */
export function itemOf(op: AskedOperation, find: Pick<FindOperation, 'argsOf'> = readyOperation): string | undefined {
  const { itemId } = find.argsOf(op)
  return typeof itemId === 'string' ? itemId : undefined
}

/** What a refused operation holds up: what ends its round, and what closes over its item. */
export interface HeldUp {
  readonly roundId?: string | undefined
  readonly itemId?: string | undefined
}

/** What an operation would hold up if it were refused. */
export function heldUpBy(op: AskedOperation, find: Pick<FindOperation, 'argsOf'> = readyOperation): HeldUp {
  return { roundId: roundOf(op, find), itemId: itemOf(op, find) }
}
