import type { Database } from '#api/db/database.ts'
import { scopeOf, type BuybackScope } from '#api/db/buyback-scope.ts'
import { acceptedLanguage } from '#api/http/accept-language.ts'
import type { Session } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/buyback-list.ts'
import { buybacksCsv } from './buyback-csv.ts'
import type { BuybackFilters } from './buyback-filter.ts'
import * as queries from './buyback-queries.ts'

/** What the routes are built from. */
export interface BuybackListDeps {
  readonly database: Database
  readonly now: Clock
}

const json = 'application/ld+json'
/** Rows that an export reads at a time. */
const partRows = 1000

/** Lists of buybacks, each as far as its caller's scope reaches. */
export function createBuybackListRoutes({ database, now }: BuybackListDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...calls.listBuybacksCall, permission: 'buyback.list', summary: 'Buybacks', answerType: json },
      async ({ caller, query }) => {
        const allowed = mayFilter(caller, query)
        if (!allowed.ok) return allowed
        const found = await queries.listBuybacks(database, caller.accountId, await scopeOf(database, caller), query)
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.exportBuybacksCall,
        permission: 'buyback.export',
        summary: 'Buybacks as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, query, http }) => {
        const { language: wished, ...filters } = query
        const allowed = mayFilter(caller, filters)
        if (!allowed.ok) return allowed
        const scope = await scopeOf(database, caller)
        const timeZone = await queries.readTimeZone(database, caller.accountId)
        const language = wished ?? acceptedLanguage(http.headers.get('accept-language')) ?? defaultLanguage
        const csv = buybacksCsv(exportParts(database, caller.accountId, scope, filters), { language, timeZone })
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="buybacks.csv"',
        }
        return succeed(new Response(csv, { headers }))
      },
    ),

    route(
      { ...calls.buybackFiltersCall, permission: 'buyback.list', summary: 'What the filters of buybacks may name' },
      async ({ caller }) => {
        const may = {
          stores: can(caller.permissions, 'buyback.filter_stores'),
          buyers: can(caller.permissions, 'buyback.filter_buyers'),
        }
        return succeed(await queries.readChoices(database, caller.accountId, await scopeOf(database, caller), may))
      },
    ),

    route(
      {
        ...calls.listPredeclaredCall,
        permission: 'buyback.predeclared',
        summary: 'Web buybacks that stores expect',
        answerType: json,
      },
      async ({ caller, query }) => {
        const allowed = mayFilter(caller, query)
        if (!allowed.ok) return allowed
        const scope = await scopeOf(database, caller)
        const found = await queries.listPredeclared(database, caller.accountId, scope, query, now())
        return succeed(collectionOf(found.members, found.total))
      },
    ),
  ]
}

/** Filters by store and by buyer need their permissions, regardless of what the screen offered (BB-03). */
function mayFilter(
  { permissions }: Session,
  { store, buyer }: Pick<BuybackFilters, 'store' | 'buyer'>,
): Result<true, Failure> {
  if (store !== undefined && !can(permissions, 'buyback.filter_stores')) return refuse('ACCESS_PERMISSION_MISSING')
  if (buyer !== undefined && !can(permissions, 'buyback.filter_buyers')) return refuse('ACCESS_PERMISSION_MISSING')
  return succeed(true)
}

async function* exportParts(database: Database, accountId: string, scope: BuybackScope, filters: BuybackFilters) {
  let afterId: string | null = null
  while (true) {
    const part = await queries.readExportPart(database, accountId, scope, filters, afterId, partRows)
    if (part.length > 0) yield part
    const last = part.at(-1)
    if (last === undefined || part.length < partRows) return
    afterId = last.id
  }
}
