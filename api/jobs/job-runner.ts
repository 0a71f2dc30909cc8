import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** What works on a queue. Running the same job twice must do no more than running it once. */
export interface JobHandler {
  readonly queue: string
  run(data: unknown): Promise<void>
}

/** What running jobs needs. */
export interface JobRunnerDeps {
  /** The API's login: it owns nothing of the queues, whose form is the migrations' business. */
  readonly databaseUrl: string
  readonly log: Pick<Logger, 'warn'>
  readonly handlers: readonly JobHandler[]
}

/** Works on the queues in the background. */
export interface JobRunner {
  start(): Promise<void>
  /** Ends once the jobs in hand are done. */
  stop(): Promise<void>
}

/** Creates a runner; any number of them share one database, and each job goes to one of them at a time. */
export function createJobRunner({ databaseUrl, log, handlers }: JobRunnerDeps): JobRunner {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'reprise jobs',
    max: 3,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ reason: error.name }, 'job runner interrupted'))
  return {
    start: async () => {
      await boss.start()
      for (const { queue, run } of handlers) {
        await boss.work(
          queue,
          { batchSize: 5, pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true },
          (jobs) => Promise.all(jobs.map((job) => runOne(job, run))),
        )
      }
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 8_000 })
    },
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
