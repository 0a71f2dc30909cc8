import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { importErrors, importLimits } from '#domain/catalog-files/catalog-import.ts'
import { fileVerdictErrors } from '#domain/kernel/file-verdict.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/catalog-import.ts'
import { keepMatching, readFileOwner } from './column-matching-queries.ts'
import * as queries from './import-queries.ts'
import { planImport } from './plan-import.ts'
import { takeFile } from './take-file.ts'
import type { ImportRouteDeps } from './import-deps.ts'

const permission = { permission: 'catalog.import' } as const
const file = { ...permission, maxBodyBytes: importLimits.bytes } as const
const ofTaking = ['IMPORT_TOO_MANY_WAITING', 'IMPORT_ID_TAKEN']
const takeErrors = [...importErrors, ...fileVerdictErrors]
const fileRefusals = importErrors.filter((code) => !ofTaking.includes(code))

/** Imports of the catalog (IO-01 to IO-15), those of the account that is worked in alone. */
export function createImportRoutes({ database, now, scanner }: ImportRouteDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...calls.listImportsCall, ...permission, summary: 'Imports of the catalog' },
      async ({ caller, params, query }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const { results, total } = await inAccount(
          database,
          caller.accountId,
          (tx) => queries.listImports(tx, caller, query),
          { readOnly: true, isolation: 'repeatable read' },
        )
        const total_pages = Math.max(1, Math.ceil(total / queries.importsPerPage))
        return succeed({ results: [...results], pagination: { total_pages } })
      },
    ),

    route(
      { ...calls.readImportCall, ...permission, summary: 'One import of the catalog' },
      async ({ caller, params }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const read = (tx: Parameters<typeof queries.readImport>[0]) => queries.readImport(tx, caller, params.id)
        const found = await inAccount(database, caller.accountId, read, { readOnly: true })
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),

    route(
      { ...calls.checkImportCall, ...file, summary: 'What a file of the catalog is', refusals: fileRefusals },
      async ({ caller, params, query: { sheet = null, ...kind }, body }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const owner = await inAccount(database, caller.accountId, (tx) =>
          readFileOwner(tx, caller, { content: kind.content, buyer: null }),
        )
        const plan = await planImport(body, kind, { ...owner, sheet })
        return plan.ok ? succeed(plan.value.checked) : plan
      },
    ),

    route(
      { ...calls.matchColumnsCall, ...permission, summary: 'What the files of the account call the columns' },
      async ({ caller, params, body }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        await inAccount(database, caller.accountId, (tx) => keepMatching(tx, caller, { ...body, buyer: null }))
        return succeed(undefined)
      },
    ),

    route(
      { ...calls.createImportCall, ...file, summary: 'Import a file of the catalog', refusals: takeErrors },
      async ({ caller, params, query, body }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const { content, strategy, file_name: fileName, sheet = null, id, try: isTried } = query
        const isTrial = isTried === 'true'
        return takeFile({ database, now, scanner }, caller, {
          content,
          strategy,
          fileName,
          sheet,
          id,
          file: body,
          buyer: null,
          isTrial,
        })
      },
    ),
  ]
}
