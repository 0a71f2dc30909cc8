import { describe, expect, it } from 'vitest'
import { circuitSchema } from './circuit.schema.ts'
import { impactOfModifier } from './modifier.ts'
import { circuitModifierSchema, modifierSchema } from './modifier.schema.ts'

const faults = (part: object): readonly string[] => {
  const parsed = circuitSchema.partial().safeParse(part)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}
const instruction = (label: string, type = 'print') => ({ label, type })

describe('a circuit', () => {
  it('has a name of 2 to 255 characters (CART-23)', () => {
    expect(faults({ name: '  ' })).toEqual(['name FORM_REQUIRED_BETWEEN'])
    expect(faults({ name: 'x' })).toEqual(['name FORM_TEXT_BETWEEN'])
    expect(faults({ name: 'xx' })).toEqual([])
    expect(faults({ name: 'x'.repeat(255) })).toEqual([])
    expect(faults({ name: 'x'.repeat(256) })).toEqual(['name FORM_TEXT_BETWEEN'])
  })

  it('has a description of at most 500 characters without HTML (CIRC-05)', () => {
    expect(faults({ description: 'x'.repeat(500) })).toEqual([])
    expect(faults({ description: 'x'.repeat(501) })).toEqual(['description FORM_TEXT_TOO_LONG'])
    for (const html of ['<b>Vite</b>', 'fin</p>', '<!-- x -->', 'x<BR>', '<img src=x'])
      expect(faults({ description: html })).toEqual(['description CIRCUIT_DESCRIPTION_HTML'])
    for (const plain of ['moins de 5 kg (< 5)', 'a < b', '1 <2', '> 3'])
      expect(faults({ description: plain })).toEqual([])
    expect(circuitSchema.shape.description.parse('  ')).toBeNull()
  })

  it('has at most 6 instructions of 1 to 150 characters, of the known types (CIRC-06, CIRC-08)', () => {
    const six = Array.from({ length: 6 }, () => instruction('x'))
    expect(faults({ defaultInstructions: six })).toEqual([])
    expect(faults({ defaultInstructions: [...six, instruction('x')] })).toEqual([
      'defaultInstructions CIRCUIT_INSTRUCTIONS_TOO_MANY',
    ])
    expect(faults({ defaultInstructions: [instruction('x'.repeat(150)), instruction(' ')] })).toEqual([
      'defaultInstructions.1.label FORM_REQUIRED_BETWEEN',
    ])
    expect(faults({ defaultInstructions: [instruction('x'.repeat(151))] })).toEqual([
      'defaultInstructions.0.label FORM_TEXT_BETWEEN',
    ])
    expect(faults({ defaultInstructions: [instruction('x', 'fly')] })).toHaveLength(1)
  })

  it('prints 1 to 10 copies of the transfer order', () => {
    for (const copies of [1, 10]) expect(faults({ transferOrderNumberOfCopy: copies })).toEqual([])
    for (const copies of [-1, 0, 11, 1.5])
      expect(faults({ transferOrderNumberOfCopy: copies })).toEqual([
        'transferOrderNumberOfCopy CIRCUIT_COPIES_INVALID',
      ])
  })

  it('has transport fees in whole units, positive or negative (CIRC-10)', () => {
    const id = '019a6410-0000-7000-8000-000000000001'
    for (const feeCents of [-500, 100, null]) expect(faults({ transportOptions: [{ id, feeCents }] })).toEqual([])
    for (const feeCents of [0, 150, 99.5])
      expect(faults({ transportOptions: [{ id, feeCents }] })).toEqual([
        'transportOptions.0.feeCents MODIFIER_AMOUNT_INVALID',
      ])
    expect(faults({ transportOptions: [{ id }, { id }] })).toHaveLength(1)
  })
})

const modifierFaults = (schema: typeof modifierSchema, modifier: object) => {
  const parsed = schema.safeParse({ cappedAmount: null, ...modifier })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('a bonus or malus', () => {
  it('in percent is an integer from -100 to 100, not 0 (CIRC-28)', () => {
    for (const value of [-100, -1, 1, 100])
      expect(modifierFaults(modifierSchema, { type: 'percentage', value })).toEqual([])
    for (const value of [-101, 0, 101, 2.5])
      expect(modifierFaults(modifierSchema, { type: 'percentage', value })).toEqual(['value MODIFIER_PERCENT_INVALID'])
  })

  it('has a cap of its own sign (CIRC-29)', () => {
    const capped = (value: number, cappedAmount: number) =>
      modifierFaults(modifierSchema, { type: 'percentage', value, cappedAmount })
    expect([capped(10, 5000), capped(-10, -1)]).toEqual([[], []])
    expect([capped(10, -5000), capped(-10, 1)]).toEqual([
      ['cappedAmount MODIFIER_CAP_SIGN'],
      ['cappedAmount MODIFIER_CAP_SIGN'],
    ])
    expect(capped(10, 0)).toEqual(['cappedAmount MODIFIER_CAP_SIGN'])
    expect(capped(10, 0.5)).toEqual(['cappedAmount MODIFIER_CAP_INVALID'])
  })

  it('of an amount is whole, and may have a cap of its sign (CIRC-27, CIRC-29)', () => {
    for (const value of [500, -100]) expect(modifierFaults(modifierSchema, { type: 'fixed', value })).toEqual([])
    for (const value of [0, 50, 10_000_100])
      expect(modifierFaults(modifierSchema, { type: 'fixed', value })).toEqual(['value MODIFIER_AMOUNT_INVALID'])
    expect(modifierFaults(modifierSchema, { type: 'fixed', value: 500, cappedAmount: 250 })).toEqual([])
    for (const cappedAmount of [-250, 0])
      expect(modifierFaults(modifierSchema, { type: 'fixed', value: 500, cappedAmount })).toEqual([
        'cappedAmount MODIFIER_CAP_SIGN',
      ])
  })

  it('of a circuit names its maximum (CIRC-09)', () => {
    for (const bonus of [
      { type: 'percentage', value: 5 },
      { type: 'fixed', value: 500 },
    ]) {
      expect(modifierFaults(circuitModifierSchema, bonus)).toEqual(['cappedAmount MODIFIER_CAP_REQUIRED'])
      expect(modifierFaults(circuitModifierSchema, { ...bonus, cappedAmount: 1000 })).toEqual([])
    }
  })
})

it('a bonus or malus of an amount does no more to a price than its cap (CIRC-27, CIRC-30)', () => {
  const amount = (value: number, cappedAmount: number | null) =>
    impactOfModifier({ type: 'fixed', value, cappedAmount })
  expect([amount(500, null), amount(500, 300), amount(500, 900), amount(-500, -300)]).toEqual(
    [500, 300, 500, -300].map((amountCents) => ({ type: 'amount', amountCents })),
  )
})
