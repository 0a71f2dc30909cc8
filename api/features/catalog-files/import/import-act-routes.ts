import { inAccount } from '#api/db/in-account.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/catalog-import-change.ts'
import { actOn } from './act-on-import.ts'
import { allIgnored } from './ignored-line-queries.ts'
import * as queries from './import-queries.ts'
import { listChanges } from './listed-change-queries.ts'
import { refusedLines } from './refused-lines.ts'
import { readPlan } from './run-imports.ts'
import type { ImportRouteDeps } from './import-deps.ts'

const permission = { permission: 'catalog.import' } as const
const ownPermission = { permission: 'product.write_own_prices' } as const

/** What is done with an import that is there, and what is asked about it, by those who may import. */
export function createImportActRoutes(deps: ImportRouteDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      {
        ...calls.listChangesCall,
        ...permission,
        summary: 'What an import changes',
        answerType: 'application/ld+json',
      },
      async ({ caller, params, query }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => listChanges(tx, caller, { importId: params.id, query }),
          { readOnly: true, isolation: 'repeatable read' },
        )
        if (found === null) return refuse('REQUEST_NOT_FOUND')
        return succeed(collectionOf(found.rows, found.total))
      },
    ),

    route(
      {
        ...calls.startImportCall,
        ...permission,
        summary: 'Import a file that was tried',
        refusals: ['IMPORT_NOT_TRIED', 'IMPORT_TOO_MANY_WAITING'],
      },
      async ({ caller, params }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        return actOn(deps, caller, { id: params.id, act: 'start', withChanged: false, buyer: null })
      },
    ),

    route(
      { ...calls.cancelImportCall, ...permission, summary: 'Cancel an import', refusals: ['IMPORT_ENDED'] },
      async ({ caller, params }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        return withoutAnswer(
          await actOn(deps, caller, { id: params.id, act: 'cancel', withChanged: false, buyer: null }),
        )
      },
    ),

    route(
      { ...calls.undoImportCall, ...permission, summary: 'Take an import back', refusals: ['IMPORT_NOT_UNDOABLE'] },
      async ({ caller, params, body: { withChanged } }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        return actOn(deps, caller, { id: params.id, act: 'undo', withChanged, buyer: null })
      },
    ),

    route(
      {
        ...calls.importFileCall,
        ...permission,
        summary: 'The file of an import, as it came',
        fileTypes: ['application/octet-stream'],
      },
      async ({ caller, params }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const found = await inAccount(
          database,
          caller.accountId,
          async (tx) => ({
            answer: await queries.readImport(tx, caller, params.id),
            bytes: await queries.readFile(tx, caller, params.id),
          }),
          { readOnly: true },
        )
        if (found.answer === null || found.bytes === null) return refuse('REQUEST_NOT_FOUND')
        return succeed(download(found.bytes, found.answer.file_name, 'application/octet-stream'))
      },
    ),

    route(
      {
        ...calls.refusedLinesCall,
        ...permission,
        summary: 'The refused lines of an import, with their reasons',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, params, query: { language } }) => {
        if (params.accountId !== caller.accountId) return refuse('REQUEST_NOT_FOUND')
        const found = await inAccount(
          database,
          caller.accountId,
          async (tx) => ({
            answer: await queries.readImport(tx, caller, params.id),
            ignored: await allIgnored(tx, caller, params.id),
          }),
          { readOnly: true },
        )
        if (found.answer === null || !found.answer.has_file || found.ignored.length === 0)
          return refuse('REQUEST_NOT_FOUND')
        const plan = await readPlan(deps, caller, found.answer)
        const told = { content: found.answer.content, language }
        const name = found.answer.file_name.replace(/(\.[A-Za-z]{1,5})?$/, '-refused.csv')
        return succeed(download(await refusedLines(plan, found.ignored, told), name, 'text/csv; charset=utf-8'))
      },
    ),

    route(
      {
        ...calls.listOwnChangesCall,
        ...ownPermission,
        summary: 'What a file of a buyer’s prices changes',
        answerType: 'application/ld+json',
      },
      async ({ caller, params, query }) => {
        const found = await inAccount(
          database,
          caller.accountId,
          async (tx) =>
            (await queries.readImport(tx, caller, params.id, caller)) === null
              ? null
              : listChanges(tx, caller, { importId: params.id, query }),
          { readOnly: true, isolation: 'repeatable read' },
        )
        if (found === null) return refuse('REQUEST_NOT_FOUND')
        return succeed(collectionOf(found.rows, found.total))
      },
    ),

    route(
      {
        ...calls.startOwnPricesCall,
        ...ownPermission,
        summary: 'Import a file of a buyer’s prices that was tried',
        refusals: ['IMPORT_NOT_TRIED', 'IMPORT_TOO_MANY_WAITING'],
      },
      async ({ caller, params }) =>
        actOn(deps, caller, { id: params.id, act: 'start', withChanged: false, buyer: caller }),
    ),

    route(
      {
        ...calls.undoOwnPricesCall,
        ...ownPermission,
        summary: 'Take back a file of a buyer’s prices',
        refusals: ['IMPORT_NOT_UNDOABLE'],
      },
      async ({ caller, params, body: { withChanged } }) =>
        actOn(deps, caller, { id: params.id, act: 'undo', withChanged, buyer: caller }),
    ),

    route(
      {
        ...calls.cancelOwnPricesCall,
        ...ownPermission,
        summary: 'Cancel an import of a buyer’s prices',
        refusals: ['IMPORT_ENDED'],
      },
      async ({ caller, params }) =>
        withoutAnswer(await actOn(deps, caller, { id: params.id, act: 'cancel', withChanged: false, buyer: caller })),
    ),
  ]
}

/** What is forgotten with the act has nothing to answer. */
function withoutAnswer(done: Awaited<ReturnType<typeof actOn>>) {
  return done.ok ? succeed(undefined) : done
}

function download(bytes: Buffer, name: string, type: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  })
}
