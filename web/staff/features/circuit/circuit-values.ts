import { impactOfModifier } from '#domain/circuit/modifier.ts'
import type { CircuitAnswer, CircuitOptions } from '#sync/calls/circuit.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { centsOf, modifierBodyOf, modifierValuesOf, type ModifierValues } from './modifier-values.ts'

/** An instruction as it is being written. */
export interface InstructionValues {
  /** Tells the rows apart while they are edited; new ones have no id yet. */
  readonly key: string
  readonly id: string | null
  readonly type: CircuitAnswer['defaultInstructions'][number]['type']
  readonly label: string
  readonly translations: Translations
}

/** A value of the account's own as it is being written. */
export interface CustomValue {
  /** Tells the rows apart while they are edited. */
  readonly key: string
  readonly name: string
  readonly value: string
}

/** A circuit as it is being written. */
export interface CircuitValues {
  readonly isEnabled: boolean
  readonly ownLabel: boolean
  readonly name: string
  readonly description: string
  readonly translations: Translations
  readonly ruleDescription: string
  readonly terms: string
  readonly highlightedInstruction: string
  /** Null for who may not read them. */
  readonly customValues: readonly CustomValue[] | null
  readonly copies: number | string
  readonly instructions: readonly InstructionValues[]
  readonly countries: readonly string[]
  readonly paymentModeIds: readonly string[]
  readonly transportIds: readonly string[]
  /** Fees that were typed, in whole units by the shipping method's id. */
  readonly fees: Readonly<Record<string, number | string>>
  readonly modifier: ModifierValues
  readonly categoryIds: readonly string[]
}

/** A circuit as its form shows it. */
export function circuitValuesOf(circuit: CircuitAnswer): CircuitValues {
  return {
    isEnabled: circuit.status === 'enabled',
    ownLabel: circuit.ownLabel,
    name: circuit.name,
    description: circuit.description ?? '',
    translations: circuit.translations,
    ruleDescription: circuit.ruleDescription ?? '',
    terms: circuit.terms ?? '',
    highlightedInstruction: circuit.highlightedInstruction ?? '',
    customValues: circuit.customValues?.map((each) => ({ key: each.name, ...each })) ?? null,
    copies: circuit.transferOrderNumberOfCopy,
    instructions: circuit.defaultInstructions.map(({ id, type, label, translations }) => ({
      key: id,
      id,
      type,
      label,
      translations,
    })),
    countries: circuit.eligibleCountries,
    paymentModeIds: circuit.paymentModeIds,
    transportIds: circuit.transportOptionIds,
    fees: {},
    modifier: modifierValuesOf(circuit.modifier),
    categoryIds: circuit.categories.map(({ id }) => id),
  }
}

type Method = CircuitOptions['shippingMethods'][number]

/** The fee of a shipping method in whole units: what was typed, or what counts by now, within its cap; empty for none. */
export function feeOf({ id, modifier }: Method, fees: CircuitValues['fees']): number | string {
  const impact = impactOfModifier(modifier)
  return fees[id] ?? (impact.type === 'amount' ? impact.amountCents / 100 : '')
}

/** Shipping methods that a circuit may offer: those of its channel, and what it offers already. */
export function methodsFor(
  { channel, transportOptionIds }: CircuitAnswer,
  { shippingMethods }: CircuitOptions,
): readonly Method[] {
  return shippingMethods.filter((method) => method.channel === channel || transportOptionIds.includes(method.id))
}

/**
 * What was typed as the server takes it; fees and categories that nobody touched since the circuit was read are left as
 * they are.
 */
export function circuitBodyOf(values: CircuitValues, { categories }: Pick<CircuitAnswer, 'categories'>): unknown {
  const { fees, categoryIds } = values
  const before = categories.map(({ id }) => id)
  const feeBody = (fee: number | string) => ({ feeCents: fee === '' || Number(fee) === 0 ? null : centsOf(fee) })
  return {
    status: values.isEnabled ? 'enabled' : 'disabled',
    ownLabel: values.ownLabel,
    name: values.name,
    description: values.description,
    translations: sentTexts(values.translations),
    ruleDescription: values.ruleDescription,
    terms: values.terms,
    highlightedInstruction: values.highlightedInstruction,
    ...(values.customValues && { customValues: values.customValues.map(({ name, value }) => ({ name, value })) }),
    transferOrderNumberOfCopy: values.copies,
    defaultInstructions: values.instructions.map(({ id, type, label, translations }) => ({
      ...(id === null ? {} : { id }),
      type,
      label,
      translations: sentTexts(translations),
    })),
    eligibleCountries: values.countries,
    paymentModeIds: values.paymentModeIds,
    transportOptions: values.transportIds.map((id) => {
      const fee = fees[id]
      return { id, ...(fee === undefined ? {} : feeBody(fee)) }
    }),
    modifier: modifierBodyOf(values.modifier),
    linkCategoryIds: categoryIds.filter((id) => !before.includes(id)),
    unlinkCategoryIds: before.filter((id) => !categoryIds.includes(id)),
  }
}
