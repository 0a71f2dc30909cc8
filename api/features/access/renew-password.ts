import { setTimeout as wait } from 'node:timers/promises'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { mailLanguage } from '#api/mail/mail-texts.ts'
import { renderMail } from '#api/mail/render-mail.ts'
import type { AccessDeps } from './access-deps.ts'
import { domainHasSso, findUserByEmail } from './find-queries.ts'
import { insertPasswordLink, readMailReader, type UserScope } from './password-queries.ts'

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
  const waitSeconds = await deps.throttle.hit({ renewalByEmail: email, renewalByAddress: address, renewalOverall: '' })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const [hasSso] = await Promise.all([
    domainHasSso(deps.database, email.slice(email.lastIndexOf('@') + 1)),
    mailLink(deps, email),
    wait(answerMs),
  ])
  return hasSso ? refuse('ACCESS_SSO_PASSWORD_MANAGED') : succeed(undefined)
}

async function mailLink(deps: AccessDeps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (user === null || user.status !== 'active' || user.account_status !== 'active' || user.force_sso) return
  await storeLink(deps, { accountId: user.account_id, userId: user.id })
  deps.mailQueued()
}

async function storeLink(deps: AccessDeps, scope: UserScope): Promise<void> {
  const now = deps.now()
  const token = newToken('passwordLink')
  const id = newId()
  const expiresAt = new Date(now.getTime() + lifetimes.passwordLinkMs)
  await inAccount(deps.database, scope.accountId, async (tx) => {
    const reader = await readMailReader(tx, scope)
    if (reader === null) return
    await insertPasswordLink(tx, { ...scope, id, tokenHash: hashToken(token), createdAt: now, expiresAt })
    const language = mailLanguage(reader.language, defaultLanguage)
    const link = `${deps.publicUrl}/renew/${token}`
    const facts = { hours: String(lifetimes.passwordLinkMs / 3_600_000) }
    const rendered = renderMail('password_renewal', language, { ...reader, link, facts })
    const mail = { ...rendered, kind: 'password_renewal', dedupeKey: `password_renewal:${id}`, language } as const
    await queueMail(tx, { ...mail, accountId: scope.accountId, recipient: reader.email, now })
  })
}
