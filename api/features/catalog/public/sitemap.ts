import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import { readCategories } from './public-category-queries.ts'

/** Addresses of one map: search engines take ten times as many, but writing those would hold the event loop. */
const mapSize = 5_000

/** Pages of the public site that stand for themselves. */
const pages = ['/home', '/buyback/search', '/buyback/search/category-list', '/available-stores', '/faq-and-contact']

/** What a search engine is told of a public site: the list of its maps, or one of them; null where there is none. */
export async function readSitemap(
  database: Database,
  { accountId, origin }: { readonly accountId: string; readonly origin: string },
  path: string,
): Promise<string | null> {
  if (path === '/sitemap.xml') {
    const query = sql<{ count: number }>`
      select count(*)::int as count from product where account_id = ${accountId} and status = 'published'`
    const [row] = await readInAccount(database, accountId, query.compile(database.app))
    const maps = Array.from({ length: Math.ceil((row?.count ?? 0) / mapSize) }, (_, at) => `/sitemap-${at + 1}.xml`)
    return document('sitemapindex', 'sitemap', origin, ['/sitemap-pages.xml', ...maps])
  }
  if (path === '/sitemap-pages.xml') {
    const categories = await readCategories(database, accountId, null)
    const paths = categories.map(({ id }) => `/buyback/search/products?category=${id}`)
    return document('urlset', 'url', origin, [...pages, ...paths])
  }
  const at = Number(/^\/sitemap-([1-9]\d{0,3})\.xml$/.exec(path)?.[1])
  if (Number.isNaN(at)) return null
  const query = sql<{ id: string; label: string; brand: string | null }>`
    select id, label, brand from product where account_id = ${accountId} and status = 'published'
    order by id limit ${mapSize} offset ${(at - 1) * mapSize}`
  const products = await readInAccount(database, accountId, query.compile(database.app))
  if (products.length === 0) return null
  const paths = products.map(
    ({ id, brand, label }) => `/buyback/create/${id}/${slugOf(productName({ brand, productLabel: label }) ?? label)}`,
  )
  return document('urlset', 'url', origin, paths)
}

function document(root: string, each: string, origin: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `<${each}><loc>${origin}${path.replaceAll('&', '&amp;')}</loc></${each}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${root}>
`
}
