import { grades, type Grade } from '../catalog/grade.ts'
import { mayStandIn, misplacedField } from '../catalog/product-rules.ts'
import { productSchema, type StoredProduct } from '../catalog/product.schema.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { readCell, type CellValue } from './import-cell.ts'
import { importFields, priceColumns } from './import-fields.ts'
import { translatedFields, translationsAfter, translationValues, withoutTranslations } from './translated-columns.ts'
import {
  changesOf,
  decideEach,
  fault,
  findById,
  keyOf,
  schemaFault,
  type Decision,
  type FieldValues,
  type Found,
  type ImportLine,
  type LineFault,
  type LineUnit,
} from './import-line.ts'

/** A category that a product may be put into. */
export interface ImportPlace {
  readonly id: string
  readonly identifier: string
  readonly isActive: boolean
}

/** What the account has when a part of a file is decided. */
export interface ProductWorld {
  /** Products that one of the lines may be about. */
  readonly products: readonly StoredProduct[]
  readonly categories: readonly ImportPlace[]
  /** Archived categories in which archived ones of the products stand: what comes back leaves them. */
  readonly archivedCategoryIds: ReadonlySet<string>
  readonly strategy: ImportStrategy
  readonly newId: () => string
}

/** What a part of a file does to the products. */
export type ProductDecision = Decision<StoredProduct>

/** Decides the lines of a part of a file one after the other (IO-05), by the rules of products (CAT-34 to CAT-41). */
export function decideProducts(units: readonly LineUnit[], world: ProductWorld): ProductDecision {
  const index = indexOf(world.products)
  const places = new Map(world.categories.map((category) => [category.identifier, category]))
  return decideEach(units, index, (line) => decide(line, index, places, world))
}

type Places = ReadonlyMap<string, ImportPlace>

function decide(
  line: ImportLine,
  index: ProductIndex,
  places: Places,
  { strategy, newId, archivedCategoryIds }: ProductWorld,
): Result<StoredProduct | null, LineFault> {
  const found = find(line, index, strategy, newId)
  if (!found.ok) return found
  const { id, present } = found.value
  const isPriceList = strategy === 'recommerce'
  if (isPriceList && present === null) return fail(fault('LINE_PRODUCT_UNKNOWN', 'buyer_reference'))
  const before = present === null ? null : valuesOf(present)
  const changes = changesOf(isPriceList ? priceColumns : fields, line, before)
  if (!changes.ok) return changes
  const placed = isPriceList ? succeed({}) : placesOf(line, present, places)
  if (!placed.ok) return placed
  const changed = { ...changes.value, ...placed.value }
  if (present !== null && Object.keys(changed).length === 0) return succeed(null)
  const validated = validate(id, { ...(before ?? emptyValues), ...changed }, present)
  if (!validated.ok || present === null) return validated
  const isActive = new Map(
    [validated.value.mainCategoryId, ...validated.value.secondaryCategoryIds].map((each) => [
      each,
      !archivedCategoryIds.has(each),
    ]),
  )
  const misplaced = present.status === 'archived' ? misplacedField(validated.value, present, isActive) : null
  if (misplaced === null) return validated
  return fail(fault('LINE_CATEGORY_UNKNOWN', misplaced === 'mainCategoryId' ? 'main_category' : 'secondary_categories'))
}

/**
 * Generic: by the buyer's reference, and by the GTIN among those products that have no other reference than the line,
 * because one GTIN is sold under several.
 */
function find(
  line: ImportLine,
  index: ProductIndex,
  strategy: ImportStrategy,
  newId: () => string,
): Result<Found<StoredProduct>, LineFault> {
  if (strategy === 'uuid') return findById(line, 'id', index.get)
  const reference = keyOf(line, 'buyer_reference')
  const gtin = strategy === 'generic' ? keyOf(line, 'gtin') : null
  if (reference === null && gtin === null) return fail(fault('LINE_KEY_MISSING', 'buyer_reference'))
  const named = reference === null ? [] : index.withReference(reference)
  const ofGtin = (rows: readonly StoredProduct[]) => rows.filter((product) => product.gtin === gtin)
  // Several have the reference: the GTIN tells them apart.
  const byReference = named.length > 1 && ofGtin(named).length > 0 ? ofGtin(named) : named
  const coded = gtin === null ? [] : index.withGtin(gtin)
  const byGtin = coded.filter((product) => reference === null || product.buyerReference === null)
  const candidates = byReference.length > 0 ? byReference : byGtin
  if (candidates.length > 1) return fail(fault('LINE_AMBIGUOUS', byReference.length > 0 ? 'buyer_reference' : 'gtin'))
  const [present = null] = candidates
  return succeed({ id: present?.id ?? newId(), present })
}

