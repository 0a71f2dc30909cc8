import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import { branchOf, withAncestors } from '#domain/catalog/category-tree.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/category.ts'
import { pageOfCategories } from './category-list.ts'
import * as queries from './category-queries.ts'
import { createCategoryWriteRoutes } from './category-write-routes.ts'

/** What the routes are built from. */
export interface CategoryDeps {
  readonly database: Database
}

const list = { permission: 'category.list' } as const
/** Lists are linked data (API-08). */
const answerType = 'application/ld+json'

/** The categories of an account, for everybody who works in it (CAT-16, CAT-17, CAT-20). */
export function createCategoryRoutes({ database }: CategoryDeps): readonly DeclaredRoute[] {
  return [...readRoutes(database), ...createCategoryWriteRoutes(database)]
}

function readRoutes(database: Database): readonly DeclaredRoute[] {
  const read = <T>(accountId: string, run: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    inAccount(database, accountId, run, { readOnly: true, isolation: 'repeatable read' })
  return [
    route({ ...calls.listCategoriesCall, ...list, summary: 'Categories', answerType }, async ({ caller, query }) => {
      const all = await read(caller.accountId, (tx) => queries.readListedCategories(tx, caller))
      const { members, total } = pageOfCategories(all, query)
      return succeed(collectionOf(members, total))
    }),

    route(
      { ...calls.listCategoriesWithProductsCall, ...list, summary: 'Categories that have products', answerType },
      async ({ caller, query }) => {
        const all = await read(caller.accountId, (tx) => queries.readListedCategories(tx, caller))
        const filled = all.filter(({ numberOfProducts }) => numberOfProducts > 0)
        const { members, total } = pageOfCategories(filled, query)
        return succeed(collectionOf(members, total))
      },
    ),

    route({ ...calls.readCategoryTreeCall, ...list, summary: 'Tree of the categories' }, async ({ caller }) => {
      const categories = await read(caller.accountId, (tx) => queries.readCategoryTree(tx, caller))
      return succeed({ categories: [...categories] })
    }),

    route(
      { ...calls.readConnectedTreeCall, ...list, summary: 'Categories that an enabled circuit takes' },
      async ({ caller }) => {
        const [tree, connected] = await read(caller.accountId, async (tx) => [
          await queries.readCategoryTree(tx, caller),
          await queries.readConnectedIds(tx, caller),
        ])
        return succeed({ categories: [...withAncestors(tree, ({ id }) => connected.has(id))] })
      },
    ),

    route(
      { ...calls.readCategoryBranchCall, ...list, summary: 'A category and those below it' },
      async ({ caller, params }) => {
        const tree = await read(caller.accountId, (tx) => queries.readCategoryTree(tx, caller))
        const branch = branchOf(tree, params.id)
        return branch.length === 0 ? refuse('REQUEST_NOT_FOUND') : succeed({ categories: [...branch] })
      },
    ),

    route(
      { ...calls.readProductCategoriesCall, permission: 'product.list', summary: 'Categories of a product' },
      async ({ caller, params }) => {
        const [tree, own] = await read(caller.accountId, async (tx) => [
          await queries.readCategoryTree(tx, caller),
          await queries.readProductCategories(tx, caller, params.id),
        ])
        if (own === null) return refuse('REQUEST_NOT_FOUND')
        const { mainCategoryId, secondaryCategoryIds } = own
        const asked = new Set([mainCategoryId, ...secondaryCategoryIds])
        const categories = withAncestors(tree, ({ id }) => asked.has(id))
        return succeed({
          categories: [...categories],
          mainCategoryId,
          secondaryCategoryIds: [...secondaryCategoryIds],
        })
      },
    ),

    route({ ...calls.readRootCategoriesCall, ...list, summary: 'Top of the tree' }, async ({ caller }) => {
      const tree = await read(caller.accountId, (tx) => queries.readCategoryTree(tx, caller))
      return succeed({ categories: tree.filter(({ parentId }) => parentId === null) })
    }),

    ...[calls.readCategoryCall, calls.readInternalCategoryCall].map((call) =>
      route({ ...call, ...list, summary: 'One category' }, async ({ caller, params, answerHeaders }) =>
        versioned(answerHeaders, await read(caller.accountId, (tx) => queries.readCategory(tx, caller, params.id))),
      ),
    ),

    route({ ...calls.readCategoryAncestryCall, ...list, summary: 'The way to a category' }, async (call) => {
      const { caller, params } = call
      const tree = await read(caller.accountId, (tx) => queries.readCategoryTree(tx, caller))
      const way = withAncestors(tree, ({ id }) => id === params.id)
      return way.length === 0 ? refuse('REQUEST_NOT_FOUND') : succeed({ categories: [...way] })
    }),
  ]
}
