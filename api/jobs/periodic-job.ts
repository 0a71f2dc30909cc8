import type { Logger } from 'pino'

/** A small task that comes round again and again. */
export interface PeriodicTask {
  /** Name in the log. */
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

/** A task at work. */
export interface PeriodicJob {
  start(): void
  /** Starts no further round, and ends once the one in hand is done. */
  stop(): Promise<void>
}

/** Runs a task now and then; a round that fails is logged and made up for by the next. */
export function createPeriodicJob({ name, everyMs, run }: PeriodicTask, log: Logger): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const next = () => {
    running = run().catch((error: unknown) =>
      log.warn({ job: name, reason: error instanceof Error ? error.name : typeof error }, 'job failed'),
    )
  }
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
  }
}
