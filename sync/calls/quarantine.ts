import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { grades } from '#domain/catalog/grade.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { controlOutcomes, setAsideReasons } from '#domain/compliance/compliance.ts'
import { customerAnswers } from '#domain/quarantine/customer-answer.ts'
import { proposalStates } from '#domain/quarantine/proposal.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

/** A price proposal and its result. Amounts are integer cents. */
export const proposalAnswer = z.object({
  id: z.string(),
  state: z.enum(proposalStates),
  priceCents: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** Why its mail could not be made; null where nothing hinders it. */
  mailProblem: z.enum(['no_address', 'failed']).nullable(),
})

/** An item in quarantine. Amounts are integer cents before modifiers. */
export const quarantinedItemAnswer = z.object({
  id: z.string(),
  code: z.string(),
  buybackCode: z.string(),
  brand: z.string().nullable(),
  productLabel: z.string(),
  warehouseId: z.string(),
  buybackStatus: z.enum(buybackStatuses),
  waitingSince: z.iso.datetime(),
  declaredGrade: z.enum(grades).nullable(),
  declaredPriceCents: z.int().nullable(),
  controlledGrade: z.enum(grades).nullable(),
  controlledPriceCents: z.int().nullable(),
  outcome: z.enum(controlOutcomes).nullable(),
  setAside: z.enum(setAsideReasons).nullable(),
  /** The latest one; null where no price was proposed. */
  proposal: proposalAnswer.nullable(),
  returnLabel: z.string().nullable(),
  /** Whether the customer can be written to. */
  hasAddress: z.boolean(),
})
export type QuarantinedItemAnswer = z.output<typeof quarantinedItemAnswer>

/** `GET /api/quarantine`: the quarantined items of a warehouse, or of all of them (WH-13). */
export const listQuarantineCall = {
  method: 'get',
  path: '/api/quarantine',
  query: listQuery(['waitingSince', 'name', 'declaredPrice', 'controlledPrice', 'deadline'], {
    warehouseId: z.guid().toLowerCase().optional(),
    itemId: z.guid().toLowerCase().optional(),
    outcome: anyOf(z.enum(controlOutcomes)),
    /** What the customer has answered by now. */
    answer: anyOf(z.enum(customerAnswers)),
    /** Words of the product, and beginnings or ends of codes. */
    q: textOf('line').max(200).optional(),
  }),
  answer: collection(quarantinedItemAnswer),
} as const

/** `POST /api/quarantine/{id}/mail`: proposes the price again by a new mail, which replaces the one before (WH-16). */
export const resendQuarantineMailCall = {
  method: 'post',
  path: '/api/quarantine/{id}/mail',
  params: idParams,
  answer: proposalAnswer,
} as const

/** `POST /api/warehouse/items/{id}/return-label`: the label for the way back, made now where there is none (WH-17). */
export const returnLabelCall = {
  method: 'post',
  path: '/api/warehouse/items/{id}/return-label',
  params: idParams,
  answer: z.object({ itemId: z.string(), number: z.string(), createdAt: z.iso.datetime() }),
} as const
