import type { Transaction as AnyTransaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { checkItemCode } from '#domain/item/item-code.ts'
import { searchProductsCall } from '#sync/calls/compliance.ts'
import {
  itemDetailCall,
  itemFacetsCall,
  itemHistoriesCall,
  listRoundsCall,
  listWarehouseItemsCall,
  lookupCall,
} from '#sync/calls/item.ts'
import { readItemDetail, readItemHistories } from './item-detail-queries.ts'
import { countItemFacets, listWarehouseItems } from './item-queries.ts'
import { findByCode } from './lookup-queries.ts'
import { warehouseOf } from './place.ts'
import { searchProducts } from './search-product-queries.ts'
import { listRounds } from './check-in-round-queries.ts'

type Transaction = AnyTransaction<Tables>

/** What the warehouse's reads need. */
export interface WarehouseDeps {
  readonly database: Database
}

/** Reads of the warehouse that ask the server: lookup of a code, lists of rounds and items. */
export function createWarehouseRoutes({ database }: WarehouseDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...lookupCall,
        permission: 'warehouse.check_in',
        summary: 'Items that a code names',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ caller, query }) => {
        const code = checkItemCode(query.code)
        if (!code.ok) return refuse('REQUEST_INVALID', { field: 'code', details: { reason: code.error } })
        const warehouse = warehouseOf(caller, query.warehouseId)
        if (!warehouse.ok) return warehouse
        const candidates = await inAccount(
          database,
          caller.accountId,
          (tx) => findByCode(tx, caller, warehouse.value, code.value),
          { readOnly: true },
        )
        const refusal = candidates.length === 0 ? 'ITEM_UNKNOWN' : candidates.length > 1 ? 'ITEM_CODE_AMBIGUOUS' : null
        return succeed({ code: code.value, refusal, candidates })
      },
    ),

    route(
      { ...searchProductsCall, permission: 'item.control', summary: 'Products that a test may find' },
      async ({ caller, query }) => {
        const products = await inAccount(database, caller.accountId, (tx) => searchProducts(tx, caller, query), {
          readOnly: true,
        })
        return succeed({ products: [...products] })
      },
    ),

    route(
      {
        ...listRoundsCall,
        permission: 'warehouse.check_in',
        summary: 'Check-in rounds',
        refusals: ['REQUEST_NOT_FOUND'],
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const warehouse = warehouseOf(caller, query.warehouseId)
        if (!warehouse.ok) return warehouse
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => listRounds(tx, caller, warehouse.value, query),
          { isolation: 'repeatable read', readOnly: true },
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...listWarehouseItemsCall,
        permission: 'item_stock.read',
        summary: 'Items of a warehouse',
        refusals: ['REQUEST_NOT_FOUND'],
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await listWarehouseItems(database, caller, query)
        return found.ok ? succeed(collectionOf(found.value.members, found.value.total)) : found
      },
    ),

    route(
      {
        ...itemFacetsCall,
        permission: 'item_stock.read',
        summary: 'Items counted by status, stock and brand',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ caller, query }) => countItemFacets(database, caller, query),
    ),

    route(
      { ...itemDetailCall, permission: 'item_stock.read', summary: 'One item with its history and facts' },
      async ({ caller, params }) => {
        const read = (tx: Transaction) => readItemDetail(tx, caller, params.id)
        const item = await inAccount(database, caller.accountId, read, { readOnly: true })
        return item === null ? refuse('REQUEST_NOT_FOUND') : succeed(item)
      },
    ),

    route(
      {
        ...itemHistoriesCall,
        permission: 'item_stock.read',
        background: true,
        summary: 'What devices keep of items beside their rows',
      },
      async ({ caller, body }) => {
        const read = (tx: Transaction) => readItemHistories(tx, caller, body.ids)
        return succeed({ items: await inAccount(database, caller.accountId, read, { readOnly: true }) })
      },
    ),
  ]
}
