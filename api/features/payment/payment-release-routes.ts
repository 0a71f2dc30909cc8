import type { Transaction } from 'kysely'
import { scopeOf } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { csvAnswer, fileLanguage, onePart } from '#api/documents/csv-answer.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf, everyRow } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { can, permissionHolders } from '#domain/access/permission.ts'
import { succeed } from '#domain/kernel/result.ts'
import { changesNeedRelease, permissionOfSubject, releaseSubjects } from '#domain/payment/payment-release.ts'
import * as calls from '#sync/calls/payment-release.ts'
import type { PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import { releaseColumns } from './payment-csv.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { mayActOnPayments, readTimeZone } from './payment-queries.ts'
import { refuseMoney, releaseMoney, type Decider } from './payment-release.ts'
import {
  insertRelease,
  listReleases,
  readWaiting,
  ruleChangeSchema,
  type ReleaseReader,
} from './payment-release-queries.ts'
import { countReleasers, lockRule, readPaymentRule, writeRule } from './payment-rule.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const

/** How many users an account needs before it may ask for two. */
const leastPeople = 2

/** What waits for a second person, the decision about it, and the rule that asks for one. */
export function createPaymentReleaseRoutes(deps: PaymentDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  const readerOf = async (caller: Session): Promise<ReleaseReader> => ({
    accountId: caller.accountId,
    userId: caller.userId,
    module: caller.module,
    scope: await scopeOf(database, caller),
    mayAct: await inAccount(database, caller.accountId, (tx) => mayActOnPayments(tx, caller)),
    now: now(),
    subjects: releaseSubjects.filter((subject) => can(caller.permissions, permissionOfSubject[subject])),
  })
  const deciderOf = async (tx: Transaction<Tables>, caller: Session, reader: ReleaseReader): Promise<Decider> => ({
    reader,
    mayAct: await mayActOnPayments(tx, caller),
  })
  return [
    route(
      {
        ...calls.listPaymentReleasesCall,
        permission: 'payment.release',
        summary: 'What waits for the release by a second person, and what was decided',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const reader = await readerOf(caller)
        const found = await inAccount(database, caller.accountId, (tx) => listReleases(tx, reader, query), steady)
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.exportPaymentReleasesCall,
        permission: 'payment.release',
        summary: 'What waits for the release by a second person, and what was decided, as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, query: { language: wished, ...filters }, http }) => {
        const reader = await readerOf(caller)
        const read = (tx: Transaction<Tables>) => everyRow((page) => listReleases(tx, reader, { ...page, ...filters }))
        const found = await inAccount(database, caller.accountId, read, steady)
        if (!found.ok) return found
        const timeZone = await inAccount(database, caller.accountId, (tx) => readTimeZone(tx, caller.accountId))
        const language = fileLanguage(wished, http.headers)
        const columns = releaseColumns({ language, timeZone })
        return succeed(csvAnswer(onePart(found.value), { columns, language, name: 'payment-releases' }))
      },
    ),

    route(
      {
        ...calls.releaseMoneyCall,
        permission: 'payment.release',
        freshProof: true,
        summary: 'Release what another user has put on its way',
        refusals: [
          'ACCESS_PERMISSION_MISSING',
          'PAYMENT_RELEASE_DECIDED',
          'PAYMENT_RELEASE_OWN',
          'PAYMENT_RELEASE_NEW_USER',
          'PAYMENT_NOT_PAYABLE',
        ],
      },
      async ({ caller, params }) => {
        const reader = await readerOf(caller)
        return inAccount(database, caller.accountId, async (tx) =>
          releaseMoney(tx, deps, await deciderOf(tx, caller, reader), params.id),
        )
      },
    ),

    route(
      {
        ...calls.refuseMoneyCall,
        permission: 'payment.release',
        freshProof: true,
        summary: 'Refuse what another user has put on its way, or take back one’s own',
        refusals: ['ACCESS_PERMISSION_MISSING', 'PAYMENT_RELEASE_DECIDED', 'PAYMENT_RELEASE_HELD'],
      },
      async ({ caller, params, body }) => {
        const reader = await readerOf(caller)
        return inAccount(database, caller.accountId, async (tx) =>
          refuseMoney(tx, deps, await deciderOf(tx, caller, reader), { id: params.id, reason: body.reason }),
        )
      },
    ),

    route(
      {
        ...calls.readPaymentRuleCall,
        permission: 'settings.read',
        summary: 'Above which amount an account asks for two people',
      },
      async ({ caller: { accountId }, params, answerHeaders }) => {
        if (params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        return versioned(answerHeaders, await inAccount(database, accountId, (tx) => ruleAnswer(tx, accountId)))
      },
    ),

    route(
      {
        ...calls.patchPaymentRuleCall,
        permission: 'payment_rule.update',
        freshProof: true,
        summary: 'Change the amount above which an account asks for two people',
        refusals: ['REQUEST_VERSION_CONFLICT', 'PAYMENT_RELEASE_WAITING', 'PAYMENT_RULE_ONE_PERSON'],
      },
      async ({ caller: { accountId, userId }, params, body: { releaseAboveCents }, http, answerHeaders }) => {
        if (params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const changed = await inAccount(database, accountId, async (tx) => {
          const present = await lockRule(tx, accountId)
          const fresh = checkVersion(http.headers, present)
          if (!fresh.ok) return fresh
          if (releaseAboveCents === undefined || releaseAboveCents === present.releaseAboveCents)
            return succeed(await ruleAnswer(tx, accountId))
          const change = {
            accountId,
            subject: 'rule',
            change: { releaseAboveCents },
            madeBy: userId,
            at: now(),
          } as const
          if (changesNeedRelease(present)) {
            if (!(await insertRelease(tx, change))) return refuse('PAYMENT_RELEASE_WAITING')
            return succeed(await ruleAnswer(tx, accountId))
          }
          if ((await countReleasers(tx, accountId, permissionHolders['payment_rule.update'])) < leastPeople)
            return refuse('PAYMENT_RULE_ONE_PERSON')
          await writeRule(tx, accountId, { releaseAboveCents })
          await insertRelease(tx, { ...change, state: 'not_needed' })
          return succeed(await ruleAnswer(tx, accountId))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}

async function ruleAnswer(tx: Transaction<Tables>, accountId: string): Promise<PaymentRuleAnswer> {
  const waiting = await readWaiting(tx, accountId, 'rule')
  return {
    ...(await readPaymentRule(tx, accountId)),
    waiting:
      waiting === null
        ? null
        : { ...ruleChangeSchema.parse(waiting.change), madeBy: waiting.madeBy, madeAt: waiting.madeAt },
  }
}
