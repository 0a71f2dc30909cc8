import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import type { Session } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { columnsRead } from '#domain/catalog-files/import-columns.ts'
import { piecesOf } from '#domain/catalog-files/export-pieces.ts'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { catalogExportCalls, catalogTemplateCall, type CatalogExport } from '#sync/calls/catalog-export.ts'
import { csvRows } from '#domain/kernel/csv-rows.ts'
import { catalogWorkbook, mostWorkbookLines } from '../catalog-workbook.ts'
import * as queries from './export-queries.ts'

/** What the calls about exports are built from. */
export interface ExportRouteDeps {
  readonly database: Database
  readonly now: Clock
}

/** Exports of the catalog, for who holds both of their permissions (IO-17, IO-24 to IO-26). */
export function createExportRoutes(deps: ExportRouteDeps): readonly DeclaredRoute[] {
  return [...catalogContents.flatMap((content) => routesOf(content, deps)), templateRoute(deps)]
}

/** The columns of an import, for who imports. */
function templateRoute({ database }: ExportRouteDeps): DeclaredRoute {
  return route(
    {
      ...catalogTemplateCall,
      permission: 'catalog.import',
      summary: 'A workbook for an import, without lines',
      fileTypes: [workbookType],
    },
    async ({ caller, params: { content }, query: { strategy, language } }) => {
      const own = await inAccount(database, caller.accountId, (tx) => readTextLanguage(tx, caller.accountId))
      const columns = columnsRead({ content, strategy, own })
      return succeed(
        workbookAnswer(await catalogWorkbook(content, columns, [], language), `${content}-${strategy}.xlsx`),
      )
    },
  )
}

function routesOf(content: CatalogContent, { database, now }: ExportRouteDeps): readonly DeclaredRoute[] {
  const calls = catalogExportCalls[content]
  const permission = 'product.export'
  const refusals = ['ACCESS_PERMISSION_MISSING'] as const
  return [
    route(
      {
        ...calls.start,
        permission,
        summary: `Start an export: ${content}`,
        refusals: [...refusals, 'REQUEST_NOT_FOUND'],
      },
      async ({ caller, query }) => {
        const admitted = admit(caller)
        if (!admitted.ok) return admitted
        const { accountId, userId } = caller
        if (query.account_id !== accountId) return refuse('REQUEST_NOT_FOUND', { field: 'account_id' })
        return inAccount(database, accountId, async (tx) => {
          const exportId = await queries.askExport(tx, { accountId, userId, content, at: now() })
          const standing = await queries.readExport(tx, { accountId, exportId }, content)
          return standing === null ? refuse('REQUEST_NOT_FOUND') : succeed(answerOf(content, standing))
        })
      },
    ),

    route(
      { ...calls.read, permission, summary: `How an export stands: ${content}`, refusals },
      async ({ caller, params }) => {
        const admitted = admit(caller)
        if (!admitted.ok) return admitted
        const scope = { accountId: caller.accountId, exportId: params.id }
        const standing = await inAccount(database, scope.accountId, (tx) => queries.readExport(tx, scope, content))
        return standing === null ? refuse('REQUEST_NOT_FOUND') : succeed(answerOf(content, standing))
      },
    ),

    route(
      {
        ...calls.cancel,
        permission,
        summary: `Cancel an export: ${content}`,
        refusals: [...refusals, 'EXPORT_ENDED'],
      },
      async ({ caller, params }) => {
        const admitted = admit(caller)
        if (!admitted.ok) return admitted
        const { accountId, userId } = caller
        const scope = { accountId, exportId: params.id }
        const done = await inAccount(database, accountId, (tx) =>
          queries.cancelExport(tx, scope, { content, userId, at: now() }),
        )
        if (done === 'unknown') return refuse('REQUEST_NOT_FOUND')
        return done === 'ended' ? refuse('EXPORT_ENDED') : succeed(undefined)
      },
    ),

    route(
      {
        ...calls.file,
        permission,
        summary: `File of an export: ${content}`,
        refusals,
        fileTypes: ['text/csv; charset=utf-8', workbookType],
      },
      async ({ caller, params }) => {
        const admitted = admit(caller)
        if (!admitted.ok) return admitted
        const scope = { accountId: caller.accountId, exportId: params.id }
        const standing = await inAccount(database, scope.accountId, (tx) => queries.readExport(tx, scope, content))
        if (standing === null || standing.fileName === null) return refuse('REQUEST_NOT_FOUND')
        if (hasWorkbook(standing) && params.file === workbookName(standing.fileName))
          return succeed(await workbookOf(database, scope, content, standing))
        const piece = pieceNames(standing).indexOf(params.file)
        if (standing.fileName !== params.file && piece === -1) return refuse('REQUEST_NOT_FOUND')
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${params.file}"`,
        }
        const [first, last] = pieces(standing)[piece] ?? [2, standing.partsCount ?? 0]
        return succeed(new Response(fileOf(database, scope, [first, last]), { headers }))
      },
    ),
  ]
}

