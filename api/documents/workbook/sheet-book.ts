import type { CellValue } from 'hucre'
import { writeXlsx } from 'hucre/xlsx'
import { helpSheetName } from '#domain/catalog-files/help-sheet.ts'
import type { Language } from '#domain/kernel/languages.ts'
import deDE from '#locales/de-DE/catalog-import.json' with { type: 'json' }
import enGB from '#locales/en-GB/catalog-import.json' with { type: 'json' }
import frFR from '#locales/fr-FR/catalog-import.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/catalog-import.json' with { type: 'json' }

const texts = { 'de-DE': deDE, 'en-GB': enGB, 'fr-FR': frFR, 'nl-BE': nlBE } as const

/** What a column holds, as the help says it. */
export type HelpKind = keyof (typeof enGB)['help']['kind']

/** A column of a workbook, and what its help says of it. */
export interface BookColumn {
  readonly name: string
  readonly kind: HelpKind
  /** The words that it takes; none where it takes any. */
  readonly words: readonly string[]
  readonly example: string
  /** How its cells look; text where nothing is said, so that codes keep their digits. */
  readonly numberFormat?: string
}

/** A workbook of a list with its head, and a second sheet that explains each column. Without rows it is a template. */
export async function sheetBook(
  name: string,
  columns: readonly BookColumn[],
  rows: readonly (readonly CellValue[])[],
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const { help } = texts[language]
  const told = columns.map((column) => [column.name, help.kind[column.kind], column.words.join(', '), column.example])
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(({ numberFormat = '@' }) => ({ width: 18, numFmt: numberFormat })),
        rows: [columns.map((column) => column.name), ...rows.map((row) => [...row])],
        freezePane: { rows: 1 },
      },
      {
        name: helpSheetName[language],
        columns: [24, 44, 44, 30].map((width) => ({ width })),
        rows: [[help.column, help.holds, help.words, help.example], ...told],
      },
    ],
  })
  return new Uint8Array(bytes)
}
