import type { Language } from '../kernel/languages.ts'
import type { Translations } from '../kernel/translations.ts'
import type { AbsorptionType } from '../catalog/category-rules.ts'
import { slugOf } from '../kernel/slug.ts'
import { grades, type AnswerGrade, type Grade } from '../catalog/grade.ts'
import { catalogColumns, type CatalogColumn, type CatalogContent } from './catalog-columns.ts'
import { wholeText } from '../kernel/sheet-text.ts'
import { translatedColumns, type TextOwner } from './translated-columns.ts'

/** What a line of categories says; sizes in centimetres, weights in grams. */
export interface CategoryEntry {
  readonly id: string
  readonly identifier: string
  readonly name: string
  readonly translations: Translations
  readonly parentIdentifier: string | null
  readonly buyerExternalId: string | null
  readonly status: string
  readonly description: string | null
  readonly childrenDescription: string | null
  readonly highlightedInstruction: string | null
  readonly imageAlt: string | null
  readonly defaultWeightGrams: number | null
  readonly defaultHeightCm: number | null
  readonly defaultLengthCm: number | null
  readonly defaultWidthCm: number | null
  readonly absorptionType: AbsorptionType
  /** Percent of two decimals at most, or cents where the type is a value. */
  readonly absorptionValue: number | null
  readonly absorptionMaxCents: number | null
}

/** What a line of products says; categories by their identifiers, sizes in centimetres, weights in grams. */
export interface ProductEntry {
  readonly id: string
  readonly label: string
  readonly translations: Translations
  readonly brand: string | null
  readonly manufacturerModel: string | null
  readonly buyerReference: string | null
  readonly gtin: string | null
  readonly tacCodes: readonly string[]
  readonly mainCategory: string
  readonly secondaryCategories: readonly string[]
  readonly status: string
  readonly simple: boolean
  readonly imeiCollect: boolean
  readonly buybackZeroNotAllowed: boolean
  readonly comment: string | null
  readonly heightCm: number | null
  readonly lengthCm: number | null
  readonly widthCm: number | null
  readonly weightGrams: number | null
  readonly pricesCents: Readonly<Partial<Record<Grade, number>>>
}

/** An answer with the question that it belongs to: a line of the diagnostic. */
export interface AnswerEntry {
  readonly questionId: string
  readonly title: string
  /** Of the question. */
  readonly translations: Translations
  readonly howToTest: string | null
  readonly description: string | null
  /** Identifiers of the categories that ask the question. */
  readonly categories: readonly string[]
  readonly answerId: string
  readonly answerName: string
  readonly answerTranslations: Translations
  readonly answerDescription: string | null
  readonly bestGrade: AnswerGrade
  readonly impactType: 'none' | 'percentage' | 'amount'
  /** Whole percent, or cents where the type is an amount. */
  readonly impactValue: number
  readonly impactCapCents: number | null
  /** Whether no question is asked after the answer. */
  readonly isLast: boolean
}

/** What a line of each content says. */
export interface CatalogEntries {
  readonly categories: CategoryEntry
  readonly products: ProductEntry
  readonly diagnostic: AnswerEntry
}

type Cells<Content extends CatalogContent> = Readonly<
  Record<CatalogColumn<Content>, (entry: CatalogEntries[Content]) => string>
>

const text = (value: string | null): string => (value === null ? '' : wholeText(value))
const list = (values: readonly string[]): string => wholeText(values.join('|'))
const number = (value: number | null): string => (value === null ? '' : String(value))
const amount = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : (cents / 100).toFixed(2)

const categoryCells: Cells<'categories'> = {
  id: (category) => category.id,
  identifier: (category) => text(category.identifier),
  name: (category) => text(category.name),
  parent_identifier: (category) => text(category.parentIdentifier),
  buyer_external_id: (category) => text(category.buyerExternalId),
  status: (category) => category.status,
  description: (category) => text(category.description),
  children_description: (category) => text(category.childrenDescription),
  highlighted_instruction: (category) => text(category.highlightedInstruction),
  image_alt: (category) => text(category.imageAlt),
  default_weight_grams: (category) => number(category.defaultWeightGrams),
  default_height_cm: (category) => number(category.defaultHeightCm),
  default_length_cm: (category) => number(category.defaultLengthCm),
  default_width_cm: (category) => number(category.defaultWidthCm),
  absorption_type: (category) => category.absorptionType,
  absorption_value: ({ absorptionType, absorptionValue }) =>
    absorptionType === 'value' ? amount(absorptionValue) : number(absorptionValue),
  absorption_max: (category) => amount(category.absorptionMaxCents),
}

