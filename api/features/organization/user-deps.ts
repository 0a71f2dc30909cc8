import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'

/** What the routes of users are built from. */
export interface UserDeps {
  readonly database: Database
  readonly now: Clock
  /** Origin of the installation; links lead to the account's own host where it has one. */
  readonly publicUrl: string
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
  /** Counts files that are checked; answers how many seconds to wait when the limit is used up. */
  readonly throttle: { hit(subjects: { readonly userFileByUser: string }): Promise<number | null> }
}
