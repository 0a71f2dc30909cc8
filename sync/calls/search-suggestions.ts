import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { categoryName, productCard } from './public-catalog.ts'

/** Most products, and most brands and categories, of one answer. */
export const mostSuggested = { products: 6, names: 3 } as const

const answer = z.object({
  /** The closest first, as the results of the same words begin. */
  products: z.array(productCard),
  /** Brands that the words name, with how many of their products are found. */
  brands: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Categories that the words name, with how many of their products are found. */
  categories: z.array(z.object({ ...categoryName.shape, count: z.int() })),
  /** How many products the search of the words finds. */
  total: z.int(),
})
/** What is proposed to who types in the search. */
export type Suggestions = z.output<typeof answer>

/** `GET /api/public/suggestions`: products, brands and categories for what has been typed so far. */
export const suggestionsCall = {
  method: 'get',
  path: '/api/public/suggestions',
  query: z.strictObject({ query: textOf('line').max(200) }),
  answer,
} as const
