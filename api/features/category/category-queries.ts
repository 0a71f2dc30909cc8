import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { inTreeOrder } from '#domain/catalog/category-tree.ts'
import type { TreeCategory } from '#sync/calls/category.ts'

/** Every category of an account, parents before their children. */
export async function readCategoryTree(database: Database, accountId: string): Promise<readonly TreeCategory[]> {
  const query = sql<TreeCategory>`
    select c.id, c.name, c.parent_category_id as "parentId" from category c where c.account_id = ${accountId}
    order by c.position, c.name, c.id`
  return inTreeOrder(await readInAccount(database, accountId, query.compile(database.app)))
}
