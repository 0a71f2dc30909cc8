import type { Transaction } from 'kysely'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { Tables } from './tables.ts'

/** The questions that a declaration names; null for an unknown id. */
export async function readQuestionnaire(
  tx: Transaction<Tables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<Questionnaire | null> {
  const row = await tx
    .selectFrom('questionnaire')
    .select('content')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { id, questions: (row.content as Pick<Questionnaire, 'questions'>).questions }
}
