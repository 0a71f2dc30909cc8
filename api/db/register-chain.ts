import { createHash } from 'node:crypto'
import type { ChainFaultReason } from '#domain/register/chain-fault.ts'
import { registerLineSchema, type PurchaseLine } from '#domain/register/register-line.schema.ts'

/** A stored line of the register of purchases. */
export interface ChainLine {
  readonly number: number
  readonly buybackId: string
  /** What reads select its day by, in UTC to the microsecond, as the content writes it. */
  readonly recordedAt: string
  readonly content: string
  readonly previousHash: Buffer
  readonly hash: Buffer
}

/** Where the next line of a chain has to go on. */
export interface ChainEnd {
  readonly number: number
  readonly hash: Buffer
}

/** What is wrong with a chain, and at which number. */
export interface ChainFault {
  readonly number: number
  readonly reason: ChainFaultReason
}

/** Where the chain of an account begins. */
export function chainStart(accountId: string): ChainEnd {
  return { number: 0, hash: createHash('sha256').update(accountId, 'utf8').digest() }
}

/**
 * Follows a chain line by line: each carries the next number and the hash of the line before, its own hash is that of
 * both, and what its columns say, the time that reads select by included, stands in its content. Answers where the chain ends, or its first fault.
 */
export function followChain(start: ChainEnd, lines: readonly ChainLine[]): ChainEnd | ChainFault {
  let end = start
  for (const line of lines) {
    const number = end.number + 1
    if (line.number !== number) return { number, reason: 'missing' }
    if (!line.previousHash.equals(end.hash)) return { number, reason: 'not_joined' }
    const hash = createHash('sha256').update(line.previousHash).update(line.content, 'utf8').digest()
    const content = hash.equals(line.hash) ? contentOf(line) : null
    if (content?.number !== line.number || content.buybackId !== line.buybackId) return { number, reason: 'changed' }
    if (content.recordedAt !== line.recordedAt) return { number, reason: 'moved' }
    end = { number, hash }
  }
  return end
}

/** What following a whole register has found; `fault` is null where it is whole. */
export interface ChainReport {
  /** Lines that are as they were written. */
  readonly lines: number
  readonly fault: ChainFault | null
}

/** Most lines that are read at once. */
export const chainPage = 1_000

/**
 * Follows the register of an account to its end: every hash, every number, and that the last line is the one that the
 * account's head names, so that lines cut off at the end are missed, too. `readLines` answers lines after a number, by
 * their order, at most `chainPage` of them.
 */
export async function checkChain(
  accountId: string,
  head: ChainEnd | null,
  readLines: (after: number) => Promise<readonly ChainLine[]>,
): Promise<ChainReport> {
  let end = chainStart(accountId)
  while (true) {
    const lines = await readLines(end.number)
    if (lines.length === 0) break
    const next = followChain(end, lines)
    if (isFault(next)) return { lines: next.number - 1, fault: next }
    end = next
  }
  const isWhole = head === null ? end.number === 0 : end.number === head.number && end.hash.equals(head.hash)
  const number = Math.min(end.number, head?.number ?? 0) + 1
  return { lines: end.number, fault: isWhole ? null : { number, reason: 'missing' } }
}

/** Whether following ended in a fault. */
export function isFault(end: ChainEnd | ChainFault): end is ChainFault {
  return 'reason' in end
}

function contentOf(line: ChainLine): PurchaseLine | null {
  try {
    return registerLineSchema.parse(JSON.parse(line.content))
  } catch {
    return null
  }
}

/** The time of a line `r` as its content writes it. */
export const recordedAtText = `to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
