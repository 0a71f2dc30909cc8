import { picturePath } from '#sync/calls/picture.ts'
import { demoCategories, demoQuestions } from './categories.ts'
import type { Row } from './insert-rows.ts'
import { drawnCategory, drawnProduct } from './drawings/drawn-product.ts'
import type { Drawing } from './drawings/picture-rows.ts'
import { drawnQuestion } from './drawings/questions.ts'
import { demoProducts, pricesOf } from './products.ts'
import { createRandom, type Random } from './random.ts'
import { translatedName } from './translated-names.ts'
import { demoTranslations } from './translations.ts'

/** Whose catalogue, and how much of it. */
export interface CatalogPlan {
  readonly accountId: string
  readonly bornMs: number
  readonly everyNthProduct: number
  readonly buyerAccountId: string | null
  readonly buyerOrganizationId: string | null
  /** Of pictures, whose ids are drawn apart so that everything else is the same with and without. */
  readonly pictureSeed: number
}

/** A catalogue as it is inserted. */
export interface CatalogRows {
  /** By table, in the order of insertion. */
  readonly tables: readonly (readonly [string, readonly Row[]])[]
  /** Of the categories that hold products. */
  readonly leafIds: readonly string[]
  readonly drawings: readonly Drawing[]
}

/** The catalogue of an account: its tree, what is asked, what is bought back, and the pictures of both. */
export function catalogRows(random: Random, plan: CatalogPlan): CatalogRows {
  const { accountId: account_id, bornMs } = plan
  const categoryIds = new Map(demoCategories.map((each, at) => [each.identifier, random.id(bornMs + at)]))
  const questionIds = new Map(Object.keys(demoQuestions).map((key, at) => [key, random.id(bornMs + at)]))
  const products = demoProducts(random)
    .filter((_, at) => at % plan.everyNthProduct === 0)
    .map((product, at) => ({ ...product, id: random.id(bornMs + at * 60_000), createdMs: bornMs + at * 60_000 }))
  const pictures = createRandom(plan.pictureSeed)
  const drawings: Drawing[] = []
  const drawn = (svg: string): string => {
    const id = pictures.id(bornMs)
    drawings.push({ id, svg })
    return picturePath(id)
  }
  const leaves = demoCategories.filter((each) => each.questions !== undefined)
  const tables: (readonly [string, readonly Row[]])[] = [
    ...categoryTables(account_id, plan, categoryIds, drawn),
    [
      'question',
      Object.entries(demoQuestions).map(([key, question]) => ({
        account_id,
        id: questionIds.get(key),
        title: question.title,
        how_to_test: question.howToTest,
        translations: demoTranslations({ title: question.title, howToTest: question.howToTest }),
        image: drawn(drawnQuestion(key as keyof typeof demoQuestions)),
        created_at: new Date(bornMs).toISOString(),
        version: 1,
      })),
    ],
    [
      'answer',
      Object.keys(demoQuestions).flatMap((key) => answerRows(random, account_id, key, questionIds.get(key)!, bornMs)),
    ],
    [
      'category_question',
      leaves.flatMap((leaf) =>
        leaf.questions!.map((key, at) => ({
          account_id,
          category_id: categoryIds.get(leaf.identifier),
          question_id: questionIds.get(key),
          position: at + 1,
        })),
      ),
    ],
    [
      'product',
      products.map((product, at) => ({
        account_id,
        id: product.id,
        label: product.label,
        translations: translatedName(product.label),
        brand: product.brand,
        manufacturer_model: product.model,
        buyer_reference: `RN-${String(at + 1).padStart(5, '0')}`,
        gtin: product.gtin,
        main_category_id: categoryIds.get(product.category),
        simple: product.simple,
        buyback_zero_not_allowed: false,
        imei_collect: product.imeiCollect,
        image: drawn(drawnProduct(product)),
        // A few wait to be published, as in any catalogue.
        status: at % 60 === 59 ? 'draft' : 'published',
        created_at: new Date(product.createdMs).toISOString(),
        version: 1,
      })),
    ],
    [
      'product_tac',
      products.filter((each) => each.tac !== null).map((each) => ({ account_id, tac: each.tac, product_id: each.id })),
    ],
    [
      'product_price',
      products.flatMap((product) =>
        pricesOf(product).map(({ grade, priceCents }) => ({
          account_id,
          product_id: product.id,
          grade,
          price_cents: priceCents,
        })),
      ),
    ],
  ]
  return { tables, leafIds: leaves.map((leaf) => categoryIds.get(leaf.identifier)!), drawings }
}

// A child's path is read from its parent, so the tree goes in by depth.
function categoryTables(
  account_id: string,
  plan: CatalogPlan,
  ids: ReadonlyMap<string, string>,
  drawn: (svg: string) => string,
): readonly (readonly [string, readonly Row[]])[] {
  const rows = demoCategories.map((each, at) => ({
    account_id,
    id: ids.get(each.identifier),
    parent_category_id: each.parent === null ? null : ids.get(each.parent),
    name: each.name,
    translations: demoTranslations({ name: each.name }),
    identifier: each.identifier,
    buyer_account_id: plan.buyerAccountId,
    buyer_organization_id: plan.buyerOrganizationId,
    description: null,
    image: drawn(drawnCategory(typicalOf(each.identifier))),
    image_alt: each.name,
    status: 'active',
    default_weight_grams: each.weightGrams ?? null,
    default_length_cm: each.sizeCm?.[0] ?? null,
    default_width_cm: each.sizeCm?.[1] ?? null,
    default_height_cm: each.sizeCm?.[2] ?? null,
    // Phones absorb small differences, so that the feature can be seen.
    absorption_type: each.identifier === 'smartphones' ? 'percentage_declared' : 'none',
    absorption_value: each.identifier === 'smartphones' ? '5.00' : null,
    absorption_max_cents: each.identifier === 'smartphones' ? 2000 : null,
    position: at,
    created_at: new Date(plan.bornMs).toISOString(),
    version: 1,
  }))
  return [
    ['category', rows.filter((row) => row.parent_category_id === null)],
    ['category', rows.filter((row) => row.parent_category_id !== null)],
  ]
}

// A category that holds others is shown by the first of them.
function typicalOf(identifier: string): string {
  return demoCategories.find(({ parent }) => parent === identifier)?.identifier ?? identifier
}

function answerRows(random: Random, account_id: string, key: string, questionId: string, bornMs: number): Row[] {
  const { answers } = demoQuestions[key as keyof typeof demoQuestions]
  return answers.map((answer, at) => {
    const impact: readonly [string, number, number?] = 'impact' in answer ? answer.impact : ['none', 0]
    return {
      account_id,
      id: random.id(bornMs + at),
      question_id: questionId,
      position: at + 1,
      name: answer.name,
      translations: demoTranslations({ name: answer.name }),
      best_grade: answer.best,
      impact_type: impact[0],
      impact_value: impact[1],
      impact_cap_cents: impact[2] ?? null,
    }
  })
}
