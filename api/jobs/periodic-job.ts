import type { Logger } from 'pino'
import type { Clock } from '#api/http/clock.ts'
import type { TaskAnswer } from '#sync/calls/job.ts'

/** A small task that comes round again and again. */
export interface PeriodicTask {
  /** Name in the log, and for the operators. */
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

/** A task at work. */
export interface PeriodicJob {
  start(): void
  /** Starts no further round, and ends once the one in hand is done. */
  stop(): Promise<void>
  /** How its rounds have gone so far. */
  standing(): TaskAnswer
}

/** Runs a task now and then; a round that fails is logged and made up for by the next. */
export function createPeriodicJob(
  { name, everyMs, run }: PeriodicTask,
  { log, now }: { readonly log: Pick<Logger, 'warn'>; readonly now: Clock },
): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let rounds = 0
  let last: Pick<TaskAnswer, 'endedAt' | 'error'> = { endedAt: null, error: null }
  const round = async (): Promise<void> => {
    rounds += 1
    let problem: string | null = null
    try {
      await run()
    } catch (error) {
      // Messages of the database may quote rows.
      problem = error instanceof Error ? error.name : typeof error
      log.warn({ job: name, reason: problem }, 'job failed')
    }
    rounds -= 1
    last = { endedAt: now().toISOString(), error: problem }
  }
  const next = (): void => void (running = round())
  return {
    start: () => {
      timer = setInterval(next, everyMs)
      timer.unref()
      next()
    },
    stop: async () => {
      clearInterval(timer)
      await running
    },
    standing: () => ({ task: name, everySeconds: Math.round(everyMs / 1_000), isRunning: rounds > 0, ...last }),
  }
}
