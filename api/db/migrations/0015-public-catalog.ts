import { homeAndQuestions } from './0015/home-and-questions.ts'
import { productSearch } from './0015/product-search.ts'
import { searchFunctions } from './0015/search-functions.ts'
import type { Migration } from './migration.ts'

/** What the public site shows and searches: the home page, the questions of the day, and the search of products. */
export const publicCatalog: Migration = {
  name: '0015-public-catalog',
  async up(run) {
    for (const part of [homeAndQuestions, productSearch, searchFunctions]) await run(part)
    // The migration's own session sees no account's rows; a function of the owner does.
    await run('select refresh_all_searched_product()')
  },
}
