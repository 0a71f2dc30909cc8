import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Database } from '#api/db/database.ts'
import { acceptedLanguage } from '#api/http/accept-language.ts'
import type { Session } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/stock.ts'
import { listStockCounts, readStockCount } from './count-queries.ts'
import * as queries from './stock-queries.ts'
import type { StockScope } from './stock-queries.ts'

/** What the administration of stocks is built from. */
export interface StockDeps {
  readonly database: Database
  readonly now: Clock
}

const answerType = 'application/ld+json'

/** Stocks with what stands in them, and the counts that were made of them. */
export function createStockRoutes({ database, now }: StockDeps): readonly DeclaredRoute[] {
  const scopeOf = (caller: Session, http: RequestInfo, named?: string) =>
    scopeFor(caller, now(), acceptedLanguage(http.headers.get('accept-language')), named)
  return [
    route(
      {
        ...calls.listStocksCall,
        permission: 'stock.manage',
        summary: 'Stocks',
        refusals: ['REQUEST_NOT_FOUND'],
        answerType,
      },
      async ({ caller, query, http }) => {
        const scope = scopeOf(caller, http, query.warehouseId)
        if (!scope.ok) return scope
        const found = await inAccount(database, caller.accountId, (tx) => queries.listStocks(tx, scope.value, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route({ ...calls.readStockCall, permission: 'stock.manage', summary: 'One stock' }, async (call) => {
      const { caller, params, http } = call
      const scope = scopeOf(caller, http)
      if (!scope.ok) return scope
      const found = await inAccount(database, caller.accountId, (tx) => queries.readStock(tx, scope.value, params.id))
      return versioned(call.answerHeaders, found)
    }),

    route(
      {
        ...calls.createStockCall,
        permission: 'stock.manage',
        summary: 'Create a stock',
        refusals: ['REQUEST_NOT_FOUND', 'STOCK_NAME_TAKEN'],
      },
      async ({ caller, body, http }) => {
        const { accountId } = caller
        const scope = scopeOf(caller, http, body.warehouseId)
        if (!scope.ok) return scope
        const { warehouseId } = scope.value
        if (warehouseId === null) return refuse('REQUEST_INVALID', { field: 'warehouseId' })
        const { name, identifier = null, location = null } = body
        const id = newId()
        return inAccount(database, accountId, async (tx) => {
          if (!(await queries.isWarehouse(tx, accountId, warehouseId))) {
            return refuse('REQUEST_INVALID', { field: 'warehouseId' })
          }
          const isNew = await queries.insertStock(tx, { accountId, warehouseId, id, name, identifier, location })
          if (!isNew) return refuse('STOCK_NAME_TAKEN', { field: 'name' })
          const made = await queries.readStock(tx, scope.value, id)
          return made === null ? refuse('REQUEST_NOT_FOUND') : succeed(made)
        })
      },
    ),

    route(
      {
        ...calls.patchStockCall,
        permission: 'stock.manage',
        summary: 'Change a stock',
        refusals: ['REQUEST_VERSION_CONFLICT', 'STOCK_NAME_TAKEN', 'STOCK_NATIVE_FIXED'],
      },
      async (call) => {
        const { caller, params, body, http } = call
        const { accountId } = caller
        const scope = scopeOf(caller, http)
        if (!scope.ok) return scope
        const changed = await nameClashRefused(() =>
          inAccount(database, accountId, async (tx) => {
            const fresh = checkVersion(http.headers, await queries.lockStock(tx, scope.value, params.id))
            if (!fresh.ok) return fresh
            const present = fresh.value
            const isRenamed = body.name !== undefined && body.name !== present.name
            if (isRenamed && present.native !== null) return refuse('STOCK_NATIVE_FIXED', { field: 'name' })
            if (isRenamed && (await queries.isNameTaken(tx, { accountId, id: params.id, name: body.name ?? '' }))) {
              return refuse('STOCK_NAME_TAKEN', { field: 'name' })
            }
            await queries.updateStock(tx, { accountId, id: params.id }, body)
            const after = await queries.readStock(tx, scope.value, params.id)
            return after === null ? refuse('REQUEST_NOT_FOUND') : succeed(after)
          }),
        )
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.deleteStockCall,
        permission: 'stock.manage',
        summary: 'Delete a stock',
        refusals: ['REQUEST_VERSION_CONFLICT', 'STOCK_NATIVE_FIXED', 'STOCK_IN_USE'],
      },
      async ({ caller, params, http }) => {
        const { accountId } = caller
        const scope = scopeOf(caller, http)
        if (!scope.ok) return scope
        return useRefused(() =>
          inAccount(database, accountId, async (tx) => {
            const fresh = checkVersion(http.headers, await queries.lockStock(tx, scope.value, params.id))
            if (!fresh.ok) return fresh
            if (fresh.value.native !== null) return refuse('STOCK_NATIVE_FIXED')
            const found = await queries.readStock(tx, scope.value, params.id)
            const productCount = found?.productCount ?? 0
            // A product keeps the step that its diagnosis made due, even where the account's own step has moved to
            // another stock.
            const openSteps = await queries.countOpenItemSteps(tx, { accountId, id: params.id })
            const stepCount = (found?.stepCount ?? 0) + openSteps
            if (productCount + stepCount > 0) return refuse('STOCK_IN_USE', { details: { productCount, stepCount } })
            await queries.deleteStock(tx, { accountId, id: params.id })
            return succeed(undefined)
          }),
        )
      },
    ),

    route(
      {
        ...calls.listStockCountsCall,
        permission: 'item.move',
        summary: 'Ended stock counts',
        refusals: ['REQUEST_NOT_FOUND'],
        answerType,
      },
      async ({ caller, query, http }) => {
        const scope = scopeOf(caller, http, query.warehouseId)
        if (!scope.ok) return scope
        const found = await inAccount(database, caller.accountId, (tx) => listStockCounts(tx, scope.value, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readStockCountCall, permission: 'item.move', summary: 'A stock count with its differences' },
      async ({ caller, params, http }) => {
        const scope = scopeOf(caller, http)
        if (!scope.ok) return scope
        const found = await inAccount(database, caller.accountId, (tx) => readStockCount(tx, scope.value, params.id))
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),
  ]
}

// Warehouse users have their own warehouse; admin types all of them, or the one that they name.
function scopeFor(
  { accountId, module, organizationId }: Session,
  now: Date,
  language: Language | null,
  named?: string,
): Result<StockScope, Failure> {
  const own = module === 'rps' ? organizationId : null
  if (own !== null && named !== undefined && named !== own) return refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
  return succeed({ accountId, warehouseId: own ?? named ?? null, now, language })
}

// Two writers at once: the database has the last word, and its refusal is told as the same one.
async function nameClashRefused<T>(run: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  return run().catch((error: unknown) => {
    if (codeOf(error) === '23505') return refuse('STOCK_NAME_TAKEN', { field: 'name' })
    throw error
  })
}

async function useRefused<T>(run: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  return run().catch((error: unknown) => {
    if (codeOf(error) === '23503') return refuse('STOCK_IN_USE')
    throw error
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
