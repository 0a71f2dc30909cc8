import { sql, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CategoryAbsorption } from '#domain/catalog/category-rules.ts'
import type { CategoryPatch, NewCategory } from '#domain/catalog/category.schema.ts'
import type { ArchiveCheckpoints } from '#sync/calls/category.ts'
import type { CategoryScope } from './category-queries.ts'

type Tx = Transaction<Tables>

/** A category as a change finds it. */
export interface PresentCategory extends CategoryAbsorption {
  readonly version: number
  readonly parentId: string | null
  readonly status: 'active' | 'archived'
  /** Whether it names a buyer of its own. */
  readonly hasBuyer: boolean
  /** Address of its picture. */
  readonly image: string | null
}

/**
 * Locks and reads a category for a change; null for an id that names none. Products that are to be put in it wait for
 * the lock.
 */
export async function lockCategory(tx: Tx, { accountId }: CategoryScope, id: string): Promise<PresentCategory | null> {
  const row = await tx
    .selectFrom('category')
    .select([
      'version',
      'parent_category_id as parentId',
      'status',
      'image',
      sql<boolean>`buyer_organization_id is not null or buyer_account_id is not null`.as('hasBuyer'),
      'absorption_type as absorptionType',
      sql<number | null>`absorption_value::float8`.as('absorptionValue'),
      'absorption_max_cents as absorptionMaxCents',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether the account has any category. */
export async function hasCategories(tx: Tx, { accountId }: CategoryScope): Promise<boolean> {
  const row = await tx
    .selectFrom('category')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of an active category with those above it; null for an id that names no active one. */
export async function readParentPath(
  tx: Tx,
  { accountId }: CategoryScope,
  id: string,
): Promise<readonly string[] | null> {
  const row = await tx
    .selectFrom('category')
    .select('path')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.path ?? null
}

/** Whether another category has the identifier. */
export async function isTaken(
  tx: Tx,
  { accountId }: CategoryScope,
  identifier: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('category')
    .select('id')
    .where('account_id', '=', accountId)
    .where('identifier', '=', identifier)
    .$if(exceptId !== null, (rows) => rows.where('id', '<>', exceptId))
    .executeTakeFirst()
  return row !== undefined
}

/** Active buyers of the account: their entities, with the account that each stands for. */
export async function readBuyers(tx: Tx, { accountId }: CategoryScope) {
  return tx
    .selectFrom('organization')
    .select(['id', 'buyer_account_id as buyerAccountId'])
    .where('account_id', '=', accountId)
    .where('type', '=', 'buyer')
    .where('status', '=', 'active')
    .forKeyShare()
    .execute()
}

/** Adds a category behind the others of its parent; answers its id. */
export async function insertCategory(
  tx: Tx,
  { accountId }: CategoryScope,
  body: NewCategory,
  { buyerAccountId, image }: { readonly buyerAccountId: string | null; readonly image: string | null },
): Promise<string> {
  const id = newId()
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position), -1) + 1 as next from category
    where account_id = ${accountId} and parent_category_id is not distinct from ${body.parentId}`.execute(tx)
  await tx
    .insertInto('category')
    .values({
      account_id: accountId,
      id,
      name: body.name,
      identifier: body.identifier,
      parent_category_id: body.parentId,
      buyer_organization_id: body.organizationId,
      buyer_account_id: buyerAccountId,
      description: body.description,
      children_description: body.childrenDescription,
      highlighted_instruction: body.highlightedInstruction,
      translations: mergedTranslations(accountId, body.translations),
      image,
      image_alt: body.imageAlt ?? null,
      default_weight_grams: body.defaultWeightGrams,
      default_height_cm: body.defaultHeightCm,
      default_length_cm: body.defaultLengthCm,
      default_width_cm: body.defaultWidthCm,
      absorption_type: body.absorptionType,
      absorption_value: body.absorptionValue === null ? null : String(body.absorptionValue),
      absorption_max_cents: body.absorptionMaxCents,
      position: rows[0]?.next ?? 0,
    })
    .execute()
  return id
}

/** Names the buyer of a category that has none. */
export async function writeBuyer(
  tx: Tx,
  { accountId }: CategoryScope,
  id: string,
  buyer: { readonly id: string; readonly buyerAccountId: string | null },
): Promise<void> {
  await tx
    .updateTable('category')
    .set({ buyer_organization_id: buyer.id, buyer_account_id: buyer.buyerAccountId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** What is written of a category; its picture by the address. */
type Written = CategoryPatch & { readonly image?: string | null | undefined }

const columns = {
  name: 'name',
  identifier: 'identifier',
  parentId: 'parent_category_id',
  description: 'description',
  childrenDescription: 'children_description',
  highlightedInstruction: 'highlighted_instruction',
  imageAlt: 'image_alt',
  image: 'image',
  defaultWeightGrams: 'default_weight_grams',
  defaultHeightCm: 'default_height_cm',
  defaultLengthCm: 'default_length_cm',
  defaultWidthCm: 'default_width_cm',
  absorptionType: 'absorption_type',
  absorptionValue: 'absorption_value',
  absorptionMaxCents: 'absorption_max_cents',
  status: 'status',
} as const satisfies Readonly<Record<keyof Omit<Written, 'translations'>, string>>

/** Writes the fields that a patch names. */
export async function updateCategory(
  tx: Tx,
  { accountId }: CategoryScope,
  id: string,
  { translations, ...patch }: Written,
): Promise<void> {
  const named = Object.entries(patch).filter(([, value]) => value !== undefined)
  const values = Object.fromEntries(named.map(([field, value]) => [columns[field as keyof typeof columns], value]))
  await tx
    .updateTable('category')
    .set({
      id,
      ...values,
      ...(translations && { translations: mergedTranslations(accountId, translations, sql.ref('translations')) }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** What keeps a category from being archived; null for an id that names none. */
export async function readCheckpoints(
  tx: Tx,
  { accountId }: CategoryScope,
  id: string,
): Promise<ArchiveCheckpoints | null> {
  const { rows } = await sql<Omit<ArchiveCheckpoints, 'mayBeArchived'>>`
    select (select count(*)::int from category k where k.account_id = c.account_id and k.parent_category_id = c.id
        and k.status = 'active') as children,
      (select count(*)::int from product p where p.account_id = c.account_id and p.status <> 'archived'
        and (p.main_category_id = c.id
        or exists (select from product_category y where y.account_id = p.account_id and y.product_id = p.id
          and y.category_id = c.id))) as products,
      (select count(*)::int from category_question q where q.account_id = c.account_id and q.category_id = c.id)
        as questions
    from category c where c.account_id = ${accountId} and c.id = ${id}`.execute(tx)
  const [found] = rows
  if (found === undefined) return null
  return { ...found, mayBeArchived: found.children + found.products + found.questions === 0 }
}
