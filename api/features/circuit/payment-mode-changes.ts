import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { checkVersion } from '#api/http/versions.ts'
import { isSameModifier } from '#domain/configuration/modifier.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { OfficePaymentMode, PaymentModePatch } from '#sync/calls/payment-mode.ts'
import type { CircuitScope } from './circuit-queries.ts'
import * as modes from './payment-mode-queries.ts'

/** Changes a payment mode over the version that `If-Match` names; a new bonus takes the premium feature (CONN-19). */
export async function changePaymentMode(
  tx: Transaction<Tables>,
  scope: CircuitScope,
  id: string,
  { patch, headers }: { readonly patch: PaymentModePatch; readonly headers: Headers },
): Promise<Result<OfficePaymentMode | null, Failure>> {
  await modes.lockPaymentMode(tx, scope, id)
  const fresh = checkVersion(headers, await modes.readPaymentMode(tx, scope, id))
  if (!fresh.ok) return fresh
  // A bonus from when the account had the feature may stay, or go.
  const asked = patch.modifier ?? null
  const isNew = asked !== null && !isSameModifier(asked, fresh.value.modifier)
  if (isNew && !(await modes.mayCarryBonus(tx, scope))) return refuse('PAYMENT_BONUS_DISABLED', { field: 'modifier' })
  await modes.updatePaymentMode(tx, scope, id, patch)
  return succeed(await modes.readPaymentMode(tx, scope, id))
}
