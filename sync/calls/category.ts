import * as z from 'zod'

/** A category in the tree. */
export const treeCategoryAnswer = z.object({
  id: z.string(),
  name: z.string(),
  /** Null at the top of the tree. */
  parentId: z.string().nullable(),
})
/** A category in the tree. */
export type TreeCategory = z.output<typeof treeCategoryAnswer>

/** `GET /api/categories/tree` (CAT-17): every category of the account as a list, parents before their children. */
export const readCategoryTreeCall = {
  method: 'get',
  path: '/api/categories/tree',
  answer: z.object({ categories: z.array(treeCategoryAnswer) }),
} as const
