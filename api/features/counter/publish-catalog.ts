import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { catalogKeptMs } from '#domain/buyback/price-version.ts'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import { partCount, partIndexOf } from '#sync/replica/catalog-part.ts'
import { canonicalJson } from '#sync/wire/operation.ts'
import {
  freezeQuestions,
  missingParts,
  readContent,
  readPublished,
  writePublished,
  type CatalogPart,
  type PublishedCatalog,
} from './catalog-queries.ts'

/** What publishing works with. */
export interface PublishDeps {
  readonly database: Database
  readonly now: Clock
}

/** Answers the catalog of an account as it is now. */
export type Publish = (accountId: string) => Promise<PublishedCatalog>

/**
 * Builds the publishing: whoever asks gets the published catalog, or a new one where something has changed since it was
 * read. The change log says so; reading twenty thousand products to find out would cost a third of a second each time.
 * A version is the hash of what it says: a price that is changed and changed back is the version before.
 */
export function createPublish({ database, now }: PublishDeps): Publish {
  const running = new Map<string, Promise<PublishedCatalog>>()

  async function publish(accountId: string): Promise<PublishedCatalog> {
    await inAccount(database, accountId, (tx) => freezeQuestions(tx, accountId))
    const content = await inAccount(database, accountId, (tx) => readContent(tx, accountId), {
      isolation: 'repeatable read',
      readOnly: true,
    })
    const parts = partsOf(content.products)
    const ids = parts.map(({ id }) => id)
    const version = hashOf([content.rules, ids])
    const catalog = { version, parts: ids, productCount: content.products.length }
    const at = now()
    return inAccount(database, accountId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('counter catalog ' || ${accountId}, 0))`.execute(tx)
      // Another process may have read later and been faster.
      const present = await readPublished(tx, accountId)
      if (present?.isFresh === true) return present
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
    const publishing = publish(accountId).finally(() => running.delete(accountId))
    running.set(accountId, publishing)
    return publishing
  }
}

function partsOf(products: readonly CounterProduct[]): readonly CatalogPart[] {
  const groups: CounterProduct[][] = Array.from({ length: partCount }, () => [])
  for (const product of products) groups[partIndexOf(product.id)]?.push(product)
  return groups.map((group) => ({
    id: hashOf(group),
    products: Object.fromEntries(group.map((product) => [product.id, product])),
  }))
}

function hashOf(content: unknown): string {
  return hash('sha256', canonicalJson(content), 'hex').slice(0, 32)
}
