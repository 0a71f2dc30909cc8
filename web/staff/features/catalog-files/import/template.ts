import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import { columnsRead } from '#domain/catalog-files/import-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** A file with the head alone, as a spreadsheet of the language opens it. */
export function templateOf(
  kind: { readonly content: CatalogContent; readonly strategy: ImportStrategy; readonly own: Language },
  language: Language,
): string {
  const delimiter = language === 'en-GB' ? ',' : ';'
  return `\uFEFF${columnsRead(kind).join(delimiter)}\r\n`
}
