import { expect, it } from 'vitest'
import { circuitTypes } from './circuit-type.ts'
import { instructionTypes, isStepOf } from './instruction-type.ts'

it('asks for no label and no parcel where a store takes the product', () => {
  const left = (circuitType: (typeof circuitTypes)[number]) =>
    instructionTypes.filter((type) => !isStepOf(circuitType, type))
  expect(circuitTypes.map((type) => [type, left(type)])).toEqual(
    circuitTypes.map((type) => [
      type,
      type === 'store_drop' || type === 'web_drop' ? ['mailbox', 'post', 'print'] : [],
    ]),
  )
})
