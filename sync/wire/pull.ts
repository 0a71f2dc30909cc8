import * as z from 'zod'
import { answerGrades } from '#domain/catalog/grade.ts'
import { dispatchAttributes, dispatchOperators } from '#domain/dispatch/dispatch-rule.ts'
import { checkInRequirements, nativeStocks } from '#domain/item/item-status.ts'
import { outcomeSchema } from './operation.ts'
import { packageRowSchema } from './package-row.ts'

/** A stock of a warehouse in the device's copy. */
export const stockRowSchema = z.object({
  id: z.string(),
  warehouseId: z.string(),
  name: z.string(),
  /** Absent from an earlier version of the server, and in copies that one has filled. */
  identifier: z.string().nullable().optional(),
  native: z.enum(nativeStocks).nullable(),
  location: z.string().nullable(),
})
export type StockRow = z.output<typeof stockRowSchema>

/** What an answer does to a price. */
export const impactSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('percentage'), percent: z.number(), capCents: z.int().nullable() }),
  z.object({ type: z.literal('amount'), amountCents: z.int() }),
])

/** The questions of a category as they stood on one day. */
export const questionnaireSchema = z.object({
  id: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      answers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          bestGrade: z.enum(answerGrades),
          impact: impactSchema,
          isLast: z.boolean().optional(),
        }),
      ),
    }),
  ),
})

/** A refurb question, in the order in which it is asked. */
export const refurbQuestionSchema = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(['unique', 'multiple']),
  answers: z.array(z.object({ id: z.string(), label: z.string(), stepIds: z.array(z.string()) })),
})

const productRefurbQuestionSchema = refurbQuestionSchema.extend({ productId: z.string() })

/** A refurb step with its cost in each warehouse. */
export const refurbStepSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Absent from an earlier version of the server, and in copies that one has filled. */
  description: z.string().nullable().optional(),
  stockId: z.string(),
  costs: z.array(z.object({ warehouseId: z.string(), costCents: z.int().min(0) })),
  /** Absent from an earlier version of the server, and in copies that one has filled. */
  managerCancels: z.boolean().optional(),
})

const coordinatesSchema = z.object({ latitude: z.number(), longitude: z.number() }).nullable()

/** Conditions of one rule. */
export const dispatchConditions = z.array(
  z.object({
    attribute: z.enum(dispatchAttributes),
    operator: z.enum(dispatchOperators),
    values: z.array(z.string()),
  }),
)

/** Dispatch rules of the account, in order. */
export const dispatchSchema = z.object({
  rules: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      conditions: dispatchConditions,
      warehouseIds: z.array(z.string()),
    }),
  ),
  defaultWarehouseId: z.string().nullable(),
  isGeographic: z.boolean(),
})

/** Everything small that a device needs whole: it travels whole whenever any of it changed. */
export const configSchema = z.object({
  stocks: z.array(stockRowSchema),
  warehouses: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      city: z.string().nullable(),
      coordinates: coordinatesSchema.optional(),
      /** Whether packages may go there; absent from an earlier version of the server. */
      isActive: z.boolean().optional(),
    }),
  ),
  settings: z.object({
    warehouseCheckinRequirement: z.enum(checkInRequirements),
    isWarehouseCommentMandatory: z.boolean(),
    timeZone: z.string(),
    currency: z.string(),
  }),
  /** Stores of the scope, by their place; without a name from an earlier version of the server. */
  stores: z.array(z.object({ id: z.string(), name: z.string().optional(), coordinates: coordinatesSchema })).optional(),
  /** Who works in the scope's warehouses: the names of others beside their work. */
  people: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** Categories that lie below another one. */
  categories: z.array(z.object({ id: z.string(), parentId: z.string() })).optional(),
  /** Questionnaires that a declaration in the scope names; each is frozen. */
  questionnaires: z.array(questionnaireSchema).optional(),
  dispatch: dispatchSchema.optional(),
  refurbQuestions: z.array(refurbQuestionSchema).optional(),
  /**
   * Questions of single products, apart from the others: an earlier version of the app would ask them of every product.
   */
  productRefurbQuestions: z.array(productRefurbQuestionSchema).optional(),
  refurbSteps: z.array(refurbStepSchema).optional(),
})
/** Everything small that a device needs whole. */
export type Config = z.output<typeof configSchema>

