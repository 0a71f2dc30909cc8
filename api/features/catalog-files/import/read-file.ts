import { refuse, type Failure } from '#api/http/failure.ts'
import type { Result } from '#domain/kernel/result.ts'
import { readCsv } from './read-csv.ts'
import { isWorkbook, readWorkbook } from './read-workbook.ts'
import type { IsHead, SheetFile } from './sheet-file.ts'

/** Reads a file of the catalog in whatever of the formats it is: what it holds tells, whatever it is called. */
export async function readFile(bytes: Uint8Array, isHead: IsHead): Promise<Result<SheetFile, Failure>> {
  if (bytes.byteLength === 0) return refuse('IMPORT_FILE_MISSING')
  return isWorkbook(bytes) ? readWorkbook(bytes, isHead) : readCsv(bytes, isHead)
}
