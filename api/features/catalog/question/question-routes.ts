import type { Transaction } from 'kysely'
import { readPicture } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { pictureErrors } from '#domain/settings/picture.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/question.ts'
import * as queries from './question-queries.ts'

/** What the routes are built from. */
export interface QuestionDeps {
  readonly database: Database
}

const list = { permission: 'question.list' } as const
const write = { permission: 'question.write' } as const

/** A picture somewhat beyond its limit, in Base64, so that one that is too large is told so by its own code. */
const questionBytes = 1_500_000

/** Diagnostic questions of the catalog (CAT-42 to CAT-45). What was declared keeps its own frozen copy of them. */
export function createQuestionRoutes({ database }: QuestionDeps): readonly DeclaredRoute[] {
  return [...categoryRoutes(database), ...questionRoutes(database)]
}

function categoryRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      { ...calls.listCategoryQuestionsCall, ...list, summary: 'Diagnostic questions of a category' },
      async ({ caller, params }) => {
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => queries.readCategoryQuestions(tx, caller, params.id),
          { readOnly: true, isolation: 'repeatable read' },
        )
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),

    route(
      {
        ...calls.createQuestionCall,
        ...write,
        summary: 'Add a diagnostic question',
        maxBodyBytes: questionBytes,
        refusals: ['QUESTION_TITLE_TAKEN', ...pictureErrors],
      },
      async ({ caller, params, body: { image, ...body }, answerHeaders }) => {
        const picture = await readPicture(image, 'question')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const made = await inAccount(database, caller.accountId, async (tx) => {
          if (!(await queries.lockCategory(tx, caller, params.id))) return refuse('REQUEST_NOT_FOUND')
          // New answers get their ids here.
          if (body.answers.some(({ id }) => id !== undefined)) return refuse('REQUEST_INVALID', { field: 'answers' })
          const place = { categoryIds: [params.id], exceptId: null }
          if (await queries.isTitleTaken(tx, caller, body.title, place)) return refuse('QUESTION_TITLE_TAKEN')
          const id = await queries.insertQuestion(tx, caller, params.id, body)
          await queries.writePicture(tx, caller, id, { before: null, picture: picture.value })
          return succeed(await queries.readQuestion(tx, caller, id))
        })
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      { ...calls.moveQuestionCall, ...write, summary: 'Move a diagnostic question' },
      async ({ caller, params, body }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const { id, questionId } = params
          const isThere =
            (await queries.lockCategory(tx, caller, id)) &&
            (await queries.moveQuestion(tx, caller, id, questionId, body.position))
          return isThere ? succeed(undefined) : refuse('REQUEST_NOT_FOUND')
        }),
    ),

    route(
      { ...calls.removeQuestionCall, ...write, summary: 'Ask a diagnostic question no more' },
      async ({ caller, params }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const { id, questionId } = params
          const isThere =
            (await queries.lockCategory(tx, caller, id)) && (await queries.removeQuestion(tx, caller, id, questionId))
          return isThere ? succeed(undefined) : refuse('REQUEST_NOT_FOUND')
        }),
    ),
  ]
}

function questionRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      { ...calls.readQuestionCall, ...list, summary: 'One diagnostic question' },
      async ({ caller, params, answerHeaders }) =>
        versioned(
          answerHeaders,
          await inAccount(database, caller.accountId, (tx) => queries.readQuestion(tx, caller, params.id)),
        ),
    ),

    route(
      {
        ...calls.patchQuestionCall,
        ...write,
        summary: 'Change a diagnostic question',
        maxBodyBytes: questionBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', 'QUESTION_TITLE_TAKEN', ...pictureErrors],
      },
      async (call) => {
        const { caller, params } = call
        const { image, ...body } = call.body
        const picture = await readPicture(image, 'question')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          const fresh = checkVersion(call.http.headers, await queries.lockQuestion(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const kept = (body.answers ?? []).flatMap(({ id }) => id ?? [])
          if (!(await queries.ownsAnswers(tx, caller, params.id, kept)))
            return refuse('REQUEST_INVALID', { field: 'answers' })
          if (await isRenamedToAnother(tx, caller, params.id, body.title)) return refuse('QUESTION_TITLE_TAKEN')
          await queries.updateQuestion(tx, caller, params.id, body)
          await queries.writePicture(tx, caller, params.id, { before: fresh.value.image, picture: picture.value })
          return succeed(await queries.readQuestion(tx, caller, params.id))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}

// A title that two questions have from before may stay with both.
async function isRenamedToAnother(
  tx: Transaction<Tables>,
  scope: queries.QuestionScope,
  id: string,
  title: string | undefined,
): Promise<boolean> {
  if (title === undefined) return false
  const present = await queries.readQuestion(tx, scope, id)
  if (present === null || present.title === title) return false
  return queries.isTitleTaken(tx, scope, title, {
    categoryIds: present.categories.map((category) => category.id),
    exceptId: id,
  })
}
