import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { csvAnswer, fileLanguage, onePart } from '#api/documents/csv-answer.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf, everyRow } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import {
  exportJobsCall,
  listJobsCall,
  listQueuesCall,
  listTasksCall,
  retryJobCall,
  type TaskAnswer,
} from '#sync/calls/job.ts'
import { jobColumns } from './job-csv.ts'
import { countQueues, listJobs, readJob, readTimeZone, retryJob } from './job-queries.ts'

/** What the operators' view needs. */
export interface JobDeps {
  readonly database: Database
  /** How the tasks stand that this process runs again and again. */
  readonly tasks: () => readonly TaskAnswer[]
}

/** The operators' view of the server's jobs: what waits, what failed, and another try. */
export function createJobRoutes({ database, tasks }: JobDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...listJobsCall, permission: 'job.manage', summary: 'Jobs of the server', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => listJobs(tx, accountId, query), {
          isolation: 'repeatable read',
          readOnly: true,
        })
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...exportJobsCall,
        permission: 'job.manage',
        summary: 'Jobs of the server as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller: { accountId }, query: { language: wished, ...filters }, http }) => {
        const steady = { isolation: 'repeatable read', readOnly: true } as const
        const read = async (tx: Transaction<Tables>) => {
          const found = await everyRow((page) => listJobs(tx, accountId, { ...page, ...filters }))
          return { found, timeZone: await readTimeZone(tx, accountId) }
        }
        const { found, timeZone } = await inAccount(database, accountId, read, steady)
        if (!found.ok) return found
        const language = fileLanguage(wished, http.headers)
        return succeed(
          csvAnswer(onePart(found.value), { columns: jobColumns({ language, timeZone }), language, name: 'jobs' }),
        )
      },
    ),

    route(
      { ...listQueuesCall, permission: 'job.manage', summary: 'How many jobs wait, run and have failed' },
      async ({ caller: { accountId } }) =>
        succeed({
          queues: await inAccount(database, accountId, (tx) => countQueues(tx, accountId), {
            isolation: 'repeatable read',
            readOnly: true,
          }),
        }),
    ),

    route(
      { ...listTasksCall, permission: 'job.manage', summary: 'How the tasks stand that come round again and again' },
      async () => succeed({ tasks: [...tasks()] }),
    ),

    route(
      {
        ...retryJobCall,
        permission: 'job.manage',
        summary: 'Run a job at once that waits or has failed',
        refusals: ['JOB_NOT_FAILED'],
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, jobId: params.id }
        return inAccount(database, scope.accountId, async (tx) => {
          const isRetried = await retryJob(tx, scope)
          const job = await readJob(tx, scope)
          if (job === null) return refuse('REQUEST_NOT_FOUND')
          return isRetried ? succeed(job) : refuse('JOB_NOT_FAILED', { details: { state: job.state } })
        })
      },
    ),
  ]
}
