import type { AbsorptionType } from '#domain/catalog/category-rules.ts'
import { keptCategorySchema, newCategorySchema, type NewCategory } from '#domain/catalog/category.schema.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { isWrongFile, type PictureValue } from '#web/staff/ui/form/picture-file.ts'

/** What was typed into a field of numbers: a number, or text that is none yet. */
type Typed = string | number

/** A category as it is being written. */
export interface CategoryDraft {
  readonly name: string
  readonly identifier: string
  /** Whether the identifier was typed, and does not follow the name any more. */
  readonly hasOwnIdentifier: boolean
  readonly parentId: string | null
  readonly organizationId: string | null
  readonly description: string
  readonly childrenDescription: string
  readonly highlightedInstruction: string
  readonly image: PictureValue
  readonly imageAlt: string
  /** Its texts in other languages than the account's. */
  readonly translations: Translations
  readonly defaultWeightGrams: Typed
  readonly defaultHeightCm: Typed
  readonly defaultLengthCm: Typed
  readonly defaultWidthCm: Typed
  readonly absorptionType: AbsorptionType
  /** Percent, or an amount in whole units. */
  readonly absorptionValue: Typed
  readonly absorptionMax: Typed
}

/** What is wrong with fields, as their schema says it. */
export type CategoryFaults = ReadonlyMap<string, string>

/** A category as its form begins: one that is there, or a new one. */
export function draftOf(category: CategoryAnswer | null): CategoryDraft {
  const type = category?.absorptionType ?? 'none'
  const value = category?.absorptionValue ?? null
  return {
    name: category?.name ?? '',
    identifier: category?.identifier ?? '',
    hasOwnIdentifier: category !== null,
    parentId: category?.parentId ?? null,
    organizationId: category?.organizationId ?? null,
    description: category?.description ?? '',
    childrenDescription: category?.childrenDescription ?? '',
    highlightedInstruction: category?.highlightedInstruction ?? '',
    image: undefined,
    imageAlt: category?.image?.alt ?? '',
    translations: category?.translations ?? {},
    defaultWeightGrams: category?.defaultWeightGrams ?? '',
    defaultHeightCm: category?.defaultHeightCm ?? '',
    defaultLengthCm: category?.defaultLengthCm ?? '',
    defaultWidthCm: category?.defaultWidthCm ?? '',
    absorptionType: type,
    absorptionValue: value === null ? '' : type === 'value' ? value / 100 : value,
    absorptionMax: category === null || category.absorptionMaxCents === null ? '' : category.absorptionMaxCents / 100,
  }
}

/** A draft with another name, which its identifier follows until it was typed itself. */
export function withName(draft: CategoryDraft, name: string): CategoryDraft {
  if (draft.hasOwnIdentifier) return { ...draft, name }
  return { ...draft, name, identifier: name.trim() === '' ? '' : slugOf(name) }
}

/** What is known beside the draft. */
export interface DraftFacts {
  /** Whether the category may stand at the top of the tree. */
  readonly mayBeTop: boolean
  /** Whether it is there already, and so keeps the buyer that it has, or has from above. */
  readonly isThere: boolean
}

/** What is sent of a draft, or which of its fields have to be mended. */
export function checkCategory(
  draft: CategoryDraft,
  { mayBeTop, isThere }: DraftFacts,
): Result<Omit<NewCategory, 'organizationId'>, CategoryFaults> {
  const {
    hasOwnIdentifier: _own,
    absorptionMax,
    absorptionValue,
    absorptionType: type,
    organizationId,
    image,
    translations,
    ...rest
  } = draft
  const schema = isThere ? keptCategorySchema : newCategorySchema
  const parsed = schema.safeParse({
    ...rest,
    translations: sentTexts(translations),
    ...(isThere ? {} : { organizationId }),
    defaultWeightGrams: numberOf(draft.defaultWeightGrams),
    defaultHeightCm: numberOf(draft.defaultHeightCm),
    defaultLengthCm: numberOf(draft.defaultLengthCm),
    defaultWidthCm: numberOf(draft.defaultWidthCm),
    absorptionType: type,
    absorptionValue: type === 'none' ? null : type === 'value' ? centsOf(absorptionValue) : numberOf(absorptionValue),
    absorptionMaxCents: type === 'none' ? null : centsOf(absorptionMax),
  })
  const faults = new Map(
    (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const).toReversed(),
  )
  if (draft.parentId === null && !mayBeTop) faults.set('parentId', 'FORM_REQUIRED')
  if (isWrongFile(image)) faults.set('image', image.code)
  return parsed.success && faults.size === 0 ? succeed(parsed.data) : fail(faults)
}

function numberOf(typed: Typed): number | null {
  return typed === '' ? null : Number(typed)
}

function centsOf(typed: Typed): number | null {
  return typed === '' ? null : Math.round(Number(typed) * 100)
}
