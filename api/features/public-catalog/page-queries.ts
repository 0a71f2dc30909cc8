import { legalFilePath } from '#sync/calls/legal-file.ts'
import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import type { HomeStatus } from '#domain/configuration/home-page.ts'
import { distanceKm, type Coordinates } from '#domain/kernel/distance.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { HomeWidget, LegalDocument, ProductCard, PublicHome, PublicStore } from '#sync/calls/public-catalog.ts'
import { readCategoryNames } from './category-queries.ts'
import { productCardOf } from './search-queries.ts'
import { sanitised } from './sanitised.ts'

interface WidgetRow {
  readonly id: string
  readonly type: HomeWidget['type']
  readonly title: string | null
  readonly text: string | null
  readonly html: string | null
  readonly image: string | null
  readonly imageAlt: string | null
  readonly products: readonly Omit<ProductCard, 'slug'>[]
}

/**
 * What the public home says to search engines, and its widgets, whose products name their categories in a language:
 * nothing of its own while it is inactive (SET-18).
 */
export async function readPublicHome(
  database: Database,
  accountId: string,
  language: Language | null,
): Promise<PublicHome> {
  const query = sql<{ status: HomeStatus; metaTitle: string | null; metaDescription: string | null }>`
    select status, meta_title as "metaTitle", meta_description as "metaDescription"
    from home_page where account_id = ${accountId}`
  const [page] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const { status, metaTitle, metaDescription } = page ?? { status: 'active', metaTitle: null, metaDescription: null }
  if (status === 'inactive') return { metaTitle: null, metaDescription: null, widgets: [] }
  const widgets = await readHome(database, accountId)
  const names = await readCategoryNames(database, accountId, language)
  return {
    metaTitle,
    metaDescription,
    widgets: widgets.map((widget) =>
      widget.type === 'featured_products' ? { ...widget, products: widget.products.map(names.card) } : widget,
    ),
  }
}

/** The widgets of the public home; unpublished products are left out, and widgets without any. */
async function readHome(database: Database, accountId: string): Promise<readonly HomeWidget[]> {
  const query = sql<WidgetRow>`
    select w.id, w.type, w.title, w.text, w.html, w.image, w.image_alt as "imageAlt", (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.label, 'brand', p.brand,
        'model', p.manufacturer_model, 'image', p.image, 'categoryId', c.id, 'categoryName', c.name,
        'bestPriceCents', s.best_price_cents) order by h.position), '[]')
      from home_widget_product h
      join searched_product s on s.account_id = h.account_id and s.product_id = h.product_id
      join product p on p.account_id = h.account_id and p.id = h.product_id
      join category c on c.account_id = p.account_id and c.id = p.main_category_id
      where h.account_id = w.account_id and h.widget_id = w.id) as products
    from home_widget w where w.account_id = ${accountId} order by w.position, w.id`
  const rows = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const hosts = rows.some(({ type }) => type === 'html') ? await readImageHosts(database, accountId) : []
  return rows.flatMap((row) => widgetOf(row, hosts) ?? [])
}

/** The hosts whose images an account's texts may show: those that it lists, and its own. */
export async function readImageHosts(database: Database, accountId: string): Promise<readonly string[]> {
  const query = sql<{ hosts: readonly string[] }>`
    select image_hosts || coalesce(host, '') as hosts from account where id = ${accountId}`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  return row?.hosts ?? []
}

function widgetOf(
  { id, type, title, text, html, image, imageAlt, products }: WidgetRow,
  imageHosts: readonly string[],
): HomeWidget | null {
  if (type === 'html') return { id, type, html: sanitised(html ?? '', { imageHosts }) }
  if (type === 'search_banner') return { id, type, title: title ?? '', text, image, imageAlt }
  return products.length === 0 ? null : { id, type, title: title ?? '', products: products.map(productCardOf) }
}

/** Active stores by name, with their distance where a place is given. */
export async function readStores(
  database: Database,
  accountId: string,
  { place, country }: { readonly place: Coordinates | null; readonly country: string | null },
): Promise<readonly PublicStore[]> {
  const query = sql<Omit<PublicStore, 'distanceKm'>>`
    select id, common_name as name, street, street_more as "streetMore", zip_code as "zipCode", city, country,
      latitude, longitude
    from organization
    where account_id = ${accountId} and type = 'store' and status = 'active'
      and (${country}::text is null or country = ${country})
    order by common_name, id`
  const rows = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  return rows.map((store) => ({ ...store, distanceKm: distanceTo(place, store) }))
}

function distanceTo(
  place: Coordinates | null,
  { latitude, longitude }: Pick<PublicStore, 'latitude' | 'longitude'>,
): number | null {
  if (place === null || latitude === null || longitude === null) return null
  return Math.round(distanceKm(place, { latitude, longitude }) * 10) / 10
}

const legalColumns = {
  eula: 'd.eula',
  'service-terms': 'd.service_terms',
  'faq-and-contact': 'd.faq_and_contact',
  'cookies-policy': 'a.cookies_policy',
  'buyback-zero': 'd.buyback_zero_description',
  'no-search-result': 'd.no_search_result_description',
} as const satisfies Record<LegalDocument, string>

/** A text of the account for its customers with the address of its support, `{email}` filled in (PUB-08). */
export async function readLegal(
  database: Database,
  accountId: string,
  document: LegalDocument,
): Promise<{
  readonly html: string | null
  readonly sellerSupportEmail: string | null
  readonly file: string | null
}> {
  const query = sql<{ html: string | null; email: string | null; hosts: readonly string[]; file: string | null }>`
    select ${sql.ref(legalColumns[document])} as html, d.seller_support_email as email,
      a.image_hosts || coalesce(a.host, '') as hosts, f.id as file
    from account a left join organization_root_detail d on d.account_id = a.id
    left join legal_file f on f.account_id = a.id and f.document = ${document}
    where a.id = ${accountId}`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const email = row?.email ?? null
  const html = row?.html ?? null
  const file = row?.file ?? null
  return {
    html: html === null ? null : sanitised(html, { supportEmail: email, imageHosts: row?.hosts ?? [] }),
    sellerSupportEmail: email,
    file: file === null ? null : legalFilePath(file),
  }
}
