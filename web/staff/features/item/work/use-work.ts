import { useEffect, useState } from 'react'
import type { WorkKind } from '#domain/item/next-work.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { dayAfter, dayIn } from '#web/lib/account-day.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ItemListPage, ItemListQuery, ListedItem } from '#web/local/list/list-query.ts'
import { throughputOf, type Throughput } from './throughput.ts'
import type { WorkSort } from './work-sort.ts'

/** Items that the screen shows at once. */
const shownItems = 30
/** Changes that follow each other are one new reading. */
const settleMs = 200
/** A day on which clocks are set back has an hour more. */
const longestDayMs = 25 * 3_600_000

/** What is to be done here, and what was done today. */
export interface Work {
  /** Items of each kind that this user may work on. */
  readonly counts: ReadonlyMap<WorkKind, number>
  readonly total: number
  readonly overdue: number
  /** The first of the chosen kinds: by promised day while the price is not final and then by age, or by age alone. */
  readonly items: readonly ListedItem[]
  readonly more: number
  readonly throughput: Throughput
}

/** The work of the copy's warehouse, and how to read it again where that failed. */
export interface FollowedWork {
  /** Null until the copy has it. */
  readonly work: Work | null
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Follows the work of the copy's warehouse. */
export function useWork(
  engine: Engine,
  kinds: readonly WorkKind[],
  chosen: WorkKind | null,
  sort: WorkSort,
  isCheckInHidden: boolean,
): FollowedWork {
  const [work, setWork] = useState<Work | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let round = 0
    const read = async (): Promise<void> => {
      const mine = ++round
      const found = await readWork(engine, kinds, chosen, sort, Date.now(), isCheckInHidden).catch(
        () => 'failed' as const,
      )
      if (mine !== round) return
      setFailed(found === 'failed')
      if (found !== 'failed') setWork(found)
    }
    void read()
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = engine.subscribe(({ kind }) => {
      if (kind === 'status') return
      clearTimeout(timer)
      timer = setTimeout(() => void read(), settleMs)
    })
    return () => {
      round = -1
      clearTimeout(timer)
      leave()
    }
  }, [engine, kinds, chosen, sort, isCheckInHidden, tries])
  return { work, hasFailed, retry: () => setTries((before) => before + 1) }
}

/** Reads counts, the first items, and the author's day. */
export async function readWork(
  engine: Pick<Engine, 'listItems' | 'capturedSince' | 'config'>,
  kinds: readonly WorkKind[],
  chosen: WorkKind | null,
  sort: WorkSort,
  nowMs: number,
  isCheckInHidden: boolean,
): Promise<Work | null> {
  const works = chosen === null ? kinds : [chosen]
  const arrivals = isCheckInHidden ? { testsArrivals: true } : {}
  const ask = (more: Partial<ItemListQuery>): Promise<ItemListPage | null> =>
    engine.listItems({ filter: { works, ...arrivals }, search: '', sort, order: 'asc', offset: 0, limit: 0, ...more })
  const timeZone = engine.config()?.settings.timeZone ?? 'Europe/Paris'
  const yesterday = dayAfter(dayIn(timeZone, nowMs), -1)
  const [page, all, overdue, captured] = await Promise.all([
    ask({ limit: shownItems }),
    ask({ filter: { works: kinds, ...arrivals } }),
    ask({ filter: { works, ...arrivals, promisedTo: yesterday, isSettled: false } }),
    engine.capturedSince(nowMs - longestDayMs),
  ])
  if (page === null || all === null) return null
  const counts = new Map(kinds.map((kind) => [kind, all.facets.works[kind] ?? 0]))
  const types = new Map(captured.map(({ opId, op }) => [opId, op.type]))
  const actions = captured.map(({ op, state, capturedAtMs }) => {
    const { targetOpId } = newestArgs(op)
    const undoneType = typeof targetOpId === 'string' ? (types.get(targetOpId) ?? null) : null
    return { type: op.type, state, capturedAtMs, undoneType }
  })
  return {
    counts,
    total: all.total,
    overdue: overdue?.total ?? 0,
    items: page.rows,
    more: page.total - page.rows.length,
    throughput: throughputOf(actions, nowMs, timeZone),
  }
}
