import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount, readInAccount } from '#api/db/in-account.ts'
import type { GradePrices } from '#domain/catalog/estimate.ts'
import type { ProductStatus } from '#domain/catalog/product-status.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import type { PublicQuestion } from '#sync/calls/public-catalog.ts'

/** A product as its page reads it, in any status. */
export interface ProductRow {
  readonly id: string
  readonly status: ProductStatus
  readonly label: string
  readonly translations: Translations
  readonly brand: string | null
  readonly model: string | null
  readonly image: string | null
  readonly imageHd: string | null
  readonly gtin: string | null
  readonly reference: string | null
  readonly simple: boolean
  readonly buybackZeroNotAllowed: boolean
  readonly imeiCollect: boolean
  readonly highlightedInstruction: string | null
  readonly categoryTranslations: Translations
  /** Who buys it, as the contract says. */
  readonly buyer: string | null
  readonly categoryPath: readonly {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly translations: Translations
  }[]
  /** Of what is asked: translations of questions and answers by their ids. */
  readonly wordings: Readonly<Record<string, Translations>>
  readonly tacs: readonly string[]
  readonly prices: GradePrices
  /**
   * Pictures of the questions by their ids; null where none has any. Frozen questions are shown with the pictures of
   * today.
   */
  readonly questionImages: Readonly<Record<string, string>> | null
  /** The frozen questions of the day; null where nothing is asked. */
  readonly askedId: string | null
  /** The content of these questions; null too where another request has frozen them after this reading began. */
  readonly questionnaire: { readonly id: string; readonly questions: readonly PublicQuestion[] } | null
}

/** A product with its prices and the questions of the day, which are frozen by the first who asks for them. */
export async function readProduct(database: Database, accountId: string, id: string): Promise<ProductRow | null> {
  const query = sql<ProductRow>`
    select p.id, p.status, p.label, p.translations, p.brand, p.manufacturer_model as model, p.image, p.image_hd as "imageHd", p.gtin,
      p.buyer_reference as reference, p.simple, p.buyback_zero_not_allowed as "buybackZeroNotAllowed",
      p.imei_collect and coalesce('imei_search_and_collect' = any (d.enabled_premium_features), false) as "imeiCollect",
      c.highlighted_instruction as "highlightedInstruction", c.translations as "categoryTranslations",
      (select json_agg(json_build_object('id', b.id, 'name', b.name, 'slug', b.identifier,
        'translations', b.translations) order by u.at)
        from unnest(c.path) with ordinality u (id, at)
        join category b on b.account_id = c.account_id and b.id = u.id) as "categoryPath",
      array(select t.tac from product_tac t where t.account_id = p.account_id and t.product_id = p.id
        order by t.tac) as tacs,
      coalesce((select json_object_agg(r.grade, r.price_cents) from product_price r
        where r.account_id = p.account_id and r.product_id = p.id), '{}') as prices,
      (select json_build_object('id', q.id, 'questions', q.content -> 'questions') from questionnaire q
        where q.account_id = p.account_id and q.id = asked.id) as questionnaire,
      -- The nearest category that names a buyer, called as the contract calls it; else the account itself buys.
      coalesce((select coalesce(o.corporate_name, o.common_name, x.name) from category k
        left join organization o on o.account_id = k.account_id and o.id = k.buyer_organization_id
        left join account x on x.id = k.buyer_account_id
        where k.account_id = p.account_id and k.id = any (c.path)
          and (k.buyer_account_id is not null or k.buyer_organization_id is not null)
        order by cardinality(k.path) desc limit 1),
        (select a.name from account a where a.id = p.account_id)) as buyer,
      -- What is frozen is in the account's language, as on every device; the questions of the day are those of now.
      coalesce((select json_object_agg(w.id, w.translations) from category_question k
        cross join lateral (
          select q.id, q.translations from question q where q.account_id = k.account_id and q.id = k.question_id
          union all
          select a.id, a.translations from answer a where a.account_id = k.account_id and a.question_id = k.question_id
        ) w
        where asked.id is not null and k.account_id = p.account_id and k.category_id = p.main_category_id
          and w.translations <> '{}'), '{}') as wordings,
      asked.id as "askedId",
      (select json_object_agg(q.id, q.image) from question q
        join category_question y on y.account_id = q.account_id and y.question_id = q.id
          and y.category_id = p.main_category_id
        where q.account_id = p.account_id and q.image is not null) as "questionImages"
    from product p
    join category c on c.account_id = p.account_id and c.id = p.main_category_id
    left join organization_root_detail d on d.account_id = p.account_id
    cross join lateral (
      select case when p.status = 'published' and not p.simple then questionnaire_of_day(p.main_category_id) end as id
    ) asked
    where p.account_id = ${accountId} and p.id = ${id}`
  const read = async (): Promise<ProductRow | null> =>
    (await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true }))[0] ?? null
  const row = await read().catch(async (error: unknown) => {
    if (!wantsToWrite(error)) throw error
    await inAccount(database, accountId, (tx) => query.execute(tx))
    return read()
  })
  return row !== null && row.askedId !== null && row.questionnaire === null ? read() : row
}

/** Whether a published product has a type allocation code; null where none has any. */
export async function isTacKnown(database: Database, accountId: string, tac: string): Promise<boolean | null> {
  const published = sql`select from product_tac t
    join product p on p.account_id = t.account_id and p.id = t.product_id and p.status = 'published'
    where t.account_id = ${accountId}`
  const query = sql<{ known: boolean | null }>`
    select case when exists (${published} and t.tac = ${tac}) then true
      when exists (${published}) then false end as known`
  const [row] = await readInAccount(database, accountId, query.compile(database.app))
  return row?.known ?? null
}

// A reading transaction cannot freeze questions that have changed.
function wantsToWrite(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}
