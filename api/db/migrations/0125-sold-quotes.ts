import type { Migration } from './migration.ts'

/** A kept price is for one sale: the quote knows the buyback that it became. */
export const soldQuotes: Migration = {
  name: '0125-sold-quotes',
  async up(run) {
    await run('alter table quote add column buyback_id uuid;')
  },
}
