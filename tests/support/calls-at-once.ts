import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Tour, TourCaller, TourRequest } from './tour.ts'

/** Rows of each table, and the sum of each column of money. */
export type Figures = Readonly<Record<string, number>>

/** What an operation has answered and changed, asked once or several times at the same moment. */
export interface ToldCall {
  readonly operation: string
  readonly statuses: readonly number[]
  /** Ids in the answers that succeeded, each once. */
  readonly ids: readonly string[]
  /** By how much each figure has changed; those that have not are left out. */
  readonly changes: Figures
  /** Answers that are not described, and what was logged as an error. */
  readonly faults: readonly string[]
}

/** A tour whose changing operations are asked several times at the same moment, with what was told of each, in order. */
export interface RepeatingTour extends Tour {
  readonly told: readonly ToldCall[]
}

// They answer first, and write what they have to afterwards.
const answeringFirst = new Set(['post /api/password/renew'])
const quietMs = 300

/** Asks each changing operation of a tour so many times at once; the tour goes on with the last of the successes. */
export async function createRepeatingTour(tour: Tour, times: number): Promise<RepeatingTour> {
  const told: ToldCall[] = []
  const figures = await figuresOf(tour.owner)
  const quietFigures = async (since: Figures): Promise<Figures> => {
    await setTimeout(quietMs)
    const now = await figures()
    return Object.keys(changesOf(since, now)).length === 0 ? now : quietFigures(now)
  }
  const call = async <T>(operation: string, by: TourCaller, request?: TourRequest): Promise<T> => {
    if (/^(?:get|head) /.test(operation)) return tour.call<T>(operation, by, request)
    const [before, logged] = [await figures(), tour.api.logLines.length]
    const successes: T[] = []
    const answers = await Promise.all(
      Array.from({ length: times }, async () => {
        const answer = await tour.ask<T>(operation, by, request)
        if (answer.status < 400) successes.push(answer.value)
        return answer
      }),
    )
    const first = await figures()
    const after = answeringFirst.has(operation) ? await quietFigures(first) : first
    const ids = successes.flatMap((value) => (value as { readonly id?: string }).id ?? [])
    const lines = tour.api.logLines.slice(logged).filter((line) => /"level":(?:50|60)|40P01/.test(line))
    told.push({
      operation,
      statuses: answers.map(({ status }) => status),
      ids: [...new Set(ids)],
      changes: changesOf(before, after),
      faults: [...new Set([...answers.flatMap(({ problem }) => problem ?? []), ...lines])],
    })
    const last = successes.at(-1)
    if (last === undefined) throw new Error(`${operation}: ${answers[0]?.text}`)
    return last
  }
  return { ...tour, told, call }
}

// What is written down of every change, and counters of attempts: neither is anything that a call does.
const besideTheMatter = new Set(['sync_change', 'throttle'])

function changesOf(before: Figures, after: Figures): Figures {
  const changes = Object.entries(after)
    .filter(([name]) => !besideTheMatter.has(name))
    .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, by]) => by !== 0))
}

/** Operations that may make several of a thing: each answer that names another one has made one. */
const making = new Set([
  'post /api/accounts',
  'post /api/accounts/{accountId}/imports',
  'post /api/buybacks',
  'post /api/circuits',
  'post /api/circuits/{id}/duplicate',
  'post /api/own-prices/imports',
  'post /api/payment-modes',
  'post /api/payment-modes/{id}/duplicate',
  'post /api/products',
  'post /api/products/{id}/duplicate',
  'post /api/quarantine/{id}/mail',
  'post /api/refurb-questions',
  'post /api/refurb-steps',
  'post /api/shipping-methods',
  'post /api/shipping-methods/{id}/duplicate',
  'post /api/store/{storeId}/buybacks',
  'post /api/warehouse-dispatch-rules',
])

/** Operations that are done again each time that they succeed, and name nothing that they have made. */
const repeated = new Set([
  'patch /api/buybacks/{id}',
  'post /api/accounts/{id}/users/{userId}/invitation',
  'post /api/counter/number-blocks',
  'post /api/login',
  'post /api/password/renew',
  'post /api/quotes',
  'post /api/sync/number-blocks',
  'post /api/text-pictures',
  'post /api/users/{id}/invitation',
])

/** Tables in which an operation keeps what a later call has replaced. */
const keepingReplaced: Readonly<Record<string, string>> = {
  'post /api/tracking/{token}/corrections': 'customer_correction',
}

/** What an operation that was asked several times at once has done otherwise than asked once; nothing is right. */
export function faultsOf(once: ToldCall, atOnce: ToldCall): readonly string[] {
  const { operation, statuses, ids, faults } = atOnce
  if (once.operation !== operation) return [`${operation} instead of ${once.operation}`]
  const successes = statuses.filter((status) => status < 400).length
  const times = making.has(operation) ? ids.length : repeated.has(operation) ? successes : 1
  const names = new Set([...Object.keys(once.changes), ...Object.keys(atOnce.changes)])
  names.delete(keepingReplaced[operation] ?? '')
  const wrong = [...names].filter((name) => (atOnce.changes[name] ?? 0) !== times * (once.changes[name] ?? 0))
  const counted = wrong.map((name) => `${name} by ${atOnce.changes[name] ?? 0}, once by ${once.changes[name] ?? 0}`)
  const failed = statuses.filter((status) => status >= 500)
  return [...failed, ...faults, ...counted].map((fault) => `${operation}: ${fault}`)
}

/** What counts every table of the database: one query, which is planned once and looks at each table once. */
async function figuresOf(owner: pg.Client): Promise<() => Promise<Figures>> {
  const { rows: tables } = await owner.query<{ name: string; money: readonly string[] }>(
    `select t.oid::regclass::text as name, array(
        select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attname like '%\\_cents'
          and not a.attisdropped and a.atttypid in ('int4'::regtype, 'int8'::regtype) order by 1) as money
      from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where t.relkind in ('r', 'p') and not t.relispartition
        and (n.nspname = 'public' or t.oid = 'pgboss.job'::regclass)`,
  )
  const text = tables
    .map(({ name, money }, at) => {
      const sums = money.map((column) => `, coalesce(sum(abs(${column})), 0)::float8`)
      return `select ${at} as at, array[count(*)::float8${sums.join('')}] as values from ${name}`
    })
    .join(' union all ')
  return async () => {
    const { rows } = await owner.query<{ at: number; values: readonly number[] }>({ name: 'figures', text })
    return Object.fromEntries(
      rows.flatMap(({ at, values }) => {
        const { name, money } = tables[at]!
        return values.map((value, column) => [column === 0 ? name : `${name}.${money[column - 1]}`, value] as const)
      }),
    )
  }
}
