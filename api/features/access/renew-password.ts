import { setTimeout as wait } from 'node:timers/promises'
import { domainOf } from '#domain/kernel/email-domain.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { mailPasswordLink } from '#api/mail/password-mails.ts'
import type { AccessDeps } from './access-deps.ts'
import { domainHasSso, findUserByEmail } from './session-and-throttle-queries.ts'

/** Least time of an answer, well above what storing a link takes, so that time tells nobody whether one was stored. */
const answerMs = 250

/**
 * Mails a link that sets a new password. The answer is the same whether the e-mail is known or not; where its domain
 * signs in through SSO it says that such accounts have no password here, and a user who has one gets the mail anyway.
 */
export async function renewPassword(
  deps: AccessDeps,
  given: string,
  address: string,
): Promise<Result<undefined, Failure>> {
  const email = given.toLowerCase()
  const waitSeconds = await deps.throttle.hit({ renewalByAddress: address, renewalByEmail: email, renewalOverall: '' })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const [hasSso] = await Promise.all([
    domainHasSso(deps.database, domainOf(email)),
    mailLink(deps, email),
    wait(answerMs),
  ])
  return hasSso ? refuse('ACCESS_SSO_PASSWORD_MANAGED') : succeed(undefined)
}

async function mailLink(deps: AccessDeps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (user === null || user.status !== 'active' || user.account_status !== 'active' || user.force_sso) return
  const scope = { accountId: user.account_id, userId: user.id }
  await inAccount(deps.database, scope.accountId, (tx) => mailPasswordLink(tx, deps, scope, 'renew'))
  deps.mailQueued()
}
