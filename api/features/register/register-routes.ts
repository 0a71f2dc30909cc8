import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { registerCsv, registerTexts } from '#api/documents/register-csv.ts'
import { registerPdf } from '#api/documents/register-pdf.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf, windowOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { readRegisterCall, verifyRegisterCall } from '#sync/calls/register.ts'
import { readHeading } from './heading-queries.ts'
import { countRegister, readRegister, verifyRegister } from './register-queries.ts'

/** What the register's calls are built from. */
export interface RegisterDeps {
  readonly database: Database
  readonly now: Clock
  readonly vault: SecretSealer
}

/** Most lines of one document; a longer time has to be asked for in parts. */
const documentLimit = 20_000
const steady = { isolation: 'repeatable read', readOnly: true } as const

/** The register of purchases, read as a list or taken out as a file. */
export function createRegisterRoutes(deps: RegisterDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...readRegisterCall,
        permission: 'purchase_register.read',
        summary: 'The register of purchases',
        fileTypes: ['text/csv; charset=utf-8', 'application/pdf'],
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        // A file is a document for others: it holds every line of its days.
        const q = query.format === 'json' ? query.q : undefined
        const scope = { accountId: caller.accountId, from: query.from, to: query.to, q }
        const descending = query.order.number === 'desc'
        const page = query.format === 'json' ? windowOf(query) : { limit: documentLimit, offset: 0 }
        return inAccount(
          deps.database,
          caller.accountId,
          async (tx) => {
            const total = query.format === 'json' && query.partial ? null : await countRegister(tx, scope)
            if (query.format !== 'json' && total !== null && total > documentLimit)
              return refuse('REQUEST_INVALID', { field: 'to', details: { limit: documentLimit } })
            const entries = await readRegister(tx, deps.vault, scope, { ...page, descending })
            if (query.format === 'json') return succeed(collectionOf(entries, total))
            const content = { ...(await readHeading(tx, caller)), from: query.from, to: query.to, entries }
            const bytes =
              query.format === 'csv' ? registerCsv(content) : await registerPdf({ ...content, madeAt: deps.now() })
            const headers = {
              'content-type': query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
              'content-disposition': `attachment; filename="${registerTexts[content.language].fileName}-${query.from}-${query.to}.${query.format}"`,
              'cache-control': 'private, no-store',
            }
            return succeed(new Response(bytes, { headers }))
          },
          steady,
        )
      },
    ),

    route(
      {
        ...verifyRegisterCall,
        permission: 'purchase_register.read',
        summary: 'Whether the register is as it was written',
      },
      async ({ caller: { accountId } }) => {
        const report = await inAccount(deps.database, accountId, (tx) => verifyRegister(tx, accountId), steady)
        return succeed({ ...report, checkedAt: deps.now().toISOString() })
      },
    ),
  ]
}
