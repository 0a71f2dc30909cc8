import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod'
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
import { findProductIds, type ProductFilters } from './product-list-queries.ts'

type Tx = Transaction<Tables>
type Asked = z.output<typeof calls.setProductStatusCall.body>['products']

interface Chosen {
  readonly ids: readonly string[]
  /** Products that have another version than the one that was meant. */
  readonly left: z.output<typeof calls.setProductStatusCall.answer>['left']
}

/** Products that a preview shows. */
const shownProducts = 20
/** Two thousand ids with their versions in a body. */
const bodyBytes = 250_000

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
        refusals: [...refusals, 'PRODUCT_SELECTION_CHANGED', 'PRODUCT_CATEGORY_UNKNOWN'],
      },
      async ({ caller, query, body: { products, status } }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const chosen = await choose(tx, caller, products, { filters: query, locks: true })
          if (!chosen.ok) return chosen
          const { ids, left } = chosen.value
          const stranded = status === 'archived' ? 0 : await bulk.countStranded(tx, caller, ids)
          if (stranded > 0) return refuse('PRODUCT_CATEGORY_UNKNOWN', { details: { products: stranded } })
          return succeed({ changed: await bulk.setStatus(tx, caller, ids, status), left })
        }),
    ),

    route(
      {
        ...calls.previewPricesCall,
        ...write,
        summary: 'What a change of many prices would do',
        refusals: [...refusals, 'PRODUCT_SELECTION_CHANGED'],
      },
      async ({ caller, query, body: { products, grades: asked = grades, change } }) =>
        inAccount(
          database,
          caller.accountId,
          async (tx) => {
            const chosen = await choose(tx, caller, products, { filters: query, locks: false })
            if (!chosen.ok) return chosen
            const { ids, left } = chosen.value
            const { steps, counts, fingerprint } = plan(await bulk.readPriced(tx, caller, ids), asked, change)
            const place = new Map(ids.map((id, at) => [id, at]))
            const sample = steps.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
            return succeed({ ...counts, left, fingerprint, sample: sample.slice(0, shownProducts) })
          },
          { readOnly: true, isolation: 'repeatable read' },
        ),
    ),

    route(
      {
        ...calls.rePriceCall,
        ...write,
        summary: 'Change many prices',
        refusals: [...refusals, 'PRODUCT_SELECTION_CHANGED'],
      },
      async ({ caller, query, body: { products, grades: asked = grades, change, fingerprint } }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const chosen = await choose(tx, caller, products, { filters: query, locks: true })
          if (!chosen.ok) return chosen
          const { ids, left } = chosen.value
          const planned = plan(await bulk.readPriced(tx, caller, ids), asked, change)
          if (fingerprint !== undefined && fingerprint !== planned.fingerprint)
            return refuse('PRODUCT_SELECTION_CHANGED')
          const prices = planned.steps.flatMap(({ id, prices: steps }) =>
            steps.flatMap(({ grade, before, after }) =>
              after === null || after === before ? [] : [{ productId: id, grade, cents: after }],
            ),
          )
          if (prices.length > 0) await writeNewPrices(tx, caller, prices, { origin: 'bulk', userId: caller.userId })
          return succeed({ ...planned.counts, left })
        }),
    ),
  ]
}

/** The products that are meant, by name where the filters choose them. */
async function choose(
  tx: Tx,
  scope: CatalogScope,
  products: Asked,
  { filters, locks }: { readonly filters: ProductFilters; readonly locks: boolean },
): Promise<Result<Chosen, Failure>> {
  if ('all' in products) {
    const found = await findProductIds(tx, filters, mostProductsAtOnce + 1)
    if (found.length > mostProductsAtOnce)
      return refuse('PRODUCT_SELECTION_TOO_LARGE', { details: { most: mostProductsAtOnce } })
    if (products.count !== undefined && products.count !== found.length) return refuse('PRODUCT_SELECTION_CHANGED')
    if (locks) {
      await bulk.readPresent(tx, scope, found, locks)
      // A change that was waited for may have taken products out of the filters.
      const now = new Set(await findProductIds(tx, filters, mostProductsAtOnce + 1))
      if (now.size !== found.length || found.some((id) => !now.has(id))) return refuse('PRODUCT_SELECTION_CHANGED')
    }
    return succeed({ ids: found, left: [] })
  }
  const meant = new Map<string, number | null>(
    'ids' in products ? products.ids.map((id) => [id, null]) : products.listed.map(versionOf),
  )
  const present = await bulk.readPresent(tx, scope, [...meant.keys()], locks)
  if (present.length !== meant.size)
    return refuse('REQUEST_NOT_FOUND', { field: 'ids' in products ? 'products.ids' : 'products.listed' })
  const stale = present.filter(({ id, version }) => (meant.get(id) ?? version) !== version)
  const left = new Set(stale.map(({ id }) => id))
  return succeed({
    ids: [...meant.keys()].filter((id) => !left.has(id)),
    left: stale.map(({ id, label }) => ({ id, label })),
  })
}

const versionOf = ({ id, version }: { readonly id: string; readonly version: number }) => [id, version] as const

interface ProductSteps {
  readonly id: string
  readonly label: string
  readonly prices: PriceStep[]
}

/** The next value of each price that is meant, and a name for the old prices and the new ones. */
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
  const looked = JSON.stringify(
    steps.map(({ id, prices }) => [id, prices.map(({ grade, before, after }) => [grade, before, after])]),
  )
  return { steps, counts, fingerprint: createHash('sha256').update(looked).digest('base64url') }
}
