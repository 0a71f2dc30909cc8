import { setImmediate as turn } from 'node:timers/promises'
import { csvPart } from '#api/documents/csv-stream.ts'
import type { IgnoredLine } from '#domain/catalog-files/catalog-import.ts'
import { columnName, reasonColumn } from '#domain/catalog-files/import-columns.ts'
import { sheetText, textOfSheet, wholeText } from '#domain/catalog-files/sheet-text.ts'
import type { Language } from '#domain/kernel/languages.ts'
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

const texts: Readonly<Record<Language, readonly Readonly<Record<string, string>>[]>> = {
  'fr-FR': [fr.fault, frErrors, frCommon.codes],
  'en-GB': [en.fault, enErrors, enCommon.codes],
  'nl-BE': [nl.fault, nlErrors, nlCommon.codes],
  'de-DE': [de.fault, deErrors, deCommon.codes],
}

/**
 * The lines of a file that are refused, as the file has them, with the reasons of each in a last column. Corrected, the
 * file is given in again as it is: the column of reasons is not read. The spreadsheet in which it is corrected neither
 * computes its cells nor shortens its numbers.
 */
export async function refusedLines(
  plan: ImportPlan,
  ignored: readonly Pick<IgnoredLine, 'line' | 'code' | 'field'>[],
  language: Language,
): Promise<Buffer> {
  const reasons = new Map<number, string[]>()
  for (const { line, code, field } of ignored) {
    const told = field === null ? textOf(code, language) : `${field}: ${textOf(code, language)}`
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
      .map(({ line, cells }) => [
        ...cellsOf(cells).map((cell) => wholeText(textOfSheet(cell))),
        (reasons.get(line) ?? []).join(' · '),
      ])
    parts.push(csvPart(part))
    await turn()
  }
  return Buffer.concat(parts)
}

/** Lines of the file that are written in one go. */
const linesAtOnce = 500

function textOf(code: string, language: Language): string {
  const found = texts[language].map((words) => words[code]).find((text) => text !== undefined)
  // Bounds are named by the page alone.
  return found === undefined || found.includes('{{') ? (texts[language][0]?.['LINE_VALUE_WRONG'] ?? code) : found
}
