import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'
import {
  pullAnswerSchema,
  pullRequestSchema,
  auditAnswerSchema,
  auditRequestSchema,
  snapshotRequestSchema,
} from '../wire/pull.ts'
import { outcomeSchema } from '../wire/operation.ts'
import { pushAnswerSchema } from '../wire/push.ts'
import { collection, listQuery } from './list.ts'

/** `POST /api/sync/push`. The engine reads the body itself, because each fault of an envelope has its own answer. */
export const pushCall = { method: 'post', path: '/api/sync/push', body: z.unknown(), answer: pushAnswerSchema } as const

/** `POST /api/sync/pull`. */
export const pullCall = {
  method: 'post',
  path: '/api/sync/pull',
  body: pullRequestSchema,
  answer: pullAnswerSchema,
} as const

/** `POST /api/sync/snapshot`: NDJSON of a head, one packed item a line, a tail. */
export const snapshotCall = { method: 'post', path: '/api/sync/snapshot', body: snapshotRequestSchema } as const

/** `POST /api/sync/audit`. */
export const auditCall = {
  method: 'post',
  path: '/api/sync/audit',
  body: auditRequestSchema,
  answer: auditAnswerSchema,
} as const

/** `POST /api/sync/number-blocks`: reserves package numbers for a device, so that it can close packages offline. */
export const drawNumberBlockCall = {
  method: 'post',
  path: '/api/sync/number-blocks',
  body: z.strictObject({ deviceId: z.uuid() }),
  answer: z.object({ firstSerial: z.int().min(0), lastSerial: z.int().min(0) }),
} as const

/** An operation that the server holds, as people see it. */
export const heldOperationAnswer = z.object({
  opId: z.string(),
  type: z.string(),
  v: z.int(),
  code: z.string(),
  causeOp: z.string().nullable(),
  /** Whose operation it waits for, where the server holds that one too; null where it has not arrived. */
  causeActorName: z.string().nullable(),
  actorId: z.string(),
  actorName: z.string(),
  module: z.enum(modules),
  deviceId: z.string(),
  args: z.record(z.string(), z.unknown()),
  capturedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
})
/** An operation that the server holds. */
export type HeldOperationAnswer = z.output<typeof heldOperationAnswer>

/** `GET /api/sync/held`: operations that wait on the server for another one or for a person. */
export const listHeldCall = {
  method: 'get',
  path: '/api/sync/held',
  query: listQuery(['receivedAt'], {}),
  answer: collection(heldOperationAnswer),
} as const

/** `POST /api/sync/held/{opId}/run`: runs a held operation again, as its own author; the answer is its outcome. */
export const runHeldCall = {
  method: 'post',
  path: '/api/sync/held/{opId}/run',
  params: z.strictObject({ opId: z.uuid() }),
  answer: outcomeSchema,
} as const
