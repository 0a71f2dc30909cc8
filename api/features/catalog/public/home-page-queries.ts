import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { newId } from '#api/db/new-id.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import type { EditedWidget, FeaturedProduct, HomePageAnswer, HomePagePatch, WidgetBody } from '#sync/calls/home-page.ts'

type Tx = Transaction<Tables>

/** A part of the home whose picture has been kept. */
export type KeptWidget =
  | Exclude<WidgetBody, { readonly type: 'search_banner' }>
  | (Omit<Extract<WidgetBody, { readonly type: 'search_banner' }>, 'image'> & { readonly image: string | null })

interface WidgetRow {
  readonly id: string
  readonly type: EditedWidget['type']
  readonly title: string | null
  readonly text: string | null
  readonly html: string | null
  readonly image: string | null
  readonly imageAlt: string | null
  readonly translations: Translations
  readonly products: Extract<EditedWidget, { readonly type: 'featured_products' }>['products']
}

/** The home of an account as it is edited; one that was never edited is active and says nothing of its own. */
export async function readHomePage(tx: Tx, accountId: string): Promise<HomePageAnswer> {
  const page = await tx
    .selectFrom('home_page')
    .select(['version', 'status', 'meta_title as metaTitle', 'meta_description as metaDescription', 'translations'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { rows } = await sql<WidgetRow>`
    select w.id, w.type, w.title, w.text, w.html, w.image, w.image_alt as "imageAlt", w.translations, (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.label, 'brand', p.brand, 'status', p.status)
        order by h.position, p.id), '[]')
      from home_widget_product h
      join product p on p.account_id = h.account_id and p.id = h.product_id
      where h.account_id = w.account_id and h.widget_id = w.id) as products
    from home_widget w where w.account_id = ${accountId} order by w.position, w.id`.execute(tx)
  const { language } = await tx
    .selectFrom('account')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const own = page ?? { version: 0, status: 'active', metaTitle: null, metaDescription: null, translations: {} }
  return { ...own, language, widgets: rows.map(widgetOf) }
}

function widgetOf({ id, type, title, text, html, image, imageAlt, translations, products }: WidgetRow): EditedWidget {
  if (type === 'html') return { id, type, html: html ?? '', translations }
  if (type === 'search_banner') return { id, type, title: title ?? '', text, image, imageAlt, translations }
  return { id, type, title: title ?? '', products, translations }
}

/** Locks the home of an account for a change, whether it was ever edited or not. */
export async function lockHomePage(tx: Tx, accountId: string): Promise<void> {
  await tx
    .insertInto('home_page')
    .values({ account_id: accountId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('home_page').select('version').where('account_id', '=', accountId).forUpdate().execute()
}

/** Writes what is named of the home itself; its row is always written, since its version tells of a changed part too. */
export async function updateHomePage(
  tx: Tx,
  accountId: string,
  { status, metaTitle, metaDescription, translations }: Omit<HomePagePatch, 'widgets'>,
): Promise<void> {
  await tx
    .updateTable('home_page')
    .set({
      account_id: accountId,
      ...(status === undefined ? {} : { status }),
      ...(metaTitle === undefined ? {} : { meta_title: metaTitle }),
      ...(metaDescription === undefined ? {} : { meta_description: metaDescription }),
      ...(translations && { translations: mergedTranslations(accountId, translations, sql.ref('translations')) }),
    })
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Replaces all parts of the home by these; a part that keeps its id is still found by it, and keeps the translations
 * that are not given.
 */
export async function replaceWidgets(
  tx: Tx,
  accountId: string,
  widgets: readonly KeptWidget[],
  before: readonly EditedWidget[],
): Promise<void> {
  await tx.deleteFrom('home_widget').where('account_id', '=', accountId).execute()
  if (widgets.length === 0) return
  const placed = widgets.map((widget, at) => ({ ...widget, id: widget.id ?? newId(), position: at + 1 }))
  await tx
    .insertInto('home_widget')
    .values(
      placed.map((widget) => ({
        account_id: accountId,
        id: widget.id,
        position: widget.position,
        type: widget.type,
        title: widget.type === 'html' ? null : widget.title,
        html: widget.type === 'html' ? widget.html : null,
        text: widget.type === 'search_banner' ? emptyToNull(widget.text) : null,
        image: widget.type === 'search_banner' ? widget.image : null,
        image_alt: widget.type === 'search_banner' ? emptyToNull(widget.imageAlt) : null,
        translations: mergedTranslations(
          accountId,
          widget.translations,
          sql`${JSON.stringify(before.find(({ id }) => id === widget.id)?.translations ?? {})}::jsonb`,
        ),
      })),
    )
    .execute()
  const products = placed.flatMap((widget) =>
    widget.type === 'featured_products'
      ? widget.productIds.map((productId, at) => ({
          account_id: accountId,
          widget_id: widget.id,
          product_id: productId,
          position: at + 1,
        }))
      : [],
  )
  if (products.length > 0) await tx.insertInto('home_widget_product').values(products).execute()
}

/** Products that are offered at once. */
const offered = 10

/** Published products that fit what is written: words of theirs, or the id of one. */
export async function findFeatured(tx: Tx, accountId: string, search: string): Promise<readonly FeaturedProduct[]> {
  const [name, id] = isUuid(search) ? [null, search] : [search === '' ? null : search, null]
  const { rows } = await sql<FeaturedProduct>`
    select p.id, p.label, p.brand, p.status from unnest(case when ${id}::uuid is not null then array[${id}::uuid] else (
      select f.ids from product_page(${name}, null, array['published'], null::integer[], null::integer[], '{}',
        ${offered}, 0, false) f) end) with ordinality u (id, at)
    join product p on p.account_id = ${accountId} and p.id = u.id and p.status = 'published'
    order by u.at`.execute(tx)
  return rows
}

/** How many of these ids are products of the account. */
export async function countProducts(tx: Tx, accountId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .selectFrom('product')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return rows.length
}

function emptyToNull(text: string | null): string | null {
  return text === '' ? null : text
}
