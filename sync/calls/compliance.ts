import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'

/** A product that a test may find instead of the declared one, with the terms that it is priced by. */
export const controlProduct = z.object({
  id: z.string(),
  brand: z.string().nullable(),
  label: z.string(),
  categoryId: z.string(),
  /** Type allocation codes of the model. */
  tacs: z.array(z.string()),
  terms: z.object({
    id: z.string(),
    simple: z.boolean(),
    questionnaireId: z.string().nullable(),
    prices: z.array(z.object({ sinceMs: z.number(), prices: z.partialRecord(z.enum(grades), z.int()) })),
  }),
})
/** A product that a test may find instead of the declared one. */
export type ControlProduct = z.output<typeof controlProduct>

/** `GET /api/warehouse/products`: products whose names hold every word, or that have a type allocation code. */
export const searchProductsCall = {
  method: 'get',
  path: '/api/warehouse/products',
  query: z.strictObject({
    search: textOf('line').min(2).max(100),
    /** Its products come first. */
    categoryId: z.guid().toLowerCase().optional(),
    /**
     * The declared product, which is in the answer regardless of the search, and even if it is not published any more.
     */
    declaredId: z.guid().toLowerCase().optional(),
  }),
  answer: z.object({ products: z.array(controlProduct) }),
} as const
