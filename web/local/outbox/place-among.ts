import { comesAfterLimit, type Operation } from '#sync/wire/operation.ts'
import { dependenciesOf, dependsOnEarlier, sharedKeys } from './dependencies.ts'
import type { OpRow } from './outbox-database.ts'
import { retentionMs } from './outbox-retention.ts'

/** An operation that is being captured. */
export interface NewOperation {
  readonly type: string
  readonly lanes: readonly string[]
  /** Keys of the operations before it (`earlierKeys`). */
  readonly keys: readonly string[]
  readonly queue: string
  readonly named: readonly string[]
  readonly nowMs: number
}

/**
 * Where an operation stands among the earlier ones: it rests on what is undecided, and comes after what others have
 * done in its lanes on this device. The latter is decided already, but a restored server may have lost it, and queues
 * are sent again each by itself, those of signed-out users only with their author.
 */
export function placeAmong(
  op: NewOperation,
  earlier: readonly OpRow[],
): Pick<Operation, 'lanes' | 'dependsOn' | 'comesAfter'> {
  const others = workOfOthers(op, earlier)
  return {
    lanes: [...op.lanes],
    ...(others.length > 0 && { comesAfter: [...others] }),
    dependsOn: dependenciesOf(op.type, op.keys, earlier, op.named),
  }
}

/**
 * The latest decided operation of each other queue in each lane; what that queue did before comes before it anyway. What
 * was decided longer ago than devices keep it is not named, for nobody would send it again.
 */
function workOfOthers({ type, keys, queue, nowMs }: NewOperation, earlier: readonly OpRow[]): readonly string[] {
  const asked = new Set(keys)
  const seen = new Set<string>()
  const found: string[] = []
  for (const row of earlier.toReversed()) {
    if (row.queue === queue || row.neverSent || row.state === 'discarded') continue
    const shared = sharedKeys(row, asked)
    if (!dependsOnEarlier(type, row.op.type, shared)) continue
    const places = shared.map((key) => `${row.queue} ${key}`)
    if (places.every((place) => seen.has(place))) continue
    for (const place of places) seen.add(place)
    const isDecided = row.decidedAtMs !== null && row.state !== 'pending' && row.state !== 'held'
    if (isDecided && nowMs - row.decidedAtMs < retentionMs) found.push(row.opId)
  }
  return found.slice(0, comesAfterLimit)
}
