import { sql, type Transaction } from 'kysely'
import { mergedTranslationsOfRows } from '#api/db/merged-translations.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ImportedQuestion, QuestionDecision, QuestionWorld } from '#domain/catalog-files/import-questions.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** By what questions are found, and the answers that lines name by their ids. */
export interface QuestionKeys {
  readonly ids: readonly string[]
  readonly titles: readonly string[]
  readonly answerIds: readonly string[]
}

/** The questions that lines may be about; nobody else changes them until the transaction ends, unless they are only read. */
export async function loadQuestions(
  tx: Tx,
  { accountId }: ImportScope,
  { ids, titles, answerIds }: QuestionKeys,
  isOnlyRead: boolean,
): Promise<Pick<QuestionWorld, 'questions' | 'answerOwners'>> {
  const { rows } = await sql<ImportedQuestion>`
    select q.id, q.title, q.translations, q.how_to_test as "howToTest", q.description,
      coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'description', a.description,
          'translations', a.translations,
          'bestGrade', a.best_grade, 'impactType', a.impact_type, 'impactValue', a.impact_value,
          'capCents', a.impact_cap_cents, 'isLast', a.is_last) order by a.position)
        from answer a where a.account_id = q.account_id and a.question_id = q.id), '[]') as answers,
      coalesce((select json_agg(y.category_id order by y.category_id) from category_question y
        where y.account_id = q.account_id and y.question_id = q.id), '[]') as "categoryIds"
    from question q
    where q.account_id = ${accountId} and (q.id = any (${ids}::uuid[]) or btrim(q.title) = any (${titles}))
    order by q.id ${isOnlyRead ? sql`` : sql`for update of q`}`.execute(tx)
  const owners = await sql<{ readonly id: string; readonly questionId: string }>`
    select id, question_id as "questionId" from answer
    where account_id = ${accountId} and id = any (${answerIds}::uuid[])`.execute(tx)
  return { questions: rows, answerOwners: new Map(owners.rows.map(({ id, questionId }) => [id, questionId])) }
}

// What a line says of translations is a change of those that are there; nobody else changes them, as their question is locked.
const translationsAfter = (table: 'question' | 'answer', accountId: string) =>
  mergedTranslationsOfRows(
    accountId,
    sql`coalesce((select t.translations from ${sql.table(table)} t
      where t.account_id = ${accountId} and t.id = n.id), '{}')`,
  )

/** Writes what was decided; a question that a category is to ask stands behind the others that it asks. */
export async function writeQuestions(
  tx: Tx,
  { accountId }: ImportScope,
  { inserted, updated }: Pick<QuestionDecision, 'inserted' | 'updated'>,
  before: readonly ImportedQuestion[],
): Promise<void> {
  const all = [...inserted, ...updated]
  if (all.length === 0) return
  await sql`set constraints all deferred`.execute(tx)
  const questions = JSON.stringify(all.map(({ answers: _answers, categoryIds: _ids, ...question }) => question))
  // A question's own row is always written, so that its version rises with its answers.
  await sql`
    insert into question (account_id, id, title, how_to_test, description, translations)
    select ${accountId}, n.id, n.title, n."howToTest", n.description, ${translationsAfter('question', accountId)}
    from jsonb_to_recordset(${questions}::jsonb) as n (id uuid, title text, "howToTest" text, description text,
      translations jsonb)
    on conflict (account_id, id) do update set title = excluded.title, how_to_test = excluded.how_to_test,
      description = excluded.description, translations = excluded.translations`.execute(tx)
  const answers = all.flatMap((question) =>
    question.answers.map((answer, at) => ({ ...answer, questionId: question.id, position: at + 1 })),
  )
  await sql`
    insert into answer (account_id, id, question_id, position, name, description, best_grade, impact_type,
      impact_value, impact_cap_cents, is_last, translations)
    select ${accountId}, n.id, n."questionId", n.position, n.name, n.description, n."bestGrade", n."impactType",
      n."impactValue", n."capCents", coalesce(n."isLast", false), ${translationsAfter('answer', accountId)}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as n (id uuid, "questionId" uuid, position int,
      name text, description text, "bestGrade" text, "impactType" text, "impactValue" int, "capCents" int,
      "isLast" boolean, translations jsonb)
    on conflict (account_id, id) do update set position = excluded.position, name = excluded.name,
      description = excluded.description, best_grade = excluded.best_grade, impact_type = excluded.impact_type,
      impact_value = excluded.impact_value, impact_cap_cents = excluded.impact_cap_cents,
      is_last = excluded.is_last,
      translations = excluded.translations`.execute(tx)
  const known = new Map(before.map(({ id, categoryIds }) => [id, categoryIds]))
  const asked = all.flatMap(({ id, categoryIds }) =>
    categoryIds
      .filter((categoryId) => known.get(id)?.includes(categoryId) !== true)
      .map((categoryId) => ({ categoryId, questionId: id })),
  )
  if (asked.length === 0) return
  const categoryIds = [...new Set(asked.map(({ categoryId }) => categoryId))]
  await sql`select from category where account_id = ${accountId} and id = any (${categoryIds}::uuid[])
    order by id for no key update`.execute(tx)
  await sql`
    insert into category_question (account_id, category_id, question_id, position)
    select ${accountId}, n."categoryId", n."questionId",
      (select coalesce(max(y.position), 0) from category_question y
        where y.account_id = ${accountId} and y.category_id = n."categoryId")
        + row_number() over (partition by n."categoryId" order by n.at)
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as ("categoryId" uuid, "questionId" uuid))
      with ordinality as n ("categoryId", "questionId", at)`.execute(tx)
}
