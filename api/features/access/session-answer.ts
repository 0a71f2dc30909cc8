import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { cookieMarker, requestTokens } from '#api/http/request-tokens.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { AccessDeps } from './access-deps.ts'
import { answerUser } from './sessions.ts'
import { isAdministratorOfDemo } from './sign-in-rules.ts'
import { loadSignedInUser } from './signed-in-user-queries.ts'

/** The user of a session that goes on, with present permissions. */
export async function answerSession(
  deps: Pick<AccessDeps, 'database' | 'isOfDemo'>,
  caller: Session,
  http: RequestInfo,
): Promise<Result<AuthenticatedUser, Failure>> {
  const { homeAccountId: accountId, userId, module, expiresAt, provenAt, viaOpenid, owesSecondFactor } = caller
  const user = await inAccount(deps.database, accountId, (tx) => loadSignedInUser(tx, { accountId, userId, module }))
  if (user === null) return refuse('ACCESS_SESSION_REQUIRED')
  const apiToken = requestTokens(http.headers, http.secure).bearer ?? cookieMarker
  const viewedAccountId = caller.accountId
  const isOfDemo = isAdministratorOfDemo(user, deps.isOfDemo)
  const times = { expiresAt, provenAt }
  const facts = { user, module, viewedAccountId, viaOpenid, ...times, apiToken, owesSecondFactor, isOfDemo }
  return succeed(await answerUser(deps.database, facts))
}
