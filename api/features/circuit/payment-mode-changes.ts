import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { isSameModifier, type ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { withoutField } from '#domain/kernel/translations.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { NewPaymentMode, OfficePaymentMode, PaymentModePatch } from '#sync/calls/payment-mode.ts'
import { lockCircuits, type CircuitScope } from './circuit-queries.ts'
import { readCircuitsNeeding, withdrawOffer } from './offer-use-queries.ts'
import * as modes from './payment-mode-queries.ts'

type Tx = Transaction<Tables>
type Changed = Result<OfficePaymentMode | null, Failure>

/** Changes a payment mode over the version that `If-Match` names; a new bonus takes the premium feature (CONN-19). */
export async function changePaymentMode(
  tx: Tx,
  scope: CircuitScope,
  id: string,
  { patch, headers }: { readonly patch: PaymentModePatch; readonly headers: Headers },
): Promise<Changed> {
  await lockCircuits(tx, scope)
  await modes.lockPaymentMode(tx, scope, id)
  const fresh = checkVersion(headers, await modes.readPaymentMode(tx, scope, id))
  if (!fresh.ok) return fresh
  const { status, modifier } = fresh.value
  if (status === 'archived') return refuse('PAYMENT_MODE_ARCHIVED')
  const bonus = await checkBonus(tx, scope, patch.modifier ?? null, modifier)
  if (!bonus.ok) return bonus
  if (status === 'active' && patch.status !== undefined && patch.status !== 'active') {
    const circuits = await readCircuitsNeeding(tx, scope, 'payment_mode', id)
    if (circuits.length > 0) return refuse('PAYMENT_MODE_IN_USE', { field: 'status', details: { circuits } })
  }
  if (patch.status === 'archived') await withdrawOffer(tx, scope, 'payment_mode', id)
  await modes.updatePaymentMode(tx, scope, id, patch)
  return succeed(await modes.readPaymentMode(tx, scope, id))
}

/** Adds a payment mode, active unless it says otherwise. */
export async function createPaymentMode(tx: Tx, scope: CircuitScope, body: NewPaymentMode): Promise<Changed> {
  const { type, label, status = 'active', ...rest } = body
  const bonus = await checkBonus(tx, scope, rest.modifier ?? null, null)
  if (!bonus.ok) return bonus
  const id = await modes.insertPaymentMode(tx, scope, { type, label })
  await modes.updatePaymentMode(tx, scope, id, { ...rest, status })
  return succeed(await modes.readPaymentMode(tx, scope, id))
}

/** Adds a payment mode that says what another one does, inactive; its bonus goes along where it still counts. */
export async function duplicatePaymentMode(
  tx: Tx,
  scope: CircuitScope,
  present: OfficePaymentMode,
  label: string,
): Promise<OfficePaymentMode | null> {
  const { type, description, longDescription, mailContent, translations, provider } = present
  const modifier = (await modes.mayCarryBonus(tx, scope)) ? present.modifier : null
  const id = await modes.insertPaymentMode(tx, scope, { type, label })
  const texts = { description, longDescription, mailContent, translations: withoutField(translations, 'label') }
  await modes.updatePaymentMode(tx, scope, id, { ...texts, provider, modifier })
  return modes.readPaymentMode(tx, scope, id)
}

// A bonus from when the account had the feature may stay, or go.
async function checkBonus(
  tx: Tx,
  scope: CircuitScope,
  asked: ConfiguredModifier | null,
  present: ConfiguredModifier | null,
): Promise<Result<null, Failure>> {
  const isNew = asked !== null && !isSameModifier(asked, present)
  return isNew && !(await modes.mayCarryBonus(tx, scope))
    ? refuse('PAYMENT_BONUS_DISABLED', { field: 'modifier' })
    : succeed(null)
}
