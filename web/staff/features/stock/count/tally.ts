import { compareCount, type CountEnd } from '#domain/stock/stock-count.ts'
import type { CountLine } from './count-line.ts'

/**
 * The state of a difference; `open` until a user resolves it, `refused` when the server did not take the resolution.
 */
export type Resolution = 'open' | 'found' | 'not_found' | 'moved' | 'put_back' | 'refused'

/** An item that differs, and what became of it. */
export interface Difference {
  readonly itemId: string
  readonly resolution: Resolution
}

/** What a count is added up from. */
export interface CountRead {
  readonly inStock: readonly string[]
  /** Oldest first. */
  readonly lines: readonly CountLine[]
}

/** A count as it stands. */
export interface Tally {
  readonly expected: number
  readonly present: readonly string[]
  readonly missing: readonly Difference[]
  readonly unexpected: readonly Difference[]
  /** Scans of which nobody has said which product they were. */
  readonly undecided: readonly CountLine[]
  /** These, and differences that nobody has resolved or whose resolution was refused. */
  readonly open: number
}

/**
 * Adds up a count: what stands in the stock by the device's copy against what was scanned. A product that belonged
 * elsewhere when it was scanned stays unexpected, also after it was moved here; one that a colleague took out of the
 * stock since then is no longer expected.
 */
export function tallyCount(inStock: readonly string[], lines: readonly CountLine[]): Tally {
  const belonged = new Map<string, boolean>()
  const resolved = new Map<string, Resolution>()
  for (const line of lines) {
    const { itemId, kind } = line.details
    if (itemId === null || line.isVoid) continue
    if (kind === 'present' || kind === 'unexpected') belonged.set(itemId, belonged.get(itemId) ?? kind === 'present')
    else if (kind !== 'refused') resolved.set(itemId, line.isRefused ? 'refused' : kind)
  }
  const strangers = [...belonged].flatMap(([id, isOwn]) => (isOwn ? [] : [id]))
  const here = new Set(inStock)
  const expected = inStock.filter((id) => belonged.get(id) !== false)
  const scanned = [...belonged].flatMap(([id, isOwn]) => (isOwn && here.has(id) ? [id] : []))
  const { present, missing } = compareCount(expected, scanned)
  const resolutionOf = (id: string): Resolution => resolved.get(id) ?? 'open'
  const unexpected = strangers.map((itemId): Difference => {
    const resolution = resolutionOf(itemId)
    // A colleague may have moved it here by other means.
    return { itemId, resolution: resolution === 'open' && here.has(itemId) ? 'moved' : resolution }
  })
  const missed = missing.map((itemId): Difference => ({ itemId, resolution: resolutionOf(itemId) }))
  const undecided = lines.filter((line) => line.isUndecided)
  const open = undecided.length + [...missed, ...unexpected].filter(({ resolution }) => isOpen(resolution)).length
  return { expected: expected.length, present, missing: missed, unexpected, undecided, open }
}

/** Whether a difference still asks for a decision. */
export function isOpen(resolution: Resolution): boolean {
  return resolution === 'open' || resolution === 'refused'
}

/** The numbers with which a count ends. */
export function countEndOf({ expected, present, missing, unexpected }: Tally): CountEnd {
  return {
    expectedCount: expected,
    presentCount: present.length,
    missingCount: missing.length,
    unexpectedCount: unexpected.length,
    resolvedCount: [...missing, ...unexpected].filter(({ resolution }) => !isOpen(resolution)).length,
  }
}
