import type { Database } from '#api/db/database.ts'

/** What the routes of client administration are built from. */
export interface ClientDeps {
  readonly database: Database
}
