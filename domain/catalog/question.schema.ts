import * as z from 'zod'
import { foldText } from '../kernel/fold-text.ts'
import { optionalText, requiredText } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { answerGrades } from './grade.ts'
import { questionLimits } from './question-limits.ts'

const name = requiredText()

const longText = optionalText(questionLimits.text)

const cents = z.int().min(-questionLimits.impactCents).max(questionLimits.impactCents)

/** What an answer does to the price: a whole percentage with a cap of the same sign, an amount, or nothing. */
export const answerImpactSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z
    .strictObject({
      type: z.literal('percentage'),
      percent: z
        .int()
        .min(-100)
        .max(100)
        .refine((percent) => percent !== 0),
      capCents: cents.nullable(),
    })
    .refine(({ percent, capCents }) => capCents === null || Math.sign(capCents) === Math.sign(percent), {
      path: ['capCents'],
    }),
  z.strictObject({ type: z.literal('amount'), amountCents: cents.refine((amount) => amount !== 0) }),
])

/** An answer as the office writes it; without an id it is a new one. */
export const answerSchema = z.strictObject({
  id: z.guid().toLowerCase().optional(),
  name,
  description: longText,
  translations: translationsSchema({ name, description: longText }).optional(),
  bestGrade: z.enum(answerGrades),
  impact: answerImpactSchema,
  /** Whether no question after this one is asked once it is chosen. */
  /** Nothing said keeps what an answer had: pages and programs of before know no last answers. */
  isLast: z.boolean().optional(),
})

/** A diagnostic question as the office writes it (CAT-44, CAT-45); the answers in their order. */
export const questionSchema = z.strictObject({
  title: name,
  howToTest: longText,
  description: longText,
  translations: translationsSchema({ title: name, howToTest: longText, description: longText }).optional(),
  answers: z
    .array(answerSchema)
    .min(questionLimits.answersMin)
    .max(questionLimits.answersMax)
    .refine((answers) => {
      const ids = answers.flatMap(({ id }) => id ?? [])
      return new Set(ids).size === ids.length
    })
    // Customers could not tell them apart.
    .superRefine((answers, context) => {
      const names = answers.map((one) => foldText(one.name))
      names.forEach((one, at) => {
        if (names.indexOf(one) === at) return
        context.addIssue({ code: 'custom', message: 'QUESTION_ANSWER_TWICE', path: [at, 'name'] })
      })
    }),
})
/** What the office writes of a question. */
export type QuestionBody = z.output<typeof questionSchema>
