import { sql, type Transaction } from 'kysely'
import { labelOfReturn } from '#api/db/label-of-return.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import { proposalState } from '#domain/quarantine/proposal.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { ProposalRow } from './proposal-queries.ts'
import {
  deadline,
  filterQuarantine,
  joinProposal,
  waitingSince,
  type QuarantineQuery,
  type QuarantineScope,
} from './quarantine-filter.ts'

type ListRow = Omit<QuarantinedItemAnswer, 'waitingSince' | 'proposal'> & {
  readonly waitingSince: Date
  readonly proposalId: string | null
} & Pick<ProposalRow, 'createdAt' | 'expiresAt' | 'answer' | 'answeredAt' | 'voidedAt' | 'mailProblem' | 'priceCents'>

const joins = {
  b: sql`join buyback b on b.account_id = i.account_id and b.id = i.buyback_id`,
  p: sql`join product p on p.account_id = i.account_id and p.id = i.product_id`,
  o: joinProposal,
} as const

const orders = {
  waitingSince,
  name: sql`lower(coalesce(p.brand || ' ', '') || p.label)`,
  declaredPrice: sql`b.declared_price_cents`,
  controlledPrice: sql`(i.facts -> 'control' ->> 'priceCents')::integer`,
  deadline,
}
const neededBy = { waitingSince: [], name: ['p'], declaredPrice: ['b'], controlledPrice: [], deadline: ['o'] } as const

const joined = (needs: ReadonlySet<keyof typeof joins>) =>
  sql.join(
    [...needs].map((table) => joins[table]),
    sql` `,
  )

/** Quarantined items with their latest proposal; of one warehouse, or of all where none is named. */
export async function listQuarantine(
  tx: Transaction<Tables>,
  scope: QuarantineScope,
  query: QuarantineQuery,
): Promise<{ readonly members: readonly QuarantinedItemAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const order = orderText(orders, query.order, { waitingSince: 'asc' }, sql`i.id`)
  const { needs, where } = filterQuarantine(scope, query)
  const sorts = Object.keys(query.order) as (keyof typeof orders)[]
  const sortNeeds = new Set([...needs, ...sorts.flatMap((sort) => neededBy[sort])])
  const found = await sql<ListRow>`
    with page as materialized (
      select i.id from item i ${joined(sortNeeds)} where ${where}
      order by ${order} limit ${limit} offset ${offset}
    )
    select i.id, i.identification_number as code, b.identification_number as "buybackCode", p.brand,
      p.label as "productLabel", i.warehouse_id as "warehouseId", b.status as "buybackStatus",
      ${waitingSince} as "waitingSince", b.declared_grade as "declaredGrade",
      b.declared_price_cents as "declaredPriceCents", i.facts -> 'control' ->> 'grade' as "controlledGrade",
      (i.facts -> 'control' ->> 'priceCents')::integer as "controlledPriceCents",
      i.facts -> 'control' ->> 'outcome' as outcome, i.facts -> 'control' ->> 'setAside' as "setAside",
      l.number as "returnLabel", c.email is not null as "hasAddress", o.id as "proposalId",
      o.price_cents as "priceCents", o.created_at as "createdAt", o.expires_at as "expiresAt", o.answer,
      o.answered_at as "answeredAt", o.voided_at as "voidedAt", o.mail_problem as "mailProblem"
    from page
    join item i on i.account_id = ${scope.accountId} and i.id = page.id
    ${joins.b} ${joins.p} ${joins.o}
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    left join return_label l on l.account_id = i.account_id and l.id = ${labelOfReturn}
    order by ${order}`.execute(tx)
  const total = query.partial
    ? null
    : await sql<{ total: number }>`select count(*)::int as total from item i ${joined(needs)}
        where ${where}`.execute(tx)
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
export function proposalAnswerOf(
  row: Omit<ProposalRow, 'reminders' | 'endChoice' | 'isByDeadline'>,
  now: Date,
): NonNullable<QuarantinedItemAnswer['proposal']> {
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
