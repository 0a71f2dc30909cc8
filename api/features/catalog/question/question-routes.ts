import { readPicture } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
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
        refusals: pictureErrors,
      },
      async ({ caller, params, body: { image, ...body }, answerHeaders }) => {
        const picture = await readPicture(image, 'question')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const made = await inAccount(database, caller.accountId, async (tx) => {
          if (!(await queries.lockCategory(tx, caller, params.id))) return refuse('REQUEST_NOT_FOUND')
          // New answers get their ids here.
          if (body.answers.some(({ id }) => id !== undefined)) return refuse('REQUEST_INVALID', { field: 'answers' })
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
        refusals: ['REQUEST_VERSION_CONFLICT', ...pictureErrors],
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
          await queries.updateQuestion(tx, caller, params.id, body)
          await queries.writePicture(tx, caller, params.id, { before: fresh.value.image, picture: picture.value })
          return succeed(await queries.readQuestion(tx, caller, params.id))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}
