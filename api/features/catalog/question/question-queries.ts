import { sql, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { newId } from '#api/db/new-id.ts'
import { deletePictures, insertPicture, type NewPicture } from '#api/db/picture-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { foldText } from '#domain/kernel/fold-text.ts'
import type { QuestionBody } from '#domain/catalog/question.schema.ts'
import type { CategoryQuestions, QuestionAnswer, QuestionPatch } from '#sync/calls/question.ts'

type Tx = Transaction<Tables>

/** Whose questions are meant. */
export interface QuestionScope {
  readonly accountId: string
}

// As questionnaires freeze it: said of an answer after which nothing is asked, and of no other.
const lastOnly = sql`case when a.is_last then '{"isLast": true}'::jsonb else '{}' end`

const columns = sql`q.id, q.version, q.title, q.how_to_test as "howToTest", q.description, q.translations, q.image,
  coalesce((select json_agg(jsonb_build_object('id', a.id, 'name', a.name, 'description', a.description, 'translations', a.translations,
      'bestGrade', a.best_grade, 'impact', case a.impact_type
        when 'percentage' then json_build_object('type', 'percentage', 'percent', a.impact_value,
          'capCents', a.impact_cap_cents)
        when 'amount' then json_build_object('type', 'amount', 'amountCents', a.impact_value)
        else json_build_object('type', 'none') end) || ${lastOnly} order by a.position)
    from answer a where a.account_id = q.account_id and a.question_id = q.id), '[]') as answers,
  coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id)
    from category_question y join category k on k.account_id = y.account_id and k.id = y.category_id
    where y.account_id = q.account_id and y.question_id = q.id), '[]') as categories`

/** The questions of a category in their order; null for an id that names none. */
export async function readCategoryQuestions(
  tx: Tx,
  { accountId }: QuestionScope,
  categoryId: string,
): Promise<CategoryQuestions | null> {
  const category = await tx
    .selectFrom('category')
    .select(['id', 'name', 'status'])
    .where('account_id', '=', accountId)
    .where('id', '=', categoryId)
    .executeTakeFirst()
  if (category === undefined) return null
  const { rows } = await sql<QuestionAnswer>`
    select ${columns} from category_question c
    join question q on q.account_id = c.account_id and q.id = c.question_id
    where c.account_id = ${accountId} and c.category_id = ${categoryId} order by c.position`.execute(tx)
  return { category, questions: rows }
}

/** One question; null for an id that names none. */
export async function readQuestion(tx: Tx, { accountId }: QuestionScope, id: string): Promise<QuestionAnswer | null> {
  const { rows } = await sql<QuestionAnswer>`
    select ${columns} from question q where q.account_id = ${accountId} and q.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Lets one change of a question happen at a time; its version, or null for an id that names none. */
export async function lockQuestion(
  tx: Tx,
  { accountId }: QuestionScope,
  id: string,
): Promise<{ readonly version: number; readonly image: string | null } | null> {
  const row = await tx
    .selectFrom('question')
    .select(['version', 'image'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Lets one change of a category's order happen at a time; whether there is such a category. */
export async function lockCategory(tx: Tx, { accountId }: QuestionScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('category')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether one of the categories asks another question of a title, in whatever letters and accents. */
export async function isTitleTaken(
  tx: Tx,
  { accountId }: QuestionScope,
  title: string,
  of: { readonly categoryIds: readonly string[]; readonly exceptId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ title: string }>`
    select q.title from category_question y
    join question q on q.account_id = y.account_id and q.id = y.question_id
    where y.account_id = ${accountId} and y.category_id = any (${of.categoryIds}::uuid[])
      and q.id is distinct from ${of.exceptId}::uuid`.execute(tx)
  return rows.some((row) => foldText(row.title) === foldText(title))
}

/** Adds a question behind the others of a category; answers its id. */
export async function insertQuestion(
  tx: Tx,
  scope: QuestionScope,
  categoryId: string,
  { title, howToTest, description, translations, answers }: QuestionBody,
): Promise<string> {
  const { accountId } = scope
  const id = newId()
  await tx
    .insertInto('question')
    .values({
      account_id: accountId,
      id,
      title,
      how_to_test: howToTest,
      description,
      translations: mergedTranslations(accountId, translations),
    })
    .execute()
  await writeAnswers(tx, scope, id, answers)
  const present = await orderOf(tx, scope, categoryId)
  await tx
    .insertInto('category_question')
    .values({
      account_id: accountId,
      category_id: categoryId,
      question_id: id,
      position: (present.at(-1)?.position ?? 0) + 1,
    })
    .execute()
  return id
}

/** Writes the fields that a patch names; the question's own row is always written, so that its version rises. */
export async function updateQuestion(
  tx: Tx,
  scope: QuestionScope,
  id: string,
  patch: Omit<QuestionPatch, 'image'>,
): Promise<void> {
  if (patch.answers !== undefined) await writeAnswers(tx, scope, id, patch.answers)
  await tx
    .updateTable('question')
    .set({
      id,
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.howToTest === undefined ? {} : { how_to_test: patch.howToTest }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.translations && {
        translations: mergedTranslations(scope.accountId, patch.translations, sql.ref('translations')),
      }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute()
}

/** Puts a picture in the place of the one there, or none. */
export async function writePicture(
  tx: Tx,
  { accountId }: QuestionScope,
  id: string,
  { before, picture }: { readonly before: string | null; readonly picture: NewPicture | null | undefined },
): Promise<void> {
  if (picture === undefined) return
  const image = picture && (await insertPicture(tx, accountId, picture))
  await tx.updateTable('question').set({ image }).where('account_id', '=', accountId).where('id', '=', id).execute()
  await deletePictures(tx, accountId, [before])
}

/** Whether each of these answers is the question's own. */
export async function ownsAnswers(
  tx: Tx,
  { accountId }: QuestionScope,
  questionId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await tx
    .selectFrom('answer')
    .select('id')
    .where('account_id', '=', accountId)
    .where('question_id', '=', questionId)
    .where('id', 'in', ids)
    .execute()
  return found.length === ids.length
}

/** Puts a question of a category into another place; false where the category does not ask it. */
export async function moveQuestion(
  tx: Tx,
  scope: QuestionScope,
  categoryId: string,
  questionId: string,
  place: number,
): Promise<boolean> {
  const present = (await orderOf(tx, scope, categoryId)).map((row) => row.question_id)
  if (!present.includes(questionId)) return false
  const others = present.filter((id) => id !== questionId)
  await writeOrder(tx, scope, categoryId, others.toSpliced(place - 1, 0, questionId))
  return true
}

/** Takes a question off a category, and away where no other asks it; false where the category does not ask it. */
export async function removeQuestion(
  tx: Tx,
  scope: QuestionScope,
  categoryId: string,
  questionId: string,
): Promise<boolean> {
  const { accountId } = scope
  // A question that two categories lose at once is gone with the second.
  const question = await lockQuestion(tx, scope, questionId)
  const removed = await tx
    .deleteFrom('category_question')
    .where('account_id', '=', accountId)
    .where('category_id', '=', categoryId)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  const gone = await tx
    .deleteFrom('question')
    .where('account_id', '=', accountId)
    .where('id', '=', questionId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('category_question')
            .select('category_id')
            .where('account_id', '=', accountId)
            .where('question_id', '=', questionId),
        ),
      ),
    )
    .executeTakeFirst()
  if (gone.numDeletedRows > 0n) await deletePictures(tx, accountId, [question?.image ?? null])
  const left = await orderOf(tx, scope, categoryId)
  await writeOrder(
    tx,
    scope,
    categoryId,
    left.map((row) => row.question_id),
  )
  return true
}

async function orderOf(tx: Tx, { accountId }: QuestionScope, categoryId: string) {
  return tx
    .selectFrom('category_question')
    .select(['question_id', 'position'])
    .where('account_id', '=', accountId)
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .execute()
}

async function writeOrder(tx: Tx, { accountId }: QuestionScope, categoryId: string, ids: readonly string[]) {
  await sql`set constraints all deferred`.execute(tx)
  await sql`update category_question c set position = o.place
    from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where c.account_id = ${accountId} and c.category_id = ${categoryId} and c.question_id = o.id
      and c.position <> o.place`.execute(tx)
}

// An answer that is written again keeps the translations that nothing is said of.
const translationsOf = (accountId: string, id: string | undefined) =>
  id === undefined
    ? undefined
    : sql`coalesce((select a.translations from answer a where a.account_id = ${accountId} and a.id = ${id}), '{}')`

// The same for whether it is a last one.
const lastOf = (accountId: string, id: string | undefined) =>
  id === undefined
    ? false
    : sql<boolean>`coalesce((select a.is_last from answer a where a.account_id = ${accountId} and a.id = ${id}), false)`

/** Makes the answers of a question exactly these, in this order. */
async function writeAnswers(
  tx: Tx,
  { accountId }: QuestionScope,
  questionId: string,
  given: QuestionBody['answers'],
): Promise<void> {
  await sql`set constraints all deferred`.execute(tx)
  const rows = given.map(({ id, name, description, translations, bestGrade, impact, isLast }, at) => ({
    account_id: accountId,
    id: id ?? newId(),
    question_id: questionId,
    position: at + 1,
    name,
    description,
    translations: mergedTranslations(accountId, translations, translationsOf(accountId, id)),
    best_grade: bestGrade,
    is_last: isLast ?? lastOf(accountId, id),
    impact_type: impact.type,
    impact_value: impact.type === 'percentage' ? impact.percent : impact.type === 'amount' ? impact.amountCents : 0,
    impact_cap_cents: impact.type === 'percentage' ? impact.capCents : null,
  }))
  await tx
    .deleteFrom('answer')
    .where('account_id', '=', accountId)
    .where('question_id', '=', questionId)
    .where(
      'id',
      'not in',
      rows.map(({ id }) => id),
    )
    .execute()
  await tx
    .insertInto('answer')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
        translations: eb.ref('excluded.translations'),
        best_grade: eb.ref('excluded.best_grade'),
        is_last: eb.ref('excluded.is_last'),
        impact_type: eb.ref('excluded.impact_type'),
        impact_value: eb.ref('excluded.impact_value'),
        impact_cap_cents: eb.ref('excluded.impact_cap_cents'),
      })),
    )
    .execute()
}
