import type { ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSource } from './item-source.ts'
import type { ItemsQuery } from './items-search.ts'

/**
 * Reads a list to its end, part by part. Null where the device's copy goes before the end: what was read until then is
 * not the list. Fails as the source does.
 */
export async function readAllPages(
  source: Pick<ItemSource, 'ask'>,
  query: ItemsQuery,
  size: number,
  onProgress: (done: number) => void,
): Promise<readonly ListedItem[] | null> {
  const rows: ListedItem[] = []
  for (let [offset, total] = [0, Infinity]; offset < total; offset += size) {
    const page = await source.ask(query, offset, size)
    if (page === null) return null
    // A list that has become shorter ends here.
    if (page.rows.length === 0) break
    rows.push(...page.rows)
    total = page.total
    onProgress(rows.length)
  }
  return rows
}
