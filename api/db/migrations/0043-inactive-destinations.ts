import type { Migration } from './migration.ts'

/** Devices that keep a configuration from before, which says of no warehouse that it is inactive, ask for the whole of it. */
export const inactiveDestinations: Migration = {
  name: '0043-inactive-destinations',
  async up(run) {
    await run(`
      insert into sync_change (account_id, bucket, entity, entity_id, version)
      select id, 'config:' || id, 'settings', id, version from account`)
  },
}
