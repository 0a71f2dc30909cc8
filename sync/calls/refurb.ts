import * as z from 'zod'
import { requiredText, textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { nativeStocks } from '#domain/item/item-status.ts'
import { collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

const id = z.guid().toLowerCase()

/** A name of the workshop's own (REFURB-04, REFURB-07). */
const name = requiredText({ min: 1, max: textLimits.name })

/** Highest cost of a step in cents; anything above is a slip of the keyboard. */
const costMaximum = 10_000_000

/** What may be said of a step; everything but its id and version. */
export const refurbStepBody = z.strictObject({
  name,
  description: textOf('paragraph').max(textLimits.comment, 'FORM_TEXT_TOO_LONG').nullable(),
  /** Where the step is worked on (REFURB-08). */
  stockId: id,
  /** Cost in each warehouse in cents (REFURB-09); a warehouse without one plans 0. */
  costs: z
    .array(z.strictObject({ warehouseId: id, costCents: z.int().min(0).max(costMaximum, 'FORM_AMOUNT_TOO_HIGH') }))
    .max(500)
    .refine((costs) => new Set(costs.map(({ warehouseId }) => warehouseId)).size === costs.length),
  /** Whether only who manages the warehouse cancels it, such as the erasure of a customer's data. */
  managerCancels: z.boolean().optional(),
})
/** What may be said of a step. */
export type RefurbStepBody = z.output<typeof refurbStepBody>

/** A refurb step with the questions that make it due. */
export const refurbStepAnswer = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  stockId: z.string(),
  stockName: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  costs: z.array(z.object({ warehouseId: z.string(), costCents: z.int() })),
  managerCancels: z.boolean(),
  questions: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type RefurbStepAnswer = z.output<typeof refurbStepAnswer>

const answerBody = z.strictObject({
  /** Absent for a new answer. */
  id: id.optional(),
  label: name,
  /** Steps that the answer makes due, in order. */
  stepIds: z
    .array(id)
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length),
})

/** What may be said of a question (REFURB-03); the answers in their order. */
export const refurbQuestionBody = z.strictObject({
  label: name,
  type: z.enum(['unique', 'multiple']),
  answers: z
    .array(answerBody)
    .min(1, 'FORM_ANSWER_REQUIRED')
    .max(50)
    .refine((answers) => {
      const ids = answers.flatMap((answer) => answer.id ?? [])
      return new Set(ids).size === ids.length
    }),
})
/** What may be said of a question. */
export type RefurbQuestionBody = z.output<typeof refurbQuestionBody>

/** A refurb question with its answers. */
export const refurbQuestionAnswer = z.object({
  id: z.string(),
  version: z.int(),
  /** The one product that it is asked of (CAT-30); null where it is asked of every product. */
  product: z.object({ id: z.string(), label: z.string() }).nullable(),
  label: z.string(),
  type: z.enum(['unique', 'multiple']),
  /** Place among those of every product, or of its product, from 1. */
  position: z.int(),
  answers: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      steps: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Products whose diagnosis has answered the question. */
  productCount: z.int(),
})
export type RefurbQuestionAnswer = z.output<typeof refurbQuestionAnswer>

const search = { search: textOf('line').min(1).max(textLimits.name).optional() }

/** `GET /api/refurb-steps` (REFURB-05). */
export const listRefurbStepsCall = {
  method: 'get',
  path: '/api/refurb-steps',
  query: listQuery(['name', 'stock', 'createdAt'], search),
  answer: collection(refurbStepAnswer),
} as const

/** `GET /api/refurb-steps/{id}`. */
export const readRefurbStepCall = {
  method: 'get',
  path: '/api/refurb-steps/{id}',
  params: idParams,
  answer: refurbStepAnswer,
} as const

/** `POST /api/refurb-steps` (REFURB-06). */
export const createRefurbStepCall = {
  method: 'post',
  path: '/api/refurb-steps',
  body: refurbStepBody,
  answer: refurbStepAnswer,
} as const

/** `PATCH /api/refurb-steps/{id}` as a merge patch; `If-Match` refuses a change made over an older version. */
export const patchRefurbStepCall = {
  method: 'patch',
  path: '/api/refurb-steps/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: refurbStepBody.partial(),
  answer: refurbStepAnswer,
} as const
/** The fields of a step that a merge patch may name. */
export type RefurbStepPatch = z.output<typeof patchRefurbStepCall.body>

/** `DELETE /api/refurb-steps/{id}`: refused while a question's answer makes the step due (REFURB-10). */
export const deleteRefurbStepCall = { method: 'delete', path: '/api/refurb-steps/{id}', params: idParams } as const

/** `GET /api/refurb-places`: where steps may be worked on, and what they may cost where. */
export const refurbPlacesCall = {
  method: 'get',
  path: '/api/refurb-places',
  answer: z.object({
    warehouses: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        stocks: z.array(z.object({ id: z.string(), name: z.string(), native: z.enum(nativeStocks).nullable() })),
      }),
    ),
  }),
} as const
/** Where steps may be worked on. */
export type RefurbPlaces = z.output<typeof refurbPlacesCall.answer>

/**
 * `GET /api/refurb-questions` (REFURB-01), in the order of the diagnosis unless asked otherwise: those that are asked of
 * every product, or with `product` those that are asked of that one alone.
 */
export const listRefurbQuestionsCall = {
  method: 'get',
  path: '/api/refurb-questions',
  query: listQuery(['position', 'label', 'type'], { ...search, product: id.optional() }),
  answer: collection(refurbQuestionAnswer),
} as const

/** `GET /api/refurb-questions/{id}`. */
export const readRefurbQuestionCall = {
  method: 'get',
  path: '/api/refurb-questions/{id}',
  params: idParams,
  answer: refurbQuestionAnswer,
} as const

/** `POST /api/refurb-questions` (REFURB-02): the new question comes last, of every product or of one alone. */
export const createRefurbQuestionCall = {
  method: 'post',
  path: '/api/refurb-questions',
  body: refurbQuestionBody.extend({ productId: id.nullable().optional() }),
  answer: refurbQuestionAnswer,
} as const

/**
 * `PATCH /api/refurb-questions/{id}` as a merge patch. `answers` are the whole list: those named by their id stay, the
 * others go. `position` moves the question, and the others make room.
 */
export const patchRefurbQuestionCall = {
  method: 'patch',
  path: '/api/refurb-questions/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: refurbQuestionBody.extend({ position: z.int().min(1).max(10_000) }).partial(),
  answer: refurbQuestionAnswer,
} as const
/** The fields of a question that a merge patch may name. */
export type RefurbQuestionPatch = z.output<typeof patchRefurbQuestionCall.body>

/** `DELETE /api/refurb-questions/{id}`: past diagnoses keep what they answered. */
export const deleteRefurbQuestionCall = {
  method: 'delete',
  path: '/api/refurb-questions/{id}',
  params: idParams,
} as const
