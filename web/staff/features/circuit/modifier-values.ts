import { impactOn } from '#domain/catalog/price-impact.ts'
import { impactOfModifier, type ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { modifierSchema } from '#domain/circuit/modifier.schema.ts'
import { cents } from '#domain/kernel/money.ts'

/** What may be done to a price, nothing first (CIRC-27). */
export const modifierModes = ['none', 'percentage', 'fixed'] as const
export type ModifierMode = (typeof modifierModes)[number]

/** A bonus or malus as it is typed: percent, or whole units of the currency; an empty field is none. */
export interface ModifierValues {
  readonly mode: ModifierMode
  readonly value: number | string
  readonly cap: number | string
}

/** A modifier as its fields show it. */
export function modifierValuesOf(modifier: ConfiguredModifier | null): ModifierValues {
  if (modifier === null) return { mode: 'none', value: '', cap: '' }
  const { type, value, cappedAmount } = modifier
  const cap = cappedAmount === null ? '' : cappedAmount / 100
  return { mode: type, value: type === 'fixed' ? value / 100 : value, cap }
}

/** What was typed as the server takes it; what is missing is no number, which the schema then says. */
export function modifierBodyOf({ mode, value, cap }: ModifierValues): unknown {
  if (mode === 'none') return null
  return { type: mode, value: mode === 'fixed' ? centsOf(value) : numberOf(value), cappedAmount: centsOf(cap) }
}

/** Cents of typed units; null for an empty field. */
export function centsOf(value: number | string): number | null {
  const units = numberOf(value)
  return units === null ? null : Math.round(units * 100)
}

/** What a bonus or malus does to a price in cents; null while what is typed is none. */
export function exampleOf(values: ModifierValues, priceCents: number): number | null {
  const parsed = modifierSchema.safeParse(modifierBodyOf(values))
  return parsed.success ? impactOn(cents(priceCents), impactOfModifier(parsed.data)) : null
}

function numberOf(value: number | string): number | null {
  return value === '' ? null : Number(value)
}
