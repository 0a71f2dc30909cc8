import type { CatalogContent } from '#domain/exchange/catalog-csv.ts'
import type { ImportStrategy } from '#domain/exchange/catalog-import.ts'
import { columnsRead } from '#domain/exchange/import-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** A file with the head alone, as a spreadsheet of the language opens it. */
export function templateOf(
  { content, strategy }: { readonly content: CatalogContent; readonly strategy: ImportStrategy },
  language: Language,
): string {
  const delimiter = language === 'en-GB' ? ',' : ';'
  return `\uFEFF${columnsRead(content, strategy).join(delimiter)}\r\n`
}
