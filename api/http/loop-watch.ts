import type { Logger } from 'pino'
import { attributedTo } from '#api/db/loop-attribution.ts'

/** Longest time for which one piece of work may hold the event loop: every other request waits as long. */
const longestHoldMs = 50
/** How often the loop is looked at. */
const tickMs = 20
const mostNames = 10

/** Says which route or job has held the event loop. */
export interface LoopWatch {
  /** Does work under a name; whatever it waits for, the name goes along. */
  readonly as: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
  /** Begins to look at the loop; the answer ends it. */
  start(): () => void
}

/** What a watch is made with; a test has a clock of its own. */
export interface LoopWatchDeps {
  readonly log: Pick<Logger, 'warn'>
  readonly nowMs?: () => number
  /** Processor time of this process so far, in milliseconds. */
  readonly cpuMs?: () => number
  readonly every?: (look: () => void) => () => void
  /** A name is told once in this time, with how often it held the loop since. */
  readonly silenceMs?: number
}

/**
 * Creates a watch. A timer that comes late tells how long the loop was held; what began or went on last, after a request
 * came in or a query was answered, is what held it. The processor's time tells a piece of work from a machine that gave the
 * process no turn.
 */
export function createLoopWatch(deps: LoopWatchDeps): LoopWatch {
  const { log, nowMs = () => performance.now(), cpuMs = processorMs, every = tick, silenceMs = 60_000 } = deps
  const inHand = new Map<string, number>()
  const told = new Map<string, { atMs: number; times: number }>()
  let last: string | null = null
  const noted = (name: string): void => {
    last = name
  }

  function tell(heldMs: number, usedMs: number): void {
    const name = last ?? 'unknown'
    const atMs = nowMs()
    const before = told.get(name)
    if (before !== undefined && atMs - before.atMs < silenceMs) {
      before.times += 1
      return
    }
    told.set(name, { atMs, times: 0 })
    const line = {
      heldMs: Math.round(heldMs),
      cpuMs: Math.round(usedMs),
      by: name,
      before: before?.times ?? 0,
      // Work that goes on after anything but a query has said nothing: then it is one of these.
      ...(last === null && { inHand: [...inHand.keys()].slice(0, mostNames) }),
    }
    log.warn(line, 'event loop held')
  }

  return {
    as: async (name, work) => {
      inHand.set(name, (inHand.get(name) ?? 0) + 1)
      try {
        return await attributedTo({ name, noted }, work)
      } finally {
        const left = (inHand.get(name) ?? 1) - 1
        if (left === 0) inHand.delete(name)
        else inHand.set(name, left)
      }
    },
    start: () => {
      let lookedMs = nowMs()
      let usedMs = cpuMs()
      return every(() => {
        const atMs = nowMs()
        const heldMs = atMs - lookedMs - tickMs
        const cpu = cpuMs()
        if (heldMs > longestHoldMs && cpu - usedMs > heldMs / 2) tell(heldMs, cpu - usedMs)
        lookedMs = atMs
        usedMs = cpu
        last = null
      })
    },
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function tick(look: () => void): () => void {
  const timer = setInterval(look, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}
