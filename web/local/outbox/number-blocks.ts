import {
  isInBlock,
  numberBlockSize,
  packageNumber,
  packageSerial,
  packageSerialLimit,
  type NumberBlock,
} from '#domain/expedition/package-number.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import type { OpRow, OutboxDatabase } from './outbox-database.ts'

/** Every number, for operations that were captured with one already. */
export const allNumbers: readonly NumberBlock[] = [{ firstSerial: 0, lastSerial: packageSerialLimit - 1 }]

/** Name of the value that holds the numbers left to this device for an account, lowest first in each block. */
export function numbersKey(accountId: string): string {
  return `packageNumbers:${accountId}`
}

/** Name of the value that holds the highest serial that this device was ever given for an account. */
function highestKey(accountId: string): string {
  return `packageNumbersHighest:${accountId}`
}

/** Why the server refuses a closing for its number: a restore has forgotten it, or another package bears it. */
const refusedNumber: readonly unknown[] = ['PACKAGE_NUMBER_NOT_RESERVED', 'PACKAGE_NUMBER_TAKEN']

/** Whether a closing was refused for the number that it names. */
export function isNumberRefused({ op, outcome }: Pick<OpRow, 'op' | 'outcome'>): boolean {
  return op.type === closePackage.type && refusedNumber.includes(outcome?.code)
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
 * else, and where the number itself was refused, the next free one; null where none is left.
 */
export function numberFor(packageId: string, blocks: readonly NumberBlock[], rows: readonly OpRow[]): string | null {
  const former = numbersOf(packageId, rows).at(-1)
  const next = blocks[0]?.firstSerial
  return former ?? (next === undefined ? null : packageNumber(next))
}

/** Numbers under which a package was to be closed before, but for those that the server has refused. */
function numbersOf(packageId: string, rows: readonly OpRow[]): readonly string[] {
  const closings = rows.flatMap((row) =>
    row.op.type === closePackage.type && !isNumberRefused(row) ? [newestArgs(row.op)] : [],
  )
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

/**
 * Adds a drawn block to what is left, and answers whether that is any number. Blocks only rise: what this device had
 * before may come again after a restore of the server, and be on a package already.
 */
export async function addBlock(open: OutboxDatabase, accountId: string, block: NumberBlock): Promise<boolean> {
  const key = numbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  const highest = await readHighest(open, accountId, blocks)
  const firstSerial = Math.max(block.firstSerial, highest + 1)
  await open.meta.put({ key: highestKey(accountId), value: Math.max(highest, block.lastSerial) })
  if (firstSerial > block.lastSerial) return false
  await open.meta.put({ key, value: [...blocks, { firstSerial, lastSerial: block.lastSerial }] })
  return true
}

/** Accounts for which this device was given numbers, inside a transaction. */
export async function accountsWithNumbers(open: OutboxDatabase): Promise<readonly string[]> {
  const keys = await open.meta.where('key').startsWith(numbersKey('')).primaryKeys()
  return keys.map((key) => key.slice(numbersKey('').length))
}

/** Gives up what is left, because the server may have forgotten that it gave it away. */
export async function discardNumbers(open: OutboxDatabase, accountId: string): Promise<void> {
  const key = numbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  await open.meta.put({ key: highestKey(accountId), value: await readHighest(open, accountId, blocks) })
  await open.meta.put({ key, value: [] })
}

/** Gives up what is left of the blocks of closings that were refused for their number: the others would be too. */
export async function discardRefusedNumbers(open: OutboxDatabase, rows: readonly OpRow[]): Promise<void> {
  for (const { op, accountId } of rows.filter(isNumberRefused)) {
    const serial = packageSerial(String(newestArgs(op)['number'])) ?? Infinity
    const key = numbersKey(accountId)
    const blocks = blocksOf((await open.meta.get(key))?.value)
    const isOfSameBlock = ({ lastSerial }: NumberBlock): boolean =>
      lastSerial >= serial && lastSerial - serial < numberBlockSize
    await open.meta.put({ key, value: blocks.filter((block) => !isOfSameBlock(block)) })
  }
}

async function readHighest(open: OutboxDatabase, accountId: string, blocks: readonly NumberBlock[]): Promise<number> {
  const stored = (await open.meta.get(highestKey(accountId)))?.value
  return Math.max(typeof stored === 'number' ? stored : -1, ...blocks.map(({ lastSerial }) => lastSerial))
}
