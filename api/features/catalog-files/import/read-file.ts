import { refuse, type Failure } from '#api/http/failure.ts'
import { isWorkbook } from '#domain/kernel/workbook-type.ts'
import type { Result } from '#domain/kernel/result.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from '#api/documents/workbook/read-workbook.ts'
import type { IsHead, SheetFile } from '#api/documents/workbook/sheet-file.ts'

/**
 * Reads a file of the catalog in whatever of the formats it is: what it holds tells, whatever it is called. A sheet that
 * is named is one of a workbook.
 */
export async function readFile(
  bytes: Uint8Array,
  isHead: IsHead,
  sheet: string | null,
): Promise<Result<SheetFile, Failure>> {
  if (bytes.byteLength === 0) return refuse('IMPORT_FILE_MISSING')
  if (isWorkbook(bytes)) return readWorkbook(bytes, isHead, { named: sheet })
  return sheet === null ? readCsv(bytes, isHead) : refuse('IMPORT_WORKBOOK_SHEETS', { details: { sheets: [] } })
}
