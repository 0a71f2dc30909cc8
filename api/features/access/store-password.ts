import type { Transaction } from 'kysely'
import { checkNewPassword, type PasswordSurroundings } from '#domain/access/password.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { endSessions } from '#api/db/end-sessions.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { mailLanguage } from '#api/mail/mail-texts.ts'
import { endPasswordLinks, readMailReader, type UserScope } from '#api/mail/password-mails.ts'
import { renderMail } from '#api/mail/render-mail.ts'
import type { AccessDeps } from './access-deps.ts'
import { storePasswordHash } from './password-queries.ts'
import { endGrants } from './session-queries.ts'

/** Whose new password it is. */
export type PasswordOwner = Pick<PasswordSurroundings, 'email' | 'accountName'>

/** Checks a new password by its rules and against the old one (AUTH-22, AUTH-24); answers the hash to store. */
export async function acceptPassword(
  { hasher, commonPasswords }: AccessDeps,
  password: string,
  oldHash: string | null,
  owner: PasswordOwner,
): Promise<Result<string, Failure>> {
  const checked = checkNewPassword(password, { ...owner, common: commonPasswords })
  if (!checked.ok) return refuse(checked.error, { field: 'password' })
  if (await hasher.verify(oldHash, password)) return refuse('PASSWORD_SAME_AS_OLD', { field: 'password' })
  return succeed(await hasher.hash(password))
}

/** What stays alive after a change of password: the session and the device that it was made from. */
export interface Spared {
  readonly sessionId: string | null
  readonly deviceId: string | undefined
}

/** Stores a password; open links, other sessions and other devices' grants end, and the user is told by mail. */
export async function storePassword(
  tx: Transaction<Tables>,
  deps: AccessDeps,
  scope: UserScope,
  passwordHash: string,
  spared: Spared,
): Promise<void> {
  const now = deps.now()
  await storePasswordHash(tx, scope, passwordHash, now)
  await endPasswordLinks(tx, scope, now)
  await endSessions(tx, { ...scope, exceptSessionId: spared.sessionId, reason: 'password' }, now)
  const { deviceId } = spared
  await endGrants(tx, { ...scope, ...(deviceId === undefined ? {} : { exceptDeviceId: deviceId }) }, now)
  const reader = await readMailReader(tx, scope)
  if (reader === null) return
  const language = mailLanguage(reader.language, defaultLanguage)
  const rendered = renderMail('password_changed', language, {
    ...reader,
    link: `${siteOrigin(reader.site, deps.publicUrl)}/lostPassword`,
    facts: {},
  })
  const mail = { ...rendered, kind: 'password_changed', dedupeKey: `password_changed:${newId()}`, language } as const
  await queueMail(tx, { ...mail, accountId: scope.accountId, recipient: reader.email, now })
}
