/** Actions of one hour of the day. */
export interface HourCount {
  /** Hour of the device's day, 0 to 23. */
  readonly hour: number
  readonly count: number
}

/** What somebody did today on a device. */
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
  readonly capturedAtMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Keeping order is no work on a product, and an undo takes one back. */
const uncounted = new Set(['settleRefusal', 'endCheckInRound', 'openPackage'])

/**
 * Counts a day's actions by hour. An undo counts as one less in the hour of the undo's own action, never below none.
 */
export function throughputOf(actions: readonly DoneAction[], nowMs: number, dayStartMs: number): Throughput {
  const today = actions.filter(({ capturedAtMs, type }) => capturedAtMs >= dayStartMs && !uncounted.has(type))
  const counts = new Map<number, number>()
  for (const { type, capturedAtMs } of today.toSorted((a, b) => a.capturedAtMs - b.capturedAtMs)) {
    const hour = Math.floor((capturedAtMs - dayStartMs) / hourMs)
    const step = type.startsWith('undo') ? -1 : 1
    counts.set(hour, Math.max(0, (counts.get(hour) ?? 0) + step))
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const firstAtMs = today.length === 0 ? null : Math.min(...today.map(({ capturedAtMs }) => capturedAtMs))
  if (firstAtMs === null) return { total, hours: [], firstAtMs, perHour: null }
  const [from, to] = [firstAtMs, Math.max(firstAtMs, nowMs)].map((ms) => Math.floor((ms - dayStartMs) / hourMs))
  const hours = Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
  const workedMs = nowMs - firstAtMs
  return {
    total,
    hours: hours.map((hour) => ({ hour, count: counts.get(hour) ?? 0 })),
    firstAtMs,
    perHour: workedMs < 10 * minuteMs ? null : Math.round((total * hourMs) / workedMs),
  }
}
