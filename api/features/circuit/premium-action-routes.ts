import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { launchPremiumActionCall, readPremiumActionCall, type PremiumActionAnswer } from '#sync/calls/circuit.ts'
import type { CircuitScope } from './circuit-queries.ts'
import { changePaymentMode } from './payment-mode-changes.ts'
import { mayCarryBonus, readModesOfRule } from './payment-mode-queries.ts'

/** Actions of premium features on the rules that give circuits (CONN-21). */
export function createPremiumActionRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...readPremiumActionCall,
        permission: 'dispatch_circuit_rule.list',
        summary: 'What a premium action says of a rule',
      },
      ({ caller, params }) =>
        inAccount(database, caller.accountId, (tx) => readAction(tx, caller, params.id), { readOnly: true }),
    ),

    route(
      {
        ...launchPremiumActionCall,
        permission: 'payment_mode.update',
        summary: 'Run a premium action on a rule',
        refusals: ['REQUEST_VERSION_CONFLICT', 'PAYMENT_BONUS_DISABLED', 'PAYMENT_MODE_ARCHIVED'],
      },
      ({ caller, params, body, http: { headers } }) =>
        inAccount(database, caller.accountId, async (tx) => {
          const { paymentModeId, modifier } = body
          const found = await readAction(tx, caller, params.id)
          if (!found.ok) return found
          if (!found.value.paymentModes.some(({ id }) => id === paymentModeId))
            return refuse('REQUEST_NOT_FOUND', { field: 'paymentModeId' })
          const changed = await changePaymentMode(tx, caller, paymentModeId, { patch: { modifier }, headers })
          return changed.ok ? readAction(tx, caller, params.id) : changed
        }),
    ),
  ]
}

async function readAction(
  tx: Transaction<Tables>,
  scope: CircuitScope,
  ruleId: string,
): Promise<Result<PremiumActionAnswer, Failure>> {
  const modes = await readModesOfRule(tx, scope, ruleId)
  if (modes === null) return refuse('REQUEST_NOT_FOUND')
  return succeed({ action: 'payment_bonus', isActive: await mayCarryBonus(tx, scope), paymentModes: [...modes] })
}
