import { setImmediate as turn } from 'node:timers/promises'
import { csvPart } from '#api/documents/csv-stream.ts'
import { keptCategorySchema } from '#domain/catalog/category.schema.ts'
import { productSchema } from '#domain/catalog/product.schema.ts'
import { questionSchema } from '#domain/catalog/question.schema.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { IgnoredLine } from '#domain/catalog-files/catalog-import.ts'
import { columnName, reasonColumn } from '#domain/catalog-files/import-columns.ts'
import { sheetText, textOfSheet, wholeText } from '#domain/kernel/sheet-text.ts'
import type { ImportField } from '#domain/catalog-files/import-fields.ts'
import { writingFields } from '#domain/catalog-files/translated-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { boundsAt } from '#domain/kernel/text-bounds.schema.ts'
import deCommon from '#locales/de-DE/common.json' with { type: 'json' }
import deErrors from '#locales/de-DE/errors.json' with { type: 'json' }
import de from '#locales/de-DE/catalog-import.json' with { type: 'json' }
import enCommon from '#locales/en-GB/common.json' with { type: 'json' }
import enErrors from '#locales/en-GB/errors.json' with { type: 'json' }
import en from '#locales/en-GB/catalog-import.json' with { type: 'json' }
import frCommon from '#locales/fr-FR/common.json' with { type: 'json' }
import frErrors from '#locales/fr-FR/errors.json' with { type: 'json' }
import fr from '#locales/fr-FR/catalog-import.json' with { type: 'json' }
import nlCommon from '#locales/nl-BE/common.json' with { type: 'json' }
import nlErrors from '#locales/nl-BE/errors.json' with { type: 'json' }
import nl from '#locales/nl-BE/catalog-import.json' with { type: 'json' }
import type { ImportPlan } from './plan-import.ts'

type ToldFault = Pick<IgnoredLine, 'line' | 'code' | 'field' | 'other'>

interface ReasonTexts {
  /** The words for a code, the first of them that have any. */
  readonly words: readonly Readonly<Record<string, string>>[]
  readonly accepted: typeof en.accepted
}

const texts: Readonly<Record<Language, ReasonTexts>> = {
  'fr-FR': { words: [fr.fault, frErrors, frCommon.codes], accepted: fr.accepted },
  'en-GB': { words: [en.fault, enErrors, enCommon.codes], accepted: en.accepted },
  'nl-BE': { words: [nl.fault, nlErrors, nlCommon.codes], accepted: nl.accepted },
  'de-DE': { words: [de.fault, deErrors, deCommon.codes], accepted: de.accepted },
}

const schemas = { categories: keptCategorySchema, products: productSchema, diagnostic: questionSchema } as const

/**
 * The lines of a file that are refused, as they were read, with the reasons of each in a last column. Corrected, the
 * file is given in again as it is: the column of reasons is not read. The spreadsheet in which it is corrected neither
 * computes its cells nor shortens its numbers.
 */
export async function refusedLines(
  plan: ImportPlan,
  ignored: readonly ToldFault[],
  { content, language }: { readonly content: CatalogContent; readonly language: Language },
): Promise<Buffer> {
  const reasons = new Map<number, string[]>()
  for (const one of ignored) {
    const { line, field } = one
    const text = textOf(one, content, language)
    const told = field === null ? text : `${field}: ${text}`
    const known = reasons.get(line)
    if (known === undefined) reasons.set(line, [told])
    else known.push(told)
  }
  // Of a file that has come back once, the reasons of then go.
  const kept = plan.head.flatMap((name, at) => (columnName(name) === reasonColumn ? [] : [at]))
  const cellsOf = (cells: readonly string[]) => kept.map((at) => cells[at] ?? '')
  const rows = plan.units
    .flatMap(({ rows: all }) => all)
    .filter(({ line }) => reasons.has(line))
    .toSorted((one, other) => one.line - other.line)
  const head = [...cellsOf(plan.head).map((name) => sheetText(textOfSheet(name))), reasonColumn]
  const parts = [csvPart([head], { isFirst: true })]
  // Others have their turn after each part.
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    const part = rows
      .slice(from, from + linesAtOnce)
      .map((row) => [
        ...cellsOf(plan.writtenCells(row)).map((cell) => wholeText(textOfSheet(cell))),
        (reasons.get(row.line) ?? []).join(' · '),
      ])
    parts.push(csvPart(part))
    await turn()
  }
  return Buffer.concat(parts)
}

/** Lines of the file that are written in one go. */
const linesAtOnce = 500

/** What is wrong with a line, and what is accepted instead, in words as the page has them. */
function textOf({ code, field, other }: ToldFault, content: CatalogContent, language: Language): string {
  const { words, accepted } = texts[language]
  const column = field === null ? undefined : writingFields(content)[field]
  const facts: Readonly<Record<string, number | string>> = {
    ...boundsAt(schemas[content], column?.path.split('.') ?? []),
    ...(other === null ? {} : { other }),
  }
  const found = words.map((each) => each[code]).find((text) => text !== undefined)
  const names = [...(found ?? '').matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name)
  if (found !== undefined && code !== 'LINE_VALUE_WRONG' && names.every((name) => Object.hasOwn(facts, name)))
    return found.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(facts[name]))
  return [words[0]?.['LINE_VALUE_WRONG'] ?? code, acceptedBy(column, accepted)].join(' ').trim()
}

function acceptedBy(column: ImportField | undefined, accepted: ReasonTexts['accepted']): string {
  if (column === undefined) return ''
  if (column.words !== undefined) return accepted.words.replace('{{words}}', Object.keys(column.words).join(', '))
  const { kind } = column
  return kind === 'amount' || kind === 'rate' || kind === 'whole' || kind === 'yes_no' ? accepted[kind] : ''
}
