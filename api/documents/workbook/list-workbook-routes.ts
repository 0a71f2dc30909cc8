import type { Session } from '#api/http/caller.ts'
import type { Permission } from '#domain/access/permission.ts'
import { importErrors } from '#domain/catalog-files/catalog-import.ts'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { isWorkbook } from '#domain/kernel/workbook-type.ts'
import type { ListTemplateCall, ListWorkbookCall } from '#sync/calls/list-workbook.ts'
import { listOfWorkbook } from './list-of-workbook.ts'
import { sheetBook, type BookColumn } from './sheet-book.ts'
import type { IsHead } from './sheet-file.ts'

/** Bytes of a workbook of a list: packed, the longest ones have less. */
const mostBytes = 4 * 1024 * 1024

/** What a workbook of a list is refused for: the rest is said of the list that is read from it. */
const refusals = importErrors.filter(
  (code) => code.startsWith('IMPORT_WORKBOOK_') || ['IMPORT_FILE_MISSING', 'IMPORT_TOO_MANY_COLUMNS'].includes(code),
)

/** A list that people keep in a workbook. */
interface ListInWorkbook {
  readonly permission: Permission
  readonly read: ListWorkbookCall
  readonly template: ListTemplateCall
  /** Name of its template, without the ending. */
  readonly name: string
  readonly columns: readonly BookColumn[] | ((caller: Session) => Promise<readonly BookColumn[]>)
  readonly isHead: IsHead
  /** How many lines its import takes. */
  readonly lines: number
  /** What it is a list of, for the description. */
  readonly words: string
}

/** The calls of a list that comes as a workbook: its lines as text, which its import takes, and its template. */
export function listWorkbookRoutes(list: ListInWorkbook): readonly DeclaredRoute[] {
  const { permission, name, columns, isHead, lines, words } = list
  return [
    route(
      {
        ...list.read,
        permission,
        summary: `A workbook of ${words} as CSV, which the import takes`,
        maxBodyBytes: mostBytes,
        refusals: [...refusals, 'IMPORT_NO_LINES', 'IMPORT_TOO_MANY_LINES'],
      },
      async ({ body }) => {
        if (!isWorkbook(body)) return refuse('IMPORT_WORKBOOK_BROKEN')
        const read = await listOfWorkbook(body, isHead, lines)
        return read.ok ? succeed({ csv: read.value }) : read
      },
    ),

    route(
      {
        ...list.template,
        permission,
        summary: `A workbook of ${words} without lines, with a sheet that explains its columns`,
        fileTypes: [workbookType],
      },
      async ({ caller, query: { language } }) => {
        const headers = { 'content-type': workbookType, 'content-disposition': `attachment; filename="${name}.xlsx"` }
        const told = typeof columns === 'function' ? await columns(caller) : columns
        return succeed(new Response(await sheetBook(name, told, [], language), { headers }))
      },
    ),
  ]
}
