import type { Migration } from './migration.ts'

/** How a customer spells the name in Latin letters, and the bank of an account that transfers have to name. */
export const latinNames: Migration = {
  name: '0105-latin-names',
  async up(run) {
    await run(`
alter table customer add column latin_name text check (char_length(latin_name) between 1 and 140);
alter table customer add column account_bic text check (account_bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$');
`)
  },
}
