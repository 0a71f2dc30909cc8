import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/versions.ts'
import { isSameModifier } from '#domain/configuration/modifier.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/payment-mode.ts'
import type { CircuitDeps } from './circuit-routes.ts'
import * as modes from './payment-mode-queries.ts'

/** Payment modes of an account (CIRC-18 to CIRC-30). */
export function createPaymentModeRoutes({ database }: CircuitDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.listPaymentModesCall,
        permission: 'payment_mode.list',
        summary: 'Payment modes',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => modes.listPaymentModes(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readPaymentModeCall, permission: 'payment_mode.list', summary: 'One payment mode' },
      async (call) => {
        const { caller, params } = call
        const found = await inAccount(database, caller.accountId, (tx) => modes.readPaymentMode(tx, caller, params.id))
        return versioned(call.answerHeaders, found)
      },
    ),

    route(
      {
        ...calls.patchPaymentModeCall,
        permission: 'payment_mode.update',
        summary: 'Change a payment mode',
        refusals: ['REQUEST_VERSION_CONFLICT', 'PAYMENT_BONUS_DISABLED'],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await modes.lockPaymentMode(tx, caller, params.id)
          const fresh = checkVersion(call.http.headers, await modes.readPaymentMode(tx, caller, params.id))
          if (!fresh.ok) return fresh
          // A bonus from when the account had the feature may stay, or go.
          const asked = body.modifier ?? null
          const isNew = asked !== null && !isSameModifier(asked, fresh.value.modifier)
          if (isNew && !(await modes.mayCarryBonus(tx, caller)))
            return refuse('PAYMENT_BONUS_DISABLED', { field: 'modifier' })
          await modes.updatePaymentMode(tx, caller, params.id, body)
          return succeed(await modes.readPaymentMode(tx, caller, params.id))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}
