import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Asks of one product what the workshop asks of another one alone, with the steps that its answers make due (CAT-30). */
export async function copyOwnQuestions(
  tx: Transaction<Tables>,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    with question as materialized (
      select q.*, uuid_v7() as copy_id from refurb_question q
      where q.account_id = ${accountId} and q.product_id = ${from}),
    answer as materialized (
      select a.*, uuid_v7() as copy_id, q.copy_id as copy_question_id from question q
      join refurb_answer a on a.account_id = q.account_id and a.question_id = q.id),
    copied_question as (
      insert into refurb_question (account_id, id, label, type, position, product_id)
      select account_id, copy_id, label, type, position, ${to} from question),
    copied_answer as (
      insert into refurb_answer (account_id, id, question_id, label, position)
      select account_id, copy_id, copy_question_id, label, position from answer)
    insert into refurb_answer_step (account_id, answer_id, step_id, position)
    select s.account_id, a.copy_id, s.step_id, s.position from answer a
    join refurb_answer_step s on s.account_id = a.account_id and s.answer_id = a.id`.execute(tx)
}
