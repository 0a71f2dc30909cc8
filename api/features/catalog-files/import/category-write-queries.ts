import { sql, type Transaction } from 'kysely'
import { mergedTranslationsOfRows, translationsOfNewRows } from '#api/db/merged-translations.ts'
import { lockTree } from '#api/db/lock-tree.ts'
import { hasAbsorption } from '#api/db/premium-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import type { StoredProduct } from '#domain/catalog/product.schema.ts'
import type { CategoryDecision, CategoryWorld, ImportedCategory } from '#domain/catalog-files/import-categories.ts'
import type { ImportPlace } from '#domain/catalog-files/import-places.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** How the tree is read. */
export interface TreeReading {
  /** Whether a line may archive a category: products that are to be put in one wait then. */
  readonly mayArchive: boolean
  /** Whether nothing is going to be written, so that nobody has to wait. */
  readonly isOnlyRead: boolean
}

/** The tree of the account, which nobody else changes until the transaction ends, unless it is only read. */
export async function loadTree(
  tx: Tx,
  scope: ImportScope,
  { mayArchive, isOnlyRead }: TreeReading,
): Promise<Pick<CategoryWorld, 'categories' | 'buyers' | 'filled' | 'hasAbsorption'>> {
  const { accountId } = scope
  if (!isOnlyRead) await lockTree(tx, accountId)
  if (mayArchive && !isOnlyRead)
    await sql`select from category where account_id = ${accountId} order by id for update`.execute(tx)
  const { rows } = await sql<ImportedCategory & { readonly isFilled: boolean }>`
    select c.id, c.parent_category_id as "parentId", c.identifier, c.name, c.translations, c.status,
      c.buyer_organization_id as "buyerId", c.description, c.children_description as "childrenDescription",
      c.highlighted_instruction as "highlightedInstruction", c.image_alt as "imageAlt",
      c.default_weight_grams as "defaultWeightGrams", c.default_height_cm as "defaultHeightCm",
      c.default_length_cm as "defaultLengthCm", c.default_width_cm as "defaultWidthCm",
      c.absorption_type as "absorptionType", c.absorption_value::float8 as "absorptionValue",
      c.absorption_max_cents as "absorptionMaxCents",
      ${mayArchive} and (
        exists (select from product p where p.account_id = c.account_id and p.main_category_id = c.id
          and p.status <> 'archived')
        or exists (select from product_category y join product p on p.account_id = y.account_id and p.id = y.product_id
          where y.account_id = c.account_id and y.category_id = c.id and p.status <> 'archived')
        or exists (select from category_question q where q.account_id = c.account_id and q.category_id = c.id)
      ) as "isFilled"
    from category c where c.account_id = ${accountId}`.execute(tx)
  const asked = tx
    .selectFrom('organization')
    .select(['id', 'external_id as externalId', sql<boolean>`status = 'active'`.as('isActive')])
    .where('account_id', '=', accountId)
    .where('type', '=', 'buyer')
  const buyers = await (isOnlyRead ? asked : asked.forKeyShare()).execute()
  const filled = new Set(rows.filter(({ isFilled }) => isFilled).map(({ id }) => id))
  const categories = rows.map(({ isFilled: _isFilled, ...category }) => category)
  return { categories, buyers, filled, hasAbsorption: await hasAbsorption(tx, scope) }
}

/** The categories that lines name by their identifiers or their names; an archiving of one of them waits. */
export async function loadPlaces(
  tx: Tx,
  { accountId }: ImportScope,
  identifiers: readonly string[],
  isOnlyRead: boolean,
): Promise<readonly ImportPlace[]> {
  const plain = sql`array(select search_text(n) from unnest(${identifiers}::text[]) n)`
  const { rows } = await sql<ImportPlace>`
    select id, identifier, name, status = 'active' as "isActive" from category
    where account_id = ${accountId} and (identifier = any (${identifiers}) or search_text(identifier) = any (${plain})
      or search_text(name) = any (${plain})) order by id ${keyShare(isOnlyRead)}`.execute(tx)
  return rows
}

