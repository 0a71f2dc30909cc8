import type { OpState } from '#sync/replica/outbox-state.ts'
import { localDayAndHour } from '#web/lib/account-day.ts'

/** Actions of one hour of the day. */
export interface HourCount {
  /** Hour of the account's day, 0 to 23. */
  readonly hour: number
  readonly count: number
}

/** What a user did today on a device. */
export interface Throughput {
  readonly total: number
  /** Every hour from the first action's to the present one. */
  readonly hours: readonly HourCount[]
  readonly firstAtMs: number | null
  /** Actions an hour since the first one; null for less than ten minutes, which say nothing. */
  readonly perHour: number | null
}

/** An action as throughput counts it. */
export interface DoneAction {
  readonly type: string
  readonly state: OpState
  readonly capturedAtMs: number
  /** The type of the action that an undo takes back; null where that is not known. */
  readonly undoneType: string | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Keeping order is no work on a product. */
const uncounted = new Set(['settleRefusal', 'endCheckInRound', 'endStockCount', 'openPackage'])
const takingOut = 'takeOutOfPackage'

/**
 * Counts a day's actions by hour, by the account's clock. An undo counts as one less in its own hour, and so does taking
 * a product out of its package; an hour never counts below none. What was refused or discarded was not done: another try
 * of it counts by itself.
 */
export function throughputOf(actions: readonly DoneAction[], nowMs: number, timeZone: string): Throughput {
  const clockOf = localDayAndHour(timeZone)
  const now = clockOf(nowMs)
  const today = actions
    .filter(({ type, state }) => !uncounted.has(type) && state !== 'tray' && state !== 'discarded')
    .map((action) => ({ ...action, ...clockOf(action.capturedAtMs) }))
    .filter(({ day }) => day === now.day)
    .toSorted((a, b) => a.capturedAtMs - b.capturedAtMs)
  const [first] = today
  if (first === undefined) return { total: 0, hours: [], firstAtMs: null, perHour: null }
  const counts = new Map<number, number>()
  for (const action of today) counts.set(action.hour, Math.max(0, (counts.get(action.hour) ?? 0) + stepOf(action)))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const hours = Array.from({ length: Math.max(1, now.hour - first.hour + 1) }, (_, at) => first.hour + at)
  const workedMs = nowMs - first.capturedAtMs
  return {
    total,
    hours: hours.map((hour) => ({ hour, count: counts.get(hour) ?? 0 })),
    firstAtMs: first.capturedAtMs,
    perHour: workedMs < 10 * minuteMs ? null : Math.round((total * hourMs) / workedMs),
  }
}

function stepOf({ type, undoneType }: DoneAction): 1 | -1 {
  if (type.startsWith('undo')) return undoneType === takingOut ? 1 : -1
  return type === takingOut ? -1 : 1
}
