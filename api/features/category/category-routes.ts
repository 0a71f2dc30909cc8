import type { Database } from '#api/db/database.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { readCategoryTreeCall } from '#sync/calls/category.ts'
import { readCategoryTree } from './category-queries.ts'

/** What the routes are built from. */
export interface CategoryDeps {
  readonly database: Database
}

/** The categories of an account, for everybody who works in it. */
export function createCategoryRoutes({ database }: CategoryDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...readCategoryTreeCall, permission: 'category.list', summary: 'Tree of the categories' },
      async ({ caller }) => succeed({ categories: [...(await readCategoryTree(database, caller.accountId))] }),
    ),
  ]
}
