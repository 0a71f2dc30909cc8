import type { Transaction } from 'kysely'
import type { RefurbPlan } from '#domain/catalog-files/client-templates/refurb-plan.ts'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

/**
 * Gives the first warehouse of a client the workshop that its start planned: a workbench, the steps worked in there, and
 * the questions that make them due. The plan is used up; a client whose workshop has begun by hand keeps its own.
 */
export async function startRefurb(tx: Transaction<Tables>, account_id: string, warehouse_id: string): Promise<void> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select('refurb_start')
    .where('account_id', '=', account_id)
    .where('refurb_start', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return
  await tx
    .updateTable('organization_root_detail')
    .set({ refurb_start: null })
    .where('account_id', '=', account_id)
    .execute()
  const begun = await tx
    .selectFrom('refurb_question')
    .select('id')
    .where('account_id', '=', account_id)
    .limit(1)
    .execute()
  if (begun.length > 0) return
  await insertPlan(tx, { account_id, warehouse_id }, row.refurb_start as RefurbPlan)
}

async function insertPlan(
  tx: Transaction<Tables>,
  { account_id, warehouse_id }: { readonly account_id: string; readonly warehouse_id: string },
  { bench, steps, questions }: RefurbPlan,
): Promise<void> {
  const stock_id = newId()
  const stepIds = new Map(steps.map(({ key }) => [key, newId()]))
  await tx
    .insertInto('stock')
    .values({ account_id, id: stock_id, warehouse_id, name: bench, identifier: null, location: null, native: null })
    .execute()
  if (steps.length > 0)
    await tx
      .insertInto('refurb_step')
      .values(
        steps.map(({ key, name, description }) => ({
          account_id,
          id: stepIds.get(key)!,
          name,
          description,
          warehouse_id,
          stock_id,
        })),
      )
      .execute()
  for (const [at, { label, type, answers }] of questions.entries()) {
    const question_id = newId()
    await tx
      .insertInto('refurb_question')
      .values({ account_id, id: question_id, label, type, position: at + 1 })
      .execute()
    const rows = answers.map((answer, n) => ({ ...answer, id: newId(), position: n + 1 }))
    await tx
      .insertInto('refurb_answer')
      .values(
        rows.map((answer) => ({
          account_id,
          id: answer.id,
          question_id,
          label: answer.label,
          position: answer.position,
        })),
      )
      .execute()
    const due = rows.flatMap(({ id, steps: keys }) =>
      keys.flatMap((key, n) => {
        const step_id = stepIds.get(key)
        return step_id === undefined ? [] : [{ account_id, answer_id: id, step_id, position: n + 1 }]
      }),
    )
    if (due.length > 0) await tx.insertInto('refurb_answer_step').values(due).execute()
  }
}
