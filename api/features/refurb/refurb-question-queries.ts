import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import { likePattern } from '#api/db/like-pattern.ts'
import { orderedBy } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type {
  listRefurbQuestionsCall,
  RefurbQuestionAnswer,
  RefurbQuestionBody,
  RefurbQuestionPatch,
} from '#sync/calls/refurb.ts'
import type { AccountScope } from './refurb-step-queries.ts'

type Tx = Transaction<Tables>
type QuestionQuery = z.output<typeof listRefurbQuestionsCall.query>

const columns = ['id', 'version', 'label', 'type', 'position', 'product_id'] as const
const orderColumns = { position: 'position', label: 'label', type: 'type' } as const

/** Refurb questions that pass the filter (REFURB-01), in the order of the diagnosis unless asked otherwise. */
export async function listQuestions(
  tx: Tx,
  scope: AccountScope,
  query: QuestionQuery,
): Promise<{ readonly members: readonly RefurbQuestionAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const pattern = query.search === undefined ? null : likePattern(query.search)
  const filtered = tx
    .selectFrom('refurb_question')
    .where('account_id', '=', scope.accountId)
    .where('product_id', 'is not distinct from', query.product ?? null)
    .$if(pattern !== null, (rows) => rows.where('label', 'ilike', pattern))
  const all = filtered.select(columns)
  const page = orderedBy(all, orderColumns, query.order, { position: 'asc' })
  const rows = await page.orderBy('position').limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  return { members: await answers(tx, scope, rows), total }
}

/** One refurb question; null for an id that names none. */
export async function readQuestion(tx: Tx, scope: AccountScope, id: string): Promise<RefurbQuestionAnswer | null> {
  const row = await tx
    .selectFrom('refurb_question')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : ((await answers(tx, scope, [row]))[0] ?? null)
}

/** Lets one change of the account's questions happen at a time, because they share one order. */
export async function lockQuestions(tx: Tx, { accountId }: AccountScope): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** How many of these ids are steps of the account; they stay until the transaction ends. */
export async function countSteps(tx: Tx, { accountId }: AccountScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .selectFrom('refurb_step')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .forKeyShare()
    .execute()
  return rows.length
}

/** Whether a question may be asked of a product: one of the account's, or none, which is every product. */
export async function knowsProduct(tx: Tx, { accountId }: AccountScope, id: string | null): Promise<boolean> {
  if (id === null) return true
  const found = tx.selectFrom('product').select('id').where('account_id', '=', accountId).where('id', '=', id)
  return (await found.forKeyShare().executeTakeFirst()) !== undefined
}

/** Adds a question behind the others; answers its id. */
export async function insertQuestion(
  tx: Tx,
  { accountId }: AccountScope,
  body: RefurbQuestionBody & { readonly productId?: string | null | undefined },
): Promise<string> {
  const id = newId()
  const { label, type, answers: given, productId = null } = body
  await tx
    .insertInto('refurb_question')
    .values((eb) => ({
      account_id: accountId,
      id,
      label,
      type,
      product_id: productId,
      position: sql<number>`(${eb
        .selectFrom('refurb_question')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('account_id', '=', accountId)
        .where('product_id', 'is not distinct from', productId)})`,
    }))
    .execute()
  await writeAnswers(tx, accountId, id, given)
  return id
}

