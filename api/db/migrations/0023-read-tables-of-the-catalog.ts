import { catalogSearch } from './0023/catalog-search.ts'
import { narrowSearchedProduct } from './0023/narrow-searched-product.ts'
import { oneTrigger } from './0023/one-trigger.ts'
import type { Migration } from './migration.ts'

/** What is searched in narrow rows, and one set of triggers for all that is read in place of the catalog. */
export const readTablesOfTheCatalog: Migration = {
  name: '0023-read-tables-of-the-catalog',
  async up(run) {
    for (const part of [narrowSearchedProduct, catalogSearch, oneTrigger]) await run(part)
    // An index over an expression has its own statistics, without which the planner takes every word for a rare one.
    await run('analyze searched_product; analyze searched_facet')
  },
}
