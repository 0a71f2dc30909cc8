import type pg from 'pg'
import {
  stepsDue,
  withCurrentWording,
  type RefurbChoice,
  type RefurbQuestion,
  type RefurbStep,
} from '#domain/refurb/diagnosis.ts'
import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { refurbQuestionsSql, refurbStepsSql } from '#api/db/refurb-sql.ts'
import { insertRows } from './insert-rows.ts'

const variants = 6

/**
 * Fills the temporary table `demo_refurb`: some diagnoses for each warehouse with the steps that they make due, as the
 * rules plan them. An account without questions has none, and its items no facts of a refurbishment.
 */
export async function prepareRefurb(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(`create temp table demo_refurb (warehouse_id uuid, variant int, answers jsonb, steps jsonb,
    primary key (warehouse_id, variant))`)
  const found = await client.query<{
    questions: readonly RefurbQuestion[] | null
    steps: readonly RefurbStep[] | null
    warehouses: readonly string[] | null
    usual: Readonly<Record<string, string>> | null
    places: Readonly<Record<string, string>> | null
  }>(
    `select ${refurbQuestionsSql} as questions, ${refurbStepsSql} as steps,
      (select json_agg(id) from organization where account_id = $1 and type = 'warehouse') as warehouses,
      (select json_object_agg(warehouse_id, id) from stock where account_id = $1 and native = 'to_refurbish') as usual,
      (select json_object_agg(id, warehouse_id) from stock where account_id = $1) as places`,
    [accountId],
  )
  const { questions, steps, warehouses, usual, places } = found.rows[0]!
  if (questions === null || steps === null) return
  const rows = (warehouses ?? []).flatMap((warehouseId) =>
    Array.from({ length: variants }, (_, variant) => {
      const answers = questions.map((question) => answerOf(question, variant))
      const due = stepsDue(questions, answers)
      if (!due.ok) throw new Error(`a diagnosis of the demo is refused: ${due.error}`)
      // A step whose stock is in another warehouse is worked on in *to refurbish*, as the operation has it.
      const here = due.value
        .flatMap((id) => steps.find((step) => step.id === id) ?? [])
        .map((step) => (places?.[step.stockId] === warehouseId ? step : { ...step, stockId: usual![warehouseId]! }))
      return {
        warehouse_id: warehouseId,
        variant,
        answers: withCurrentWording(questions, answers),
        steps: plannedSteps(here, warehouseId),
      }
    }),
  )
  await insertRows(client, 'demo_refurb', rows)
}

/** Each variant finds something else; the last answer of a question is its worst. */
function answerOf({ id, type, answers }: RefurbQuestion, variant: number): RefurbChoice {
  const chosen =
    type === 'multiple' ? answers.slice(0, 1 + (variant % answers.length)) : [answers[variant % answers.length]!]
  const last = answers.at(-1)!
  const worst = type === 'unique' && variant % 2 === 1 ? [last] : chosen
  return { questionId: id, answerIds: worst.map((answer) => answer.id) }
}

const untouched = { status: 'completed', revision: 2 } as const satisfies Partial<ItemStep>
const whenMs = `floor(extract(epoch from coalesce(d.moved_at, d.created_at)) * 1000)::bigint`
const actor = `(select a.id from demo_actor a where a.organization_id = d.warehouse_id order by a.n limit 1)`

/** SQL of what the floor knows of an item in refurbishment over the draft `d`; null for any other item. */
export const refurbFactsSql = `(select case d.status
    when 'item_refurb_diagnostic_in_progress' then jsonb_build_object('diagnosis', jsonb_build_object(
      'startedAtMs', ${whenMs}, 'startedBy', ${actor}, 'answers', '[]'::jsonb, 'finalizedAtMs', null))
    when 'item_refurb_in_progress' then jsonb_build_object('steps', r.steps, 'diagnosis', f.diagnosis)
    when 'item_refurb_completed' then jsonb_build_object('diagnosis', f.diagnosis, 'steps', coalesce((
      select jsonb_agg(s.step || '${JSON.stringify(untouched)}'::jsonb || jsonb_build_object('atMs', ${whenMs},
        'actorId', ${actor}, 'workedMs', (180000 + floor(d.r6 * 1500000))::int) order by s.n)
      from jsonb_array_elements(r.steps) with ordinality as s (step, n)), '[]')) end
  from demo_refurb r
  cross join lateral (select jsonb_build_object('startedAtMs', ${whenMs} - 600000, 'startedBy', ${actor},
    'answers', r.answers, 'finalizedAtMs', ${whenMs}) as diagnosis) f
  where d.status like 'item_refurb%' and r.warehouse_id = d.warehouse_id and r.variant = floor(d.r7 * 9973)::int % ${variants})`
