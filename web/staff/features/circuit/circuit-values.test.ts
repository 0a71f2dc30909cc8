import { describe, expect, it } from 'vitest'
import { circuitSchema } from '#domain/circuit/circuit.schema.ts'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import { circuitBodyOf, circuitValuesOf, feeOf, methodsFor } from './circuit-values.ts'

const id = (n: number) => `019a6410-0000-7000-8000-00000000000${n}`
const circuit: CircuitAnswer = {
  id: id(1),
  version: 3,
  name: 'Envoi',
  type: 'web_post',
  channel: 'web',
  deposit: 'post',
  status: 'enabled',
  ownLabel: false,
  carrierMissing: false,
  description: null,
  translations: {},
  terms: null,
  ruleDescription: null,
  highlightedInstruction: null,
  customValues: [],
  transferOrderNumberOfCopy: 1,
  defaultInstructions: [{ id: id(2), sequence: 1, type: 'post', label: 'Postez', translations: {} }],
  eligibleCountries: ['FR'],
  paymentModeIds: [id(3)],
  transportOptionIds: [id(4), id(5)],
  modifier: { type: 'percentage', value: 5, cappedAmount: 1000 },
  categories: [{ id: id(8), name: 'Audio' }],
}
const method = (n: number, channel: 'store' | 'web', value: number | null) => ({
  id: id(n),
  channel,
  type: channel === 'web' ? ('WEB_POST' as const) : ('STORE_DROP' as const),
  description: null,
  modifier: value === null ? null : { type: 'fixed' as const, value, cappedAmount: null },
  paymentMethods: [],
  availableCountries: [],
  active: true,
  circuits: [],
})

describe('the form of a circuit', () => {
  it('sends what nobody touched as it was read', () => {
    const {
      status,
      ownLabel,
      name,
      description,
      transferOrderNumberOfCopy,
      eligibleCountries,
      paymentModeIds,
      modifier,
    } = circuit
    expect(circuitSchema.parse(circuitBodyOf(circuitValuesOf(circuit), circuit))).toEqual({
      status,
      ownLabel,
      name,
      description,
      terms: null,
      ruleDescription: null,
      highlightedInstruction: null,
      customValues: [],
      transferOrderNumberOfCopy,
      eligibleCountries,
      paymentModeIds,
      modifier,
      defaultInstructions: [{ id: id(2), type: 'post', label: 'Postez', translations: {} }],
      translations: {},
      transportOptions: [{ id: id(4) }, { id: id(5) }],
      linkCategoryIds: [],
      unlinkCategoryIds: [],
    })
  })

  it('sends the categories that were added and taken away, and no others', () => {
    const values = { ...circuitValuesOf(circuit), categoryIds: [id(9)] }
    expect(circuitBodyOf(values, circuit)).toMatchObject({ linkCategoryIds: [id(9)], unlinkCategoryIds: [id(8)] })
  })

  it('sends the fees that were typed in cents, and none for an empty field or 0', () => {
    const values = { ...circuitValuesOf(circuit), fees: { [id(4)]: -5, [id(5)]: '', [id(6)]: 9 } }
    expect(circuitBodyOf(values, circuit)).toMatchObject({
      transportOptions: [
        { id: id(4), feeCents: -500 },
        { id: id(5), feeCents: null },
      ],
    })
    expect(circuitBodyOf({ ...values, fees: { [id(4)]: 0 } }, circuit)).toMatchObject({
      transportOptions: [{ feeCents: null }, {}],
    })
  })

  it('shows the fee that was typed, else the method’s', () => {
    expect(feeOf(method(4, 'web', -500), {})).toBe(-5)
    expect(feeOf(method(4, 'web', -500), { [id(4)]: '' })).toBe('')
    expect(feeOf(method(4, 'web', null), {})).toBe('')
    const capped = { type: 'fixed' as const, value: -500, cappedAmount: -300 }
    expect(feeOf({ ...method(4, 'web', -500), modifier: capped }, {})).toBe(-3)
  })

  it('offers the shipping methods of its channel, and those that it has', () => {
    const shippingMethods = [method(4, 'store', null), method(6, 'store', null), method(7, 'web', null)]
    expect(methodsFor(circuit, { paymentModes: [], shippingMethods }).map((one) => one.id)).toEqual([id(4), id(7)])
  })
})
