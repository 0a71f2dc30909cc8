import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import { typedDay } from '#domain/kernel/typed-search.ts'
import { maskEmail } from '#domain/kernel/mask-email.ts'
import type { Tables } from '#api/db/tables.ts'
import { hasCodePrefix } from '#api/db/code-prefix.ts'
import { foldedWord, columnsMatch } from '#api/db/word-search.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { JobAnswer, listJobsCall, listQueuesCall } from '#sync/calls/job.ts'

/** One job of one account. */
export interface JobScope {
  readonly accountId: string
  readonly jobId: string
}

const uuid = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
const idIn = (name: string): RawBuilder<unknown> =>
  sql.raw(`case when j.data ->> '${name}' ~ ${uuid} then (j.data ->> '${name}')::uuid end`)

/**
 * Everything that the server does later for an account: the jobs of pg-boss, mails and papers of buybacks. The queues
 * of pg-boss are divided by no policy of the database, so that the account is named here; what they hold are ids.
 * `about` is the id of the buyback before it is looked up, so that what is only counted or left out needs no look; `told`
 * is the recipient as it is searched.
 */
function jobsOf(accountId: string): RawBuilder<unknown> {
  return sql`(
    select coalesce(p.buyback_id, l.buyback_id, ${idIn('buybackId')}) as about, null as told, j.id, j.name as queue, case when j.state in ('created', 'retry') then 'waiting'
        when j.state = 'active' then 'active' when j.state = 'failed' then 'failed' else 'done' end as state,
      j.created_on as "createdAt", case when j.state in ('created', 'retry') then j.start_after end as "dueAt",
      j.retry_count + case when j.started_on is null or j.state = 'retry' then 0 else 1 end as attempts,
      left(j.output ->> 'message', 255) as error, coalesce(p.id, l.id, b.id) as "subjectId", b.id as "buybackId",
      b.identification_number as "buybackCode", null as kind, p.id as "paymentId", null as recipient
    from pgboss.job j
    left join payment p on p.account_id = ${accountId} and p.id = ${idIn('paymentId')}
    left join parcel l on l.account_id = ${accountId} and l.id = ${idIn('parcelId')}
    left join buyback b on b.account_id = ${accountId}
      and b.id = coalesce(p.buyback_id, l.buyback_id, ${idIn('buybackId')})
    where j.data ->> 'accountId' = ${accountId}
    union all
    select m.buyback_ids[1], m.told, m.id, 'mail', case m.status when 'queued' then 'waiting' when 'sending' then 'active'
        when 'failed' then 'failed' else 'done' end,
      m.created_at, case when m.status = 'queued' then m.next_attempt_at end, m.attempts, left(m.last_error, 255), b.id,
      b.id, b.identification_number, m.kind, null, m.recipient
    from mail_message m
    left join buyback b on b.account_id = m.account_id and b.id = m.buyback_ids[1]
    where m.account_id = ${accountId}
    union all
    select d.buyback_id, null, d.id, 'document', case d.state when 'awaiting' then 'waiting' when 'failed' then 'failed' else 'done' end,
      d.created_at, case when d.state = 'awaiting' then d.next_attempt_at end, d.attempts, null, d.buyback_id,
      d.buyback_id, b.identification_number, d.kind, null, null
    from buyback_document d
    left join buyback b on b.account_id = d.account_id and b.id = d.buyback_id
    where d.account_id = ${accountId}
  ) j`
}

const columns = sql`j.id, j.queue, j.state, j."createdAt", j."dueAt", j.attempts, j.error, j."subjectId", j."buybackId",
  j."buybackCode", j.kind, j."paymentId", j.recipient`

type Row = Omit<JobAnswer, 'createdAt' | 'dueAt'> & { readonly createdAt: Date; readonly dueAt: Date | null }

