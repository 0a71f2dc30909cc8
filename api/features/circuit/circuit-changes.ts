import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { isCarried, lacksCarrier } from '#domain/circuit/circuit-carrier.ts'
import { ruleTexts } from '#domain/circuit/circuit.schema.ts'
import { changeOfFields, changedTranslations, withoutField } from '#domain/kernel/translations.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CircuitAnswer, CircuitPatch, NewCircuit } from '#sync/calls/circuit.ts'
import { checkUse } from './circuit-checks.ts'
import * as circuits from './circuit-queries.ts'
import type { CircuitScope } from './circuit-queries.ts'
import { linkCircuit, unlinkCircuit, writeRules, type RuleChange } from './circuit-link-queries.ts'
import { countPaymentModes, countShippingMethods, hasActiveOption } from './circuit-option-queries.ts'

type Tx = Transaction<Tables>
type Changed = Result<CircuitAnswer | null, Failure>

/** Changes a circuit as a patch says, or archives it; the account's circuits are locked. */
export async function changeCircuit(
  tx: Tx,
  scope: CircuitScope,
  present: CircuitAnswer,
  patch: CircuitPatch,
): Promise<Changed> {
  if (present.status === 'archived') return refuse('CIRCUIT_ARCHIVED')
  const checked = await checkPatch(tx, scope, present, patch)
  if (!checked.ok) return checked
  const left = patch.status === 'archived' ? present.categories.map(({ id }) => id) : (patch.unlinkCategoryIds ?? [])
  await unlinkCircuit(tx, scope, present.id, left)
  await linkCircuit(tx, scope, present.id, patch.status === 'archived' ? [] : (patch.linkCategoryIds ?? []))
  await writeRules(tx, scope, present.id, changedRules(present, patch))
  await circuits.updateCircuit(tx, scope, present, patch)
  return succeed(await circuits.readCircuit(tx, scope, present.id))
}

/** Adds a circuit; the account's circuits are locked. */
export async function createCircuit(tx: Tx, scope: CircuitScope, { type, ...body }: NewCircuit): Promise<Changed> {
  const named = await checkNamed(tx, scope, body)
  if (!named.ok) return named
  const carried = await checkCarriage(
    tx,
    scope,
    { id: null, type, ownLabel: false, status: 'disabled', methodIds: [] },
    body,
  )
  if (!carried.ok) return carried
  const offered = await checkOffers(tx, scope, { status: 'disabled', paymentModeIds: [], transportOptionIds: [] }, body)
  if (!offered.ok) return offered
  const id = await circuits.insertCircuit(tx, scope, { type, name: body.name })
  const checked = await checkUse(tx, scope, id, body)
  if (!checked.ok) {
    await circuits.deleteCircuit(tx, scope, id)
    return checked
  }
  const made = await circuits.readCircuit(tx, scope, id)
  if (made === null) return succeed(null)
  await linkCircuit(tx, scope, id, body.linkCategoryIds ?? [])
  await writeRules(tx, scope, id, changedRules(made, body))
  await circuits.updateCircuit(tx, scope, made, body)
  return succeed(await circuits.readCircuit(tx, scope, id))
}

/** Adds a circuit that says and offers what another one does, disabled and without categories. */
export async function duplicateCircuit(
  tx: Tx,
  scope: CircuitScope,
  present: CircuitAnswer,
  name: string,
): Promise<CircuitAnswer | null> {
  const id = await circuits.insertCircuit(tx, scope, { type: present.type, name })
  const made = await circuits.readCircuit(tx, scope, id)
  if (made === null) return null
  await circuits.updateCircuit(tx, scope, made, {
    description: present.description,
    translations: withoutField(present.translations, 'name'),
    transferOrderNumberOfCopy: present.transferOrderNumberOfCopy,
    defaultInstructions: present.defaultInstructions.map(({ type, label, translations }) => ({
      type,
      label,
      translations,
    })),
    eligibleCountries: present.eligibleCountries,
    paymentModeIds: present.paymentModeIds,
    transportOptions: present.transportOptionIds.map((method) => ({ id: method })),
    modifier: present.modifier,
    ownLabel: present.ownLabel,
  })
  await writeRules(tx, scope, id, changedRules(made, { ...present, customValues: present.customValues ?? undefined }))
  return circuits.readCircuit(tx, scope, id)
}

/**
 * What a form changes of the rules: it sends everything that it shows, and rules that say different things keep them
 * until a user changes them here, each text in each language by itself.
 */
