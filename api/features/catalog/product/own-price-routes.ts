import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writeProducts } from '#api/db/product-records.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { patchedProduct } from '#domain/catalog/product-rules.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/product-list.ts'
import { listOwnPrices, readOwnPrices } from './own-price-queries.ts'
import { lockProduct } from './product-queries.ts'

const own = { permission: 'product.write_own_prices' } as const

/** A buyer's own list of prices: those of the products that it buys in the account that it works in. */
export function createOwnPriceRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.listOwnPricesCall,
        ...own,
        summary: 'Prices of the products that the caller’s company buys',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => listOwnPrices(tx, caller, query), {
          readOnly: true,
        })
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readOwnPricesCall, ...own, summary: 'Prices of one product that the caller’s company buys' },
      async ({ caller, params, answerHeaders }) =>
        versioned(
          answerHeaders,
          await inAccount(database, caller.accountId, (tx) => readOwnPrices(tx, caller, params.id), { readOnly: true }),
        ),
    ),

    route(
      {
        ...calls.patchOwnPricesCall,
        ...own,
        summary: 'Change prices of a product that the caller’s company buys',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller, params: { id }, body: { prices }, http, answerHeaders }) => {
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          const present = await lockProduct(tx, caller, id)
          if ((await readOwnPrices(tx, caller, id)) === null) return refuse('REQUEST_NOT_FOUND')
          const fresh = checkVersion(http.headers, present)
          if (!fresh.ok) return fresh
          const { product } = fresh.value
          const updated = [{ ...patchedProduct(product, { prices }), id }]
          const author = { origin: 'buyer', userId: caller.userId } as const
          await writeProducts(tx, caller, { inserted: [], updated }, { before: [product], author })
          return succeed(await readOwnPrices(tx, caller, id))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}
