import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { catalogExportCalls, type CatalogExport } from '#sync/calls/catalog-export.ts'
import * as queries from './export-queries.ts'

/** What the calls about exports are built from. */
export interface ExportRouteDeps {
  readonly database: Database
  readonly now: Clock
}

/** Exports of the catalog, for who holds both of their permissions (IO-17, IO-24 to IO-26). */
export function createExportRoutes(deps: ExportRouteDeps): readonly DeclaredRoute[] {
  return catalogContents.flatMap((content) => routesOf(content, deps))
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
        ...calls.file,
        permission,
        summary: `File of an export: ${content}`,
        refusals,
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, params }) => {
        const admitted = admit(caller)
        if (!admitted.ok) return admitted
        const scope = { accountId: caller.accountId, exportId: params.id }
        const standing = await inAccount(database, scope.accountId, (tx) => queries.readExport(tx, scope, content))
        if (standing === null || standing.fileName !== params.file) return refuse('REQUEST_NOT_FOUND')
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${standing.fileName}"`,
        }
        return succeed(new Response(fileOf(database, scope, standing.partsCount ?? 0), { headers }))
      },
    ),
  ]
}

function admit({ permissions }: Session): Result<true, Failure> {
  return can(permissions, 'category.export') ? succeed(true) : refuse('ACCESS_PERMISSION_MISSING')
}

function answerOf(content: CatalogContent, standing: queries.ExportStanding): CatalogExport {
  const { id, fileName, entriesCount, isUnderWay } = standing
  const path = `${catalogExportCalls[content].start.path}/${id}/${fileName}`
  return {
    id,
    url: fileName === null ? null : path,
    entries_count: entriesCount,
    error: fileName === null && !isUnderWay ? 'EXPORT_FAILED' : null,
  }
}

/** The parts of a file, each read once the reader has taken the one before. One that is forgotten breaks off. */
function fileOf(database: Database, scope: queries.ExportScope, partsCount: number): ReadableStream<Uint8Array> {
  let number = 0
  return new ReadableStream({
    async pull(controller) {
      number += 1
      const bytes = await inAccount(database, scope.accountId, (tx) => queries.readPart(tx, scope, number))
      if (bytes === null) return controller.error(new Error('EXPORT_FORGOTTEN'))
      controller.enqueue(bytes)
      if (number === partsCount) controller.close()
    },
  })
}
