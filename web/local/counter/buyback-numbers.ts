import { buybackNumber, buybackSerial } from '#domain/buyback/buyback-number.ts'
import type { NumberBlock } from '#domain/expedition/package-number.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import type { OpRow, OutboxDatabase } from '../outbox/outbox-database.ts'
import { blocksOf } from '../outbox/number-blocks.ts'

/** Name of the value that holds the buyback numbers left to this device for an account. */
export function buybackNumbersKey(accountId: string): string {
  return `buybackNumbers:${accountId}`
}

/** The next free numbers; null where fewer are left. */
export function nextNumbers(blocks: readonly NumberBlock[], count: number): readonly string[] | null {
  const numbers: string[] = []
  for (const { firstSerial, lastSerial } of blocks)
    for (let serial = firstSerial; serial <= lastSerial && numbers.length < count; serial++)
      numbers.push(buybackNumber(serial))
  return numbers.length < count ? null : numbers
}

/** Whether a number is still free, or was given to this very sale before it was refused. */
export function isFree(number: string, blocks: readonly NumberBlock[], former: readonly OpRow[]): boolean {
  const serial = buybackSerial(number)
  if (serial === null) return false
  return (
    blocks.some((block) => holds(block, serial)) || former.some(({ op }) => givenBy(newestArgs(op)).includes(number))
  )
}

/** Takes numbers out of what is left, inside the transaction of the sale that they went to. */
export async function takeNumbers(open: OutboxDatabase, accountId: string, numbers: readonly string[]): Promise<void> {
  const key = buybackNumbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  await open.meta.put({ key, value: numbers.reduce(without, blocks) })
}

/** Adds a drawn block to what is left. */
export async function addNumbers(open: OutboxDatabase, accountId: string, block: NumberBlock): Promise<void> {
  const key = buybackNumbersKey(accountId)
  const blocks = blocksOf((await open.meta.get(key))?.value)
  await open.meta.put({ key, value: [...blocks, block] })
}

function without(blocks: readonly NumberBlock[], number: string): readonly NumberBlock[] {
  const serial = buybackSerial(number)
  if (serial === null) return blocks
  return blocks.flatMap((block) => {
    if (!holds(block, serial)) return [block]
    const rest = [
      { firstSerial: block.firstSerial, lastSerial: serial - 1 },
      { firstSerial: serial + 1, lastSerial: block.lastSerial },
    ]
    return rest.filter(({ firstSerial, lastSerial }) => firstSerial <= lastSerial)
  })
}

function holds({ firstSerial, lastSerial }: NumberBlock, serial: number): boolean {
  return serial >= firstSerial && serial <= lastSerial
}

function givenBy(args: Readonly<Record<string, unknown>>): readonly unknown[] {
  const lines = Array.isArray(args['lines']) ? (args['lines'] as readonly { readonly number?: unknown }[]) : []
  return lines.map(({ number }) => number)
}
