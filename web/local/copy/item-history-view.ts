import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import type { KeptHistory } from '#web/local/copy/copy-histories.ts'

/**
 * How well an item's history is known: `read` from the server, `loading` while that may still come, `kept` by the device
 * when the server does not answer, `changed` where the item has changed since, `missing` where nothing is kept.
 */
export type HistoryState = 'read' | 'loading' | 'kept' | 'changed' | 'missing'

/** What the server knows of an item beside its row, as far as it has told it. */
export interface ItemHistoryView {
  readonly state: HistoryState
  readonly history: KeptHistoryAnswer | null
  /** When the history was read; null of none. */
  readonly readAtMs: number | null
}

/** What an answer of the server, or the lack of one, and the device tell together; `kept` is undefined until it is read. */
export function itemHistoryView(
  answer: { readonly data: KeptHistoryAnswer | undefined; readonly dataUpdatedAt: number; readonly isLacking: boolean },
  kept: KeptHistory | null | undefined,
): ItemHistoryView {
  const { data, dataUpdatedAt, isLacking } = answer
  const isKeptNewer = kept !== null && kept !== undefined && kept.history.version > (data?.version ?? 0)
  const history = isKeptNewer ? kept.history : (data ?? null)
  const readAtMs = isKeptNewer ? kept.readAtMs : data === undefined ? null : dataUpdatedAt
  if (!isLacking) return { state: data === undefined ? 'loading' : 'read', history, readAtMs }
  if (history === null) return { state: kept === undefined ? 'loading' : 'missing', history, readAtMs }
  return { state: kept?.isCurrent === false ? 'changed' : 'kept', history, readAtMs }
}
