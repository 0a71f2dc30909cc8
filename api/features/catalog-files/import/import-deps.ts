import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import type { FileScanner } from '#domain/kernel/file-verdict.ts'

/** What reading imports is built from. */
export interface ImportJobDeps {
  readonly database: Database
  readonly now: Clock
}

/** What the routes are built from. */
export interface ImportRouteDeps {
  readonly database: Database
  readonly now: Clock
  /** Looks at each file before it is kept; null: the installation has none. */
  readonly scanner: FileScanner | null
}

/** Whose imports are meant. */
export interface ImportScope {
  readonly accountId: string
}
