import type { Declaration } from '#domain/buyback/declaration.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import { modifierLines, paymentFor, type ModifierLine } from '#domain/buyback/modifiers.ts'
import type { CatalogError } from '#domain/catalog/catalog-errors.ts'
import type { Question, Questionnaire } from '#domain/catalog/questionnaire.ts'
import { cents, type Cents } from '#domain/kernel/money.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { comparePrices, type PriceComparison } from '#domain/compliance/controlled-price.ts'
import { decideSetAside, decideTest, type ControlDecision, type ControlPlace } from '#domain/compliance/compliance.ts'
import type { ItemError } from '#domain/item/item-errors.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { chosenAnswers, type TestDraft } from './test-draft.ts'

/** The product as declared and as found, each with the questions that it is priced by. */
export interface TestTerms {
  readonly declaration: Declaration
  readonly declared: ProductTerms
  readonly found: ProductTerms
  /** Questions of the product in hand; none of a simple one. */
  readonly questions: readonly Question[]
}

/** The result of a test, before it is confirmed. */
export interface EvaluatedTest {
  readonly decision: ControlDecision
  /** Null where the product is set aside unpriced. */
  readonly compared: PriceComparison | null
  /** Bonuses and deductions on the price that the customer is told. */
  readonly modifiers: readonly ModifierLine[]
  /** What the customer would be paid for it. */
  readonly paymentCents: Cents | null
  /** What the customer was to be paid as declared; null where no price was declared. */
  readonly declaredPaymentCents: Cents | null
}

/** Why it has no result. */
export type EvaluationError = ItemError | CatalogError

/** The terms of a test, from what the device has; they are those that the server takes. */
export function termsOf(
  item: ItemRow,
  product: TestDraft['product'],
  config: Config | null,
): Result<TestTerms, 'CONTROL_QUESTIONS_UNKNOWN'> {
  const { declaration } = itemFacts(item)
  if (declaration === null) return fail('CONTROL_QUESTIONS_UNKNOWN')
  const asked = questionnaireOf(config, declaration.questionnaireId)
  if (asked === null) return fail('CONTROL_QUESTIONS_UNKNOWN')
  const { productId, simple, prices } = declaration
  const declared: ProductTerms = { productId, simple, prices, questionnaire: asked }
  const found = foundTerms(item, declared, product, config)
  if (found === null) return fail('CONTROL_QUESTIONS_UNKNOWN')
  return succeed({ declaration, declared, found, questions: found.simple ? [] : found.questionnaire.questions })
}

function foundTerms(
  item: ItemRow,
  declared: ProductTerms,
  product: TestDraft['product'],
  config: Config | null,
): ProductTerms | null {
  if (product === null || product.id === declared.productId) return declared
  const questionnaire = questionnaireOf(config, product.terms.questionnaireId)
  if (questionnaire === null) return null
  const prices = product.terms.prices.findLast(({ sinceMs }) => sinceMs <= item.createdAtMs)?.prices ?? {}
  return {
    productId: product.id,
    simple: product.terms.simple,
    prices: prices as ProductTerms['prices'],
    questionnaire,
  }
}

function questionnaireOf(config: Config | null, id: string | null): Questionnaire | null {
  if (id === null) return { id: '', questions: [] }
  return config?.questionnaires?.find((each) => each.id === id) ?? null
}

/** Where and under which rules this device tests. */
export function controlPlace(config: Config | null, warehouseId: string, chosenStockId: string | null): ControlPlace {
  return {
    warehouseId,
    requirement: config?.settings.warehouseCheckinRequirement ?? 'optional',
    nativeStock: (native: NativeStock) =>
      config?.stocks.find((stock) => stock.warehouseId === warehouseId && stock.native === native)?.id ?? '',
    chosenStockId,
  }
}

/** Judges what has been said, by the rules that the server judges by. */
export function evaluateDraft(
  draft: TestDraft,
  item: ItemRow,
  config: Config | null,
  warehouseId: string,
): Result<EvaluatedTest, EvaluationError> {
  const place = controlPlace(config, warehouseId, draft.stockId)
  if (draft.setAside !== null) {
    const decided = decideSetAside(item, place)
    return decided.ok
      ? succeed({
          decision: decided.value,
          compared: null,
          modifiers: [],
          paymentCents: null,
          declaredPaymentCents: null,
        })
      : decided
  }
  const terms = termsOf(item, draft.product, config)
  if (!terms.ok) return terms
  const { declaration, declared, found, questions } = terms.value
  const compared = comparePrices(declaration, { terms: found, answers: chosenAnswers(draft, questions) }, declared)
  if (!compared.ok) return compared
  const decided = decideTest(item, declaration, compared.value, place)
  if (!decided.ok) return decided
  const { declaredCents } = compared.value
  const told = cents(compared.value.toldCents)
  return succeed({
    decision: decided.value,
    compared: compared.value,
    modifiers: modifierLines(told, declaration.modifiers),
    paymentCents: paymentFor(told, declaration.modifiers),
    declaredPaymentCents: declaredCents === null ? null : paymentFor(declaredCents, declaration.modifiers),
  })
}
