import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import { likePattern } from '#api/db/like-pattern.ts'
import { orderedBy } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { shownStockName } from '#api/db/stock-name-sql.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { listRefurbStepsCall, RefurbStepAnswer, RefurbStepBody, RefurbStepPatch } from '#sync/calls/refurb.ts'

type Tx = Transaction<Tables>
type StepQuery = z.output<typeof listRefurbStepsCall.query>

/** The account whose steps are meant. */
export interface AccountScope {
  readonly accountId: string
  /** In which native stocks are named; without one, as they are stored. */
  readonly language?: Language | null
}

/** A stock as far as a step needs it. */
export interface StepStock {
  readonly id: string
  readonly warehouseId: string
  readonly native: string | null
}

/** Refurb steps that pass the filter (REFURB-05). */
export async function listSteps(
  tx: Tx,
  scope: AccountScope,
  query: StepQuery,
): Promise<{ readonly members: readonly RefurbStepAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const pattern = query.search === undefined ? null : likePattern(query.search)
  const stock = stockNameOf(scope)
  const orderColumns = { name: 'refurb_step.name', stock, createdAt: 'refurb_step.created_at' } as const
  const filtered = steps(tx, scope).$if(pattern !== null, (rows) =>
    rows.where((eb) =>
      eb.or([
        eb('refurb_step.name', 'ilike', pattern),
        eb('refurb_step.description', 'ilike', pattern),
        sql<boolean>`${stock} ilike ${pattern}`,
      ]),
    ),
  )
  const all = filtered.select([...columns, stock.as('stock_name')])
  const page = orderedBy(all, orderColumns, query.order, { name: 'asc' })
  const rows = await page.orderBy('refurb_step.id').limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  return { members: await answers(tx, scope, rows), total }
}

