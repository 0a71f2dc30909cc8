import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import { foldedWord, matchesWord } from '#api/db/word-search.ts'
import { likeText } from '#api/db/like-pattern.ts'
import { proposalLifetimeMs } from '#domain/quarantine/proposal.ts'
import type { listQuarantineCall } from '#sync/calls/quarantine.ts'

/** Whose quarantine is listed: of one warehouse, or of all where none is named. */
export interface QuarantineScope {
  readonly accountId: string
  readonly warehouseId: string | null
  readonly now: Date
}

/** What quarantined items are asked for. */
export type QuarantineQuery = z.output<typeof listQuarantineCall.query>

/** Joins the latest proposal `o` to the item `i`. */
export const joinProposal = sql`left join lateral (
  select o.* from price_proposal o where o.account_id = i.account_id and o.item_id = i.id
  order by o.created_at desc, o.id desc limit 1) o on true`

const outcome = sql`i.facts -> 'control' ->> 'outcome'`
const testedAtMs = sql`(i.facts -> 'control' ->> 'atMs')::float8`

/** Since when an item `i` is in quarantine. */
export const waitingSince = sql`coalesce(to_timestamp(${testedAtMs} / 1000), i.latest_move_at, i.created_at)`

/** Until when its customer may answer, as `answerDeadlineMs` has it, over the proposal `o`. */
export const deadline = sql`case when ${outcome} is distinct from 'proposal' then null
  when o.id is null then to_timestamp((${testedAtMs} + ${proposalLifetimeMs}) / 1000) else o.expires_at end`

/** The customer's answer, as `customerAnswer` has it, over the buyback `b` and the proposal `o`. */
function answerAt(now: Date): RawBuilder<unknown> {
  return sql`case when ${outcome} is distinct from 'proposal' then 'none'
    when b.status = 'bb_not_completed' then 'declined'
    when b.status <> 'bb_in_processing' then 'none'
    when o.answer = 'declined' then 'declined'
    when o.answer is not null or o.voided_at is not null then 'none'
    when ${deadline} is null then case when o.mail_problem = 'no_address' then 'noAddress' else 'unsent' end
    when ${now}::timestamptz < ${deadline} then 'waiting'
    else 'expired' end`
}

/**
 * The filters as a condition on items `i`, and the tables that it needs beside them: buybacks `b`, products `p`, latest
 * proposals `o`.
 */
export function filterQuarantine({ accountId, warehouseId, now }: QuarantineScope, query: QuarantineQuery) {
  const needs = new Set<'b' | 'p' | 'o'>()
  const conditions = [sql`i.account_id = ${accountId} and i.status = 'item_in_quarantine' and i.archived_at is null`]
  if (warehouseId !== null) conditions.push(sql`i.warehouse_id = ${warehouseId}`)
  if (query.itemId !== undefined) conditions.push(sql`i.id = ${query.itemId}`)
  if (query.outcome !== undefined) conditions.push(sql`${outcome} = any (${query.outcome}::text[])`)
  if (query.answer !== undefined) {
    needs.add('b').add('o')
    conditions.push(sql`${answerAt(now)} = any (${query.answer}::text[])`)
  }
  const words = (query.q ?? '').split(/\s+/).filter(Boolean)
  if (words.length > 0) {
    needs.add('b').add('p')
    conditions.push(namesItem(words))
  }
  return { needs, where: sql.join(conditions, sql` and `) }
}

// Every word is the product's or begins or ends a code; a code that was copied from a screen comes in groups.
function namesItem(words: readonly string[]): RawBuilder<unknown> {
  const each = words.map((word) => sql`(${matchesWord(sql`p.document`, foldedWord(word))} or ${hasCodePrefix(word)})`)
  const joined = words.length > 1 ? sql` or ${hasCodePrefix(words.join(''))}` : sql``
  return sql`(${sql.join(each, sql` and `)}${joined})`
}

function hasCodePrefix(word: string): RawBuilder<unknown> {
  const code = likeText(word).toUpperCase()
  const patterns = code.length >= 4 ? [`${code}%`, `%${code}`] : [`${code}%`]
  const codes = ['i.identification_number', 'b.identification_number', 'i.imei', 'upper(i.serial_number)']
  const found = codes.map((column) => sql`${sql.raw(column)} like any (${patterns}::text[])`)
  return sql`coalesce(${sql.join(found, sql` or `)}, false)`
}
