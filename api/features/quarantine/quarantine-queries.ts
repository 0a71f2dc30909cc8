import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { labelOfReturn } from '#api/db/label-of-return.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import { proposalState } from '#domain/warehouse/proposal.ts'
import type { listQuarantineCall, QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { ProposalRow } from './proposal-queries.ts'

type QuarantineQuery = z.output<typeof listQuarantineCall.query>

type ListRow = Omit<QuarantinedItemAnswer, 'waitingSince' | 'proposal'> & {
  readonly waitingSince: Date
  readonly proposalId: string | null
} & Pick<ProposalRow, 'createdAt' | 'expiresAt' | 'answer' | 'answeredAt' | 'voidedAt' | 'mailProblem' | 'priceCents'>

const orders = {
  waitingSince: sql`q."waitingSince"`,
  declaredPrice: sql`q."declaredPriceCents"`,
  controlledPrice: sql`q."controlledPriceCents"`,
  deadline: sql`q."expiresAt"`,
}

/** Quarantined items with their latest proposal; of one warehouse, or of all where none is named. */
export async function listQuarantine(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly warehouseId: string | null; readonly now: Date },
  query: QuarantineQuery,
): Promise<{ readonly members: readonly QuarantinedItemAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const order = orderText(orders, query.order, { waitingSince: 'asc' }, sql`q.id`)
  const outcome =
    query.outcome === undefined ? sql`` : sql`and i.facts -> 'control' ->> 'outcome' = any (${query.outcome}::text[])`
  const from = sql`from item i where i.account_id = ${scope.accountId} and i.status = 'item_in_quarantine'
    and i.archived_at is null ${outcome}
    and (${scope.warehouseId}::uuid is null or i.warehouse_id = ${scope.warehouseId}::uuid)`
  const found = await sql<ListRow>`
    select * from (
      select i.id, i.identification_number as code, b.identification_number as "buybackCode", p.brand,
        p.label as "productLabel", i.warehouse_id as "warehouseId", b.status as "buybackStatus",
        coalesce(to_timestamp((i.facts -> 'control' ->> 'atMs')::float8 / 1000), i.latest_move_at, i.created_at)
          as "waitingSince",
        b.declared_grade as "declaredGrade", b.declared_price_cents as "declaredPriceCents",
        i.facts -> 'control' ->> 'grade' as "controlledGrade",
        (i.facts -> 'control' ->> 'priceCents')::integer as "controlledPriceCents",
        i.facts -> 'control' ->> 'outcome' as outcome, i.facts -> 'control' ->> 'setAside' as "setAside",
        l.number as "returnLabel", c.email is not null as "hasAddress", o.id as "proposalId",
        o.price_cents as "priceCents", o.created_at as "createdAt", o.expires_at as "expiresAt", o.answer,
        o.answered_at as "answeredAt", o.voided_at as "voidedAt", o.mail_problem as "mailProblem"
      from (select i.* ${from}) i
      join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
      join product p on p.account_id = i.account_id and p.id = i.product_id
      left join customer c on c.account_id = b.account_id and c.id = b.customer_id
      left join return_label l on l.account_id = i.account_id and l.id = ${labelOfReturn}
      left join lateral (select o.* from price_proposal o where o.account_id = i.account_id and o.item_id = i.id
        order by o.created_at desc, o.id desc limit 1) o on true
    ) q
    order by ${order}
    limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial ? null : await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tx)
  return {
    members: found.rows.map((row) => answerOf(row, scope.now)),
    total: total === null ? null : (total.rows[0]?.total ?? 0),
  }
}

function answerOf(row: ListRow, now: Date): QuarantinedItemAnswer {
  const { proposalId, priceCents, createdAt, expiresAt, answer, answeredAt, voidedAt, mailProblem, ...item } = row
  const proposal = {
    id: proposalId ?? '',
    itemId: item.id,
    priceCents,
    createdAt,
    expiresAt,
    answer,
    answeredAt,
    voidedAt,
    mailProblem,
  }
  return {
    ...item,
    waitingSince: item.waitingSince.toISOString(),
    proposal: proposalId === null ? null : proposalAnswerOf(proposal, now),
  }
}

/** A proposal as calls answer it. */
export function proposalAnswerOf(row: ProposalRow, now: Date): NonNullable<QuarantinedItemAnswer['proposal']> {
  const { answer } = row
  const expiresAtMs = row.expiresAt?.getTime() ?? null
  return {
    id: row.id,
    state: proposalState({ expiresAtMs, answer, isVoided: row.voidedAt !== null }, now.getTime()),
    priceCents: row.priceCents,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    mailProblem: row.mailProblem,
  }
}
