import type { Database } from '#api/db/database.ts'
import type { Session } from '#api/http/caller.ts'
import type { Failure } from '#api/http/failure.ts'
import type { FirstUser } from '#domain/settings/client.schema.ts'
import type { Result } from '#domain/kernel/result.ts'

/** What the routes of client administration are built from. */
export interface ClientDeps {
  readonly database: Database
  readonly firstUsers: FirstUsers
}

/** Where they are made, as their administrator asks. */
interface NewClientPlace {
  readonly accountId: string
  readonly organizationId: string
}

/** How the first users of a client are made, which is the business of users. */
export interface FirstUsers {
  /** Refuses addresses of users of other accounts. */
  readonly check: (users: readonly FirstUser[], accountId: string | undefined) => Promise<Result<undefined, Failure>>
  /** Makes and invites those that the account does not have yet. */
  readonly invite: (
    by: Session,
    place: NewClientPlace,
    users: readonly FirstUser[],
  ) => Promise<Result<undefined, Failure>>
}
