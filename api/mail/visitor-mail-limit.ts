import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { mailboxOf } from '#domain/kernel/email-domain.ts'

/** The visitor who causes a mail, and the address that the visitor comes from, where it is known. */
export interface MailingVisitor {
  readonly visitorId: string
  readonly address: string | null
}

/** Which limit stops a mail; noted as its error. */
type MailLimit = 'MAIL_LIMIT_VISITOR' | 'MAIL_LIMIT_ADDRESS' | 'MAIL_LIMIT_RECIPIENT'

type SubjectOfLimit = 'visitorId' | 'address' | 'mailbox'
type Limits = readonly (readonly [keyof typeof throttleLimits, SubjectOfLimit, MailLimit])[]

const limitsOfMails: Limits = [
  ['visitorMailByVisitor', 'visitorId', 'MAIL_LIMIT_VISITOR'],
  ['visitorMailByAddress', 'address', 'MAIL_LIMIT_ADDRESS'],
  ['visitorMailByRecipient', 'mailbox', 'MAIL_LIMIT_RECIPIENT'],
]
/** Limits of the mails that follow a confirmation. */
const limitsOfFollowing = {
  label: [
    ['visitorLabelByVisitor', 'visitorId', 'MAIL_LIMIT_VISITOR'],
    ['visitorLabelByRecipient', 'mailbox', 'MAIL_LIMIT_RECIPIENT'],
  ],
  notice: [
    ['visitorNoticeByVisitor', 'visitorId', 'MAIL_LIMIT_VISITOR'],
    ['visitorNoticeByRecipient', 'mailbox', 'MAIL_LIMIT_RECIPIENT'],
  ],
} as const satisfies Readonly<Record<string, Limits>>

/** A mail about a buyback whose confirmation has gone before it. */
export interface FollowingMail {
  readonly as: keyof typeof limitsOfFollowing
  readonly buybackId: string
}

/**
 * Counts a mail that a visitor has sent to an address, and says which limit it breaks; null where it may go out. An
 * address is proved once the account has tested a product of its bearer: what follows from a sale is not counted then. A
 * mail that anybody may ask for is, for its answer would tell who is a customer. A label, and a notice of what has not
 * come yet, belong to a visit that its confirmation has counted: they go the way of that, within limits of their own. The
 * counters are the installation's, and each transaction takes them in one order.
 */
export async function limitOfVisitorMail(
  tx: Transaction<Tables>,
  mail: MailingVisitor & {
    readonly accountId: string
    readonly recipient: string
    /** What it follows; null for a mail that is the first. */
    readonly follows: FollowingMail | null
    /** Whether anybody may have it sent, to any address, without a sale. */
    readonly isOpenToAll?: boolean
  },
): Promise<MailLimit | null> {
  if (mail.isOpenToAll !== true && (await isProved(tx, mail))) return null
  const { accountId, follows } = mail
  const ofConfirmation = follows === null ? null : await limitOfConfirmation(tx, { accountId, ...follows })
  if (ofConfirmation !== null) return ofConfirmation
  const subjects = { visitorId: mail.visitorId, address: mail.address, mailbox: mailboxOf(mail.recipient) }
  let broken: MailLimit | null = null
  for (const [name, of, limit] of follows === null ? limitsOfMails : limitsOfFollowing[follows.as]) {
    const subject = subjects[of]
    if (subject === null) continue
    const { attempts, windowSeconds } = throttleLimits[name]
    // The table holds neither addresses nor visitors.
    const key = createHash('sha256').update(`${name}:${subject}`).digest('base64url')
    const { rows } = await sql<{ count: number }>`select throttle_hit(${key}, ${windowSeconds}) as count`.execute(tx)
    if (Number(rows[0]?.count ?? 0) > attempts) broken ??= limit
  }
  return broken
}

/** Which limit has stopped the confirmation of a buyback's cart; null where none has, or staff has sent it all the same. */
async function limitOfConfirmation(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<MailLimit | null> {
  const { rows } = await sql<{ error: MailLimit }>`
    select last_error as error from mail_message
    where account_id = ${accountId} and status = 'failed' and kind = 'buyback_confirmation'
      and buyback_ids @> array[${buybackId}]::uuid[] and last_error like 'MAIL_LIMIT_%'
    limit 1`.execute(tx)
  return rows[0]?.error ?? null
}

async function isProved(
  tx: Transaction<Tables>,
  { accountId, recipient }: { readonly accountId: string; readonly recipient: string },
): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`
    select exists (select from customer c
      join buyback b on b.account_id = c.account_id and b.customer_id = c.id
      join item i on i.account_id = b.account_id and i.buyback_id = b.id
      where c.account_id = ${accountId} and c.email = ${recipient} and i.tested) as proved`.execute(tx)
  return rows[0]?.proved ?? false
}
