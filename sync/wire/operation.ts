import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'

/** Version of the conversation between device and server; a server refuses one that it does not speak. */
export const protocolVersion = 1
/** Most lanes of one operation: a package with all of its items. */
const laneLimit = 256
/** Most operations that one comes after beside its dependencies. */
export const comesAfterLimit = 32

/** The id of an operation, a device or a user, in lower case. */
export const wireId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

/**
 * One captured action, as it lies in the outbox and travels: what the operator did, never a patch of a row.
 * `seq` counts from 1 for each (device, actor, module); `lanes` name what must stay in order (`item:<id>`,
 * `code:<code>`, `round:<id>`, `count:<id>`, `package:<id>`); `basedOn` is the version of the item that the operator saw, 0 where none
 * was known; `dependsOn` names the undecided operations whose effect the operator saw; `comesAfter` those of other queues that have to be
 * decided first, whatever the decision; `refusedAs` is the code of a refusal that a person has resolved: an engine that gets the operation
 * again does not run it. `capturedAt` is data for histories, papers and lists.
 */
export const operationSchema = z.strictObject({
  opId: wireId,
  deviceId: wireId,
  seq: z.int().min(1),
  lanes: z.array(z.string().min(1).max(80)).min(1).max(laneLimit),
  type: z.string().min(1).max(60),
  v: z.int().min(1).max(1000),
  args: z.record(z.string(), z.unknown()),
  actor: wireId,
  module: z.enum(modules),
  basedOn: z.int().min(0),
  dependsOn: z.array(wireId).max(laneLimit),
  comesAfter: z.array(wireId).max(comesAfterLimit).optional(),
  refusedAs: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,59}$/)
    .optional(),
  capturedAt: z.iso.datetime(),
})
/** One captured action. */
export type Operation = z.output<typeof operationSchema>

/** The operations whose decision one waits for: those that it rests on, and those that it comes after. */
export function awaitedBy({ dependsOn, comesAfter = [] }: Pick<Operation, 'dependsOn' | 'comesAfter'>): string[] {
  return [...dependsOn, ...comesAfter]
}

/** What the server decided; `held` waits on the server, for another operation or for a person. */
export const outcomeStatuses = ['applied', 'rejected', 'blocked_by', 'held'] as const
export type OutcomeStatus = (typeof outcomeStatuses)[number]

/** How a person resolves a refusal: dropped, or replaced by a new operation. */
export const resolutions = ['discarded', 'replaced'] as const
export type Resolution = (typeof resolutions)[number]

/**
 * The server's decision on one operation. `causeOp` names the refused or missing operation behind it. `resolution` says
 * that a person has resolved it, on any device; absent where nobody has, and from an earlier version of the server. To
 * settle a held operation is to refuse it, which an earlier version of the app understands as well.
 */
export const outcomeSchema = z.object({
  opId: wireId,
  status: z.enum(outcomeStatuses),
  code: z.string().nullable(),
  causeOp: wireId.nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  resolution: z.enum(resolutions).optional(),
})
/** The server's decision on one operation. */
export type Outcome = z.output<typeof outcomeSchema>

/**
 * What the hash of an operation covers: everything that says what was done and by whom, and nothing of where it
 * stands in a queue, so that a device with a new id or sequence may send it again.
 */
export function hashedText(op: Operation): string {
  return canonicalJson([op.opId, op.type, op.v, op.args, op.actor, op.module, op.basedOn, op.dependsOn, op.capturedAt])
}

/** JSON with the keys of objects in order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
}
