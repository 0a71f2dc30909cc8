import type { Migration } from './migration.ts'

/** A session that ended because its user was made inactive says so to its holder. */
export const inactiveEnds: Migration = {
  name: '0126-inactive-ends',
  async up(run) {
    await run(`
      alter table session drop constraint session_end_reason_check,
        add constraint session_end_reason_check check (end_reason in ('role', 'password', 'inactive'));`)
  },
}
