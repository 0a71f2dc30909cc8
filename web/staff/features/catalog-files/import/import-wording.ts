import { useTranslation } from 'react-i18next'
import { keptCategorySchema } from '#domain/catalog/category.schema.ts'
import { productSchema } from '#domain/catalog/product.schema.ts'
import { questionSchema } from '#domain/catalog/question.schema.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { importFailures, lineFaults, type ImportStatus } from '#domain/catalog-files/catalog-import.ts'
import type { UndoStatus } from '#domain/catalog-files/import-changes.ts'
import type { ImportField } from '#domain/catalog-files/import-fields.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import type { StatusTone } from '#web/staff/ui/status-badge.tsx'

/** The meaning of each state, whose colour is fixed (IO-08). */
export const statusTone = {
  trying: 'active',
  tried: 'waiting',
  cancelled: 'neutral',
  in_progress: 'active',
  success: 'success',
  success_with_ignored: 'warning',
  error: 'problem',
} as const satisfies Readonly<Record<ImportStatus, StatusTone>>

/** How far taking back is, as the state of its import. */
export const undoTone = {
  in_progress: 'active',
  done: 'neutral',
  partly: 'warning',
  error: 'problem',
} as const satisfies Readonly<Record<UndoStatus, StatusTone>>

/** What an import says of a line. */
type ToldLine = ImportAnswer['report']['ignored_lines'][number]

const noticeCodes = ['LINE_NUMBER_MANGLED', 'LINE_CODE_DATED', 'LINE_ZEROS_LOST', 'LINE_AMOUNT_ROUNDED'] as const

const schemas = { categories: keptCategorySchema, products: productSchema, diagnostic: questionSchema } as const

/** Writers of what an import says in codes. */
export function useImportWords() {
  const { t, i18n } = useTranslation('catalog-import')
  const format = useFormat()
  const accepted = (column: ImportField | undefined): string => {
    if (column === undefined) return ''
    if (column.words !== undefined) return t(($) => $.accepted.words, { words: Object.keys(column.words).join(', ') })
    const { kind } = column
    return kind === 'amount' || kind === 'rate' || kind === 'whole' || kind === 'yes_no'
      ? t(($) => $.accepted[kind])
      : ''
  }
  return {
    content: ({ content, strategy }: Pick<ImportAnswer, 'content' | 'strategy'>) =>
      t(($) => $.contentBy, { content: t(($) => $.content[content]), strategy: t(($) => $.strategy[strategy]) }),

    /** Who an import comes from (IO-11): who made it, else the account, else the platform. */
    source: ({ created_by, source_account, origin }: ImportAnswer) =>
      created_by?.name ?? source_account?.common_name ?? t(($) => (origin === 'rs' ? $.source.rs : $.source.none)),

    /** Why a line is ignored, in the words of the form where it is a rule of the form. */
    reason: (content: CatalogContent, { code, field, other }: ToldLine) => {
      const column = field === null ? undefined : writingFields(content)[field]
      const fault = lineFaults.find((one) => one === code)
      if (fault === 'LINE_VALUE_WRONG') return [t(($) => $.fault[fault]), accepted(column)].join(' ').trim()
      if (fault !== undefined) return t(($) => $.fault[fault], { other: other ?? '' })
      const path = column?.path.split('.') ?? []
      return (
        faultText(i18n, code, { schema: schemas[content], path }) ??
        [t(($) => $.fault.LINE_VALUE_WRONG), accepted(column)].join(' ').trim()
      )
    },

    /** What is to be known of a line that was read all the same. */
    notice: ({ code, other }: Pick<ToldLine, 'code' | 'other'>) => {
      const known = noticeCodes.find((one) => one === code)
      return known === undefined ? code : t(($) => $.notice[known], { other: other ?? '' })
    },

    /** What became of the lines, in a few words; of one that has not begun, how many there are. */
    counts: ({ started_at, report: { lines_count: count } }: ImportAnswer) =>
      started_at === null
        ? t(($) => $.counts.found, { count: count.found, formatted: format.number(count.found) })
        : [
            t(($) => $.counts.inserted, { formatted: format.number(count.inserted) }),
            t(($) => $.counts.updated, { count: count.updated, formatted: format.number(count.updated) }),
            ...(count.ignored === 0
              ? []
              : [t(($) => $.counts.ignored, { count: count.ignored, formatted: format.number(count.ignored) })]),
          ].join(', '),

    /** A moment with its year, since a history goes back for years. */
    moment: (value: string) => `${format.longDate(value)} ${format.time(value)}`,
    day: (value: string) => format.longDate(value),

    failure: (code: string) => {
      const failure = importFailures.find((one) => one === code) ?? 'IMPORT_FAILED'
      return t(($) => $.failure[failure])
    },
  }
}
