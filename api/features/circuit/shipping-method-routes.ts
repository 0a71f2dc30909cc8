import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { circuitTypeOf } from '#domain/circuit/shipping-method-type.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/shipping-method.ts'
import { lockCircuits, type CircuitScope } from './circuit-queries.ts'
import type { CircuitDeps } from './circuit-routes.ts'
import { readCircuitsNeeding, withdrawOffer } from './offer-use-queries.ts'
import * as methods from './shipping-method-queries.ts'

type Tx = Transaction<Tables>
type Changed = Result<calls.OfficeShippingMethod | null, Failure>

/** Shipping methods of an account (CIRC-17): a circuit's business, and so by its permissions. */
export function createShippingMethodRoutes({ database }: CircuitDeps): readonly DeclaredRoute[] {
  const update = { permission: 'circuit.update' } as const
  return [
    route(
      {
        ...calls.listShippingMethodsCall,
        permission: 'circuit.list',
        summary: 'Shipping methods',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => methods.listShippingMethods(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readShippingMethodCall, permission: 'circuit.list', summary: 'One shipping method' },
      async ({ caller, params, answerHeaders }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => methods.readShippingMethod(tx, caller, params.id))
        return versioned(answerHeaders, found)
      },
    ),

    route(
      { ...calls.createShippingMethodCall, ...update, summary: 'Add a shipping method' },
      async ({ caller, body: { type, status = 'active', ...body }, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const id = await methods.insertShippingMethod(tx, caller, circuitTypeOf(type))
          await methods.updateShippingMethod(tx, caller, id, { ...body, status })
          return methods.readShippingMethod(tx, caller, id)
        })
        return versioned(answerHeaders, made)
      },
    ),

    route(
      {
        ...calls.duplicateShippingMethodCall,
        ...update,
        summary: 'Add a shipping method that says what another one does',
      },
      async ({ caller, params, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const present = await methods.readShippingMethod(tx, caller, params.id)
          if (present === null) return null
          const { type, modifier, availableCountries, pickup = null, relayPoints = null } = present
          const id = await methods.insertShippingMethod(tx, caller, circuitTypeOf(type))
          await methods.updateShippingMethod(tx, caller, id, {
            ...body,
            modifier,
            availableCountries,
            pickup,
            relayPoints,
          })
          return methods.readShippingMethod(tx, caller, id)
        })
        return versioned(answerHeaders, made)
      },
    ),

    route(
      {
        ...calls.patchShippingMethodCall,
        ...update,
        summary: 'Change or archive a shipping method',
        refusals: ['REQUEST_VERSION_CONFLICT', 'SHIPPING_METHOD_IN_USE', 'SHIPPING_METHOD_ARCHIVED'],
      },
      async ({ caller, params, body, http, answerHeaders }) => {
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await lockCircuits(tx, caller)
          const fresh = checkVersion(http.headers, await methods.readShippingMethod(tx, caller, params.id))
          return fresh.ok ? changeMethod(tx, caller, fresh.value, body) : fresh
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}

async function changeMethod(
  tx: Tx,
  scope: CircuitScope,
  { id, status }: calls.OfficeShippingMethod,
  patch: calls.ShippingMethodPatch,
): Promise<Changed> {
  if (status === 'archived') return refuse('SHIPPING_METHOD_ARCHIVED')
  if (status === 'active' && patch.status !== undefined && patch.status !== 'active') {
    const circuits = await readCircuitsNeeding(tx, scope, 'shipping_method', id)
    if (circuits.length > 0) return refuse('SHIPPING_METHOD_IN_USE', { field: 'status', details: { circuits } })
  }
  if (patch.status === 'archived') await withdrawOffer(tx, scope, 'shipping_method', id)
  await methods.updateShippingMethod(tx, scope, id, patch)
  return succeed(await methods.readShippingMethod(tx, scope, id))
}