function changedRules(present: CircuitAnswer, given: RuleChange): RuleChange {
  const translations = changedTranslations(present.translations, changeOfFields(given.translations ?? {}, ruleTexts))
  const isOther = <Value>(next: Value | undefined, now: Value): boolean =>
    next !== undefined && JSON.stringify(next) !== JSON.stringify(now)
  return {
    ...(isOther(given.ruleDescription, present.ruleDescription) && { ruleDescription: given.ruleDescription }),
    ...(isOther(given.terms, present.terms) && { terms: given.terms }),
    ...(isOther(given.highlightedInstruction, present.highlightedInstruction) && {
      highlightedInstruction: given.highlightedInstruction,
    }),
    ...(Object.keys(translations).length > 0 && { translations }),
    ...(isOther(byName(given.customValues), byName(present.customValues)) && { customValues: given.customValues }),
  }
}

function byName(values: RuleChange['customValues'] | null) {
  return values?.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

async function checkPatch(
  tx: Tx,
  scope: CircuitScope,
  present: CircuitAnswer,
  patch: CircuitPatch,
): Promise<Result<null, Failure>> {
  const named = await checkNamed(tx, scope, patch)
  if (!named.ok) return named
  const used = await checkUse(tx, scope, present.id, patch)
  if (!used.ok) return used
  const { id, type, ownLabel, status, transportOptionIds } = present
  const methods = transportOptionIds
  const carried = await checkCarriage(tx, scope, { id, type, ownLabel, status, methodIds: methods }, patch)
  return carried.ok ? checkOffers(tx, scope, present, patch) : carried
}

/**
 * Accepts an enabled circuit that offers a payment mode and a shipping method which work: customers would choose it and
 * come no further. Other changes of a circuit whose last one has gone are accepted.
 */
async function checkOffers(
  tx: Tx,
  scope: CircuitScope,
  present: Pick<CircuitAnswer, 'status' | 'paymentModeIds' | 'transportOptionIds'>,
  patch: CircuitPatch,
): Promise<Result<null, Failure>> {
  const { status = present.status } = patch
  if (status !== 'enabled') return succeed(null)
  const isEnabled = present.status !== 'enabled'
  const lists = [
    ['payment_mode', 'paymentModeIds', present.paymentModeIds, patch.paymentModeIds],
    ['shipping_method', 'transportOptions', present.transportOptionIds, patch.transportOptions?.map(({ id }) => id)],
  ] as const
  for (const [kind, field, before, after = before] of lists) {
    if (await hasActiveOption(tx, scope, kind, after)) continue
    if (!isEnabled && !(await hasActiveOption(tx, scope, kind, before))) continue
    const code = kind === 'payment_mode' ? 'CIRCUIT_NO_PAYMENT_MODE' : 'CIRCUIT_NO_TRANSPORT_MODE'
    return refuse(code, { field: isEnabled && after === before ? 'status' : field })
  }
  return succeed(null)
}

/** Passes what names payment modes and shipping methods of the account alone. */
async function checkNamed(
  tx: Tx,
  scope: CircuitScope,
  { paymentModeIds: modes = [], transportOptions = [] }: CircuitPatch,
): Promise<Result<null, Failure>> {
  if ((await countPaymentModes(tx, scope, modes)) !== modes.length)
    return refuse('REQUEST_INVALID', { field: 'paymentModeIds' })
  const methods = transportOptions.map(({ id }) => id)
  if ((await countShippingMethods(tx, scope, methods)) !== methods.length)
    return refuse('REQUEST_INVALID', { field: 'transportOptions' })
  return succeed(null)
}

interface PresentCarriage extends Pick<CircuitAnswer, 'type' | 'ownLabel' | 'status'> {
  readonly id: string | null
  readonly methodIds: readonly string[]
}

/**
 * Accepts a circuit whose parcels have a carrier, where it is enabled or gives up the label of the program. Other
 * changes of a circuit that has lost its carrier are accepted.
 */
async function checkCarriage(
  tx: Tx,
  scope: CircuitScope,
  present: PresentCarriage,
  patch: Pick<CircuitPatch, 'status' | 'ownLabel' | 'transportOptions'>,
): Promise<Result<null, Failure>> {
  const { status = present.status, ownLabel = present.ownLabel } = patch
  const isEnabled = status === 'enabled' && present.status !== 'enabled'
  const isGivenUp = status === 'enabled' && present.ownLabel && !ownLabel
  if (!isCarried(present.type) || !(isEnabled || isGivenUp)) return succeed(null)
  const methodIds = patch.transportOptions?.map(({ id }) => id) ?? present.methodIds
  const carriage = await circuits.readCarriage(tx, scope, present.id, methodIds)
  return lacksCarrier({ type: present.type, ownLabel, ...carriage })
    ? refuse('CIRCUIT_CARRIER_MISSING', { field: isEnabled ? 'status' : 'ownLabel' })
    : succeed(null)
}