/** The categories that a line names, where they are others than before. */
function placesOf(line: ImportLine, present: StoredProduct | null, places: Places): Result<FieldValues, LineFault> {
  const changes: Record<string, CellValue> = {}
  const main = keyOf(line, 'main_category')
  if (main !== null) {
    const place = places.get(main)
    const isKept = place !== undefined && place.id === present?.mainCategoryId
    if (!mayStandIn(place, isKept)) return fail(fault('LINE_CATEGORY_UNKNOWN', 'main_category'))
    if (!isKept) changes['mainCategoryId'] = place!.id
  }
  const named = line.cells['secondary_categories']
  if (named === undefined) return succeed(changes)
  const read = readCell('list', named)
  const before = new Set(present?.secondaryCategoryIds ?? [])
  const others = (read.ok ? (read.value as readonly string[]) : []).map((identifier) => places.get(identifier))
  if (others.some((place) => place === undefined || !mayStandIn(place, before.has(place.id))))
    return fail(fault('LINE_CATEGORY_UNKNOWN', 'secondary_categories'))
  const ids = others.map((place) => place!.id)
  if (ids.length !== before.size || ids.some((id) => !before.has(id))) changes['secondaryCategoryIds'] = ids
  return succeed(changes)
}

function validate(id: string, values: FieldValues, present: StoredProduct | null): Result<StoredProduct, LineFault> {
  const prices: Partial<Record<Grade, CellValue>> = {}
  const rest: Record<string, CellValue> = {}
  for (const [path, value] of Object.entries(withoutTranslations(values))) {
    const grade = grades.find((one) => path === `prices.${one}`)
    if (grade === undefined) rest[path] = value
    else if (value !== null) prices[grade] = value
  }
  if (rest['mainCategoryId'] === undefined) return fail(fault('LINE_VALUE_MISSING', 'main_category'))
  const translations = translationsAfter('product', present?.translations, values)
  const parsed = productSchema.safeParse({ ...rest, label: rest['label'] ?? '', translations, prices })
  if (!parsed.success) return fail(schemaFault(fields, parsed.error.issues[0]!))
  return succeed({ id, ...parsed.data })
}

const fields = { ...importFields.products, ...translatedFields('product') }

const emptyValues: FieldValues = {
  ...Object.fromEntries(Object.values(importFields.products).map(({ path }) => [path, null])),
  tacCodes: [],
  secondaryCategoryIds: [],
  status: 'draft',
  simple: false,
  imeiCollect: false,
  buybackZeroNotAllowed: false,
}

function valuesOf({ id: _id, prices, translations, ...values }: StoredProduct): FieldValues {
  return {
    ...values,
    ...translationValues('product', translations),
    ...Object.fromEntries(grades.map((grade) => [`prices.${grade}`, prices[grade] ?? null])),
  }
}

interface ProductIndex {
  readonly get: (id: string) => StoredProduct | undefined
  readonly withReference: (reference: string) => readonly StoredProduct[]
  readonly withGtin: (gtin: string) => readonly StoredProduct[]
  readonly put: (product: StoredProduct) => void
}

function indexOf(products: readonly StoredProduct[]): ProductIndex {
  const byId = new Map<string, StoredProduct>()
  const [byReference, byGtin] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const note = (map: Map<string, Set<string>>, key: string | null, id: string): void => {
    if (key !== null) map.set(key, (map.get(key) ?? new Set()).add(id))
  }
  const put = (product: StoredProduct): void => {
    byId.set(product.id, product)
    note(byReference, product.buyerReference, product.id)
    note(byGtin, product.gtin, product.id)
  }
  // A product that has got another key stands under its old one too, and is looked at again.
  const found = (map: ReadonlyMap<string, ReadonlySet<string>>, key: string, own: 'buyerReference' | 'gtin') =>
    [...(map.get(key) ?? [])].map((id) => byId.get(id)!).filter((product) => product[own] === key)
  for (const product of products) put(product)
  return {
    get: (id) => byId.get(id),
    put,
    withReference: (reference) => found(byReference, reference, 'buyerReference'),
    withGtin: (gtin) => found(byGtin, gtin, 'gtin'),
  }
}
