import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'

/** What the office side of quarantine is built from. */
export interface QuarantineDeps {
  readonly database: Database
  readonly now: Clock
  /** Origin of the installation; links lead to the account's own host where it has one. */
  readonly publicUrl: string
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
  /** Counts attempts at links; answers how many seconds to wait when the limit is used up. */
  readonly throttle: { hit(subjects: { readonly proposalByAddress: string }): Promise<number | null> }
}

/** What making the mails of proposals is built from. */
export type ProposalMailDeps = Pick<QuarantineDeps, 'database' | 'now' | 'publicUrl' | 'mailQueued'>
