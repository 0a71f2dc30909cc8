import type { Migration } from './migration.ts'

/** Steps that only a manager cancels, such as the erasure of what a customer has left on a product. */
export const stepCancelling: Migration = {
  name: '0100-step-cancelling',
  async up(run) {
    await run(`alter table refurb_step add column manager_cancels boolean not null default false`)
  },
}