function admit({ permissions }: Session): Result<true, Failure> {
  return can(permissions, 'category.export') ? succeed(true) : refuse('ACCESS_PERMISSION_MISSING')
}

function answerOf(content: CatalogContent, standing: queries.ExportStatus): CatalogExport {
  const { id, fileName, entriesCount, isUnderWay, isCancelled, hasBegun } = standing
  const isOpen = fileName === null && isUnderWay && !isCancelled
  const path = `${catalogExportCalls[content].start.path}/${id}/${fileName}`
  return {
    id,
    url: fileName === null ? null : path,
    workbook_url: fileName === null || !hasWorkbook(standing) ? null : workbookName(path),
    pieces: pieceNames(standing).map((name) => `${catalogExportCalls[content].start.path}/${id}/${name}`),
    entries_count: entriesCount,
    waits_for: isOpen && !hasBegun ? standing.before : null,
    progress: isOpen && hasBegun ? { done: standing.entriesDone, of: standing.entriesExpected ?? 0 } : null,
    error: isCancelled ? 'EXPORT_CANCELLED' : fileName === null && !isUnderWay ? 'EXPORT_FAILED' : null,
  }
}

function hasWorkbook({ entriesCount }: queries.ExportStatus): boolean {
  return (entriesCount ?? 0) <= mostWorkbookLines
}

function pieces({ content, entriesCount, parts }: queries.ExportStatus) {
  return piecesOf(content, entriesCount ?? 0, parts)
}

/** What the pieces are called of a file that an import does not take whole. */
function pieceNames(standing: queries.ExportStatus): readonly string[] {
  return pieces(standing).map((_, at) => (standing.fileName ?? '').replace(/\.csv$/, `-${at + 1}.csv`))
}

function workbookName(fileName: string): string {
  return fileName.replace(/\.csv$/, '.xlsx')
}

/** The file of an export as a workbook, in the language of the account. */
async function workbookOf(
  database: Database,
  scope: queries.ExportScope,
  content: CatalogContent,
  { fileName, partsCount }: queries.ExportStatus,
): Promise<Response> {
  const text = await new Response(fileOf(database, scope, [2, partsCount ?? 0])).text()
  const own = await inAccount(database, scope.accountId, (tx) => readTextLanguage(tx, scope.accountId))
  const [head = [], ...lines] = [...csvRows(text.replace('\uFEFF', ''), ';')].map(({ cells }) => cells)
  return workbookAnswer(await catalogWorkbook(content, head, lines, own), workbookName(fileName ?? ''))
}

function workbookAnswer(bytes: Uint8Array<ArrayBuffer>, name: string): Response {
  const headers = { 'content-type': workbookType, 'content-disposition': `attachment; filename="${name}"` }
  return new Response(bytes, { headers })
}

/** The head of a file and some of its parts, each read once the reader has taken the one before. One that is forgotten breaks off. */
function fileOf(
  database: Database,
  scope: queries.ExportScope,
  [first, last]: readonly [first: number, last: number],
): ReadableStream<Uint8Array> {
  let number = 0
  return new ReadableStream({
    async pull(controller) {
      number = number === 1 ? first : number + 1
      const bytes = await inAccount(database, scope.accountId, (tx) => queries.readPart(tx, scope, number))
      if (bytes === null) return controller.error(new Error('EXPORT_FORGOTTEN'))
      controller.enqueue(bytes)
      if (number === last || (number === 1 && last < first)) controller.close()
    },
  })
}