/** One refurb step; null for an id that names none. */
export async function readStep(tx: Tx, scope: AccountScope, id: string): Promise<RefurbStepAnswer | null> {
  const row = await steps(tx, scope)
    .select([...columns, stockNameOf(scope).as('stock_name')])
    .where('refurb_step.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : ((await answers(tx, scope, [row]))[0] ?? null)
}

/** Locks a step for a change and tells its version; nothing for an id that names none. */
export function lockStep(tx: Tx, { accountId }: AccountScope, id: string): Promise<{ version: number } | undefined> {
  return tx
    .selectFrom('refurb_step')
    .select('version')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Adds a step; answers its id. */
export async function insertStep(
  tx: Tx,
  { accountId }: AccountScope,
  { name, description, costs, managerCancels = false }: RefurbStepBody,
  stock: StepStock,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('refurb_step')
    .values({
      account_id: accountId,
      id,
      name,
      description: emptyToNull(description),
      warehouse_id: stock.warehouseId,
      stock_id: stock.id,
      manager_cancels: managerCancels,
    })
    .execute()
  await insertCosts(tx, accountId, id, costs)
  return id
}

/** Writes the fields that a patch names; the step's own row is always written, since devices follow it. */
export async function updateStep(
  tx: Tx,
  { accountId }: AccountScope,
  id: string,
  patch: RefurbStepPatch,
  stock: StepStock | null,
): Promise<void> {
  if (patch.costs !== undefined) {
    await tx.deleteFrom('refurb_step_cost').where('account_id', '=', accountId).where('step_id', '=', id).execute()
    await insertCosts(tx, accountId, id, patch.costs)
  }
  await tx
    .updateTable('refurb_step')
    .set({
      id,
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.description === undefined ? {} : { description: emptyToNull(patch.description) }),
      ...(patch.managerCancels === undefined ? {} : { manager_cancels: patch.managerCancels }),
      ...(stock === null ? {} : { warehouse_id: stock.warehouseId, stock_id: stock.id }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Removes a step that no answer makes due. */
export async function deleteStep(tx: Tx, { accountId }: AccountScope, id: string): Promise<void> {
  await tx.deleteFrom('refurb_step').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Questions with an answer that makes a step due, in the order of the diagnosis. */
export async function questionsOfStep(
  tx: Tx,
  { accountId }: AccountScope,
  stepId: string,
): Promise<readonly { readonly id: string; readonly label: string }[]> {
  return (await questionsBySteps(tx, accountId, [stepId])).map(({ id, label }) => ({ id, label }))
}

/** A stock of the account; null for an id that names none. */
export async function readStock(tx: Tx, { accountId }: AccountScope, id: string): Promise<StepStock | null> {
  const row = await tx
    .selectFrom('stock')
    .select(['id', 'warehouse_id', 'native'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, warehouseId: row.warehouse_id, native: row.native }
}

/** How many of these ids are warehouses of the account. */
export async function countWarehouses(tx: Tx, { accountId }: AccountScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .selectFrom('organization')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'warehouse')
    .where('id', 'in', ids)
    .execute()
  return rows.length
}

const columns = [
  'refurb_step.id',
  'refurb_step.version',
  'refurb_step.name',
  'refurb_step.description',
  'refurb_step.stock_id',
  'refurb_step.warehouse_id',
  'refurb_step.manager_cancels',
  'organization.common_name as warehouse_name',
] as const

function stockNameOf({ language = null }: AccountScope) {
  return shownStockName('stock', language)
}

interface StepRow {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly description: string | null
  readonly stock_id: string
  readonly stock_name: string
  readonly warehouse_id: string
  readonly manager_cancels: boolean
  readonly warehouse_name: string
}

function steps(tx: Tx, { accountId }: AccountScope) {
  return tx
    .selectFrom('refurb_step')
    .innerJoin('stock', (join) =>
      join.onRef('stock.account_id', '=', 'refurb_step.account_id').onRef('stock.id', '=', 'refurb_step.stock_id'),
    )
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'refurb_step.account_id')
        .onRef('organization.id', '=', 'refurb_step.warehouse_id'),
    )
    .where('refurb_step.account_id', '=', accountId)
}

async function answers(
  tx: Tx,
  { accountId }: AccountScope,
  rows: readonly StepRow[],
): Promise<readonly RefurbStepAnswer[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const costs = await tx
    .selectFrom('refurb_step_cost')
    .select(['step_id', 'warehouse_id', 'cost_cents'])
    .where('account_id', '=', accountId)
    .where('step_id', 'in', ids)
    .orderBy('warehouse_id')
    .execute()
  const costsOf = Map.groupBy(costs, (row) => row.step_id)
  const questionsOf = Map.groupBy(await questionsBySteps(tx, accountId, ids), (row) => row.stepId)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    description: row.description,
    stockId: row.stock_id,
    stockName: row.stock_name,
    warehouseId: row.warehouse_id,
    warehouseName: row.warehouse_name,
    costs: (costsOf.get(row.id) ?? []).map((cost) => ({
      warehouseId: cost.warehouse_id,
      costCents: cost.cost_cents,
    })),
    managerCancels: row.manager_cancels,
    questions: (questionsOf.get(row.id) ?? []).map(({ id, label }) => ({ id, label })),
  }))
}

async function questionsBySteps(tx: Tx, accountId: string, stepIds: readonly string[]) {
  const rows = await tx
    .selectFrom('refurb_answer_step as link')
    .innerJoin('refurb_answer as answer', (join) =>
      join.onRef('answer.account_id', '=', 'link.account_id').onRef('answer.id', '=', 'link.answer_id'),
    )
    .innerJoin('refurb_question as question', (join) =>
      join.onRef('question.account_id', '=', 'answer.account_id').onRef('question.id', '=', 'answer.question_id'),
    )
    .select(['link.step_id', 'question.id', 'question.label', sql<number>`min(question.position)`.as('place')])
    .where('link.account_id', '=', accountId)
    .where('link.step_id', 'in', stepIds)
    .groupBy(['link.step_id', 'question.id', 'question.label'])
    .orderBy('place')
    .execute()
  return rows.map((row) => ({ stepId: row.step_id, id: row.id, label: row.label }))
}

async function insertCosts(tx: Tx, accountId: string, stepId: string, costs: RefurbStepBody['costs']): Promise<void> {
  if (costs.length === 0) return
  await tx
    .insertInto('refurb_step_cost')
    .values(
      costs.map(({ warehouseId, costCents }) => ({
        account_id: accountId,
        step_id: stepId,
        warehouse_id: warehouseId,
        cost_cents: costCents,
      })),
    )
    .execute()
}

function emptyToNull(text: string | null): string | null {
  return text === '' ? null : text
}
