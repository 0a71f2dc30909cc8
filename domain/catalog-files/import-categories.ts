import { mayAbsorb } from '../catalog/category-rules.ts'
import { keptCategorySchema } from '../catalog/category.schema.ts'
import { categoryStatuses } from '../catalog/category-status.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { TranslationsChange } from '../kernel/translations.ts'
import type { ImportStrategy } from './catalog-import.ts'
import type { CategoryEntry } from './catalog-lines.ts'
import { importFields } from './import-fields.ts'
import type { InSteps } from './import-units.ts'
import { translatedFields, translationsAfter, translationValues, withoutTranslations } from './translated-columns.ts'
import {
  changesOf,
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

/** A category as an import finds and leaves it. */
export interface ImportedCategory extends Omit<
  CategoryEntry,
  'parentIdentifier' | 'buyerExternalId' | 'status' | 'translations'
> {
  readonly translations?: TranslationsChange | undefined
  readonly parentId: string | null
  readonly buyerId: string | null
  readonly status: (typeof categoryStatuses)[number]
}

/** A buyer of the account; only active ones are given to what is new. */
export interface ImportBuyer {
  readonly id: string
  readonly externalId: string | null
  readonly isActive: boolean
}

/** What the account has when a part of a file is decided. */
export interface CategoryWorld {
  readonly categories: readonly ImportedCategory[]
  readonly buyers: readonly ImportBuyer[]
  /** Categories with products or questions, which cannot be archived. */
  readonly filled: ReadonlySet<string>
  /** Whether the account has the premium feature of absorption. */
  readonly hasAbsorption: boolean
  readonly strategy: ImportStrategy
  readonly newId: () => string
}

/** What a part of a file does to the categories: of the new ones, parents come before their children. */
export type CategoryDecision = Decision<ImportedCategory>

const fields = { ...importFields.categories, ...translatedFields('category') }

/** Decides the lines of a part of a file one after the other (IO-05), by the rules of the form (CAT-05 to CAT-14). */
export function* decideCategories(lines: readonly ImportLine[], world: CategoryWorld): InSteps<CategoryDecision> {
  const tree = new Map(world.categories.map((category) => [category.id, category]))
  const rows = { get: (id: string) => tree.get(id), put: (row: ImportedCategory) => void tree.set(row.id, row) }
  return yield* decideEach(lines, rows, (line) => decide(line, { ...world, categories: [...tree.values()] }))
}

/** The category as the line leaves it, or everything that speaks against it. */
function decide(line: ImportLine, world: CategoryWorld): Result<Decided<ImportedCategory>, readonly LineFault[]> {
  const found = find(line, world)
  const present = found.ok ? found.value.present : null
  const before = present === null ? null : valuesOf(present)
  const { values, notices, faults } = changesOf(fields, line, before)
  if (!found.ok) return fail([found.error, ...faults.filter(({ field }) => field !== found.error.field)])
  const { id } = found.value
  const parentId = parentOf(line, present, world)
  const buyerId = buyerOf(line, present, parentId.ok ? parentId.value : null, world)
  const unread = [...faults, ...[parentId, buyerId].flatMap((one) => (one.ok ? [] : [one.error]))]
  const above = parentId.ok ? parentId.value : null
  const isMoved = above !== (present?.parentId ?? null)
  if (present !== null && unread.length === 0 && Object.keys(values).length === 0 && !isMoved)
    return succeed({ row: null, notices })
  const validated = validate({ ...(before ?? emptyValues), ...values }, above, present, unread)
  if (!validated.ok) return validated
  if (!mayAbsorb(world.hasAbsorption, present, validated.value))
    return fail([fault('CATEGORY_ABSORPTION_DISABLED', 'absorption_type')])
  const row = { ...validated.value, id, parentId: above, buyerId: buyerId.ok ? buyerId.value : null }
  const refused = categoryRefusal(row, present, world)
  return refused === null ? succeed({ row, notices }) : fail([refused])
}

function find(
  line: ImportLine,
  { categories, strategy, newId }: CategoryWorld,
): Result<Found<ImportedCategory>, LineFault> {
  if (strategy === 'uuid') return findById(line, 'id', (id) => categories.find((category) => category.id === id))
  const own = ofOwnId(line, 'id', (id) => categories.find((category) => category.id === id))
  if (own !== null) return succeed(own)
  if (line.rival !== null) return fail(fault('LINE_REPEATED', null, String(line.rival)))
  const identifier = keyOf(line, 'identifier')
  if (identifier === null) return fail(fault('LINE_KEY_MISSING', 'identifier'))
  const present = categories.find((category) => category.identifier === identifier) ?? null
  return succeed({ id: present?.id ?? newId(), present })
}

function parentOf(
  line: ImportLine,
  present: ImportedCategory | null,
  { categories }: CategoryWorld,
): Result<string | null, LineFault> {
  if (line.cells['parent_identifier'] === undefined) return succeed(present?.parentId ?? null)
  const identifier = keyOf(line, 'parent_identifier')
  if (identifier === null) return succeed(null)
  const parent = categories.find((category) => category.identifier === identifier)
  return parent === undefined ? fail(fault('CATEGORY_PARENT_UNKNOWN', 'parent_identifier')) : succeed(parent.id)
}

/** The buyer named; of a new category whose line names none, that of the category above, or the only one that there is. */
function buyerOf(
  line: ImportLine,
  present: ImportedCategory | null,
  parentId: string | null,
  { buyers, categories }: CategoryWorld,
): Result<string | null, LineFault> {
  const named = keyOf(line, 'buyer_external_id')
  const buyer = buyers.find(({ externalId }) => externalId !== null && externalId === named)
  if (present !== null) {
    const isSame = named === null || buyer?.id === present.buyerId
    return isSame ? succeed(present.buyerId) : fail(fault('LINE_BUYER_STAYS', 'buyer_external_id'))
  }
  const active = buyers.filter(({ isActive }) => isActive)
  if (active.length === 0) return fail(fault('CATEGORY_NO_BUYER'))
  if (named !== null)
    return buyer?.isActive === true ? succeed(buyer.id) : fail(fault('CATEGORY_BUYER_UNKNOWN', 'buyer_external_id'))
  const above = categories.find(({ id }) => id === parentId)?.buyerId
  const own = active.find(({ id }) => id === above) ?? (active.length === 1 ? active[0] : undefined)
  return own === undefined ? fail(fault('LINE_VALUE_MISSING', 'buyer_external_id')) : succeed(own.id)
}

type Validated = Omit<ImportedCategory, 'id' | 'parentId' | 'buyerId'>

function validate(
  { status, ...values }: FieldValues,
  parentId: string | null,
  present: ImportedCategory | null,
  unread: readonly LineFault[],
): Result<Validated, readonly LineFault[]> {
  const { absorptionType, absorptionValue } = values
  const percent = typeof absorptionValue === 'number' && absorptionType !== 'value'
  const parsed = keptCategorySchema.safeParse({
    ...withoutTranslations(values),
    translations: translationsAfter('category', present?.translations, values),
    name: values['name'] ?? '',
    identifier: values['identifier'] ?? '',
    parentId,
    absorptionValue: percent ? absorptionValue / 100 : absorptionValue,
  })
  const faults = [...unread, ...schemaFaults(fields, parsed.success ? [] : parsed.error.issues, unread)]
  const known = categoryStatuses.find((one) => one === status)
  if (!parsed.success || known === undefined || faults.length > 0) return fail(faults)
  const { parentId: _parentId, ...rest } = parsed.data
  return succeed({ ...rest, imageAlt: rest.imageAlt ?? null, status: known })
}

/** What the rules of the tree say against a category (CAT-06, CAT-09, CAT-14); null where they say nothing. */
export function categoryRefusal(
  written: ImportedCategory,
  present: ImportedCategory | null,
  { categories, filled }: Pick<CategoryWorld, 'categories' | 'filled'>,
): LineFault | null {
  const { id, parentId, identifier, status } = written
  if (categories.some((other) => other.id !== id && other.identifier === identifier))
    return fault('CATEGORY_IDENTIFIER_TAKEN', 'identifier')
  if (present === null || parentId !== present.parentId) {
    if (parentId === null)
      return categories.length === 0 ? null : fault('CATEGORY_PARENT_REQUIRED', 'parent_identifier')
    const parent = categories.find((category) => category.id === parentId)
    if (parent?.status !== 'active') return fault('CATEGORY_PARENT_UNKNOWN', 'parent_identifier')
    if (isBelow(parent, id, categories)) return fault('CATEGORY_PARENT_BELOW', 'parent_identifier')
  }
  if (status !== 'archived' || present === null || present.status === 'archived') return null
  const hasChildren = categories.some((category) => category.parentId === id && category.status === 'active')
  return hasChildren || filled.has(id) ? fault('CATEGORY_IN_USE', 'status') : null
}

function isBelow(category: ImportedCategory, id: string, categories: readonly ImportedCategory[]): boolean {
  let each: ImportedCategory | undefined = category
  while (each !== undefined) {
    if (each.id === id) return true
    const above: string | null = each.parentId
    each = above === null ? undefined : categories.find((one) => one.id === above)
  }
  return false
}

const emptyValues: FieldValues = {
  ...Object.fromEntries(Object.values(fields).map(({ path }) => [path, null])),
  status: 'active',
  absorptionType: 'none',
}

function valuesOf({
  id: _id,
  parentId: _parentId,
  buyerId: _buyerId,
  translations,
  ...values
}: ImportedCategory): FieldValues {
  const { absorptionType, absorptionValue } = values
  const isPercent = absorptionValue !== null && absorptionType !== 'value'
  return {
    ...values,
    ...translationValues('category', translations),
    absorptionValue: isPercent ? Math.round(absorptionValue * 100) : absorptionValue,
  }
}