/** Writes the fields that a patch names; the question's own row is always written, since devices follow it. */
export async function updateQuestion(
  tx: Tx,
  { accountId }: AccountScope,
  id: string,
  patch: RefurbQuestionPatch,
): Promise<void> {
  if (patch.answers !== undefined) await writeAnswers(tx, accountId, id, patch.answers)
  await tx
    .updateTable('refurb_question')
    .set({
      id,
      ...(patch.label === undefined ? {} : { label: patch.label }),
      ...(patch.type === undefined ? {} : { type: patch.type }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
  if (patch.position !== undefined) await moveQuestion(tx, accountId, id, patch.position)
}

/** Removes a question with its answers; diagnoses that it was asked in keep theirs. */
export async function deleteQuestion(tx: Tx, { accountId }: AccountScope, id: string): Promise<void> {
  await tx.deleteFrom('refurb_question').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Only questions whose place really changes are written, so that others' edits of the rest go on. */
async function moveQuestion(tx: Tx, accountId: string, id: string, place: number): Promise<void> {
  const rows = await tx
    .selectFrom('refurb_question')
    .select(['id', 'position'])
    .where('account_id', '=', accountId)
    .where('product_id', 'is not distinct from', (eb) =>
      eb.selectFrom('refurb_question').select('product_id').where('account_id', '=', accountId).where('id', '=', id),
    )
    .orderBy('position')
    .execute()
  const others = rows.map((row) => row.id).filter((other) => other !== id)
  const at = Math.min(place - 1, others.length)
  const ordered = [...others.slice(0, at), id, ...others.slice(at)]
  await sql`update refurb_question q set position = o.place
    from unnest(${ordered}::uuid[]) with ordinality as o (id, place)
    where q.account_id = ${accountId} and q.id = o.id and q.position <> o.place`.execute(tx)
}

/** Makes the answers of a question exactly these, in this order. */
async function writeAnswers(
  tx: Tx,
  accountId: string,
  questionId: string,
  given: RefurbQuestionBody['answers'],
): Promise<void> {
  const named = given.map((answer, at) => ({ ...answer, id: answer.id ?? newId(), position: at + 1 }))
  const kept = named.map(({ id }) => id)
  const own = tx.deleteFrom('refurb_answer').where('account_id', '=', accountId).where('question_id', '=', questionId)
  await own.where('id', 'not in', kept).execute()
  await tx
    .insertInto('refurb_answer')
    .values(
      named.map(({ id, label, position }) => ({ account_id: accountId, id, question_id: questionId, label, position })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet((eb) => ({
        label: eb.ref('excluded.label'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
  await tx.deleteFrom('refurb_answer_step').where('account_id', '=', accountId).where('answer_id', 'in', kept).execute()
  const links = named.flatMap(({ id, stepIds }) =>
    stepIds.map((stepId, at) => ({ account_id: accountId, answer_id: id, step_id: stepId, position: at + 1 })),
  )
  if (links.length > 0) await tx.insertInto('refurb_answer_step').values(links).execute()
}

interface QuestionRow {
  readonly id: string
  readonly version: number
  readonly label: string
  readonly type: 'unique' | 'multiple'
  readonly position: number
  readonly product_id: string | null
}

async function answers(
  tx: Tx,
  { accountId }: AccountScope,
  rows: readonly QuestionRow[],
): Promise<readonly RefurbQuestionAnswer[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const given = await tx
    .selectFrom('refurb_answer')
    .select(['id', 'question_id', 'label'])
    .where('account_id', '=', accountId)
    .where('question_id', 'in', ids)
    .orderBy('position')
    .execute()
  const links = await tx
    .selectFrom('refurb_answer_step as link')
    .innerJoin('refurb_step as step', (join) =>
      join.onRef('step.account_id', '=', 'link.account_id').onRef('step.id', '=', 'link.step_id'),
    )
    .innerJoin('refurb_answer as answer', (join) =>
      join.onRef('answer.account_id', '=', 'link.account_id').onRef('answer.id', '=', 'link.answer_id'),
    )
    .select(['link.answer_id', 'step.id', 'step.name'])
    .where('link.account_id', '=', accountId)
    .where('answer.question_id', 'in', ids)
    .orderBy('link.position')
    .execute()
  const answersOf = Map.groupBy(given, (row) => row.question_id)
  const stepsOf = Map.groupBy(links, (row) => row.answer_id)
  const counts = await productCounts(tx, accountId)
  const places = await placesOf(tx, accountId)
  const labels = await productLabels(tx, accountId, rows)
  return rows.map(({ product_id, ...row }) => ({
    ...row,
    product: product_id === null ? null : { id: product_id, label: labels.get(product_id) ?? '' },
    position: places.get(row.id) ?? row.position,
    answers: (answersOf.get(row.id) ?? []).map(({ id, label }) => ({
      id,
      label,
      steps: (stepsOf.get(id) ?? []).map((step) => ({ id: step.id, name: step.name })),
    })),
    productCount: counts.get(row.id) ?? 0,
  }))
}

async function productLabels(
  tx: Tx,
  accountId: string,
  rows: readonly QuestionRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  if (ids.length === 0) return new Map()
  const products = tx.selectFrom('product').select(['id', 'label']).where('account_id', '=', accountId)
  const found = await products.where('id', 'in', ids).execute()
  return new Map(found.map(({ id, label }) => [id, label]))
}

/** Places of the questions from 1 on in the order that each is of: one that is deleted leaves a gap, so that no other is changed by it. */
async function placesOf(tx: Tx, accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('refurb_question')
    .select(['id', 'product_id'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
  const orders = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map([...orders.values()].flatMap((order) => order.map(({ id }, at) => [id, at + 1] as const)))
}

/** Products by the question that their diagnosis has answered. */
async function productCounts(tx: Tx, accountId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select answer ->> 'questionId' as id, count(*)::int as count
    from item, jsonb_array_elements(item.facts -> 'diagnosis' -> 'answers') as answer
    where item.account_id = ${accountId} and jsonb_typeof(item.facts -> 'diagnosis' -> 'answers') = 'array'
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
