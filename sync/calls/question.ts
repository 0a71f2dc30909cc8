import * as z from 'zod'
import { categoryStatuses } from '#domain/catalog/category-status.ts'
import { answerGrades } from '#domain/catalog/grade.ts'
import { answerTexts, questionTexts } from '#domain/catalog/question-limits.ts'
import { answerImpactSchema, questionSchema } from '#domain/catalog/question.schema.ts'
import { idParams } from './organization.ts'
import { pictureBytes } from './picture.ts'
import { translationsOf } from './translations.ts'

const id = z.guid().toLowerCase()

/** A diagnostic question of the catalog with its answers, in order (CAT-44). */
export const questionAnswer = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  howToTest: z.string().nullable(),
  description: z.string().nullable(),
  translations: translationsOf(questionTexts),
  /** Address of the picture that it is shown with. */
  image: z.string().nullable(),
  answers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      translations: translationsOf(answerTexts),
      /** The best grade that the answer still allows. */
      bestGrade: z.enum(answerGrades),
      impact: answerImpactSchema,
      /** There where no question is asked after this answer. */
      isLast: z.boolean().optional(),
    }),
  ),
  /** Every category whose products are asked the question. */
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** A diagnostic question of the catalog. */
export type QuestionAnswer = z.output<typeof questionAnswer>

/** JPG or PNG of at most 250 kB; null takes it away. */
const picture = pictureBytes.nullable()

/** `GET /api/categories/{id}/diagnostic-questions` (CAT-42): what products of a category are asked, in order. */
export const listCategoryQuestionsCall = {
  method: 'get',
  path: '/api/categories/{id}/diagnostic-questions',
  params: idParams,
  answer: z.object({
    category: z.object({ id: z.string(), name: z.string(), status: z.enum(categoryStatuses) }),
    questions: z.array(questionAnswer),
  }),
} as const
export type CategoryQuestions = z.output<typeof listCategoryQuestionsCall.answer>

/** `POST /api/categories/{id}/diagnostic-questions` (CAT-43): the new question comes last. */
export const createQuestionCall = {
  method: 'post',
  path: '/api/categories/{id}/diagnostic-questions',
  params: idParams,
  body: questionSchema.extend({ image: picture.optional() }),
  answer: questionAnswer,
} as const

const placeParams = z.strictObject({ id, questionId: id })

/** `PATCH /api/categories/{id}/diagnostic-questions/{questionId}`: moves a question; the others make room. */
export const moveQuestionCall = {
  method: 'patch',
  path: '/api/categories/{id}/diagnostic-questions/{questionId}',
  params: placeParams,
  bodyType: 'merge-patch',
  body: z.strictObject({ position: z.int().min(1).max(10_000) }),
} as const

/**
 * `DELETE /api/categories/{id}/diagnostic-questions/{questionId}`: products of the category are not asked any more; a
 * question of no category is gone. What was declared keeps its questions.
 */
export const removeQuestionCall = {
  method: 'delete',
  path: '/api/categories/{id}/diagnostic-questions/{questionId}',
  params: placeParams,
} as const

/** `GET /api/diagnostic-questions/{id}`. */
export const readQuestionCall = {
  method: 'get',
  path: '/api/diagnostic-questions/{id}',
  params: idParams,
  answer: questionAnswer,
} as const

/**
 * `PATCH /api/diagnostic-questions/{id}` as a merge patch (CAT-43), for every category that asks it. `answers` are the
 * whole list: those named by their id stay, the others go.
 */
export const patchQuestionCall = {
  method: 'patch',
  path: '/api/diagnostic-questions/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: questionSchema.partial().extend({ image: picture.optional() }),
  answer: questionAnswer,
} as const
/** The fields of a question that a merge patch may name. */
export type QuestionPatch = z.output<typeof patchQuestionCall.body>
