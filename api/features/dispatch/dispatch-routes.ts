import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/dispatch.ts'
import * as queries from './dispatch-queries.ts'
import { listTransports, transportsCsv } from './transport-queries.ts'

/** What the dispatch routes are built from. */
export interface DispatchDeps {
  readonly database: Database
}

type Tx = Transaction<Tables>

/** Dispatch rules of an account (EXP-15 to EXP-22) and the list of its transports (EXP-05, EXP-06). */
export function createDispatchRoutes({ database }: DispatchDeps): readonly DeclaredRoute[] {
  return [...dispatchRoutes(database), ...ruleRoutes(database), ...transportRoutes(database)]
}

const read = { permission: 'warehouse_dispatch_rule.read' } as const
const manage = { permission: 'warehouse_dispatch_rule.manage' } as const

function dispatchRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route({ ...calls.readDispatchCall, ...read, summary: 'Rules that choose the testing warehouse' }, async (call) => {
      const found = await inAccount(database, call.caller.accountId, (tx) => queries.readDispatch(tx, call.caller), {
        readOnly: true,
        isolation: 'repeatable read',
      })
      return versioned(call.answerHeaders, found)
    }),

    route(
      {
        ...calls.patchDispatchCall,
        ...manage,
        summary: 'Change default, criterion or order',
        refusals: ['REQUEST_VERSION_CONFLICT', 'DISPATCH_RULES_CHANGED', 'DISPATCH_WAREHOUSE_UNKNOWN'],
      },
      async (call) => {
        const { caller, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await queries.lockDispatch(tx, caller)
          const fresh = checkVersion(call.http.headers, await queries.readDispatch(tx, caller))
          if (!fresh.ok) return fresh
          const warehouseId = body.defaultWarehouseId
          if (warehouseId && !(await queries.findWarehouses(tx, caller, [warehouseId])).has(warehouseId))
            return refuse('DISPATCH_WAREHOUSE_UNKNOWN', { field: 'defaultWarehouseId' })
          if (body.ruleIds !== undefined) {
            if (!isSameSet(body.ruleIds, fresh.value.rules))
              return refuse('DISPATCH_RULES_CHANGED', { field: 'ruleIds' })
            await queries.orderRules(tx, caller, body.ruleIds)
          }
          await queries.saveDispatch(tx, caller, body)
          return succeed(await queries.readDispatch(tx, caller))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}

function ruleRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route({ ...calls.readDispatchRuleCall, ...read, summary: 'One dispatch rule' }, async (call) => {
      const [found] = await inAccount(database, call.caller.accountId, (tx) =>
        queries.readRules(tx, call.caller, call.params.id),
      )
      return versioned(call.answerHeaders, found)
    }),

    route(
      {
        ...calls.createDispatchRuleCall,
        ...manage,
        summary: 'Add a dispatch rule',
        refusals: ['DISPATCH_VALUE_UNKNOWN', 'DISPATCH_WAREHOUSE_UNKNOWN'],
      },
      async (call) => {
        const { caller, body } = call
        const made = await inAccount(database, caller.accountId, async (tx) => {
          await queries.lockDispatch(tx, caller)
          const checked = await checkRule(tx, caller, body)
          if (!checked.ok) return checked
          return readOne(tx, caller, await queries.insertRule(tx, caller, body))
        })
        return made.ok ? versioned(call.answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchDispatchRuleCall,
        ...manage,
        summary: 'Change a dispatch rule',
        refusals: ['REQUEST_VERSION_CONFLICT', 'DISPATCH_VALUE_UNKNOWN', 'DISPATCH_WAREHOUSE_UNKNOWN'],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await queries.lockDispatch(tx, caller)
          const [present] = await queries.readRules(tx, caller, params.id)
          const fresh = checkVersion(call.http.headers, present)
          if (!fresh.ok) return fresh
          const checked = await checkRule(tx, caller, body)
          if (!checked.ok) return checked
          await queries.updateRule(tx, caller, params.id, body)
          return readOne(tx, caller, params.id)
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.deleteDispatchRuleCall,
        ...manage,
        summary: 'Remove a dispatch rule',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      ({ caller, params, http }) =>
        inAccount(database, caller.accountId, async (tx) => {
          await queries.lockDispatch(tx, caller)
          const [present] = await queries.readRules(tx, caller, params.id)
          const fresh = checkVersion(http.headers, present)
          if (!fresh.ok) return fresh
          await queries.deleteRule(tx, caller, params.id)
          return succeed(undefined)
        }),
    ),
  ]
}

function transportRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.listTransportsCall,
        permission: 'transport.list',
        summary: 'Transports',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => listTransports(tx, caller, query), {
          readOnly: true,
          isolation: 'repeatable read',
        })
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.exportTransportsCall,
        permission: 'transport.list',
        summary: 'Transports as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller, query }) => {
        const csv = await inAccount(database, caller.accountId, (tx) => transportsCsv(tx, caller, query), {
          readOnly: true,
        })
        return succeed(
          new Response(csv, {
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'attachment; filename="transports.csv"',
            },
          }),
        )
      },
    ),
  ]
}

async function checkRule(
  tx: Tx,
  scope: queries.DispatchScope,
  { conditions, warehouseIds }: queries.RulePatch,
): Promise<Result<true, Failure>> {
  if (warehouseIds !== undefined) {
    const known = await queries.findWarehouses(tx, scope, warehouseIds)
    const isSound = warehouseIds.every((id) => known.has(id)) && known.size === warehouseIds.length
    if (!isSound) return refuse('DISPATCH_WAREHOUSE_UNKNOWN', { field: 'warehouseIds' })
  }
  if (conditions !== undefined && !(await queries.areValuesKnown(tx, scope, conditions)))
    return refuse('DISPATCH_VALUE_UNKNOWN', { field: 'conditions' })
  return succeed(true)
}

async function readOne(tx: Tx, scope: queries.DispatchScope, id: string) {
  const [found] = await queries.readRules(tx, scope, id)
  return found === undefined ? refuse('REQUEST_NOT_FOUND') : succeed(found)
}

function isSameSet(ids: readonly string[], rules: readonly { readonly id: string }[]): boolean {
  const named = new Set(ids)
  return named.size === ids.length && ids.length === rules.length && rules.every(({ id }) => named.has(id))
}
