import { hash } from 'node:crypto'
import type * as z from 'zod'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Module } from '#domain/organization/module.ts'
import { hashedText, operationSchema, protocolVersion } from '#sync/wire/operation.ts'
import { pushLimit, pushRequestSchema } from '#sync/wire/push.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { storable } from './storable.ts'

/** Who pushes, as the grant says: one user on one device in one module of one account. */
export interface PushIdentity {
  readonly accountId: string
  readonly userId: string
  readonly deviceId: string
  readonly module: Module
}

/** An operation as it arrived, with the hash of what it says (hexadecimal SHA-256). */
export interface ReceivedOperation {
  readonly op: Operation
  readonly hash: string
}

/** A push whose envelopes have the right shape. */
export interface ReceivedBatch {
  readonly deviceId: string
  readonly module: Module
  readonly ops: readonly ReceivedOperation[]
}

/**
 * Reads the envelopes of a push without judging what they ask for: another protocol, too many operations and a
 * malformed envelope each have their own answer, and none of them acknowledges anything.
 */
export function readEnvelope(raw: unknown): Result<ReceivedBatch, Failure> {
  const protocol = isRecord(raw) ? raw['protocol'] : undefined
  if (typeof protocol === 'number' && protocol !== protocolVersion) {
    return refuse('SYNC_PROTOCOL_UNSUPPORTED', { details: { protocol: protocolVersion } })
  }
  const request = pushRequestSchema.safeParse(raw)
  if (!request.success) return malformed(request.error, [])
  const { deviceId, module, ops } = request.data
  if (ops.length > pushLimit) return refuse('SYNC_BATCH_TOO_LARGE', { details: { limit: pushLimit } })
  const received: ReceivedOperation[] = []
  for (const [at, candidate] of ops.entries()) {
    const parsed = operationSchema.safeParse(candidate)
    if (!parsed.success) return malformed(parsed.error, ['ops', at])
    received.push({ op: storable(parsed.data), hash: hash('sha256', hashedText(parsed.data), 'hex') })
  }
  return succeed({ deviceId, module, ops: received })
}

/** Refuses a batch that names another device, module or actor than its grant. */
export function checkIdentity(identity: PushIdentity, batch: ReceivedBatch): Result<null, Failure> {
  const { deviceId, module, userId } = identity
  if (batch.deviceId !== deviceId) return refuse('SYNC_WRONG_ACTOR', { field: 'deviceId' })
  if (batch.module !== module) return refuse('SYNC_WRONG_ACTOR', { field: 'module' })
  for (const [at, { op }] of batch.ops.entries()) {
    if (op.deviceId !== deviceId) return refuse('SYNC_WRONG_ACTOR', { field: `ops.${at}.deviceId` })
    if (op.module !== module) return refuse('SYNC_WRONG_ACTOR', { field: `ops.${at}.module` })
    if (op.actor !== userId) return refuse('SYNC_WRONG_ACTOR', { field: `ops.${at}.actor` })
  }
  return succeed(null)
}

function malformed(error: z.ZodError, prefix: readonly PropertyKey[]): ReturnType<typeof refuse> {
  const issue = error.issues[0]
  const inner = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? [])
  return refuse('SYNC_OPERATION_MALFORMED', {
    field: [...prefix, ...inner].map(String).join('.'),
    details: { reason: issue?.code ?? 'invalid' },
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
