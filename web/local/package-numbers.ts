import {
  isInBlock,
  packageNumber,
  packageSerial,
  packageSerialLimit,
  type NumberBlock,
} from '#domain/warehouse/package-number.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { closePackage } from '#sync/operations/warehouse/close-package.ts'
import type { OpRow, OutboxDatabase } from './outbox-database.ts'

/** Every number, for operations that were captured with one already. */
export const allNumbers: readonly NumberBlock[] = [{ firstSerial: 0, lastSerial: packageSerialLimit - 1 }]

/** Name of the value that holds the numbers left to this device for an account, lowest first in each block. */
export function numbersKey(accountId: string): string {
  return `packageNumbers:${accountId}`
}

/** The blocks of a stored value. */
export function blocksOf(value: unknown): readonly NumberBlock[] {
  return Array.isArray(value) ? (value as readonly NumberBlock[]) : []
}

/** How many numbers are left. */
export function numbersLeft(blocks: readonly NumberBlock[]): number {
  return blocks.reduce((sum, { firstSerial, lastSerial }) => sum + lastSerial - firstSerial + 1, 0)
}

/** Blocks without a number and those before it in its block, which went to packages that were given up. */
export function withoutNumber(blocks: readonly NumberBlock[], number: string): readonly NumberBlock[] {
  const serial = packageSerial(number)
  if (serial === null) return blocks
  return blocks.flatMap((block) => {
    if (!isInBlock(number, block)) return [block]
    return serial === block.lastSerial ? [] : [{ firstSerial: serial + 1, lastSerial: block.lastSerial }]
  })
}

/**
 * The number that a package is to close with: the one of its refused closing, which is on its packing slip already,
 * else the next free one; null where none is left.
 */
export function numberFor(packageId: string, blocks: readonly NumberBlock[], rows: readonly OpRow[]): string | null {
  const former = numbersOf(packageId, rows).at(-1)
  const next = blocks[0]?.firstSerial
  return former ?? (next === undefined ? null : packageNumber(next))
}

/** Numbers under which a package was to be closed before. */
export function numbersOf(packageId: string, rows: readonly OpRow[]): readonly string[] {
  const closings = rows.flatMap(({ op }) => (op.type === closePackage.type ? [newestArgs(op)] : []))
  return closings.flatMap((args) =>
    args['packageId'] === packageId && typeof args['number'] === 'string' ? [args['number']] : [],
  )
}

/** Blocks that a closing may take its number from on this device: those left, and what it had before. */
export function blocksForCapture(
  args: unknown,
  blocks: readonly NumberBlock[],
  rows: readonly OpRow[],
): readonly NumberBlock[] {
  const packageId = (args as { readonly packageId?: unknown }).packageId
  if (typeof packageId !== 'string') return blocks
  const former = numbersOf(packageId, rows).flatMap((number) => packageSerial(number) ?? [])
  return [...blocks, ...former.map((serial) => ({ firstSerial: serial, lastSerial: serial }))]
}

/** Takes the number of a captured closing out of what is left, inside its transaction. */
export async function takeNumber(open: OutboxDatabase, accountId: string, number: string): Promise<void> {
  const key = numbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  await open.meta.put({ key, value: withoutNumber(blocks, number) })
}

/** Adds a drawn block to what is left. */
export async function addBlock(open: OutboxDatabase, accountId: string, block: NumberBlock): Promise<void> {
  const key = numbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  await open.meta.put({ key, value: [...blocks, block] })
}
