import type { Database } from '#api/db/database.ts'

/** What the organization routes are built from. */
export interface OrganizationDeps {
  readonly database: Database
}
