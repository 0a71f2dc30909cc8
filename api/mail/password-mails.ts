import type { Transaction } from 'kysely'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { defaultLanguage } from '#domain/kernel/languages.ts'
import { siteOrigin, type SiteAddress } from '#domain/organization/site-address.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { queueMail } from './mail-queries.ts'
import { mailLanguage } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'

/** Whose password is meant. */
export interface UserScope {
  readonly accountId: string
  readonly userId: string
}

/** Why a link is mailed: to renew a password, or to choose the first one. */
export type PasswordLinkPurpose = 'renew' | 'create'

/** What mailing a link needs. */
export interface PasswordLinkDeps {
  /** Origin of the installation, from the configuration, never from a request. */
  readonly publicUrl: string
  readonly now: () => Date
}

const mails = {
  renew: { kind: 'password_renewal', lifetimeMs: lifetimes.passwordLinkMs, unitMs: 60_000 },
  create: { kind: 'user_invitation', lifetimeMs: lifetimes.invitationLinkMs, unitMs: 86_400_000 },
} as const

/** Mails a user the link of an invitation or of a forgotten password, in the transaction of its cause; links mailed before stop working. */
export async function mailPasswordLink(
  tx: Transaction<Tables>,
  { publicUrl, now }: PasswordLinkDeps,
  scope: UserScope,
  purpose: PasswordLinkPurpose,
): Promise<void> {
  const reader = await readMailReader(tx, scope)
  if (reader === null) return
  const { kind, lifetimeMs, unitMs } = mails[purpose]
  const createdAt = now()
  const token = newToken('passwordLink')
  const id = newId()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  await insertPasswordLink(tx, { ...scope, id, tokenHash: hashToken(token), createdAt, expiresAt, purpose })
  const language = mailLanguage(reader.language, defaultLanguage)
  const span = String(lifetimeMs / unitMs)
  const rendered = renderMail(kind, language, {
    ...reader,
    link: `${siteOrigin(reader.site, publicUrl)}/renew/${token}`,
    facts: { minutes: span, days: span },
  })
  const mail = { ...rendered, kind, dedupeKey: `${kind}:${id}`, language } as const
  await queueMail(tx, { ...mail, accountId: scope.accountId, recipient: reader.email, now: createdAt })
}

interface NewPasswordLink extends UserScope {
  readonly id: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whether the user has a password to renew, or is to choose the first one. */
  readonly purpose: PasswordLinkPurpose
}

/** Stores a link; the ones mailed before it stop working. */
async function insertPasswordLink(tx: Transaction<Tables>, link: NewPasswordLink): Promise<void> {
  await endPasswordLinks(tx, link, link.createdAt)
  await tx
    .insertInto('password_token')
    .values({
      account_id: link.accountId,
      id: link.id,
      user_id: link.userId,
      token_hash: link.tokenHash,
      purpose: link.purpose,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Ends every open link of a user. */
export async function endPasswordLinks(tx: Transaction<Tables>, scope: UserScope, now: Date): Promise<void> {
  await tx
    .updateTable('password_token')
    .set({ used_at: now })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Whom a mail greets, in which language, in whose name. */
export interface MailReader {
  readonly email: string
  readonly firstName: string
  readonly language: string
  readonly accountName: string
  readonly mainColor: string | null
  readonly site: SiteAddress
}

/** The reader of a mail about a user's access. */
export async function readMailReader(tx: Transaction<Tables>, scope: UserScope): Promise<MailReader | null> {
  const row = await tx
    .selectFrom('user_account')
    .innerJoin('account', 'account.id', 'user_account.account_id')
    .select(['email', 'first_name', 'user_account.language', 'account.language as account_language'])
    .select(['account.name', 'account.main_color', 'account.host', 'account.web_channel_url'])
    .where('user_account.account_id', '=', scope.accountId)
    .where('user_account.id', '=', scope.userId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    firstName: row.first_name,
    language: row.language ?? row.account_language,
    accountName: row.name,
    mainColor: row.main_color,
    site: { host: row.host, webChannelUrl: row.web_channel_url },
  }
}
