import { describe, expect, it } from 'vitest'
import { circuitModifierSchema } from '#domain/circuit/modifier.schema.ts'
import { exampleOf, modifierBodyOf, modifierValuesOf, type ModifierValues } from './modifier-values.ts'

const faultsOf = (values: ModifierValues): readonly string[] =>
  circuitModifierSchema
    .nullable()
    .safeParse(modifierBodyOf(values))
    .error?.issues.map(({ message }) => message) ?? []

describe('a bonus or malus that is typed', () => {
  it.each([
    [null],
    [{ type: 'percentage', value: 10, cappedAmount: 5_050 } as const],
    [{ type: 'percentage', value: -10, cappedAmount: null } as const],
    [{ type: 'fixed', value: -500, cappedAmount: null } as const],
    [{ type: 'fixed', value: 500, cappedAmount: 250 } as const],
  ])('is sent as it was read: %o', (modifier) => {
    expect(modifierBodyOf(modifierValuesOf(modifier))).toEqual(modifier)
  })

  it('says what is missing or wrong', () => {
    expect(faultsOf({ mode: 'percentage', value: '', cap: 5 })).toEqual(['MODIFIER_PERCENT_INVALID'])
    expect(faultsOf({ mode: 'percentage', value: 10, cap: '' })).toEqual(['MODIFIER_CAP_REQUIRED'])
    expect(faultsOf({ mode: 'percentage', value: 10, cap: -5 })).toEqual(['MODIFIER_CAP_SIGN'])
    expect(faultsOf({ mode: 'fixed', value: '-', cap: 5 })).toEqual(['MODIFIER_AMOUNT_INVALID'])
    expect(faultsOf({ mode: 'fixed', value: 5.5, cap: 5 })).toEqual(['MODIFIER_AMOUNT_INVALID'])
    expect(faultsOf({ mode: 'fixed', value: 5, cap: '' })).toEqual(['MODIFIER_CAP_REQUIRED'])
    expect(faultsOf({ mode: 'none', value: 5, cap: '' })).toEqual([])
  })

  it('tells what it does to a price, by the rule that prices follow (CIRC-31)', () => {
    expect(exampleOf({ mode: 'percentage', value: 10, cap: 5 }, 10_000)).toBe(500)
    expect(exampleOf({ mode: 'percentage', value: -10, cap: '' }, 10_000)).toBe(-1_000)
    expect(exampleOf({ mode: 'fixed', value: 5, cap: '' }, 10_000)).toBe(500)
    expect(exampleOf({ mode: 'fixed', value: 5, cap: 3 }, 10_000)).toBe(300)
    expect(exampleOf({ mode: 'percentage', value: '', cap: '' }, 10_000)).toBeNull()
    expect(exampleOf({ mode: 'none', value: '', cap: '' }, 10_000)).toBeNull()
  })
})
