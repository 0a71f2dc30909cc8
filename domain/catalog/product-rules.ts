import { withoutField } from '../kernel/translations.ts'
import { grades } from './grade.ts'
import type { NewProduct, ProductBody, ProductPatch } from './product.schema.ts'

/** Why a product is not created or changed; stable, shown and translated by code. */
export const productErrors = [
  /** No active category has the id. */
  'PRODUCT_CATEGORY_UNKNOWN',
  /** The account has a product of this id. */
  'PRODUCT_ID_TAKEN',
  /** More products are meant than one change takes. */
  'PRODUCT_SELECTION_TOO_LARGE',
  /** Other products are meant than were looked at, or their prices are others. */
  'PRODUCT_SELECTION_CHANGED',
] as const
export type ProductError = (typeof productErrors)[number]

/** Fields that customers read, and that are translated. */
export const productTexts = ['label'] as const

/** Products that one change of many may mean. */
export const mostProductsAtOnce = 2000

/** What a product is where nothing is said of it. */
const emptyProduct: Omit<ProductBody, 'label' | 'mainCategoryId'> = {
  brand: null,
  manufacturerModel: null,
  buyerReference: null,
  gtin: null,
  tacCodes: [],
  secondaryCategoryIds: [],
  status: 'draft',
  simple: false,
  imeiCollect: false,
  buybackZeroNotAllowed: false,
  comment: null,
  heightCm: null,
  lengthCm: null,
  widthCm: null,
  weightGrams: null,
  prices: {},
}

/** A new product whole: a draft without codes and prices, but for what is said of it. */
export function newProduct(body: NewProduct): ProductBody {
  return inPlace({ ...emptyProduct, ...named(body) })
}

/** A product after a merge patch. */
export function patchedProduct(before: ProductBody, { prices, ...patch }: ProductPatch): ProductBody {
  const priced = grades.flatMap((grade) => {
    const cents = prices?.[grade] === undefined ? before.prices[grade] : prices[grade]
    return cents === undefined || cents === null ? [] : [[grade, cents] as const]
  })
  return inPlace({ ...before, ...named(patch), prices: Object.fromEntries(priced) })
}

/**
 * A copy of a product: a draft that keeps everything but the codes by which an import or a scan would take it for the
 * first one. Under another name it has that name in each language.
 */
export function copiedProduct(product: ProductBody, label: string | null): ProductBody {
  const { buyerReference, gtin, tacCodes, status } = emptyProduct
  const copy = { ...product, buyerReference, gtin, tacCodes, status }
  if (label === null || label === product.label) return copy
  return { ...copy, label, translations: withoutField(product.translations ?? {}, 'label') }
}

/** Whether a product may stand in a category: one that is active, or that it stands in and goes on standing in. */
export function isCategoryAllowed(category: { readonly isActive: boolean } | undefined, isKept: boolean): boolean {
  return category !== undefined && (category.isActive || isKept)
}

/**
 * The field whose category the product may not have; null where all are well. A product that comes back from the archive
 * keeps no archived category.
 */
export function misplacedField(
  after: ProductBody,
  before: ProductBody | null,
  isActive: ReadonlyMap<string, boolean>,
): 'mainCategoryId' | 'secondaryCategoryIds' | null {
  const comesBack = before?.status === 'archived' && after.status !== 'archived'
  const may = (id: string, isKept: boolean): boolean => {
    const active = isActive.get(id)
    return isCategoryAllowed(active === undefined ? undefined : { isActive: active }, isKept && !comesBack)
  }
  if (!may(after.mainCategoryId, after.mainCategoryId === before?.mainCategoryId)) return 'mainCategoryId'
  const kept = new Set(before?.secondaryCategoryIds ?? [])
  return after.secondaryCategoryIds.every((id) => may(id, kept.has(id))) ? null : 'secondaryCategoryIds'
}

/** The main category is no secondary one beside it. */
function inPlace(product: ProductBody): ProductBody {
  const others = product.secondaryCategoryIds.filter((id) => id !== product.mainCategoryId)
  return { ...product, secondaryCategoryIds: others }
}

/** The fields that are said; a field that is undefined is not. */
function named<Body extends object>(body: Body): { [Field in keyof Body]: Exclude<Body[Field], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never
}
