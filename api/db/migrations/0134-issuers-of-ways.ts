import type { Migration } from './migration.ts'

/** The issuer at which a way to an identity provider began: its answer is of the same one. */
export const issuersOfWays: Migration = {
  name: '0134-issuers-of-ways',
  async up(run) {
    await run('alter table open_id_sign_in add column issuer text;')
  },
}
