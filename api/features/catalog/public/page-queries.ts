import { legalFilePath } from '#sync/calls/legal-file.ts'
import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { homeTexts, type HomeStatus } from '#domain/settings/home-page.ts'
import { legalVersionFor, type LegalVersions } from '#domain/settings/legal-version.ts'
import { distanceKm, type Coordinates } from '#domain/kernel/distance.ts'
import { defaultLanguage, type Language } from '#domain/kernel/languages.ts'
import { wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { HomeWidget, LegalDocument, PublicHome, PublicStore } from '#sync/calls/public-catalog.ts'
import { readCategoryNames } from './public-category-queries.ts'
import { withBestPrices } from './best-price-queries.ts'
import { productCardOf, type FoundProduct } from './search-queries.ts'
import { sanitised } from './sanitised.ts'

interface WidgetRow {
  readonly id: string
  readonly type: HomeWidget['type']
  readonly title: string | null
  readonly text: string | null
  readonly html: string | null
  readonly image: string | null
  readonly imageAlt: string | null
  readonly translations: Translations
  readonly products: readonly FoundProduct[]
}

interface PageRow {
  readonly status: HomeStatus
  readonly metaTitle: string | null
  readonly metaDescription: string | null
  readonly translations: Translations
}

/**
 * What the public home says to search engines, and its widgets, in a language: nothing of its own while it is inactive
 * (SET-18).
 */
export async function readPublicHome(
  database: Database,
  accountId: string,
  language: Language | null,
): Promise<PublicHome> {
  const query = sql<PageRow>`
    select status, meta_title as "metaTitle", meta_description as "metaDescription", translations
    from home_page where account_id = ${accountId}`
  const [page] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const { status, ...texts } = page ?? { status: 'active', metaTitle: null, metaDescription: null, translations: {} }
  if (status === 'inactive') return { metaTitle: null, metaDescription: null, widgets: [] }
  const widgets = await readHome(database, accountId, language)
  const names = await readCategoryNames(database, accountId, language)
  return {
    ...wordedFor(texts, homeTexts.page, language),
    widgets: widgets.map((widget) =>
      widget.type === 'featured_products' ? { ...widget, products: widget.products.map(names.card) } : widget,
    ),
  }
}

/** The widgets of the public home; unpublished products are left out, and widgets without any. */
async function readHome(
  database: Database,
  accountId: string,
  language: Language | null,
): Promise<readonly HomeWidget[]> {
  const query = sql<WidgetRow>`
    select w.id, w.type, w.title, w.text, w.html, w.image, w.image_alt as "imageAlt", w.translations, (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.label, 'translations', p.translations,
        'brand', p.brand, 'model', p.manufacturer_model, 'image', p.image, 'categoryId', c.id, 'categoryName', c.name,
        'bestPriceCents', s.best_price_cents) order by h.position), '[]')
      from home_widget_product h
      join searched_product s on s.account_id = h.account_id and s.product_id = h.product_id
      join product p on p.account_id = h.account_id and p.id = h.product_id
      join category c on c.account_id = p.account_id and c.id = p.main_category_id
      where h.account_id = w.account_id and h.widget_id = w.id) as products
    from home_widget w where w.account_id = ${accountId} order by w.position, w.id`
  const rows = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const hosts = rows.some(({ type }) => type === 'html') ? await readImageHosts(database, accountId) : []
  const priced = await withBestPrices(
    database,
    accountId,
    rows.flatMap(({ products }) => products),
  )
  const best = new Map(priced.map((product) => [product.id, product]))
  const shown = rows.map((row) => ({
    ...row,
    products: row.products.map((product) => best.get(product.id) ?? product),
  }))
  return shown.flatMap((row) => widgetOf(wordedFor(row, homeTexts[row.type], language), hosts, language) ?? [])
}

/** The hosts whose images an account's texts may show: those that it lists, and its own. */
export async function readImageHosts(database: Database, accountId: string): Promise<readonly string[]> {
  const query = sql<{ hosts: readonly string[] }>`
    select image_hosts || coalesce(host, '') as hosts from account where id = ${accountId}`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  return row?.hosts ?? []
}

function widgetOf(
  { id, type, title, text, html, image, imageAlt, products }: Omit<WidgetRow, 'translations'>,
  imageHosts: readonly string[],
  language: Language | null,
): HomeWidget | null {
  if (type === 'html') return { id, type, html: sanitised(html ?? '', { imageHosts }) }
  if (type === 'search_banner') return { id, type, title: title ?? '', text, image, imageAlt }
  const cards = products.map((product) => productCardOf(product, language))
  return cards.length === 0 ? null : { id, type, title: title ?? '', products: cards }
}

/** Active stores by name, with their distance where a place is given. */
export async function readStores(
  database: Database,
  accountId: string,
  { place, country }: { readonly place: Coordinates | null; readonly country: string | null },
): Promise<readonly PublicStore[]> {
  const query = sql<Omit<PublicStore, 'distanceKm'>>`
    select id, common_name as name, street, street_more as "streetMore", zip_code as "zipCode", city, country,
      latitude, longitude, phone, directions_url as "directionsUrl", opening_hours as "openingHours",
      coalesce(time_zone, (select a.time_zone from account a where a.id = account_id)) as "timeZone"
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
  eula: ['d', 'eula', 'eula'],
  'service-terms': ['d', 'service_terms', 'serviceTerms'],
  'faq-and-contact': ['d', 'faq_and_contact', 'faqAndContact'],
  'cookies-policy': ['a', 'cookies_policy', 'cookiesPolicy'],
  'buyback-zero': ['d', 'buyback_zero_description', 'buybackZeroDescription'],
  'no-search-result': ['d', 'no_search_result_description', 'noSearchResultDescription'],
} as const satisfies Record<LegalDocument, readonly [table: string, column: string, field: string]>

interface LegalRow extends LegalVersions {
  readonly email: string | null
  readonly hosts: readonly string[]
}

/**
 * A text of the account for its customers with the address of its support, `{email}` filled in (PUB-08), in the language
 * of its reader.
 */
export async function readLegal(
  database: Database,
  accountId: string,
  { document, language: reader }: { readonly document: LegalDocument; readonly language: Language | null },
): Promise<{
  readonly language: Language
  readonly html: string | null
  readonly sellerSupportEmail: string | null
  readonly file: string | null
}> {
  const [table, column, field] = legalColumns[document]
  const query = sql<LegalRow>`
    select a.language as own, d.seller_support_email as email, a.image_hosts || coalesce(a.host, '') as hosts,
      (select coalesce(jsonb_object_agg(t.language, t.texts -> ${field}::text), '{}')
        from jsonb_each(${sql.ref(`${table}.translations`)}) t (language, texts) where t.texts ? ${field}::text)
        || jsonb_build_object(a.language, ${sql.ref(`${table}.${column}`)}) as texts,
      (select coalesce(json_object_agg(f.language, f.id), '{}') from legal_file f
        where f.account_id = a.id and f.document = ${document}) as files
    from account a left join organization_root_detail d on d.account_id = a.id
    where a.id = ${accountId}`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const { email = null, hosts = [], ...versions } = row ?? { own: defaultLanguage, texts: {}, files: {} }
  const { language, text, file } = legalVersionFor(versions, reader)
  return {
    language,
    html: text === null ? null : sanitised(text, { supportEmail: email, imageHosts: hosts }),
    sellerSupportEmail: email,
    file: file === null ? null : legalFilePath(file),
  }
}
