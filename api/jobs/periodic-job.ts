import type { Logger } from 'pino'
import type { Clock } from '#api/http/clock.ts'
import type { TaskAnswer } from '#sync/calls/job.ts'

/** A small task that comes round again and again. */
export interface PeriodicTask {
  /** Name in the log, and for the operators. */
  readonly name: string
  readonly everyMs: number
  /** A long round looks at `ends` between its parts, and leaves the rest to the next one once it is aborted. */
  readonly run: (ends: AbortSignal) => Promise<unknown>
}

/** A task at work. */
export interface PeriodicJob {
  start(): void
  /** Starts no further round, tells the one in hand to end, and ends with it. */
  stop(): Promise<void>
  /** How its rounds have gone so far. */
  standing(): TaskAnswer
}

/**
 * Runs a task now and then; a round that fails is logged and made up for by the next. While a round is in hand none is
 * started beside it: two of the same would do the same work, and a slow database would get ever more of them.
 */
export function createPeriodicJob(
  { name, everyMs, run }: PeriodicTask,
  { log, now }: { readonly log: Pick<Logger, 'warn'>; readonly now: Clock },
): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const ending = new AbortController()
  let last: Pick<TaskAnswer, 'endedAt' | 'error'> = { endedAt: null, error: null }
  const round = async (): Promise<void> => {
    isRunning = true
    let problem: string | null = null
    try {
      await run(ending.signal)
    } catch (error) {
      // Messages of the database may quote rows.
      problem = error instanceof Error ? error.name : typeof error
      log.warn({ job: name, reason: problem }, 'job failed')
    }
    isRunning = false
    last = { endedAt: now().toISOString(), error: problem }
  }
  const next = (): void => {
    if (!isRunning) running = round()
  }
  return {
    start: () => {
      timer = setInterval(next, everyMs)
      timer.unref()
      next()
    },
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await running
    },
    standing: () => ({ task: name, everySeconds: Math.round(everyMs / 1_000), isRunning, ...last }),
  }
}
