import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'
import { outcomeSchema, wireId } from './operation.ts'

/** Most operations in one push. */
export const pushLimit = 500

/** A push: operations of one device, actor and module, in order of `seq`. */
export const pushRequestSchema = z.strictObject({
  protocol: z.int(),
  deviceId: wireId,
  module: z.enum(modules),
  ops: z.array(z.unknown()).min(1),
})

/** Answer to a push: the decision on each operation sent, and the highest sequence number that is decided. */
export const pushAnswerSchema = z.object({
  epoch: z.string(),
  ackedSeq: z.int().min(0),
  outcomes: z.array(outcomeSchema),
})
export type PushAnswer = z.output<typeof pushAnswerSchema>
