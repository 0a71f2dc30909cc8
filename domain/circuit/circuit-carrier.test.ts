import { describe, expect, it } from 'vitest'
import { lacksCarrier, type CircuitCarriage } from './circuit-carrier.ts'
import { circuitTypes } from './circuit-type.ts'

const post: CircuitCarriage = { type: 'web_post', ownLabel: false, isServed: false, methodsServed: [] }

describe('a circuit whose product is posted or collected', () => {
  it.each<[string, Partial<CircuitCarriage>, boolean]>([
    ['lacks a carrier where none serves it', {}, true],
    ['lacks a carrier where one of its shipping methods has none', { methodsServed: [true, false] }, true],
    ['has one that serves the circuit', { isServed: true, methodsServed: [false] }, false],
    ['has one where each of its shipping methods has', { methodsServed: [true, true] }, false],
    ['needs none where the label without postage was chosen', { ownLabel: true }, false],
  ])('%s (O12)', (_title, change, lacks) => {
    expect(lacksCarrier({ ...post, ...change })).toBe(lacks)
    expect(lacksCarrier({ ...post, ...change, type: 'web_collect' })).toBe(lacks)
  })

  it('is alone in needing a carrier', () => {
    expect(circuitTypes.filter((type) => lacksCarrier({ ...post, type }))).toEqual(['web_post', 'web_collect'])
  })
})
