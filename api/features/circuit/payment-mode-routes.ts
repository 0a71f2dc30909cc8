import { inAccount } from '#api/db/in-account.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/payment-mode.ts'
import type { CircuitDeps } from './circuit-routes.ts'
import { changePaymentMode, createPaymentMode, duplicatePaymentMode } from './payment-mode-changes.ts'
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
        ...calls.createPaymentModeCall,
        permission: 'payment_mode.update',
        summary: 'Add a payment mode',
        refusals: ['PAYMENT_BONUS_DISABLED'],
      },
      async ({ caller, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, (tx) => createPaymentMode(tx, caller, body))
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.duplicatePaymentModeCall,
        permission: 'payment_mode.update',
        summary: 'Add a payment mode that says what another one does',
      },
      async ({ caller, params, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const present = await modes.readPaymentMode(tx, caller, params.id)
          return present === null ? null : duplicatePaymentMode(tx, caller, present, body.label)
        })
        return versioned(answerHeaders, made)
      },
    ),

    route(
      {
        ...calls.patchPaymentModeCall,
        permission: 'payment_mode.update',
        summary: 'Change or archive a payment mode',
        refusals: [
          'REQUEST_VERSION_CONFLICT',
          'PAYMENT_BONUS_DISABLED',
          'PAYMENT_MODE_IN_USE',
          'PAYMENT_MODE_ARCHIVED',
        ],
      },
      async (call) => {
        const { caller, params, body } = call
        const changed = await inAccount(database, caller.accountId, (tx) =>
          changePaymentMode(tx, caller, params.id, { patch: body, headers: call.http.headers }),
        )
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}
