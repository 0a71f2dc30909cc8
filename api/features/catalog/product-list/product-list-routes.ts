import { csvPart } from '#api/documents/csv-stream.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { catalogLine } from '#domain/catalog-files/catalog-lines.ts'
import { fileColumns } from '#domain/catalog-files/translated-columns.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed } from '#domain/kernel/result.ts'
import { exportProductsCall, listProductsCall } from '#sync/calls/product-list.ts'
import { readEntries } from './bulk-queries.ts'
import { createProductBulkRoutes } from './bulk-routes.ts'
import { findProductIds, listProducts } from './product-list-queries.ts'

/** What the routes are built from. */
export interface ProductListDeps {
  readonly database: Database
}

/** Products that an export reads at a time. */
const partProducts = 500
/** Most products of a file. */
const mostExported = 1_000_000

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

    route(
      {
        ...exportProductsCall,
        permission: 'product.export',
        summary: 'Products that pass filters as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
        refusals: ['ACCESS_PERMISSION_MISSING'],
      },
      async ({ caller, query }) => {
        if (!can(caller.permissions, 'category.export')) return refuse('ACCESS_PERMISSION_MISSING')
        const { accountId } = caller
        const { ids, own } = await inAccount(
          database,
          accountId,
          async (tx) => ({
            ids: await findProductIds(tx, query, mostExported),
            own: await readTextLanguage(tx, accountId),
          }),
          { readOnly: true },
        )
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="products.csv"',
        }
        return succeed(new Response(csvOf(database, { accountId, own }, ids), { headers }))
      },
    ),

    ...createProductBulkRoutes(database),
  ]
}

/** The file, a part at a time, each read once the reader has taken the one before. */
function csvOf(
  database: Database,
  { accountId, own }: { readonly accountId: string; readonly own: Language },
  ids: readonly string[],
): ReadableStream<Uint8Array> {
  let from = 0
  return new ReadableStream({
    start(controller) {
      controller.enqueue(csvPart([fileColumns('products', own)], { isFirst: true }))
    },
    async pull(controller) {
      const part = ids.slice(from, from + partProducts)
      from += partProducts
      if (part.length === 0) return controller.close()
      const entries = await inAccount(database, accountId, (tx) => readEntries(tx, { accountId }, part), {
        readOnly: true,
      })
      const lines = entries.map((entry) => catalogLine('products', entry, own))
      if (lines.length > 0) controller.enqueue(csvPart(lines))
    },
  })
}
