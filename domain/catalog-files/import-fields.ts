import { grades, type Grade } from '../catalog/grade.ts'
import type { CatalogColumn, CatalogContent } from './catalog-columns.ts'
import type { ImportStrategy } from './catalog-import.ts'
import type { CellKind } from './import-cell.ts'
import {
  absorptionWords,
  categoryStatusWords,
  gradeWords,
  impactWords,
  productStatusWords,
  type WordList,
} from './import-words.ts'

/** A column and the field of the form that it stands for; columns that only find something have none. */
export interface ImportField {
  readonly kind: CellKind
  /** Path in the schema of the content; an empty text leaves the value as it is where `keeps` says so. */
  readonly path: string
  readonly keeps?: true
  /** The words that the column takes, where it takes no others. */
  readonly words?: WordList
  /** Whether the column names something by digits, which a spreadsheet may mangle as a number. */
  readonly isCode?: true
}

const text = (path: string): ImportField => ({ kind: 'text', path })
const whole = (path: string): ImportField => ({ kind: 'whole', path })
const amount = (path: string): ImportField => ({ kind: 'amount', path })
/** A percentage, or an amount, as another column says. */
const rate = (path: string): ImportField => ({ kind: 'rate', path })
const code = (path: string): ImportField => ({ kind: 'text', path, isCode: true })
/** One of a few words, which cannot be none. */
const word = (path: string, words: WordList): ImportField => ({ kind: 'text', path, keeps: true, words })
const flag = (path: string): ImportField => ({ kind: 'yes_no', path, keeps: true })

type PriceColumn = `price_${Grade}`

/** The price of each grade. */
export const priceColumns = Object.fromEntries(
  grades.map((grade) => [`price_${grade}`, amount(`prices.${grade}`)]),
) as Readonly<Record<PriceColumn, ImportField>>

/** Columns of each file with what they write; identifiers of categories and buyers are looked up first. */
export const importFields = {
  categories: {
    identifier: text('identifier'),
    name: text('name'),
    status: word('status', categoryStatusWords),
    description: text('description'),
    children_description: text('childrenDescription'),
    highlighted_instruction: text('highlightedInstruction'),
    image_alt: text('imageAlt'),
    default_weight_grams: whole('defaultWeightGrams'),
    default_height_cm: whole('defaultHeightCm'),
    default_length_cm: whole('defaultLengthCm'),
    default_width_cm: whole('defaultWidthCm'),
    absorption_type: word('absorptionType', absorptionWords),
    absorption_value: rate('absorptionValue'),
    absorption_max: amount('absorptionMaxCents'),
  },
  products: {
    label: text('label'),
    brand: text('brand'),
    manufacturer_model: text('manufacturerModel'),
    buyer_reference: code('buyerReference'),
    gtin: code('gtin'),
    tac_codes: { kind: 'codes', path: 'tacCodes', isCode: true },
    status: word('status', productStatusWords),
    simple: flag('simple'),
    imei_collect: flag('imeiCollect'),
    buyback_zero_not_allowed: flag('buybackZeroNotAllowed'),
    comment: text('comment'),
    height_cm: whole('heightCm'),
    length_cm: whole('lengthCm'),
    width_cm: whole('widthCm'),
    weight_grams: whole('weightGrams'),
    ...priceColumns,
  },
  diagnostic: {
    title: text('title'),
    how_to_test: text('howToTest'),
    description: text('description'),
    answer_name: text('answers.name'),
    answer_description: text('answers.description'),
    best_grade: word('answers.bestGrade', gradeWords),
    impact_type: word('answers.impact.type', impactWords),
    impact_value: rate('answers.impact.value'),
    impact_cap: amount('answers.impact.capCents'),
    is_last: flag('answers.isLast'),
  },
} as const satisfies {
  readonly [Content in CatalogContent]: Readonly<Partial<Record<CatalogColumn<Content>, ImportField>>>
}

/** Groups of columns: a file must have all columns of at least one group, so that its lines can be found. */
export const keyColumns: Readonly<
  Record<CatalogContent, Readonly<Partial<Record<ImportStrategy, readonly string[][]>>>>
> = {
  categories: { generic: [['identifier'], ['id']], uuid: [['id']] },
  products: {
    generic: [['gtin'], ['buyer_reference'], ['id']],
    recommerce: [['buyer_reference'], ['id']],
    uuid: [['id']],
  },
  diagnostic: { generic: [['title', 'answer_name']], uuid: [['question_id', 'answer_id']] },
}
