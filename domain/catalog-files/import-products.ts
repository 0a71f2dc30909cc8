import { grades, type Grade } from '../catalog/grade.ts'
import { isCategoryAllowed, misplacedField } from '../catalog/product-rules.ts'
import { productSchema, type StoredProduct } from '../catalog/product.schema.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { readCell, type CellValue } from './import-cell.ts'
import { importFields, priceColumns } from './import-fields.ts'
import type { InSteps } from './import-units.ts'
import { lookalikeKey, gtinKey, isDated } from './mangled-cell.ts'
import { placeFinder, type ImportPlace, type PlaceFinder } from './import-places.ts'
import { translatedFields, translationsAfter, translationValues, withoutTranslations } from './translated-columns.ts'
import {
  changesOf,
  codeOf,
  decideEach,
  fault,
  findById,
  keyOf,
  ofOwnId,
  schemaFaults,
  type Decided,
  type Decision,
  type FieldValues,
  type Found,
  type ImportLine,
  type LineFault,
} from './import-line.ts'

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
export function* decideProducts(lines: readonly ImportLine[], world: ProductWorld): InSteps<ProductDecision> {
  const index = indexOf(world.products)
  const places = placeFinder(world.categories)
  return yield* decideEach(lines, index, (line) => decide(line, index, places, world))
}

function decide(
  line: ImportLine,
  index: ProductIndex,
  places: PlaceFinder,
  { strategy, newId, archivedCategoryIds }: ProductWorld,
): Result<Decided<StoredProduct>, readonly LineFault[]> {
  const isPriceList = strategy === 'recommerce'
  const found = find(line, index, strategy, newId)
  const present = found.ok ? found.value.present : null
  const before = present === null ? null : valuesOf(present)
  const { values, notices, faults } = changesOf(isPriceList ? priceColumns : fields, line, before)
  if (!found.ok) return fail([found.error, ...faults.filter(({ field }) => field !== found.error.field)])
  const placed = isPriceList ? { values: {}, faults: [] } : placesOf(line, present, places)
  const unread = [...faults, ...placed.faults]
  const changed = { ...values, ...placed.values }
  if (present !== null && unread.length === 0 && Object.keys(changed).length === 0)
    return succeed({ row: null, notices })
  const validated = validate(found.value.id, { ...(before ?? emptyValues), ...changed }, present, unread)
  if (!validated.ok) return validated
  const row = validated.value
  if (present?.status !== 'archived') return succeed({ row, notices })
  const isActive = new Map(
    [row.mainCategoryId, ...row.secondaryCategoryIds].map((each) => [each, !archivedCategoryIds.has(each)]),
  )
  const misplaced = misplacedField(row, present, isActive)
  if (misplaced === null) return succeed({ row, notices })
  return fail([
    fault('LINE_CATEGORY_UNKNOWN', misplaced === 'mainCategoryId' ? 'main_category' : 'secondary_categories'),
  ])
}

/**
 * By the product's own id, where the line has one that is known; else by the buyer's reference, and by the GTIN among
 * those products that have no other reference than the line, because one GTIN is sold under several. A reference that
 * differs from an existing one only as spreadsheets and typing make it differ is nothing new: the line is asked about.
 */
function find(
  line: ImportLine,
  index: ProductIndex,
  strategy: ImportStrategy,
  newId: () => string,
): Result<Found<StoredProduct>, LineFault> {
  if (strategy === 'uuid') return findById(line, 'id', index.get)
  const own = ofOwnId(line, 'id', index.get)
  if (own !== null) return succeed(own)
  if (line.rival !== null) return fail(fault('LINE_REPEATED', null, String(line.rival)))
  const reference = codeOf(line, 'buyer_reference')
  const gtin = strategy === 'generic' ? codeOf(line, 'gtin') : null
  if (reference === null && gtin === null) return fail(missingKey(line, strategy))
  const named = reference === null ? [] : index.withReference(reference)
  const ofGtin = (rows: readonly StoredProduct[]) =>
    rows.filter((product) => gtin !== null && product.gtin !== null && gtinKey(product.gtin) === gtinKey(gtin))
  // Several have the reference: the GTIN tells them apart.
  const byReference = named.length > 1 && ofGtin(named).length > 0 ? ofGtin(named) : named
  const coded = gtin === null ? [] : index.withGtin(gtin)
  const byGtin = coded.filter((product) => reference === null || product.buyerReference === null)
  const candidates = byReference.length > 0 ? byReference : byGtin
  if (candidates.length > 1) return fail(fault('LINE_AMBIGUOUS', byReference.length > 0 ? 'buyer_reference' : 'gtin'))
  const [present = null] = candidates
  const [alike] = reference === null || byReference.length > 0 ? [] : index.alike(reference)
  if (alike !== undefined) return fail(fault('LINE_REFERENCE_ALIKE', 'buyer_reference', alike.buyerReference))
  if (present === null && reference !== null && isDated(reference))
    return fail(fault('LINE_CODE_DATED', 'buyer_reference'))
  if (present === null && strategy === 'recommerce') return fail(fault('LINE_PRODUCT_UNKNOWN', 'buyer_reference'))
  return succeed({ id: present?.id ?? newId(), present })
}

