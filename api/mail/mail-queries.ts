import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { UndeliveredMail } from '#sync/calls/buyback-detail.ts'
import type { MailKind } from './mail-texts.ts'
import type { RenderedMail } from './render-mail.ts'

/** A mail to be sent because of something in the same transaction. */
export interface NewMail extends RenderedMail {
  readonly accountId: string
  /** Names the cause: a second mail for the same cause is not stored. */
  readonly dedupeKey: string
  readonly kind: MailKind
  readonly recipient: string
  readonly language: Language
  readonly now: Date
  /** The buybacks that it is about. */
  readonly buybackIds?: readonly string[]
  /** Why it is not sent unless a person wants it. */
  readonly stopped?: string | null
}

/** Queues a mail inside the transaction of its cause, so that neither happens without the other. */
export async function queueMail(tx: Transaction<Tables>, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mail_message')
    .values({
      account_id: mail.accountId,
      id: newId(),
      dedupe_key: mail.dedupeKey,
      kind: mail.kind,
      recipient: mail.recipient,
      language: mail.language,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      created_at: mail.now,
      next_attempt_at: mail.now,
      buyback_ids: mail.buybackIds ?? [],
      ...(mail.stopped == null ? {} : { status: 'failed' as const, last_error: mail.stopped }),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'dedupe_key']).doNothing())
    .execute()
}

/** A mail that this runner has taken for one attempt. */
export interface ClaimedMail {
  readonly account_id: string
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string | null
  readonly attempts: number
  /** Where answers go: to the account's seller support, if a customer is written to and the account has given one. */
  readonly reply_to: string | null
}

/**
 * Takes the mail of any account that is due first, for one runner only: the rest skip a locked row, and the lease keeps
 * it from being taken again unless the runner has died. Null where none is due.
 */
export async function claimMail(database: Database, leaseSeconds: number): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`
    select account_id, id, recipient, subject, body_text, body_html, attempts,
      mail_reply_to(account_id, id) as reply_to
    from mail_claim(1, ${leaseSeconds})
  `.execute(database.app)
  return rows[0] ?? null
}

/** Keeps a mail from being taken by another runner while this one still waits for its answer. */
export async function keepMail(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id: string; readonly attempts: number },
  leaseSeconds: number,
): Promise<void> {
  await tx
    .updateTable('mail_message')
    .set({ next_attempt_at: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .where('attempts', '=', scope.attempts)
    .where('status', '=', 'sending')
    .execute()
}

/**
 * Marks a mail as sent, even where another runner has taken it since: nobody sends it again. Its text is deleted,
 * because its links give access.
 */
export async function markMailSent(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('mail_message')
    .set({ status: 'sent', sent_at: now, last_error: null, body_text: '', body_html: null })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .execute()
}

/**
 * Notes a failed attempt, and when the next one is due; without a next one the mail has failed for good. A mail created
 * before `givenUpBefore` has none either. An attempt whose lease ran out says nothing about a mail that another runner
 * has taken or has sent, and changes nothing.
 */
export async function markMailFailed(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly id: string; readonly attempts: number },
  failure: { readonly error: string; readonly nextAttemptAt: Date | null; readonly givenUpBefore: Date | null },
): Promise<void> {
  const { error, nextAttemptAt, givenUpBefore } = failure
  await tx
    .updateTable('mail_message')
    .set({
      status: sql`case when ${nextAttemptAt === null} or created_at < ${givenUpBefore} then 'failed' else 'queued' end`,
      last_error: error.slice(0, 500),
    })
    .$if(nextAttemptAt !== null, (query) => query.set({ next_attempt_at: nextAttemptAt ?? new Date(0) }))
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .where('attempts', '=', scope.attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** The mails about a buyback that were not delivered and are not tried again by themselves, the latest first. */
export async function readUndelivered(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<UndeliveredMail[]> {
  const { rows } = await sql<{ kind: string; at: Date; error: string | null }>`
    select kind, created_at as at, left(last_error, 255) as error from mail_message
    where account_id = ${accountId} and status = 'failed' and buyback_ids @> array[${buybackId}]::uuid[]
    order by created_at desc limit 20`.execute(tx)
  return rows.map(({ kind, at, error }) => ({ kind, at: at.toISOString(), error: error ?? '' }))
}
