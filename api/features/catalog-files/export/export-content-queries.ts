import { sql, type Transaction } from 'kysely'
import { readProductEntries } from '#api/db/product-entries.ts'
import type { Tables } from '#api/db/tables.ts'
import { partLimits } from '#domain/catalog-files/export-pieces.ts'
import { inTreeOrder } from '#domain/catalog/category-tree.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { AnswerEntry, CatalogEntries, CategoryEntry, ProductEntry } from '#domain/catalog-files/catalog-lines.ts'

type Tx = Transaction<Tables>

/** Whose catalog is read. */
interface Scope {
  readonly accountId: string
}

const { products: productPart, questions: questionPart } = partLimits

/** Reads what a file holds in parts, in the order of its lines. */
export const readContent: {
  readonly [Content in CatalogContent]: (tx: Tx, scope: Scope) => AsyncIterable<readonly CatalogEntries[Content][]>
} = { products, categories, diagnostic }

/** Products in the order in which they came into the catalog. */
async function* products(tx: Tx, { accountId }: Scope): AsyncGenerator<readonly ProductEntry[]> {
  let after: string | null = null
  while (true) {
    const rows = await productsAfter(tx, accountId, after)
    if (rows.length > 0) yield rows
    if (rows.length < productPart) return
    after = rows.at(-1)?.id ?? null
  }
}

async function productsAfter(tx: Tx, accountId: string, after: string | null): Promise<readonly ProductEntry[]> {
  const isLater = after === null ? sql`true` : sql`p.id > ${after}`
  return readProductEntries(
    tx,
    accountId,
    sql`select p.id from product p where p.account_id = ${accountId} and ${isLater} order by p.id limit ${productPart}`,
  )
}

/** Categories as the office shows them: each before those that stand in it, so that an import finds the parents. */
async function* categories(tx: Tx, { accountId }: Scope): AsyncGenerator<readonly CategoryEntry[]> {
  const { rows } = await sql<CategoryEntry & { readonly parentId: string | null }>`
    select c.id, c.identifier, c.name, c.translations, c.parent_category_id as "parentId", u.identifier as "parentIdentifier",
      o.external_id as "buyerExternalId", c.status, c.description, c.children_description as "childrenDescription",
      c.highlighted_instruction as "highlightedInstruction", c.image_alt as "imageAlt",
      c.default_weight_grams as "defaultWeightGrams", c.default_height_cm as "defaultHeightCm",
      c.default_length_cm as "defaultLengthCm", c.default_width_cm as "defaultWidthCm",
      c.absorption_type as "absorptionType", c.absorption_value::float8 as "absorptionValue",
      c.absorption_max_cents as "absorptionMaxCents"
    from category c
    left join category u on u.account_id = c.account_id and u.id = c.parent_category_id
    left join organization o on o.account_id = c.account_id and o.id = c.buyer_organization_id
    where c.account_id = ${accountId} order by c.position, c.name, c.id`.execute(tx)
  if (rows.length > 0) yield inTreeOrder(rows)
}

/** Answers by their questions, these in the order in which the categories ask them, from the top of the tree down. */
async function* diagnostic(tx: Tx, { accountId }: Scope): AsyncGenerator<readonly AnswerEntry[]> {
  const ids = await questionOrder(tx, accountId)
  for (let start = 0; start < ids.length; start += questionPart) {
    const part = ids.slice(start, start + questionPart)
    const { rows } = await sql<AnswerEntry>`
      select q.id as "questionId", q.title, q.translations, q.how_to_test as "howToTest", q.description,
        array(select k.identifier from category_question y
          join category k on k.account_id = y.account_id and k.id = y.category_id
          where y.account_id = q.account_id and y.question_id = q.id order by k.identifier) as categories,
        a.id as "answerId", a.name as "answerName", a.translations as "answerTranslations", a.description as "answerDescription",
        a.best_grade as "bestGrade", a.impact_type as "impactType", a.impact_value as "impactValue",
        a.impact_cap_cents as "impactCapCents", a.is_last as "isLast"
      from unnest(${part}::uuid[]) with ordinality u (id, at)
      join question q on q.account_id = ${accountId} and q.id = u.id
      join answer a on a.account_id = q.account_id and a.question_id = q.id
      order by u.at, a.position`.execute(tx)
    yield rows
  }
}

async function questionOrder(tx: Tx, accountId: string): Promise<readonly string[]> {
  const tree = await tx
    .selectFrom('category')
    .select(['id', 'parent_category_id as parentId'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const order = inTreeOrder(tree).map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select q.id from question q left join (
      select y.question_id, min(array[u.at, y.position::int8]) as place from category_question y
      join unnest(${order}::uuid[]) with ordinality u (id, at) on u.id = y.category_id
      where y.account_id = ${accountId} group by y.question_id
    ) p on p.question_id = q.id
    where q.account_id = ${accountId} order by p.place, q.id`.execute(tx)
  return rows.map(({ id }) => id)
}
