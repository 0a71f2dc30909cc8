import { demoCategories, demoQuestions } from './categories.ts'
import type { Row } from './insert-rows.ts'
import { demoProducts, pricesOf } from './products.ts'
import type { Random } from './random.ts'
import { demoTranslations } from './translations.ts'

/** Whose catalogue, and how much of it. */
export interface CatalogPlan {
  readonly accountId: string
  readonly bornMs: number
  readonly everyNthProduct: number
  readonly buyerAccountId: string | null
  readonly buyerOrganizationId: string | null
}

/** Rows of the catalogue by table, in the order of insertion, and the ids of the categories that hold products. */
export function catalogRows(
  random: Random,
  plan: CatalogPlan,
): { readonly tables: readonly (readonly [string, readonly Row[]])[]; readonly leafIds: readonly string[] } {
  const { accountId: account_id, bornMs } = plan
  const categoryIds = new Map(demoCategories.map((each, at) => [each.identifier, random.id(bornMs + at)]))
  const questionIds = new Map(Object.keys(demoQuestions).map((key, at) => [key, random.id(bornMs + at)]))
  const products = demoProducts(random)
    .filter((_, at) => at % plan.everyNthProduct === 0)
    .map((product, at) => ({ ...product, id: random.id(bornMs + at * 60_000), createdMs: bornMs + at * 60_000 }))
  const leaves = demoCategories.filter((each) => each.questions !== undefined)
  const tables: (readonly [string, readonly Row[]])[] = [
    ...categoryTables(account_id, plan, categoryIds),
    [
      'question',
      Object.entries(demoQuestions).map(([key, question]) => ({
        account_id,
        id: questionIds.get(key),
        title: question.title,
        how_to_test: question.howToTest,
        translations: demoTranslations({ title: question.title, howToTest: question.howToTest }),
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
        brand: product.brand,
        manufacturer_model: product.model,
        buyer_reference: `RN-${String(at + 1).padStart(5, '0')}`,
        gtin: product.gtin,
        main_category_id: categoryIds.get(product.category),
        simple: product.simple,
        buyback_zero_not_allowed: false,
        imei_collect: product.imeiCollect,
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
  return { tables, leafIds: leaves.map((leaf) => categoryIds.get(leaf.identifier)!) }
}

// A child's path is read from its parent, so the tree goes in by depth.
function categoryTables(
  account_id: string,
  plan: CatalogPlan,
  ids: ReadonlyMap<string, string>,
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
