import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { CopyDatabase } from './copy-database.ts'
import type { Opened } from './copy-rows.ts'

/** Histories that stay of items that are not among the wanted ones: those that were read last. */
const othersKept = 500
const timeoutMs = 15_000

/** The history of an item as the device keeps it. */
export interface KeptHistory {
  readonly history: KeptHistoryAnswer
  /** Of the device's clock. */
  readonly readAtMs: number
  /** The copy knows no later version of the item than the one that it was read for. */
  readonly isCurrent: boolean
}

/** The history that is kept of an item of the copy's own places; null where there is none. */
export async function readHistory({ database }: Opened, item: ItemRow | undefined): Promise<KeptHistory | null> {
  const kept = item?.level === 'full' ? await database.histories.get(item.id) : undefined
  if (item === undefined || kept === undefined) return null
  return { history: kept.history, readAtMs: kept.readAtMs, isCurrent: kept.version >= item.version }
}

/** Keeps the histories of items of the copy's own places. */
export async function keepHistories(
  { database }: Opened,
  histories: readonly KeptHistoryAnswer[],
  readAtMs: number,
): Promise<void> {
  const rows = histories.map((history) => ({ id: history.id, version: history.version, readAtMs, history }))
  await database.histories.bulkPut(rows)
}

/**
 * The items whose history is wanted and not kept, or was read for a former version, in the order in which they are
 * wanted; null where the copy has no list at hand. Forgets the histories of items that have left, and of those that are
 * no longer wanted all but the last read.
 */
export async function findOutdated(copy: Opened, limit: number): Promise<string[] | null> {
  const newest = await copy.list.newest(copy, limit)
  if (newest === null) return null
  const kept = await keptHeads(copy.database)
  const outdated = newest.items.filter(({ id, version }) => (kept.get(id)?.version ?? 0) < version)
  for (const { id } of newest.items) kept.delete(id)
  const others = [...kept].toSorted(([, one], [, other]) => other.readAtMs - one.readAtMs)
  const staying = others.filter(([id]) => newest.lists(id)).slice(0, othersKept)
  for (const [id] of staying) kept.delete(id)
  if (kept.size > 0) await copy.database.histories.bulkDelete([...kept.keys()])
  return outdated.map(({ id }) => id)
}

async function keptHeads({ histories }: CopyDatabase) {
  const keys = (await histories.orderBy('[id+version+readAtMs]').keys()) as unknown as [string, number, number][]
  return new Map(keys.map(([id, version, readAtMs]) => [id, { version, readAtMs }]))
}

/** Asks the server for histories; null where no answer of its own came in time. */
export async function fetchHistories(
  send: typeof fetch,
  { url, init }: { readonly url: string; readonly init: RequestInit },
): Promise<readonly KeptHistoryAnswer[] | null> {
  try {
    const response = await send(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) return null
    // The shapes come with the first answer: a start has no time for them.
    const [body, { itemHistoriesCall }] = await Promise.all([response.json(), import('#sync/calls/item.ts')])
    return itemHistoriesCall.answer.parse(body).items
  } catch {
    return null
  }
}
