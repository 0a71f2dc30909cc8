import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { inTreeOrder } from '#domain/catalog/category-tree.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { PublicCategory } from '#sync/calls/public-catalog.ts'

interface CategoryRow extends Omit<PublicCategory, 'path'> {
  readonly translations: Translations
  readonly pathIds: readonly string[]
}

const texts = ['name', 'childrenDescription', 'imageAlt'] as const

/** Active categories with published products in or below them, parents before children, in their order. */
export async function readCategories(
  database: Database,
  accountId: string,
  language: Language | null,
): Promise<readonly PublicCategory[]> {
  const query = sql<CategoryRow>`
    with recursive counted as materialized (
      -- Few combinations of categories stand for many products.
      select u.id, sum(g.n)::int as n
      from (select s.facet_id, count(*) as n from searched_product s where s.account_id = ${accountId}
        group by s.facet_id) g
      join searched_facet f on f.account_id = ${accountId} and f.id = g.facet_id
      cross join unnest(f.category_ids) u (id) group by u.id
    ), tree as (
      select c.id from category c
      where c.account_id = ${accountId} and c.parent_category_id is null and c.status = 'active'
      union all
      select c.id from category c join tree t on t.id = c.parent_category_id
      where c.account_id = ${accountId} and c.status = 'active'
    )
    select c.id, c.name, c.identifier as slug, c.parent_category_id as "parentId", c.path as "pathIds", c.translations,
      c.children_description as "childrenDescription", c.image, c.image_alt as "imageAlt", n.n as "productCount"
    from tree t
    join category c on c.account_id = ${accountId} and c.id = t.id
    join counted n on n.id = t.id
    order by c.position, c.name, c.id`
  const found = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const rows = found.map((row) => wordedFor(row, texts, language))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const name = (id: string) => {
    const { name: label, slug } = byId.get(id)!
    return { id, name: label, slug }
  }
  const named = rows.map(({ pathIds, ...row }) => ({ ...row, path: pathIds.map(name) }))
  return inTreeOrder(named)
}

/** What categories are called in a language, for what names them. */
export interface CategoryNames {
  readonly category: <Named extends { readonly id: string; readonly name: string }>(category: Named) => Named
  readonly card: <Named extends { readonly categoryId: string; readonly categoryName: string }>(card: Named) => Named
}

/** Reads what categories are called in a language; those without a name in it keep that of the account. */
export async function readCategoryNames(
  database: Database,
  accountId: string,
  language: Language | null,
): Promise<CategoryNames> {
  const query = sql<{ id: string; name: string }>`
    select id, translations -> ${language} ->> 'name' as name from category
    where account_id = ${accountId} and translations -> ${language} ? 'name'`
  const rows = language === null ? [] : await readInAccount(database, accountId, query.compile(database.app))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    category: (category) => ({ ...category, name: names.get(category.id) ?? category.name }),
    card: (card) => ({ ...card, categoryName: names.get(card.categoryId) ?? card.categoryName }),
  }
}
