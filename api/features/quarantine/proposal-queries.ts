import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ProposalEnd } from '#domain/quarantine/proposal.ts'
import type { ItemScope } from './quarantined-item-queries.ts'

/** A proposal as stored. */
export interface ProposalRow {
  readonly id: string
  readonly itemId: string
  readonly priceCents: number
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly answer: 'accepted' | 'declined' | null
  readonly answeredAt: Date | null
  readonly voidedAt: Date | null
  readonly mailProblem: 'no_address' | 'failed' | null
  readonly reminders: number
  /** What the mail has announced for a proposal that nobody answers. */
  readonly endChoice: ProposalEnd
  /** Whether it was answered by the end of its time. */
  readonly isByDeadline: boolean
}

/** A proposal of an account. */
export interface ProposalScope {
  readonly accountId: string
  readonly id: string
}

const columns = [
  'id',
  'item_id as itemId',
  'price_cents as priceCents',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'answer',
  'answered_at as answeredAt',
  'voided_at as voidedAt',
  'mail_problem as mailProblem',
  'reminders',
  'end_choice as endChoice',
  'is_by_deadline as isByDeadline',
] as const

/** Proposals of all accounts whose mail is still to be made, oldest first. */
export async function dueProposals(database: Database, limit: number): Promise<readonly ProposalScope[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from proposals_due(${limit})`.execute(database.app)
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }))
}

/** Proposals of all accounts that wait for their answer and whose next reminder is due. */
export async function dueReminders(database: Database, now: Date, limit: number): Promise<readonly ProposalScope[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from proposal_reminders_due(${now}, ${limit})`.execute(database.app)
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }))
}

/** A proposal whose time is over, by which the next ones are found. */
interface EndedProposal extends ProposalScope {
  readonly expiresAt: Date
}

/**
 * Proposals of all accounts whose time is over and that count as answered then, the next ones after the given one. Those
 * whose mail has not left in time are none of them: they end as nobody has announced.
 */
export async function endedProposals(
  database: Database,
  now: Date,
  { after, limit }: { readonly after: EndedProposal | null; readonly limit: number },
): Promise<readonly EndedProposal[]> {
  const { rows } = await sql<EndedProposal>`
    select account_id as "accountId", id, expires_at as "expiresAt"
    from proposals_ended(${now}, ${after?.expiresAt ?? null}, ${after?.id ?? null}, ${limit})`.execute(database.app)
  return rows
}

/**
 * Notes a reminder and its link beside the earlier ones; answers its number, and null where another process was faster.
 * A first one that leaves when the second is due is both: a customer is not reminded twice within minutes.
 */
export async function noteReminder(
  tx: Transaction<Tables>,
  { accountId, id }: ProposalScope,
  { hash, before, now }: { readonly hash: Buffer; readonly before: number; readonly now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ reminders: number }>`
    update price_proposal set
      reminders = case when expires_at <= ${now}::timestamptz + interval '2 days' then 2 else reminders + 1 end, token_hash = ${hash},
      earlier_token_hashes = earlier_token_hashes || token_hash
    where account_id = ${accountId} and id = ${id} and reminders = ${before} and token_hash is not null
    returning reminders`.execute(tx)
  return rows[0]?.reminders ?? null
}