/** Who may see what: chosen by the server from the session; two users of one warehouse share a copy. */
export const scopeSchema = z.object({
  /** Names the copy on the device; another key means another copy. */
  key: z.string(),
  accountId: z.string(),
  warehouseIds: z.array(z.string()),
  storeIds: z.array(z.string()),
})
/** Who may see what. */
export type Scope = z.output<typeof scopeSchema>

/** The place that a user chooses. */
const choiceShape = {
  /** For admin types, who work for a warehouse of their choice. */
  warehouseId: z.string().optional(),
  /** For managers, who work for a store of their branch. */
  storeId: z.string().optional(),
}
/** The place that a user chooses. */
export type PlaceChoice = Partial<Record<keyof typeof choiceShape, string | undefined>>

/** A pull. `cursor` is opaque and comes from the last answer; without one, take a snapshot first. */
export const pullRequestSchema = z.strictObject({
  protocol: z.int(),
  deviceId: z.string(),
  cursor: z.string().max(4000),
  ...choiceShape,
  /** Operations of this device whose outcome the copy does not cover yet. */
  uncovered: z.array(z.string()).max(2000),
})
export type PullRequest = z.output<typeof pullRequestSchema>

/** A request for the whole base, as one NDJSON stream. */
export const snapshotRequestSchema = z.strictObject({
  protocol: z.int(),
  deviceId: z.string(),
  ...choiceShape,
  uncovered: z.array(z.string()).max(2000),
})
/** A request for the whole base. */
export type SnapshotRequest = z.output<typeof snapshotRequestSchema>

/** A request for the hashes of the scope. */
export const auditRequestSchema = z.strictObject({ protocol: z.int(), ...choiceShape })
export type AuditRequest = z.output<typeof auditRequestSchema>

/** Decided operations and queues of this device as of the answer's snapshot. */
const coverageShape = {
  outcomes: z.array(outcomeSchema),
  /** Highest decided sequence number of each queue of this device, so that a restore shows. */
  acked: z.array(z.object({ actor: z.string(), module: z.string(), seq: z.int() })),
}

/** Answer to a pull. While `complete` is false, more pages wait behind `cursor` and `outcomes` is empty. */
export const pullAnswerSchema = z.object({
  epoch: z.string(),
  cursor: z.string(),
  complete: z.boolean(),
  scope: scopeSchema,
  items: z.array(z.array(z.unknown())),
  /** Ids of items that left the scope. */
  gone: z.array(z.string()),
  /** Packages that changed; absent from a server that knows none. */
  packages: z.array(packageRowSchema).optional(),
  /** Ids of packages that left the scope. */
  packagesGone: z.array(z.string()).optional(),
  config: configSchema.nullable(),
  ...coverageShape,
})
export type PullAnswer = z.output<typeof pullAnswerSchema>

/**
 * First line of a snapshot (NDJSON): then one packed item a line, then the last line `{ count, hash }`. A stream
 * without its last line is truncated and installs nothing.
 */
export const snapshotHeadSchema = z.object({
  epoch: z.string(),
  cursor: z.string(),
  scope: scopeSchema,
  config: configSchema,
  /** All packages of the scope; absent from a server that knows none. */
  packages: z.array(packageRowSchema).optional(),
  ...coverageShape,
})
/** First line of a snapshot. */
export type SnapshotHead = z.output<typeof snapshotHeadSchema>

/** Last line of a snapshot: rows and their summed hash shares modulo 2^32. */
export const snapshotTailSchema = z.object({ count: z.int(), hash: z.int() })
/** Last line of a snapshot. */
export type SnapshotTail = z.output<typeof snapshotTailSchema>

/**
 * Answer of the audit call: the items of the scope, its open packages, and the configuration itself, because what a
 * device keeps of it depends on the fields that its app knows. The last two are absent from an earlier version of the
 * server.
 */
export const auditAnswerSchema = snapshotTailSchema.extend({
  packages: snapshotTailSchema.optional(),
  config: configSchema.optional(),
})
/** Answer of the audit call. */
export type AuditAnswer = z.output<typeof auditAnswerSchema>
