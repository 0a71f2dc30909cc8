import type { Transaction } from 'kysely'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { acceptedLanguage } from '#api/http/accept-language.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import * as calls from '#sync/calls/refurb.ts'
import { listPlaces } from './place-queries.ts'
import * as questions from './refurb-question-queries.ts'
import * as steps from './refurb-step-queries.ts'

/** What the refurb administration is built from. */
export interface RefurbDeps {
  readonly database: Database
}

type Tx = Transaction<Tables>

/** Lists are linked data (API-08). */
const answerType = 'application/ld+json'

/** Refurb steps and questions of an account (REFURB-01 to REFURB-10); devices get them as part of their configuration. */
export function createRefurbRoutes({ database }: RefurbDeps): readonly DeclaredRoute[] {
  return [...stepRoutes(database), ...questionRoutes(database)]
}

/** Whose account it is, and in which language native stocks are named. */
function readerOf({ accountId }: steps.AccountScope, http: RequestInfo): steps.AccountScope {
  return { accountId, language: acceptedLanguage(http.headers.get('accept-language')) }
}

function stepRoutes(database: Database): readonly DeclaredRoute[] {
  const manage = { permission: 'refurb_step.manage' } as const
  return [
    // Users who write questions name steps in them, so they read the list.
    route(
      { ...calls.listRefurbStepsCall, permission: 'refurb_diagnostic.manage', summary: 'Refurb steps', answerType },
      async ({ caller, query, http }) => {
        const found = await inAccount(database, caller.accountId, (tx) =>
          steps.listSteps(tx, readerOf(caller, http), query),
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route({ ...calls.refurbPlacesCall, ...manage, summary: 'Where steps are worked on' }, async ({ caller, http }) =>
      succeed(
        await inAccount(database, caller.accountId, (tx) => listPlaces(tx, readerOf(caller, http)), { readOnly: true }),
      ),
    ),

    route({ ...calls.readRefurbStepCall, ...manage, summary: 'One refurb step' }, async (call) => {
      const { caller, params, http } = call
      const found = await inAccount(database, caller.accountId, (tx) =>
        steps.readStep(tx, readerOf(caller, http), params.id),
      )
      return versioned(call.answerHeaders, found)
    }),

    route(
      { ...calls.createRefurbStepCall, ...manage, summary: 'Add a refurb step', refusals: ['REQUEST_NOT_FOUND'] },
      async (call) => {
        const { caller, body } = call
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const stock = await stockOf(tx, caller, body.stockId)
          if (!stock.ok) return stock
          if (!(await knowsWarehouses(tx, caller, body.costs))) return refuse('REQUEST_INVALID', { field: 'costs' })
          const id = await steps.insertStep(tx, caller, body, stock.value)
          return succeed(await steps.readStep(tx, readerOf(caller, call.http), id))
        })
        return made.ok ? versioned(call.answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchRefurbStepCall,
        ...manage,
        summary: 'Change a refurb step',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          const fresh = checkVersion(call.http.headers, await steps.lockStep(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const stock = body.stockId === undefined ? succeed(null) : await stockOf(tx, caller, body.stockId)
          if (!stock.ok) return stock
          if (!(await knowsWarehouses(tx, caller, body.costs ?? [])))
            return refuse('REQUEST_INVALID', { field: 'costs' })
          await steps.updateStep(tx, caller, params.id, body, stock.value)
          return succeed(await steps.readStep(tx, readerOf(caller, call.http), params.id))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.deleteRefurbStepCall,
        ...manage,
        summary: 'Remove a refurb step',
        refusals: ['REQUEST_VERSION_CONFLICT', 'REFURB_STEP_ASSIGNED'],
      },
      async ({ caller, params, http }) =>
        inAccount(database, caller.accountId, async (tx) => {
          // An answer that names the step holds its row, so that one of the two waits for the other.
          const fresh = checkVersion(http.headers, await steps.lockStep(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const assigned = await steps.questionsOfStep(tx, caller, params.id)
          if (assigned.length > 0) return refuse('REFURB_STEP_ASSIGNED', { details: { questions: assigned } })
          await steps.deleteStep(tx, caller, params.id)
          return succeed(undefined)
        }),
    ),
  ]
}

function questionRoutes(database: Database): readonly DeclaredRoute[] {
  const manage = { permission: 'refurb_diagnostic.manage' } as const
  return [
    route(
      { ...calls.listRefurbQuestionsCall, ...manage, summary: 'Refurb questions', answerType },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => questions.listQuestions(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route({ ...calls.readRefurbQuestionCall, ...manage, summary: 'One refurb question' }, async (call) => {
      const { caller, params } = call
      const found = await inAccount(database, caller.accountId, (tx) => questions.readQuestion(tx, caller, params.id))
      return versioned(call.answerHeaders, found)
    }),

    route(
      {
        ...calls.createRefurbQuestionCall,
        ...manage,
        summary: 'Add a refurb question',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async (call) => {
        const { caller, body } = call
        const made = await inAccount(database, caller.accountId, async (tx) => {
          await questions.lockQuestions(tx, caller)
          if (body.answers.some(({ id }) => id !== undefined) || !(await knowsSteps(tx, caller, body.answers)))
            return refuse('REQUEST_INVALID', { field: 'answers' })
          if (!(await questions.knowsProduct(tx, caller, body.productId ?? null)))
            return refuse('REQUEST_INVALID', { field: 'productId' })
          const id = await questions.insertQuestion(tx, caller, body)
          return succeed(await questions.readQuestion(tx, caller, id))
        })
        return made.ok ? versioned(call.answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchRefurbQuestionCall,
        ...manage,
        summary: 'Change a refurb question',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await questions.lockQuestions(tx, caller)
          const fresh = checkVersion(call.http.headers, await questions.readQuestion(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const own = new Set(fresh.value.answers.map(({ id }) => id))
          const given = body.answers ?? []
          const foreign = given.some(({ id }) => id !== undefined && !own.has(id))
          if (foreign || !(await knowsSteps(tx, caller, given))) return refuse('REQUEST_INVALID', { field: 'answers' })
          await questions.updateQuestion(tx, caller, params.id, body)
          return succeed(await questions.readQuestion(tx, caller, params.id))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.deleteRefurbQuestionCall,
        ...manage,
        summary: 'Remove a refurb question',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller, params, http }) =>
        inAccount(database, caller.accountId, async (tx) => {
          await questions.lockQuestions(tx, caller)
          const fresh = checkVersion(http.headers, await questions.readQuestion(tx, caller, params.id))
          if (!fresh.ok) return fresh
          await questions.deleteQuestion(tx, caller, params.id)
          return succeed(undefined)
        }),
    ),
  ]
}

async function stockOf(tx: Tx, scope: steps.AccountScope, id: string): Promise<Result<steps.StepStock, Failure>> {
  const stock = await steps.readStock(tx, scope, id)
  const fits = stock !== null && mayBeSet(stock.native as NativeStock | null, 'item_refurb_in_progress')
  return fits ? succeed(stock) : fail({ code: 'REQUEST_INVALID', field: 'stockId' })
}

async function knowsWarehouses(
  tx: Tx,
  scope: steps.AccountScope,
  costs: readonly { readonly warehouseId: string }[],
): Promise<boolean> {
  const ids = costs.map(({ warehouseId }) => warehouseId)
  return (await steps.countWarehouses(tx, scope, ids)) === ids.length
}

async function knowsSteps(
  tx: Tx,
  scope: steps.AccountScope,
  answers: readonly { readonly stepIds: readonly string[] }[],
): Promise<boolean> {
  const ids = new Set(answers.flatMap(({ stepIds }) => stepIds))
  return (await questions.countSteps(tx, scope, [...ids])) === ids.size
}