const productCells: Cells<'products'> = {
  id: (product) => product.id,
  label: (product) => text(product.label),
  brand: (product) => text(product.brand),
  manufacturer_model: (product) => text(product.manufacturerModel),
  buyer_reference: (product) => text(product.buyerReference),
  gtin: (product) => text(product.gtin),
  tac_codes: (product) => list(product.tacCodes),
  main_category: (product) => text(product.mainCategory),
  secondary_categories: (product) => list(product.secondaryCategories),
  status: (product) => product.status,
  simple: (product) => String(product.simple),
  imei_collect: (product) => String(product.imeiCollect),
  buyback_zero_not_allowed: (product) => String(product.buybackZeroNotAllowed),
  comment: (product) => text(product.comment),
  height_cm: (product) => number(product.heightCm),
  length_cm: (product) => number(product.lengthCm),
  width_cm: (product) => number(product.widthCm),
  weight_grams: (product) => number(product.weightGrams),
  ...priceCells(),
}

const answerCells: Cells<'diagnostic'> = {
  question_id: (answer) => answer.questionId,
  title: (answer) => text(answer.title),
  how_to_test: (answer) => text(answer.howToTest),
  description: (answer) => text(answer.description),
  categories: (answer) => list(answer.categories),
  answer_id: (answer) => answer.answerId,
  answer_name: (answer) => text(answer.answerName),
  answer_description: (answer) => text(answer.answerDescription),
  best_grade: (answer) => answer.bestGrade,
  impact_type: (answer) => answer.impactType,
  impact_value: ({ impactType, impactValue }) =>
    impactType === 'none' ? '' : impactType === 'amount' ? amount(impactValue) : number(impactValue),
  impact_cap: (answer) => amount(answer.impactCapCents),
  is_last: (answer) => String(answer.isLast),
}

const cells: { readonly [Content in CatalogContent]: Cells<Content> } = {
  categories: categoryCells,
  products: productCells,
  diagnostic: answerCells,
}

/**
 * An entry as a line of its file: the cells of the columns in their order, texts in other languages than the account's
 * last. Texts that a spreadsheet would compute are
 * marked; numbers stand as they are, negative ones too.
 */
export function catalogLine<Content extends CatalogContent>(
  content: Content,
  entry: CatalogEntries[Content],
  own: Language,
): readonly string[] {
  const columns: readonly CatalogColumn<Content>[] = catalogColumns[content]
  const written: Cells<Content> = cells[content]
  return [...columns.map((column) => written[column](entry)), ...translatedCells[content](entry, own)]
}

const inLanguages = (owner: TextOwner, translations: Translations, own: Language): readonly string[] =>
  translatedColumns[owner]
    .filter(({ language }) => language !== own)
    .map(({ language, field }) => text(translations[language]?.[field] ?? null))

const translatedCells: {
  readonly [Content in CatalogContent]: (entry: CatalogEntries[Content], own: Language) => readonly string[]
} = {
  categories: ({ translations }, own) => inLanguages('category', translations, own),
  products: ({ translations }, own) => inLanguages('product', translations, own),
  diagnostic: ({ translations, answerTranslations }, own) => [
    ...inLanguages('question', translations, own),
    ...inLanguages('answer', answerTranslations, own),
  ],
}

/** Name of a file: what it holds, of whom, and the day `YYYY-MM-DD` that it shows (IO-21). */
export function catalogFileName(content: CatalogContent, accountName: string, day: string): string {
  return (
    [content, slugOf(accountName).slice(0, 40), day]
      .map((part) => part.replaceAll(/^-+|-+$/g, ''))
      .filter((part) => part !== '')
      .join('-') + '.csv'
  )
}

function priceCells() {
  const cell = (grade: Grade) => (product: ProductEntry) => amount(product.pricesCents[grade])
  return Object.fromEntries(grades.map((grade) => [`price_${grade}`, cell(grade)])) as Readonly<
    Record<`price_${Grade}`, (product: ProductEntry) => string>
  >
}