function missingKey(line: ImportLine, strategy: ImportStrategy): LineFault {
  const keys = strategy === 'generic' ? ['buyer_reference', 'gtin'] : ['buyer_reference']
  const mangled = keys.find((column) => keyOf(line, column) !== null)
  return mangled === undefined ? fault('LINE_KEY_MISSING', 'buyer_reference') : fault('LINE_NUMBER_MANGLED', mangled)
}

/** The categories that a line names, where they are others than before. */
function placesOf(
  line: ImportLine,
  present: StoredProduct | null,
  places: PlaceFinder,
): { readonly values: FieldValues; readonly faults: readonly LineFault[] } {
  const changes: Record<string, CellValue> = {}
  const faults: LineFault[] = []
  const main = keyOf(line, 'main_category')
  if (main !== null) {
    const place = places(main)
    const isKept = place !== undefined && place.id === present?.mainCategoryId
    if (!isCategoryAllowed(place, isKept)) faults.push(fault('LINE_CATEGORY_UNKNOWN', 'main_category'))
    else if (!isKept) changes['mainCategoryId'] = place!.id
  }
  const named = line.cells['secondary_categories']
  if (named === undefined) return { values: changes, faults }
  const read = readCell('list', named)
  const before = new Set(present?.secondaryCategoryIds ?? [])
  const others = (read.ok ? (read.value as readonly string[]) : []).map(places)
  if (others.some((place) => place === undefined || !isCategoryAllowed(place, before.has(place.id))))
    return { values: changes, faults: [...faults, fault('LINE_CATEGORY_UNKNOWN', 'secondary_categories')] }
  const ids = others.map((place) => place!.id)
  if (ids.length !== before.size || ids.some((id) => !before.has(id))) changes['secondaryCategoryIds'] = ids
  return { values: changes, faults }
}

/** The product as the rules take it, or everything that speaks against it, with what could not be read. */
function validate(
  id: string,
  values: FieldValues,
  present: StoredProduct | null,
  unread: readonly LineFault[],
): Result<StoredProduct, readonly LineFault[]> {
  const prices: Partial<Record<Grade, CellValue>> = {}
  const rest: Record<string, CellValue> = {}
  for (const [path, value] of Object.entries(withoutTranslations(values))) {
    const grade = gradeOfPath.get(path)
    if (grade === undefined) rest[path] = value
    else if (value !== null) prices[grade] = value
  }
  const hasPlace = rest['mainCategoryId'] !== undefined || unread.some(({ field }) => field === 'main_category')
  const missing = hasPlace ? [] : [fault('LINE_VALUE_MISSING', 'main_category')]
  const translations = translationsAfter('product', present?.translations, values)
  const parsed = productSchema.safeParse({ ...rest, label: rest['label'] ?? '', translations, prices })
  const issues = parsed.success ? [] : parsed.error.issues.filter(({ path }) => path[0] !== 'mainCategoryId')
  const faults = [...unread, ...missing, ...schemaFaults(fields, issues, unread)]
  return parsed.success && faults.length === 0 ? succeed({ id, ...parsed.data }) : fail(faults)
}

const gradeOfPath: ReadonlyMap<string, Grade> = new Map(grades.map((grade) => [`prices.${grade}`, grade]))

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
  /** Products of another reference that nobody would tell apart. */
  readonly alike: (reference: string) => readonly StoredProduct[]
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
    note(byReference, product.buyerReference === null ? null : lookalikeKey(product.buyerReference), product.id)
    note(byGtin, product.gtin === null ? null : gtinKey(product.gtin), product.id)
  }
  // A product that has got another key stands under its old one too, and is looked at again.
  const found = (map: ReadonlyMap<string, ReadonlySet<string>>, key: string, is: (product: StoredProduct) => boolean) =>
    [...(map.get(key) ?? [])].map((id) => byId.get(id)!).filter(is)
  for (const product of products) put(product)
  return {
    get: (id) => byId.get(id),
    put,
    withReference: (reference) =>
      found(byReference, lookalikeKey(reference), ({ buyerReference }) => buyerReference === reference),
    withGtin: (gtin) =>
      found(byGtin, gtinKey(gtin), (product) => product.gtin !== null && gtinKey(product.gtin) === gtinKey(gtin)),
    alike: (reference) =>
      found(
        byReference,
        lookalikeKey(reference),
        ({ buyerReference }) =>
          buyerReference !== null &&
          buyerReference !== reference &&
          lookalikeKey(buyerReference) === lookalikeKey(reference),
      ),
  }
}
