import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { can } from '#domain/access/permission.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/circuit.ts'
import * as circuits from './circuit-queries.ts'
import { changeCircuit, createCircuit, duplicateCircuit } from './circuit-changes.ts'
import { checkUse } from './circuit-checks.ts'
import { linkCircuit, unlinkCircuit } from './circuit-link-queries.ts'
import { readOptions } from './circuit-option-queries.ts'
import { createPremiumActionRoutes } from './premium-action-routes.ts'
import { listRules } from './rule-queries.ts'

/** What the routes are built from. */
export interface CircuitDeps {
  readonly database: Database
}

/** Circuits of an account and the rules that give them to categories (CIRC-01 to CIRC-17, CAT-19, CONN-21). */
export function createCircuitRoutes({ database }: CircuitDeps): readonly DeclaredRoute[] {
  return [...circuitRoutes(database), ...linkRoutes(database), ...createPremiumActionRoutes(database)]
}

function circuitRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.listDispatchCircuitRulesCall,
        permission: 'dispatch_circuit_rule.list',
        summary: 'Circuits by the categories that they are given to',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const { accountId } = caller
        const withCustomValues = can(caller.permissions, 'payment.read_custom_values')
        const found = await inAccount(database, accountId, (tx) =>
          listRules(tx, { accountId, withCustomValues }, query),
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.listCircuitsCall,
        permission: 'circuit.list',
        summary: 'Circuits, given to categories or not',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => circuits.listCircuits(tx, caller, query))
        return succeed(
          collectionOf(
            found.members.map((each) => shownTo(caller, each)),
            found.total,
          ),
        )
      },
    ),

    route({ ...calls.readCircuitCall, permission: 'circuit.list', summary: 'One circuit' }, async (call) => {
      const { caller, params } = call
      const found = await inAccount(database, caller.accountId, (tx) => circuits.readCircuit(tx, caller, params.id))
      return versioned(call.answerHeaders, found && shownTo(caller, found))
    }),

    route(
      { ...calls.circuitOptionsCall, permission: 'circuit.list', summary: 'What a circuit may offer' },
      async ({ caller }) =>
        succeed(await inAccount(database, caller.accountId, (tx) => readOptions(tx, caller), { readOnly: true })),
    ),

    route(
      {
        ...calls.createCircuitCall,
        permission: 'circuit.update',
        summary: 'Add a circuit',
        refusals: ['REQUEST_NOT_FOUND', ...useErrors],
      },
      async ({ caller, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          await circuits.lockCircuits(tx, caller)
          return createCircuit(tx, caller, body)
        })
        return made.ok ? versioned(answerHeaders, made.value && shownTo(caller, made.value)) : made
      },
    ),

    route(
      {
        ...calls.duplicateCircuitCall,
        permission: 'circuit.update',
        summary: 'Add a circuit that says and offers what another one does',
      },
      async ({ caller, params, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const present = await circuits.readCircuit(tx, caller, params.id)
          return present === null ? null : duplicateCircuit(tx, caller, present, body.name)
        })
        return versioned(answerHeaders, made && shownTo(caller, made))
      },
    ),

    route(
      {
        ...calls.patchCircuitCall,
        permission: 'circuit.update',
        summary: 'Change or archive a circuit',
        refusals: ['REQUEST_NOT_FOUND', 'REQUEST_VERSION_CONFLICT', 'CIRCUIT_ARCHIVED', ...useErrors],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await circuits.lockCircuits(tx, caller)
          const fresh = checkVersion(call.http.headers, await circuits.readCircuit(tx, caller, params.id))
          if (!fresh.ok) return fresh
          return changeCircuit(tx, caller, fresh.value, body)
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value && shownTo(caller, changed.value)) : changed
      },
    ),
  ]
}

/** A circuit without payment custom values for who may not read them (CIRC-32). */
function shownTo({ permissions }: Session, circuit: calls.CircuitAnswer): calls.CircuitAnswer {
  return can(permissions, 'payment.read_custom_values') ? circuit : { ...circuit, customValues: null }
}

const useErrors = [
  'CIRCUIT_IN_USE',
  'CIRCUIT_STORE_DROP_TAKEN',
  'CIRCUIT_STORE_DROP_MISSING',
  'CIRCUIT_CARRIER_MISSING',
  'CIRCUIT_NO_PAYMENT_MODE',
  'CIRCUIT_NO_TRANSPORT_MODE',
] as const

function linkRoutes(database: Database): readonly DeclaredRoute[] {
  const update = { permission: 'dispatch_circuit_rule.update' } as const
  return [
    route(
      {
        ...calls.linkCircuitCall,
        ...update,
        summary: 'Give a circuit to a category',
        refusals: ['REQUEST_NOT_FOUND', 'CIRCUIT_ARCHIVED', 'CIRCUIT_STORE_DROP_TAKEN', 'CIRCUIT_STORE_DROP_MISSING'],
      },
      ({ caller, params }) =>
        inAccount(database, caller.accountId, async (tx) => {
          await circuits.lockCircuits(tx, caller)
          const checked = await checkUse(tx, caller, params.circuitId, { linkCategoryIds: [params.id] })
          if (!checked.ok) return checked
          await linkCircuit(tx, caller, params.circuitId, [params.id])
          return succeed(undefined)
        }),
    ),

    route(
      {
        ...calls.unlinkCircuitCall,
        ...update,
        summary: 'Take a circuit from a category',
        refusals: ['REQUEST_NOT_FOUND', 'CIRCUIT_STORE_DROP_MISSING'],
      },
      ({ caller, params }) =>
        inAccount(database, caller.accountId, async (tx) => {
          await circuits.lockCircuits(tx, caller)
          const checked = await checkUse(tx, caller, params.circuitId, { unlinkCategoryIds: [params.id] })
          if (!checked.ok) return checked
          await unlinkCircuit(tx, caller, params.circuitId, [params.id])
          return succeed(undefined)
        }),
    ),
  ]
}
