import type { PublicProduct } from '#sync/calls/public-catalog.ts'
import type { ProductRow } from './product-queries.ts'
import { productSlug } from './search-queries.ts'

/** A product with all that the wizard asks and prices by, as its page reads it. */
export function publicProduct(row: ProductRow, pricedAt: Date): PublicProduct {
  const { prices, questionnaire, categoryPath, tacs } = row
  const category = categoryPath.at(-1)
  const worth = Object.values(prices)
  return {
    id: row.id,
    slug: productSlug(row.brand, row.label),
    label: row.label,
    brand: row.brand,
    model: row.model,
    image: row.image,
    imageHd: row.imageHd,
    gtin: row.gtin,
    reference: row.reference,
    categoryId: category?.id ?? '',
    categoryName: category?.name ?? '',
    categoryPath: [...categoryPath],
    highlightedInstruction: row.highlightedInstruction,
    simple: row.simple,
    buybackZeroNotAllowed: row.buybackZeroNotAllowed,
    imeiCollect: row.imeiCollect,
    tacs: [...tacs],
    bestPriceCents: worth.length === 0 ? null : Math.max(...worth),
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
                ...question,
                image: row.questionImages?.[question.id] ?? null,
              })),
            },
    },
    pricedAt: pricedAt.toISOString(),
  }
}
