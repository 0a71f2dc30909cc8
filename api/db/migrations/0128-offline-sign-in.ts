import type { Migration } from './migration.ts'

/** How long a device lets its users back in by a PIN without a network, after it has last heard of them. */
export const offlineSignIn: Migration = {
  name: '0128-offline-sign-in',
  async up(run) {
    await run(`
alter table sign_in_rule
  add column offline_days integer not null default 7 check (offline_days between 0 and 30);
`)
  },
}
