import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine-context.tsx'
import type { Engine } from '#web/local/engine.ts'
import { useEngineRead } from '#web/local/engine-reads.ts'
import { readQuarantine } from './read-quarantine.ts'
import { rowOfAnswer, rowOfItem, type QuarantineRow } from './quarantine-row.ts'

/** Everything of this context that the browser has asked for. */
export const quarantineKey = ['quarantine'] as const

/** What the page knows of the quarantine. */
export interface Quarantine {
  /** Undefined while they are on their way. */
  readonly rows: readonly QuarantineRow[] | undefined
  /** Items of the device's copy by id. */
  readonly items: ReadonlyMap<string, ItemRow>
  /** Why there is nothing: neither copy nor server. */
  readonly error: Error | null
  /** The server has been asked and did not answer; what shows is the copy's word. */
  readonly isByCopy: boolean
  readonly refetch: () => void
}

/**
 * The quarantined items: of the device's copy where it keeps one of a warehouse, with what the server adds about mail
 * and answer; else of the server alone.
 */
export function useQuarantine(): Quarantine {
  const engine = useEngine()
  const http = useHttp()
  const user = useSignedInUser()
  const items = useEngineRead(engine, 'quarantine', () => readItems(engine))
  const [nowMs] = useState(() => Date.now())
  const told = useQuery({
    queryKey: [...quarantineKey, user.viewedAccountId, user.module],
    queryFn: ({ signal }) => readQuarantine(http, signal),
  })
  const rows = useMemo(() => {
    const members = told.data
    if (items === undefined) return undefined
    if (items === null) return members?.map(rowOfAnswer)
    const byId = new Map(members?.map((member) => [member.id, member]))
    return [...items.values()].map((item) => rowOfItem(item, byId.get(item.id), nowMs))
  }, [items, told.data, nowMs])
  return {
    rows,
    items: items ?? new Map(),
    error: rows === undefined && items === null ? told.error : null,
    isByCopy: told.error !== null && told.data === undefined,
    refetch: () => void told.refetch(),
  }
}

/** Null where this user keeps no copy of a warehouse, or it cannot be read: the server tells all then. */
async function readItems(engine: Engine): Promise<ReadonlyMap<string, ItemRow> | null> {
  const info = engine.copyInfo()
  if (info === null || info.scope.warehouseIds.length === 0) return null
  const filter = { statuses: ['item_in_quarantine' as const], warehouseIds: info.scope.warehouseIds }
  const query = { filter, search: '', sort: 'createdAt', order: 'asc', offset: 0, limit: 5_000 } as const
  const page = await engine.listItems(query).catch(() => null)
  if (page === null) return null
  const views = await engine.view(page.rows.map(({ id }) => id))
  const still = views.filter(({ item }) => item.status === 'item_in_quarantine')
  return new Map(still.map(({ item }) => [item.id, item]))
}
