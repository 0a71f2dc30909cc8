import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { CustomerAnswer } from '#domain/quarantine/customer-answer.ts'
import { listQuarantineCall } from '#sync/calls/quarantine.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import type { DeviceCopy, Reading } from '#web/lib/reading.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineAnswer, useEngineItem } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { withOfflineFallback, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import type { ListedRows } from '#web/staff/ui/list/list-rows.ts'
import { type ListState, pageQuestionOf } from '#web/staff/ui/list/list-state.ts'
import { askedWords } from '#web/staff/ui/list/list-filters.ts'
import { listCopy } from './quarantine-list.ts'
import { rowOfAnswer, rowOfItem, type QuarantineRow } from './quarantine-row.ts'

/** Everything of this context that the browser has asked for. */
export const quarantineKey = ['quarantine'] as const

/** Items that are read of the copy at once. */
const partSize = 1_000

/** The quarantined items of an address: as the server tells them or, out of its reach, as the device's copy has them. */
export function useQuarantine(
  state: ListState,
  answer: CustomerAnswer | null,
  nowMs: number,
): Reading<ListedRows<QuarantineRow>> {
  const engine = useEngine()
  const told = useServerQuery(
    useQuarantineQuery({
      ...(answer === null ? {} : { answer }),
      ...askedWords('q', state.search),
      ...pageQuestionOf(state),
    }),
  )
  useFollowedRows(engine, told.told.data?.['hydra:member'] ?? [], () => void told.told.refetch())
  const read = useEngineAnswer(engine, told.isAway ? 'quarantine' : '', () =>
    told.isAway ? readCopy(engine) : Promise.resolve(null),
  )
  const copy: DeviceCopy<ListedRows<QuarantineRow>> =
    read.value === undefined
      ? read.hasFailed
        ? { face: 'failed', retry: read.retry }
        : { face: 'loading' }
      : read.value === null
        ? { face: 'missing', retry: () => void engine.sync() }
        : { face: 'ready', value: listCopy(read.value.rows, state, answer, nowMs), asOfMs: read.value.asOfMs }
  return withOfflineFallback(told, copy)
}

/** One quarantined item that a page shows beside its list, and the row of the device's copy where that has it whole. */
export function useQuarantined(id: string | null, listed: QuarantineRow | null) {
  const item = useEngineItem(useEngine(), id)
  const query = useQuarantineQuery({ itemId: id, partial: true })
  const { data } = useQuery({ ...query, enabled: id !== null && listed === null })
  const known = item !== null && isWhole(item) ? item : null
  const told = data?.['hydra:member'].find((row) => row.id === id)
  // One object for one state of the item: components that keep the row draw again when they get another object.
  const own = useMemo(() => (known === null ? null : rowOfItem(known)), [known])
  return { row: listed ?? told ?? own, item: known }
}

const isWhole = (item: ItemRow): boolean => item.status === 'item_in_quarantine' && item.level === 'full'

function useQuarantineQuery(query: Readonly<Record<string, unknown>>) {
  const http = useHttp()
  const user = useSignedInUser()
  return queryOptions({
    queryKey: [...quarantineKey, user.viewedAccountId, user.module, query],
    queryFn: async ({ signal }): Promise<ListedRows<QuarantineRow>> => {
      const answer = await http(listQuarantineCall, { query, signal })
      return { ...answer, 'hydra:member': answer['hydra:member'].map(rowOfAnswer) }
    },
    placeholderData: (before) => before,
  })
}

/** Asks again when the device hears of a change to one of the rows. */
function useFollowedRows(engine: Engine, rows: readonly QuarantineRow[], ask: () => void): void {
  const hear = useEffectEvent((changed: 'all' | readonly string[]) => {
    if (changed === 'all' || rows.some(({ id }) => changed.includes(id))) ask()
  })
  useEffect(
    () =>
      engine.subscribe((event) => {
        if (event.kind === 'copy') hear(event.itemIds)
      }),
    [engine],
  )
}

/** Null where this user keeps no copy of a warehouse. */
async function readCopy(
  engine: Engine,
): Promise<{ readonly rows: readonly QuarantineRow[]; readonly asOfMs: number } | null> {
  const info = engine.copyInfo()
  if (info === null || info.scope.warehouseIds.length === 0) return null
  const filter = { statuses: ['item_in_quarantine' as const], warehouseIds: info.scope.warehouseIds }
  const rows: QuarantineRow[] = []
  for (let offset = 0, total = Infinity; offset < total; offset += partSize) {
    const asked = { filter, search: '', sort: 'code', order: 'asc', offset, limit: partSize } as const
    const page = await engine.listItems(asked)
    if (page === null) return null
    total = page.total
    const views = await engine.view(page.rows.map(({ id }) => id))
    for (const { item } of views) if (item.status === 'item_in_quarantine') rows.push(rowOfItem(item))
  }
  return { rows, asOfMs: info.syncedAtMs }
}
