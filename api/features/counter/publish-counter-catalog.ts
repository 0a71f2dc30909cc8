import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { currentRequest } from '#api/db/request-context.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { lockCounterCatalog } from '#api/db/lock-counter-catalog.ts'
import { noteCurrentWork } from '#api/db/loop-attribution.ts'
import type { Clock } from '#api/http/clock.ts'
import { catalogKeptMs } from '#domain/buyback/catalog-promise.ts'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import { partCount, partIndexOf } from '#sync/replica/catalog-part.ts'
import { canonicalJson } from '#sync/wire/operation.ts'
import {
  areAllProductsFound,
  freezeQuestions,
  missingParts,
  readContent,
  readPublished,
  writePublished,
  type CatalogPart,
  type PublishedCatalog,
} from './counter-catalog-queries.ts'

/** What publishing works with. */
export interface PublishDeps {
  readonly database: Database
  readonly now: Clock
}

/** Answers the catalog of an account as it is now. */
export type Publish = (accountId: string) => Promise<PublishedCatalog>

/**
 * Builds the publishing: a caller gets the published catalog, or a new one where something has changed since it was
 * read. The change log tells; reading twenty thousand products to find out would cost a third of a second each time. A
 * version is the hash of its content: a price that is changed and changed back gives the former version.
 */
export function createPublish({ database, now }: PublishDeps): Publish {
  const running = new Map<string, Promise<PublishedCatalog>>()

  async function publish(accountId: string): Promise<PublishedCatalog> {
    for (;;) {
      const published = await publishRead(accountId)
      if (published !== null) return published
    }
  }

  /** Publishes what is read; null where some of it has gone since then. */
  async function publishRead(accountId: string): Promise<PublishedCatalog | null> {
    await inAccount(database, accountId, (tx) => freezeQuestions(tx, accountId))
    const content = await inAccount(database, accountId, (tx) => readContent(tx, accountId), {
      isolation: 'repeatable read',
      readOnly: true,
    })
    const parts = await partsOf(content.products)
    const ids = parts.map(({ id }) => id)
    const version = hashOf([content.rules, ids])
    const catalog = { version, parts: ids, productCount: content.products.length }
    const at = now()
    return inAccount(database, accountId, async (tx) => {
      await lockCounterCatalog(tx, accountId)
      // Another process may have read later and been faster.
      const present = await readPublished(tx, accountId)
      if (present?.isFresh === true) return present
      // A product that was deleted since is in no catalog: a sale by it would name what is not there.
      if (!(await areAllProductsFound(tx, accountId, content.products))) return null
      const missing = await missingParts(tx, accountId, [...new Set(ids)])
      const newParts = [...new Map(parts.map((part) => [part.id, part])).values()].filter(({ id }) => missing.has(id))
      const forgetBefore = new Date(at.getTime() - catalogKeptMs)
      await writePublished(tx, accountId, { ...catalog, content, newParts, at, forgetBefore })
      return catalog
    })
  }

  return async (accountId) => {
    const present = await inAccount(database, accountId, (tx) => readPublished(tx, accountId))
    if (present?.isFresh === true) return present
    const already = running.get(accountId)
    if (already !== undefined) return already
    // Calls that go on may wait for it too: it is not given up with the one that has begun it.
    const publishing = currentRequest.exit(() => publish(accountId)).finally(() => running.delete(accountId))
    running.set(accountId, publishing)
    return publishing
  }
}

// A hundred thousand products take seconds to hash: requests have their turn after each part.
async function partsOf(products: readonly CounterProduct[]): Promise<readonly CatalogPart[]> {
  const groups: CounterProduct[][] = Array.from({ length: partCount }, () => [])
  for (const product of products) groups[partIndexOf(product.id)]?.push(product)
  const parts: CatalogPart[] = []
  for (const group of groups) {
    noteCurrentWork()
    parts.push({ id: hashOf(group), products: Object.fromEntries(group.map((product) => [product.id, product])) })
    await turn()
  }
  return parts
}

function hashOf(content: unknown): string {
  return hash('sha256', canonicalJson(content), 'hex').slice(0, 32)
}
