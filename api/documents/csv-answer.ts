import { acceptedLanguage } from '#api/http/accept-language.ts'
import { defaultLanguage, type Language } from '#domain/kernel/languages.ts'
import { csvStream, type CsvColumns } from './csv-stream.ts'

/** The language of a file: the one wished, else the caller's. */
export function fileLanguage(wished: Language | undefined, headers: Headers): Language {
  return wished ?? acceptedLanguage(headers.get('accept-language')) ?? defaultLanguage
}

/** An answer that is a CSV file. */
export function csvAnswer<Row>(
  parts: AsyncIterable<readonly Row[]>,
  {
    columns,
    language,
    name,
  }: { readonly columns: CsvColumns<Row>; readonly language: Language; readonly name: string },
): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  }
  return new Response(csvStream(parts, columns, language), { headers })
}

/** Rows that have been read already, as the one part of a file. */
export async function* onePart<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  yield rows
}
