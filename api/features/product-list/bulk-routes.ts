import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writeNewPrices, type CatalogScope } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { rePriced, type PriceStep, type RePrice } from '#domain/catalog/price-change.ts'
import { mostProductsAtOnce } from '#domain/catalog/product-rules.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/product-list.ts'
import * as bulk from './bulk-queries.ts'
import { findProductIds, type ProductFilters } from './product-queries.ts'

type Tx = Transaction<Tables>
type Chosen = { readonly ids: readonly string[] } | { readonly all: true }

/** Products that a preview shows. */
const shownProducts = 20
/** Two thousand ids in a body. */
const bodyBytes = 200_000

const write = {
  permission: 'product.write',
  maxBodyBytes: bodyBytes,
} as const
const refusals = ['REQUEST_NOT_FOUND', 'PRODUCT_SELECTION_TOO_LARGE'] as const

/** Changes of many products at once: their status and their prices. */
export function createProductBulkRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.setProductStatusCall,
        ...write,
        summary: 'Publish, unpublish or archive products',
        refusals: [...refusals, 'PRODUCT_CATEGORY_UNKNOWN'],
      },
      async ({ caller, query, body: { products, status } }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const chosen = await choose(tx, caller, products, query)
          if (!chosen.ok) return chosen
          await bulk.lockProducts(tx, caller, chosen.value)
          const stranded = status === 'archived' ? 0 : await bulk.countStranded(tx, caller, chosen.value)
          if (stranded > 0) return refuse('PRODUCT_CATEGORY_UNKNOWN', { details: { products: stranded } })
          return succeed({ changed: await bulk.setStatus(tx, caller, chosen.value, status) })
        }),
    ),

    route(
      { ...calls.previewPricesCall, ...write, summary: 'What a change of many prices would do', refusals },
      async ({ caller, query, body: { products, grades: asked = grades, change } }) =>
        inAccount(
          database,
          caller.accountId,
          async (tx) => {
            const chosen = await choose(tx, caller, products, query)
            if (!chosen.ok) return chosen
            const { steps, counts, fingerprint } = plan(await bulk.readPriced(tx, caller, chosen.value), asked, change)
            const place = new Map(chosen.value.map((id, at) => [id, at]))
            const sample = steps.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
            return succeed({ ...counts, fingerprint, sample: sample.slice(0, shownProducts) })
          },
          { readOnly: true, isolation: 'repeatable read' },
        ),
    ),

    route(
      {
        ...calls.rePriceCall,
        ...write,
        summary: 'Change many prices',
        refusals: [...refusals, 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller, query, body: { products, grades: asked = grades, change, fingerprint } }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const chosen = await choose(tx, caller, products, query)
          if (!chosen.ok) return chosen
          await bulk.lockProducts(tx, caller, chosen.value)
          const planned = plan(await bulk.readPriced(tx, caller, chosen.value), asked, change)
          if (fingerprint !== undefined && fingerprint !== planned.fingerprint)
            return refuse('REQUEST_VERSION_CONFLICT')
          const prices = planned.steps.flatMap(({ id, prices: steps }) =>
            steps.flatMap(({ grade, before, after }) =>
              after === null || after === before ? [] : [{ productId: id, grade, cents: after }],
            ),
          )
          if (prices.length > 0) await writeNewPrices(tx, caller, prices, { origin: 'bulk', userId: caller.userId })
          return succeed(planned.counts)
        }),
    ),
  ]
}

/** The products that are meant, by name where the filters choose them. */
async function choose(
  tx: Tx,
  scope: CatalogScope,
  products: Chosen,
  filters: ProductFilters,
): Promise<Result<readonly string[], Failure>> {
  if ('ids' in products) {
    const ids = [...new Set(products.ids)]
    const known = await bulk.knownIds(tx, scope, ids)
    return known.length === ids.length ? succeed(ids) : refuse('REQUEST_NOT_FOUND', { field: 'products.ids' })
  }
  const found = await findProductIds(tx, filters, mostProductsAtOnce + 1)
  return found.length > mostProductsAtOnce
    ? refuse('PRODUCT_SELECTION_TOO_LARGE', { details: { most: mostProductsAtOnce } })
    : succeed(found)
}

interface ProductSteps {
  readonly id: string
  readonly label: string
  readonly prices: PriceStep[]
}

/** What becomes of each price that is meant, and a name for the prices that this was said of. */
function plan(products: readonly bulk.PricedProduct[], asked: readonly Grade[], change: RePrice) {
  const steps: readonly ProductSteps[] = products
    .map(({ id, label, prices }) => ({ id, label, prices: [...rePriced(prices, asked, change)] }))
    .filter(({ prices }) => prices.length > 0)
  const all = steps.flatMap(({ prices }) => prices)
  const isChange = ({ before, after }: PriceStep): boolean => after !== null && after !== before
  const counts = {
    products: steps.filter(({ prices }) => prices.some(isChange)).length,
    prices: all.filter(isChange).length,
    kept: all.filter(({ after }) => after === null).length,
  }
  const looked = JSON.stringify(steps.map(({ id, prices }) => [id, prices.map(({ grade, before }) => [grade, before])]))
  return { steps, counts, fingerprint: createHash('sha256').update(looked).digest('base64url') }
}
