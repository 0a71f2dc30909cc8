import type { Database } from '#api/db/database.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { listProductsCall } from '#sync/calls/product-list.ts'
import { listProducts } from './product-queries.ts'

/** What the routes are built from. */
export interface ProductListDeps {
  readonly database: Database
}

/** The office's list of products: everybody who works in the account reads its whole catalog. */
export function createProductListRoutes({ database }: ProductListDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...listProductsCall, permission: 'product.list', summary: 'Products', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const found = await listProducts(database, caller.accountId, query)
        return succeed(collectionOf(found.members, found.total))
      },
    ),
  ]
}
