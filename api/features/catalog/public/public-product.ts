import { bestPrice } from '#domain/catalog/best-price.ts'
import { answerTexts, questionTexts } from '#domain/catalog/question-limits.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { textIn, wordedFor } from '#domain/kernel/translations.ts'
import type { PublicProduct, PublicQuestion } from '#sync/calls/public-catalog.ts'
import type { ProductRow } from './public-product-queries.ts'
import { productSlug } from './search-queries.ts'

/** A product with all that the wizard asks and prices by, as its page reads it, in a language; null is the account's. */
export function publicProduct(row: ProductRow, pricedAt: Date, language: Language | null): PublicProduct {
  const { prices, questionnaire, tacs } = row
  const categoryPath = row.categoryPath.map((category) => wordedFor(category, ['name'], language))
  const category = categoryPath.at(-1)
  return {
    id: row.id,
    slug: productSlug(row.brand, row.label),
    label: wordedFor(row, ['label'], language).label,
    brand: row.brand,
    model: row.model,
    image: row.image,
    imageHd: row.imageHd,
    gtin: row.gtin,
    reference: row.reference,
    categoryId: category?.id ?? '',
    categoryName: category?.name ?? '',
    categoryPath,
    highlightedInstruction: textIn(
      row.highlightedInstruction,
      row.categoryTranslations,
      'highlightedInstruction',
      language,
    ),
    simple: row.simple,
    buybackZeroNotAllowed: row.buybackZeroNotAllowed,
    imeiCollect: row.imeiCollect,
    tacs: [...tacs],
    buyer: row.buyer,
    bestPriceCents: bestPrice({ simple: row.simple, prices, questions: questionnaire?.questions ?? [] }),
    terms: {
      productId: row.id,
      simple: row.simple,
      prices,
      questionnaire:
        questionnaire === null
          ? { id: '', questions: [] }
          : {
              id: questionnaire.id,
              questions: questionnaire.questions.map((question) => ({
                ...questionIn(question, row.wordings, language),
                image: row.questionImages?.[question.id] ?? null,
              })),
            },
    },
    pricedAt: pricedAt.toISOString(),
  }
}

function questionIn(
  { answers, ...question }: PublicQuestion,
  wordings: ProductRow['wordings'],
  language: Language | null,
): PublicQuestion {
  const translated = <Row extends { readonly id: string }>(row: Row) => ({
    ...row,
    translations: wordings[row.id] ?? {},
  })
  return {
    ...wordedFor(translated(question), questionTexts, language),
    answers: answers.map((answer) => wordedFor(translated(answer), answerTexts, language)),
  }
}
