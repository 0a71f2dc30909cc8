import { catalogSearch } from './0033/catalog-search.ts'
import type { Migration } from './migration.ts'

/** A search that looks at the products of a word once each for counting and for the page, however many they are. */
export const wordsOfALargeShare: Migration = {
  name: '0033-words-of-a-large-share',
  async up(run) {
    await run(catalogSearch)
  },
}
