import { catalogSearch } from './0027/catalog-search.ts'
import { searchedWords } from './0027/searched-words.ts'
import type { Migration } from './migration.ts'

/** A search that answers brands and categories from their facets, over rows that hold each word once. */
export const searchByFacets: Migration = {
  name: '0027-search-by-facets',
  async up(run) {
    await run(searchedWords)
    // The migration's own session sees no account's rows; a function of the owner does.
    await run('select refresh_all_searched_product()')
    // Made of all rows at once.
    await run(`
create index searched_product_terms on searched_product using gin (search_keyed(account_id, terms));
create index searched_product_by_size on searched_product (account_id, size, label, product_id);
create index searched_product_by_facet on searched_product (account_id, facet_id, size, label, product_id);
create index searched_facet_terms on searched_facet using gin (account_id, terms);
`)
    await run(catalogSearch)
    // An index over an expression has its own statistics, without which the planner takes every word for a rare one.
    await run('analyze searched_product; analyze searched_facet')
  },
}