/** The proposal that a link names; null for an unknown one. */
export async function findProposal(database: Database, tokenHash: Buffer): Promise<ProposalScope | null> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from proposal_by_token(${tokenHash})`.execute(database.app)
  const row = rows[0]
  return row === undefined ? null : { accountId: row.account_id, id: row.id }
}

/** Reads a proposal; a caller that changes it has locked its item. */
export async function readProposal(tx: Transaction<Tables>, scope: ProposalScope): Promise<ProposalRow | null> {
  const row = await tx
    .selectFrom('price_proposal')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .executeTakeFirst()
  return row ?? null
}

/** A photo of the test that a proposal rests on. */
export interface ProposalPhoto {
  readonly id: string
  readonly questionId: string | null
  readonly width: number
  readonly height: number
}

/** The photos that a proposal's link shows: those of its test that have arrived; none once it is void. */
export async function readProposalPhotos(
  tx: Transaction<Tables>,
  { accountId, id }: ProposalScope,
): Promise<readonly ProposalPhoto[]> {
  const { rows } = await sql<ProposalPhoto>`
    select e.id, e.question_id as "questionId", e.width, e.height
    from price_proposal p
    join item i on i.account_id = p.account_id and i.id = p.item_id
    cross join lateral jsonb_array_elements(i.facts -> 'control' -> 'photos') with ordinality f (photo, at)
    join evidence_photo e on e.account_id = i.account_id and e.item_id = i.id and e.id = (f.photo ->> 'photoId')::uuid
    where p.account_id = ${accountId} and p.id = ${id} and p.voided_at is null and p.expires_at is not null
      and e.uploaded_at is not null
    order by f.at`.execute(tx)
  return rows
}

/** The comment of a test, where there is one and the account shares it with its customers. */
export async function readSharedComment(
  tx: Transaction<Tables>,
  { accountId, opId }: { readonly accountId: string; readonly opId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('item_history as h')
    .innerJoin('organization_root_detail as d', 'd.account_id', 'h.account_id')
    .select('h.comment')
    .where('h.account_id', '=', accountId)
    .where('h.op_id', '=', opId)
    .where('d.is_warehouse_comment_shared_to_client', '=', true)
    .executeTakeFirst()
  const comment = row?.comment ?? ''
  return comment === '' ? null : comment
}

/** Voids the open proposal of an item, because a new one takes its place. */
export async function replaceProposal(tx: Transaction<Tables>, scope: ItemScope, at: Date): Promise<void> {
  await tx
    .updateTable('price_proposal')
    .set({ voided_at: at, void_reason: 'replaced' })
    .where('account_id', '=', scope.accountId)
    .where('item_id', '=', scope.itemId)
    .where('answer', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/** The proposal of an item that nobody has answered or replaced; null where there is none. */
export async function openProposalOf(tx: Transaction<Tables>, scope: ItemScope): Promise<string | null> {
  const row = await tx
    .selectFrom('price_proposal')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('item_id', '=', scope.itemId)
    .where('answer', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds a proposal whose mail is still to be made. */
export async function insertProposal(
  tx: Transaction<Tables>,
  scope: ItemScope,
  row: { readonly id: string; readonly buybackId: string; readonly priceCents: number },
): Promise<void> {
  await tx
    .insertInto('price_proposal')
    .values({
      account_id: scope.accountId,
      id: row.id,
      item_id: scope.itemId,
      buyback_id: row.buybackId,
      price_cents: row.priceCents,
    })
    .execute()
}

/** Gives a proposal its link, and answers what the account chooses today for one that nobody answers: it stays so. */
export async function giveToken(
  tx: Transaction<Tables>,
  { accountId, id }: ProposalScope,
  token: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<ProposalEnd> {
  const { rows } = await sql<{ endChoice: ProposalEnd }>`
    update price_proposal p set token_hash = ${token.hash}, expires_at = ${token.expiresAt}, mail_problem = null,
      end_choice = d.unanswered_proposal
    from organization_root_detail d
    where p.account_id = ${accountId} and p.id = ${id} and d.account_id = p.account_id
    returning p.end_choice as "endChoice"`.execute(tx)
  return rows[0]?.endChoice ?? 'stays_open'
}

/** Notes why a proposal's mail cannot be made; one that has been mailed in the meantime has no problem. */
export async function noteMailProblem(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  problem: 'no_address' | 'failed',
): Promise<void> {
  await tx
    .updateTable('price_proposal')
    .set({ mail_problem: problem })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .where('token_hash', 'is', null)
    .execute()
}

/**
 * Notes that the database could not make a proposal's mail this time: it is due again in the next round, and later each
 * time after that, until so many attempts are spent and people are told.
 */
export async function postponeMail(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  { attemptLimit, longestWaitSeconds }: { readonly attemptLimit: number; readonly longestWaitSeconds: number },
): Promise<void> {
  await sql`
    update price_proposal set mail_attempts = mail_attempts + 1,
      mail_due_at = now() + least(${longestWaitSeconds}, 5 * (2 ^ mail_attempts - 1)) * interval '1 second',
      mail_problem = case when mail_attempts + 1 >= ${attemptLimit} then 'failed' end
    where account_id = ${scope.accountId} and id = ${scope.id} and token_hash is null
      and mail_problem is null`.execute(tx)
}

/** Keeps the answer: the customer's, or that which the end of the time stands for. */
export async function keepAnswer(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  {
    answer,
    at,
    isByDeadline,
  }: Pick<ProposalRow, 'isByDeadline'> & {
    readonly answer: 'accepted' | 'declined'
    readonly at: Date
  },
): Promise<void> {
  await change(tx, scope, { answer, answered_at: at, is_by_deadline: isByDeadline })
}

async function change(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  values: Partial<{
    answer: 'accepted' | 'declined'
    answered_at: Date
    is_by_deadline: boolean
  }>,
): Promise<void> {
  await tx
    .updateTable('price_proposal')
    .set(values)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.id)
    .execute()
}