/** Which of the categories of archived products are archived too; another archiving of one of them waits. */
export async function loadArchivedPlaces(
  tx: Tx,
  { accountId }: ImportScope,
  products: readonly StoredProduct[],
  isOnlyRead: boolean,
): Promise<ReadonlySet<string>> {
  const ids = products
    .filter(({ status }) => status === 'archived')
    .flatMap(({ mainCategoryId, secondaryCategoryIds }) => [mainCategoryId, ...secondaryCategoryIds])
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from category where account_id = ${accountId} and id = any (${ids}::uuid[])
    order by id ${keyShare(isOnlyRead)}`.execute(tx)
  return new Set(rows.filter(({ status }) => status === 'archived').map(({ id }) => id))
}

const keyShare = (isOnlyRead: boolean) => (isOnlyRead ? sql`` : sql`for key share`)

const written = sql`n.name, n.identifier, n.status, n.description, n."childrenDescription", n."highlightedInstruction",
  n."imageAlt", n."defaultWeightGrams", n."defaultHeightCm", n."defaultLengthCm", n."defaultWidthCm",
  n."absorptionType", n."absorptionValue", n."absorptionMaxCents"`
const columns = sql`name, identifier, status, description, children_description, highlighted_instruction, image_alt,
  default_weight_grams, default_height_cm, default_length_cm, default_width_cm, absorption_type, absorption_value,
  absorption_max_cents`

const rowsOf = (rows: readonly ImportedCategory[]) => sql`
  rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id uuid, "parentId" uuid, "buyerId" uuid, name text,
    identifier text, status text, description text, "childrenDescription" text, "highlightedInstruction" text,
    "imageAlt" text, "defaultWeightGrams" int, "defaultHeightCm" int, "defaultLengthCm" int, "defaultWidthCm" int,
    "absorptionType" text, "absorptionValue" numeric, "absorptionMaxCents" int, translations jsonb)) with ordinality
  as n (id, "parentId", "buyerId", name, identifier, status, description, "childrenDescription",
    "highlightedInstruction", "imageAlt", "defaultWeightGrams", "defaultHeightCm", "defaultLengthCm",
    "defaultWidthCm", "absorptionType", "absorptionValue", "absorptionMaxCents", translations, at)`

/** Writes what was decided; new categories stand behind the others of their parent, in the order of the file. */
export async function writeCategories(
  tx: Tx,
  { accountId }: ImportScope,
  { inserted, updated }: Pick<CategoryDecision, 'inserted' | 'updated'>,
  before: readonly ImportedCategory[],
): Promise<void> {
  // Each row's path is read from its parent, which comes before it.
  if (inserted.length > 0)
    await sql`
      insert into category (account_id, id, parent_category_id, buyer_organization_id, buyer_account_id, position,
        ${columns}, translations)
      select ${accountId}, n.id, n."parentId", n."buyerId", b.buyer_account_id,
        (select coalesce(max(c.position), -1) from category c where c.account_id = ${accountId}
          and c.parent_category_id is not distinct from n."parentId")
          + row_number() over (partition by n."parentId" order by n.at), ${written},
        ${translationsOfNewRows(accountId)}
      from ${rowsOf(inserted)}
      left join organization b on b.account_id = ${accountId} and b.id = n."buyerId" order by n.at`.execute(tx)
  if (updated.length > 0)
    await sql`
      update category c set (${columns}, translations) = row (${written}, ${mergedTranslationsOfRows(accountId, sql.ref('c.translations'))})
      from ${rowsOf(updated)} where c.account_id = ${accountId} and c.id = n.id`.execute(tx)
  const parents = new Map(before.map(({ id, parentId }) => [id, parentId]))
  // One after the other, because each stands where those before it have left the tree.
  for (const { id, parentId } of updated.filter((row) => row.parentId !== parents.get(row.id)))
    await tx
      .updateTable('category')
      .set({ parent_category_id: parentId })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
}
