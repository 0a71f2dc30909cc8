import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'

/** What the routes of users are built from. */
export interface UserDeps {
  readonly database: Database
  readonly now: Clock
  /** Origin that links in mails begin with. */
  readonly publicUrl: string
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
  /** Counts files that are checked; answers how many seconds to wait when the limit is used up. */
  readonly throttle: { hit(subjects: { readonly userFileByUser: string }): Promise<number | null> }
}
