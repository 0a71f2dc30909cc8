import { languages } from '#domain/kernel/languages.ts'
import type { Translations, TranslationsChange } from '#domain/kernel/translations.ts'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { measures, type Measure } from '#domain/catalog/product-measures.ts'
import type { Prices } from '#domain/catalog/price-change.ts'
import {
  productPatchSchema,
  productSchema,
  type ProductBody,
  type ProductPatch,
} from '#domain/catalog/product.schema.ts'
import type { ProductStatus } from '#domain/catalog/product-status.ts'
import { tacCodesOf, tacCodesText } from '#domain/catalog/tac-codes.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { ProductAnswer } from '#sync/calls/product.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { isWrongFile, type PictureValue } from '#web/staff/ui/form/picture-file.ts'

/** What was typed into a field of numbers: a number, or text that is none yet. */
export type Typed = string | number

/** Tabs of a product's page, in order (CAT-30). */
export const productTabs = ['images', 'general', 'prices', 'diagnostic'] as const
export type ProductTab = (typeof productTabs)[number]

/** The price of each grade as it is typed, in whole units. */
export type TypedPrices = Readonly<Record<Grade, Typed>>

/** A product as it is being written; prices in whole units. */
export interface ProductDraft {
  readonly image: PictureValue
  readonly imageHd: PictureValue
  readonly label: string
  /** Its texts in other languages than the account's. */
  readonly translations: Translations
  readonly brand: string
  readonly manufacturerModel: string
  readonly buyerReference: string
  readonly gtin: string
  readonly tacCodes: string
  readonly mainCategoryId: string | null
  readonly secondaryCategoryIds: readonly string[]
  readonly status: ProductStatus
  readonly simple: boolean
  readonly imeiCollect: boolean
  readonly buybackZeroNotAllowed: boolean
  readonly comment: string
  readonly measures: Readonly<Record<Measure, Typed>>
  readonly prices: TypedPrices
}

/** What is wrong with fields, as their schema says it, by their path. */
export type ProductFaults = ReadonlyMap<string, string>

/** A product as its form begins: one that is there, or a new one. */
export function draftOf(product: ProductAnswer | null): ProductDraft {
  return {
    image: undefined,
    imageHd: undefined,
    label: product?.label ?? '',
    translations: product?.translations ?? {},
    brand: product?.brand ?? '',
    manufacturerModel: product?.manufacturerModel ?? '',
    buyerReference: product?.buyerReference ?? '',
    gtin: product?.gtin ?? '',
    tacCodes: tacCodesText(product?.tacCodes ?? []),
    mainCategoryId: product?.mainCategoryId ?? null,
    secondaryCategoryIds: product?.secondaryCategoryIds ?? [],
    status: product?.status ?? 'draft',
    simple: product?.simple ?? false,
    imeiCollect: product?.imeiCollect ?? false,
    buybackZeroNotAllowed: product?.buybackZeroNotAllowed ?? false,
    comment: product?.comment ?? '',
    measures: byKey(measures, (measure) => product?.[measure] ?? ''),
    prices: typedPrices(product?.prices ?? {}),
  }
}

/** What is sent of a draft, or which of its fields have to be mended. */
export function checkProduct(draft: ProductDraft): Result<ProductBody, ProductFaults> {
  const { image, imageHd, measures: sizes, gtin, tacCodes, prices, translations, ...rest } = draft
  const parsed = productSchema.safeParse({
    ...rest,
    translations: sentTexts(translations),
    ...byKey(measures, (measure) => (sizes[measure] === '' ? null : Number(sizes[measure]))),
    gtin: gtin.trim() === '' ? null : gtin.trim(),
    tacCodes: tacCodesOf(tacCodes),
    prices: readPrices(prices),
  })
  const faults = new Map(
    (parsed.error?.issues ?? []).map(({ path, message }) => [fieldOf(path), message] as const).toReversed(),
  )
  if (isWrongFile(image)) faults.set('image', image.code)
  if (isWrongFile(imageHd)) faults.set('imageHd', imageHd.code)
  return parsed.success && faults.size === 0 ? succeed(parsed.data) : fail(faults)
}

/** What differs from the product that is there; a price that was emptied is taken away. */
export function changesOf(product: ProductAnswer, body: ProductBody): ProductPatch {
  const { prices: _prices, translations, ...fields } = body
  const changed = Object.entries(fields).filter(
    ([field, value]) => !isSame(product[field as keyof typeof fields], value),
  )
  return {
    ...Object.fromEntries(changed),
    ...changedTexts(product.translations, translations ?? {}),
    ...changedPrices(product.prices, body.prices),
  }
}

/** Texts in other languages that differ; null takes one away. */
function changedTexts(before: Translations, after: TranslationsChange): Pick<ProductPatch, 'translations'> {
  const changed = languages.flatMap((language) => {
    const texts = Object.entries(after[language] ?? {}).filter(
      ([field, text]) => (text ?? null) !== (before[language]?.[field] ?? null),
    )
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const]
  })
  return changed.length === 0 ? {} : { translations: Object.fromEntries(changed) }
}

/** Prices as they are typed: with two decimals, unless they are whole. */
export function typedPrices(prices: Prices): TypedPrices {
  return byKey(grades, (grade) => {
    const cents = prices[grade]
    if (cents === undefined) return ''
    return cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)
  })
}

/** What is sent of prices alone, or which of them have to be mended. */
export function checkPrices(stored: Prices, typed: TypedPrices): Result<Pick<ProductPatch, 'prices'>, ProductFaults> {
  const parsed = productPatchSchema.safeParse({ prices: readPrices(typed) })
  if (parsed.success) return succeed(changedPrices(stored, readPrices(typed)))
  return fail(new Map(parsed.error.issues.map(({ path, message }) => [fieldOf(path), message] as const).toReversed()))
}

function readPrices(typed: TypedPrices): Prices {
  const priced = grades.flatMap((grade) => (typed[grade] === '' ? [] : [[grade, centsOf(typed[grade])] as const]))
  return Object.fromEntries(priced)
}

/** Prices that differ; one that was emptied is taken away. */
function changedPrices(before: Prices, after: Prices): Pick<ProductPatch, 'prices'> {
  const changed = grades.flatMap((grade) =>
    after[grade] === before[grade] ? [] : [[grade, after[grade] ?? null] as const],
  )
  return changed.length === 0 ? {} : { prices: Object.fromEntries(changed) }
}

/** The tab on which a field stands. */
export function tabOf(path: string): ProductTab {
  if (path === 'image' || path === 'imageHd') return 'images'
  return path.startsWith('prices') ? 'prices' : 'general'
}

/** The field of the form that a path of the schema, or of a refusal, belongs to. */
export function fieldOf(path: readonly PropertyKey[] | string): string {
  const parts = typeof path === 'string' ? path.split('.') : path.map(String)
  if (parts[0] === 'translations') return parts.join('.')
  return parts[0] === 'prices' ? parts.slice(0, 2).join('.') : (parts[0] ?? '')
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((value) => other.includes(value))
}

function byKey<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

function centsOf(typed: Typed): number {
  return Math.round(Number(typed) * 100)
}
