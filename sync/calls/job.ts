import * as z from 'zod'
import { languages } from '#domain/kernel/languages.ts'
import { jobStates } from '#domain/payment/payment-provider.ts'
import { anyOf, collection, listQuery, searchWords } from './list.ts'
import { idParams } from './organization.ts'

/** A job of the server. */
export const jobAnswer = z.object({
  id: z.string(),
  queue: z.string(),
  state: z.enum(jobStates),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null once it is over. */
  dueAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  /** What it is about: a payment, or a buyback where `buybackId` is the same. */
  subjectId: z.string().nullable(),
  /** The buyback that it is for. */
  buybackId: z.string().nullable(),
  buybackCode: z.string().nullable(),
  /** The payment that it is for. */
  paymentId: z.string().nullable(),
  /** To whom a mail goes, all but the beginning of the address hidden. */
  recipient: z.string().nullable(),
  /** Which mail or paper it makes. */
  kind: z.string().nullable(),
})
export type JobAnswer = z.output<typeof jobAnswer>

/** `GET /api/jobs`: waiting, running and failed jobs of the account. */
export const listJobsCall = {
  method: 'get',
  path: '/api/jobs',
  query: listQuery(['createdAt'], {
    state: anyOf(z.enum(jobStates)),
    queue: anyOf(z.string().min(1).max(64)),
    /** The beginning of a buyback's code or of the recipient's address, words of the failure, or the day of its making. */
    q: searchWords.optional(),
  }),
  answer: collection(jobAnswer),
} as const

/** `GET /api/jobs.csv`: every job that the same question finds, the latest first; at most 50,000. */
export const exportJobsCall = {
  method: 'get',
  path: '/api/jobs.csv',
  query: listJobsCall.query
    .pick({ state: true, queue: true, q: true })
    .extend({ language: z.enum(languages).optional() }),
} as const

/** `POST /api/jobs/{id}/retry`: a job that waits or has failed is tried at once. */
export const retryJobCall = {
  method: 'post',
  path: '/api/jobs/{id}/retry',
  params: idParams,
  answer: jobAnswer,
} as const

/** A task that comes round again and again, as the answering process has run it since its start. */
const taskAnswer = z.object({
  task: z.string(),
  everySeconds: z.int(),
  isRunning: z.boolean(),
  /** When it last ended; null where it has not yet. */
  endedAt: z.iso.datetime().nullable(),
  /** Why its last round failed; null where it did not. */
  error: z.string().nullable(),
})
/** A task that comes round again and again. */
export type TaskAnswer = z.output<typeof taskAnswer>

/** `GET /api/jobs/tasks`: what the server does again and again, for all accounts together. */
export const listTasksCall = {
  method: 'get',
  path: '/api/jobs/tasks',
  answer: z.object({ tasks: z.array(taskAnswer) }),
} as const

/** `GET /api/jobs/queues`: how many jobs of the account wait, run and have failed, by queue. */
export const listQueuesCall = {
  method: 'get',
  path: '/api/jobs/queues',
  answer: z.object({
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.int(),
        active: z.int(),
        failed: z.int(),
        /** Since when the oldest one waits; null where none does. */
        oldestWaitingAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
} as const
