import { describe, expect, it } from 'vitest'
import { languages } from '../kernel/languages.ts'
import { paymentModeSchema } from '../payment/payment-mode.schema.ts'
import { circuitSchema } from './circuit.schema.ts'
import { circuitTypes } from './circuit-type.ts'
import { paymentTypes } from './payment-type.ts'
import { writtenConfiguration } from './written-configuration.ts'

describe.each(languages)('what a client begins with in %s', (language) => {
  const { circuits, paymentModes } = writtenConfiguration(language)

  it('is a circuit of each type that a form would take', () => {
    expect(circuits.map(({ type }) => type).toSorted()).toEqual([...circuitTypes].toSorted())
    for (const { name, copies, instructions } of circuits) {
      const written = { name, transferOrderNumberOfCopy: copies, defaultInstructions: instructions }
      expect(circuitSchema.partial().safeParse(written).error?.issues, name).toBeUndefined()
    }
  })

  it('is a payment mode of each type that a form would take', () => {
    expect(paymentModes.map(({ type }) => type).toSorted()).toEqual([...paymentTypes].toSorted())
    for (const { label, description, provider } of paymentModes)
      expect(paymentModeSchema.partial().safeParse({ label, description, provider }).success, label).toBe(true)
  })
})