/** Jobs of an account, the newest first unless the query says otherwise. */
export async function listJobs(
  tx: Transaction<Tables>,
  accountId: string,
  query: z.output<typeof listJobsCall.query>,
): Promise<{ readonly members: readonly JobAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const byState = query.state === undefined ? sql`true` : sql`j.state = any (${query.state}::text[])`
  const byQueue = query.queue === undefined ? sql`true` : sql`j.queue = any (${query.queue}::text[])`
  const byWords = query.q === undefined ? sql`true` : knownAs(accountId, query.q)
  const where = sql`from ${jobsOf(accountId)} where ${byState} and ${byQueue} and ${byWords}`
  const direction = query.order.createdAt === 'asc' ? sql`asc` : sql`desc`
  const found = await sql<Row>`
    select ${columns} ${where} order by j."createdAt" ${direction}, j.id limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial ? null : await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(tx)
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** Whether job `j` is about what a person typed. */
function knownAs(accountId: string, q: string): RawBuilder<unknown> {
  const day = typedDay(q)
  // In subqueries, which are asked once a statement instead of once a row.
  const midnight = (days: number) =>
    sql`(select (${day}::date + ${days}::integer)::timestamp at time zone a.time_zone from account a where a.id = ${accountId})`
  const ofDay = day === null ? sql`` : sql` or (j."createdAt" >= ${midnight(0)} and j."createdAt" < ${midnight(1)})`
  const coded = sql`(select b.id from buyback b
    where b.account_id = ${accountId} and ${hasCodePrefix('b.identification_number', q.replaceAll(/\s/g, ''))})`
  // Folding is slow, and many jobs fail for one reason.
  const failed = sql`(select f.error
    from (select distinct j.error from ${jobsOf(accountId)} where j.error is not null offset 0) f
    where ${columnsMatch([sql`f.error`], q)})`
  return sql`(j.about in ${coded} or j.told ^@ ${foldedWord(q)} or j.error in ${failed}${ofDay})`
}

type Queues = z.input<typeof listQueuesCall.answer>['queues']

/** How much waits, runs and has failed in each queue of an account; queues that are at rest are named, too. */
export async function countQueues(tx: Transaction<Tables>, accountId: string): Promise<Queues> {
  const found = await sql<Omit<Queues[number], 'oldestWaitingAt'> & { readonly oldestWaitingAt: Date | null }>`
    select q.name as queue, count(*) filter (where j.state = 'waiting')::int as waiting,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'failed')::int as failed,
      min(j."createdAt") filter (where j.state = 'waiting') as "oldestWaitingAt"
    from (select name from pgboss.queue where name not like '\\_\\_%' union select unnest(array['mail', 'document'])) q
    left join ${jobsOf(accountId)} on j.queue = q.name and j.state <> 'done'
    group by q.name order by q.name`.execute(tx)
  return found.rows.map((row) => ({ ...row, oldestWaitingAt: row.oldestWaitingAt?.toISOString() ?? null }))
}

/** One job; null where the account has none of this id. */
export async function readJob(tx: Transaction<Tables>, { accountId, jobId }: JobScope): Promise<JobAnswer | null> {
  const found = await sql<Row>`select ${columns} from ${jobsOf(accountId)} where j.id = ${jobId}`.execute(tx)
  return found.rows[0] === undefined ? null : answerOf(found.rows[0])
}

/** The time zone of an account. */
export async function readTimeZone(tx: Transaction<Tables>, accountId: string): Promise<string> {
  const { timeZone } = await tx
    .selectFrom('account')
    .select('time_zone as timeZone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return timeZone
}

/** Lets a job run at once that waits or has failed; false where it runs or is done. */
export async function retryJob(tx: Transaction<Tables>, { accountId, jobId }: JobScope): Promise<boolean> {
  // A paper that is asked for again writes its buyback.
  const ofPaper = sql`(select d.buyback_id from buyback_document d where d.account_id = ${accountId} and d.id = ${jobId})`
  await lockBuybacks(tx, sql`b.account_id = ${accountId} and b.id = ${ofPaper}`)
  const retried = await sql<{ id: string }>`
    with job as (
      update pgboss.job j set start_after = now(), completed_on = null,
        state = case when j.state = 'failed' then 'retry' else j.state end,
        retry_limit = case when j.state = 'failed' then j.retry_count + 1 else j.retry_limit end
      where j.data ->> 'accountId' = ${accountId} and j.id = ${jobId} and j.state in ('failed', 'created', 'retry')
      returning j.id
    ), mail as (
      update mail_message set status = 'queued', next_attempt_at = now()
      where account_id = ${accountId} and id = ${jobId} and status in ('failed', 'queued')
        -- The link of a correction that has ended works no more.
        and (kind not in ('bank_correction', 'address_correction') or exists (select from customer_correction c
          where c.account_id = ${accountId} and c.ended_at is null and c.sealed is not null
            and mail_message.dedupe_key = c.kind || '_correction:' || c.id))
      returning id
    ), document as (
      update buyback_document set state = 'awaiting', next_attempt_at = now()
      where account_id = ${accountId} and id = ${jobId} and state in ('failed', 'awaiting') returning id
    )
    select id from job union all select id from mail union all select id from document`.execute(tx)
  return retried.rows.length > 0
}

function answerOf(row: Row): JobAnswer {
  const recipient = row.recipient === null ? null : maskEmail(row.recipient)
  return { ...row, recipient, createdAt: row.createdAt.toISOString(), dueAt: row.dueAt?.toISOString() ?? null }
}
