import * as z from 'zod'
import { absorptionTypes, categoryTexts } from '#domain/catalog/category-rules.ts'
import { categoryStatuses } from '#domain/catalog/category-status.ts'
import { categoryPatchSchema, newCategorySchema } from '#domain/catalog/category.schema.ts'
import { measures } from '#domain/catalog/product-measures.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { translationsOf } from './translations.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'
import { pictureBytes } from './picture.ts'

const id = z.guid().toLowerCase()

/** A category in the tree. */
export const treeCategoryAnswer = z.object({
  id: z.string(),
  name: z.string(),
  /** Null at the top of the tree. */
  parentId: z.string().nullable(),
})
export type TreeCategory = z.output<typeof treeCategoryAnswer>

const treeAnswer = z.object({ categories: z.array(treeCategoryAnswer) })

/** A category with its counts (CAT-03, CAT-04); all of them hold what lies below the category as well. */
export const listedCategoryAnswer = treeCategoryAnswer.extend({
  version: z.int(),
  identifier: z.string(),
  status: z.enum(categoryStatuses),
  image: z.object({ url: z.string(), alt: z.string() }).nullable(),
  /** Published products that an enabled circuit of the web, or of the stores, takes. */
  productCount: z.object({ web: z.int(), store: z.int() }),
  numberOfProducts: z.int(),
  numberOfPublishedProducts: z.int(),
  /** Questions of the category itself. */
  numberOfQuestions: z.int(),
})
/** A category with its counts. */
export type ListedCategory = z.output<typeof listedCategoryAnswer>

/** `GET /api/categories/tree` (CAT-17): every category of the account as a list, parents before their children. */
export const readCategoryTreeCall = { method: 'get', path: '/api/categories/tree', answer: treeAnswer } as const

/** `GET /api/categories/tree/{id}` (CAT-17): a category, and all below it. */
export const readCategoryBranchCall = {
  method: 'get',
  path: '/api/categories/tree/{id}',
  params: idParams,
  answer: treeAnswer,
} as const

/** `GET /api/categories/connected-tree` (CAT-17): active categories that an enabled circuit takes, and those above. */
export const readConnectedTreeCall = {
  method: 'get',
  path: '/api/categories/connected-tree',
  answer: treeAnswer,
} as const

/** `GET /api/products/{id}/category_tree` (CAT-17): the categories of a product, and those above them. */
export const readProductCategoriesCall = {
  method: 'get',
  path: '/api/products/{id}/category_tree',
  params: idParams,
  answer: treeAnswer.extend({ mainCategoryId: z.string(), secondaryCategoryIds: z.array(z.string()) }),
} as const

const listFields = ['name', 'identifier', 'status', 'numberOfProducts', 'numberOfPublishedProducts'] as const
const listFilters = {
  /** Part of a name or identifier, regardless of case and accents. */
  search: textOf('line').min(1).max(255).optional(),
  status: anyOf(z.enum(categoryStatuses)),
  /** The category that they stand in. */
  parentId: id.optional(),
}

/** `GET /api/categories` (CAT-16): in the order of the tree unless asked otherwise. */
export const listCategoriesCall = {
  method: 'get',
  path: '/api/categories',
  query: listQuery(listFields, listFilters),
  answer: collection(listedCategoryAnswer),
} as const

/** `GET /api/categories/with-products` (CAT-16): those with products in or below them. */
export const listCategoriesWithProductsCall = {
  method: 'get',
  path: '/api/categories/with-products',
  query: listQuery(listFields, listFilters),
  answer: collection(listedCategoryAnswer),
} as const
/** What a list of categories is asked. */
export type CategoryListQuery = z.output<typeof listCategoriesCall.query>

const ruleOfCategory = z.object({ id: z.string(), circuitId: z.string(), isInherited: z.boolean() })

