import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { CurrentUrl } from '#api/config.ts'
import { connectsBy } from '#api/db/current-url.ts'
import type { Clock } from '#api/http/clock.ts'
import type { TaskAnswer } from '#sync/calls/job.ts'

/** What works on a queue. Running the same job twice must do no more than running it once. */
export interface JobHandler {
  readonly queue: string
  run(data: unknown): Promise<void>
}

/** What running jobs needs. */
export interface JobRunnerDeps {
  /** The API's login: it owns nothing of the queues, whose form is the migrations' business. */
  readonly databaseUrl: CurrentUrl
  readonly log: Pick<Logger, 'warn'>
  readonly now: Clock
  readonly handlers: readonly JobHandler[]
  /** Pause after the first start that failed; each further one doubles it, up to a minute. */
  readonly firstPauseMs?: number
}

/** Works on the queues in the background. */
export interface JobRunner {
  /** Ends once the queues are worked on, however often that takes, or once it is stopped. */
  start(): Promise<void>
  /** Ends once the jobs in hand are done. */
  stop(): Promise<void>
  /** Why the queues are not worked on although they should be; null where they are. */
  standing(): TaskAnswer | null
}

const longestPauseMs = 60_000

/** Creates a runner; any number of them share one database, and each job goes to one of them at a time. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { databaseUrl, log, now, handlers, firstPauseMs = 1_000 } = deps
  const stopping = new AbortController()
  let boss: PgBoss | null = null
  let starting: Promise<void> = Promise.resolve()
  let problem: TaskAnswer | null = null
  return {
    start: () => (starting = keepStarting()),
    stop: async () => {
      stopping.abort()
      await starting
      await boss?.stop({ graceful: true, timeout: 8_000 })
    },
    standing: () => problem,
  }

  // The database may be away for a moment when the process starts, and money waits in the queues.
  async function keepStarting(): Promise<void> {
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const fresh = newBoss()
      try {
        await begin(fresh)
        boss = fresh
        problem = null
        return
      } catch (error) {
        const reason = nameOf(error)
        const everySeconds = Math.ceil(pauseMs / 1_000)
        problem = { task: 'job-queues', everySeconds, isRunning: false, endedAt: now().toISOString(), error: reason }
        log.warn({ reason, everySeconds }, 'jobs are not worked on')
        await fresh.stop({ graceful: false }).catch(() => undefined)
      }
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  function newBoss(): PgBoss {
    const fresh = new PgBoss({
      ...connectsBy(databaseUrl),
      application_name: 'reprise jobs',
      max: 3,
      migrate: false,
      createSchema: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
    })
    fresh.on('error', (error) => log.warn({ reason: error.name }, 'job runner interrupted'))
    return fresh
  }

  async function begin(fresh: PgBoss): Promise<void> {
    await fresh.start()
    for (const { queue, run } of handlers) {
      await fresh.work(
        queue,
        { batchSize: 5, pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true },
        (jobs) => Promise.all(jobs.map((job) => runOne(job, run))),
      )
    }
  }

  async function runOne(
    job: { readonly id: string; readonly name: string; readonly data: unknown },
    run: JobHandler['run'],
  ) {
    try {
      await run(job.data)
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      // Messages of the database may quote rows; those of ours are codes.
      const reason = error instanceof Error && /^[A-Z_]+$/.test(error.message) ? error.message : nameOf(error)
      log.warn({ job: job.name, id: job.id, reason }, 'job failed')
      return { id: job.id, status: 'failed' as const, output: { message: reason } }
    }
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
