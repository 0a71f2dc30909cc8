import { isWorkbook, workbookType } from '#domain/kernel/workbook-type.ts'
import type { ListWorkbookCall } from '#sync/calls/list-workbook.ts'
import type { Http } from './http.ts'
import { readTextFile } from './read-text-file.ts'

/** The text of a list that people keep in a spreadsheet: the server reads it where it is a workbook. Null of what is neither. */
export async function readListFile(http: Http, call: ListWorkbookCall, file: Blob): Promise<string | null> {
  const begin = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (!isWorkbook(begin)) return readTextFile(file)
  const { csv } = await http(call, { body: new Blob([file], { type: workbookType }) })
  return csv
}

/** What a field takes for such a list. */
export const listFileTypes = `.csv,.xlsx,text/csv,${workbookType}`