/** A category whole (CAT-03, CAT-04). */
export const categoryAnswer = listedCategoryAnswer.extend({
  description: z.string().nullable(),
  translations: translationsOf(categoryTexts),
  childrenDescription: z.string().nullable(),
  highlightedInstruction: z.string().nullable(),
  children: z.array(treeCategoryAnswer.omit({ parentId: true })),
  /** The buyer's entity, and the account that it stands for; null where a category above names the buyer. */
  organizationId: z.string().nullable(),
  buyerAccountId: z.string().nullable(),
  buyer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of products that do not say it themselves: in whole grams and centimetres. */
  defaultWeightGrams: z.int().nullable(),
  defaultHeightCm: z.int().nullable(),
  defaultLengthCm: z.int().nullable(),
  defaultWidthCm: z.int().nullable(),
  /** What products of the category inherit, from it or from the nearest above that says it. */
  inheritedMeasures: z.record(
    z.enum(measures),
    z.object({ value: z.int(), categoryId: z.string(), categoryName: z.string() }).nullable(),
  ),
  absorptionType: z.enum(absorptionTypes),
  /** Percent of two decimals at most, or cents where the type is a value. */
  absorptionValue: z.number().nullable(),
  absorptionMaxCents: z.int().nullable(),
  /** Warehouses that a dispatch rule about the category, or one above, sends its products to. */
  referringWorkshops: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Circuits that take the category or one above. */
  circuits: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.enum(circuitTypes), isInherited: z.boolean() }),
  ),
  /** The rules by which they do. */
  dispatchCircuitRules: z.array(ruleOfCategory),
  /** The first of them, one of its own before one of a category above (CAT-03). */
  dispatchCircuitRule: ruleOfCategory.nullable(),
})
/** A category whole. */
export type CategoryAnswer = z.output<typeof categoryAnswer>

/** `GET /api/categories/{id}` (CAT-16). */
export const readCategoryCall = {
  method: 'get',
  path: '/api/categories/{id}',
  params: idParams,
  answer: categoryAnswer,
} as const

/** `GET /api/internal/categories/root` (CAT-20): what stands at the top of the tree. */
export const readRootCategoriesCall = {
  method: 'get',
  path: '/api/internal/categories/root',
  answer: treeAnswer,
} as const

/** `GET /api/internal/categories/{id}` (CAT-20): the same as `GET /api/categories/{id}`. */
export const readInternalCategoryCall = {
  method: 'get',
  path: '/api/internal/categories/{id}',
  params: idParams,
  answer: categoryAnswer,
} as const

/** `GET /api/internal/categories/{id}/ancestry` (CAT-20): the way to a category, from the top down to itself. */
export const readCategoryAncestryCall = {
  method: 'get',
  path: '/api/internal/categories/{id}/ancestry',
  params: idParams,
  answer: treeAnswer,
} as const

/** JPG or PNG of at most 250 kB (CAT-11); null takes it away. */
const picture = pictureBytes.nullable()

/** `POST /api/categories` (CAT-18): the new category stands behind the others of its parent. */
export const createCategoryCall = {
  method: 'post',
  path: '/api/categories',
  body: newCategorySchema.safeExtend({ image: picture.optional() }),
  answer: categoryAnswer,
} as const

/** `PATCH /api/categories/{id}` as a merge patch (CAT-18); `If-Match` refuses a change over an older version. */
export const patchCategoryCall = {
  method: 'patch',
  path: '/api/categories/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: categoryPatchSchema.extend({
    image: picture.optional(),
    /** The buyer of a category that has none of its own yet, as one from a template; a buyer that is there stays. */
    organizationId: z.guid().toLowerCase().optional(),
  }),
  answer: categoryAnswer,
} as const

/** What keeps a category from being archived (CAT-14): nothing of it may be left. */
export const checkpointsAnswer = z.object({
  /** Categories in it that are not archived themselves. */
  children: z.int(),
  /**
   * Products of the category that are not archived, drafts and those that are there besides another one among them.
   */
  products: z.int(),
  questions: z.int(),
  mayBeArchived: z.boolean(),
})
/** What keeps a category from being archived. */
export type ArchiveCheckpoints = z.output<typeof checkpointsAnswer>

/** `GET /api/categories/{id}/checkpoints-to-archive` (CAT-15). */
export const readCheckpointsCall = {
  method: 'get',
  path: '/api/categories/{id}/checkpoints-to-archive',
  params: idParams,
  answer: checkpointsAnswer,
} as const
