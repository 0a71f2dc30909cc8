import { describe, expect, it } from 'vitest'
import { checkDisabling, checkEnabling, checkLinking, checkUnlinking, type CircuitInUse } from './circuit-use.ts'

// Phones stand above smartphones; audio stands beside them.
const paths: Readonly<Record<string, readonly string[]>> = {
  phones: ['phones'],
  smartphones: ['phones', 'smartphones'],
  audio: ['audio'],
}
const pathOf = (id: string) => paths[id] ?? []
const circuit = (type: CircuitInUse['type'], ...categoryIds: readonly string[]): CircuitInUse => ({
  id: `${type} ${categoryIds.join()}`,
  type,
  status: 'enabled',
  categoryIds,
})
const off = (one: CircuitInUse): CircuitInUse => ({ ...one, status: 'disabled' })
const enabling = (one: CircuitInUse, ...others: readonly CircuitInUse[]) => checkEnabling(one, [one, ...others], pathOf)

describe('disabling a circuit', () => {
  it('is refused while a category uses it (CIRC-11)', () => {
    expect(checkDisabling(circuit('web_post', 'phones', 'audio'), [])).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_IN_USE', categoryIds: ['phones', 'audio'] },
    })
    expect(checkDisabling(circuit('web_post'), []).ok).toBe(true)
  })

  it('is refused of the last store drop while a web drop is enabled, of whatever category (CIRC-13)', () => {
    const [drop, web] = [circuit('store_drop'), circuit('web_drop')]
    expect(checkDisabling(drop, [drop, web])).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: [], circuitId: web.id },
    })
    expect(checkDisabling(drop, [drop, off(web)]).ok).toBe(true)
    expect(checkDisabling(drop, [drop, web, circuit('store_drop', 'audio')]).ok).toBe(true)
    expect(checkDisabling(circuit('store_drop_label'), [drop, web]).ok).toBe(true)
  })
})

describe('enabling a store drop', () => {
  it.each([
    ['the same category', 'phones', 'phones'],
    ['a category above', 'smartphones', 'phones'],
    ['a category below', 'phones', 'smartphones'],
  ])('is refused while another one is active for %s (CIRC-12)', (_name, own, taken) => {
    const other = circuit('store_drop', 'audio', taken)
    expect(enabling(off(circuit('store_drop', own)), other)).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_TAKEN', categoryIds: [own], circuitId: other.id },
    })
  })

  it.each([
    ['another one of other categories', circuit('store_drop', 'audio')],
    ['a disabled one', off(circuit('store_drop', 'smartphones'))],
    ['a store drop with labels, which does not count', circuit('store_drop_label', 'phones')],
  ])('goes beside %s (CIRC-12)', (_name, other) => {
    expect(enabling(off(circuit('store_drop', 'phones')), other).ok).toBe(true)
  })
})

describe('enabling a web drop', () => {
  it.each([
    ['none', []],
    ['that of another category', [circuit('store_drop', 'audio')]],
    ['that of a category below', [circuit('store_drop', 'smartphones')]],
    ['a disabled one', [off(circuit('store_drop', 'phones'))]],
    ['one with labels', [circuit('store_drop_label', 'phones')]],
  ])('is refused with no store drop but %s (CIRC-13)', (_name, others) => {
    expect(enabling(off(circuit('web_drop', 'phones')), ...others)).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: ['phones'] },
    })
  })

  it.each(['phones', 'smartphones'])(
    'goes with the store drop of the category or one above it: %s (CIRC-13)',
    (own) => {
      expect(enabling(off(circuit('web_drop', own)), circuit('store_drop', 'phones')).ok).toBe(true)
    },
  )

  it('of no category waits for a store drop all the same, of whatever category (CIRC-13)', () => {
    const error = { code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: [] }
    expect(enabling(off(circuit('web_drop')))).toEqual({ ok: false, error })
    expect(enabling(off(circuit('web_drop')), circuit('store_drop', 'audio')).ok).toBe(true)
  })
})

it('any other circuit is enabled as it likes', () => {
  for (const type of ['store_drop_label', 'store_collect', 'web_post', 'web_drop_label', 'web_collect'] as const)
    expect(enabling(off(circuit(type, 'phones')), circuit(type, 'phones')).ok).toBe(true)
})

describe('giving a circuit to one more category', () => {
  const drop = circuit('store_drop', 'audio')

  it('is refused where another store drop is active for it (CIRC-12)', () => {
    const other = circuit('store_drop', 'phones')
    expect(checkLinking(drop, 'smartphones', [drop, other], pathOf)).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_TAKEN', categoryIds: ['smartphones'], circuitId: other.id },
    })
    expect(checkLinking(drop, 'smartphones', [drop, off(other)], pathOf).ok).toBe(true)
    expect(checkLinking(off(drop), 'smartphones', [drop, other], pathOf).ok).toBe(true)
  })

  it('is refused for a web drop without a store drop (CIRC-13)', () => {
    const web = circuit('web_drop', 'audio')
    expect(checkLinking(web, 'phones', [web, drop], pathOf)).toMatchObject({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: ['phones'] },
    })
  })
})

describe('taking a category from a store drop', () => {
  const drop = circuit('store_drop', 'phones', 'audio')
  const web = circuit('web_drop', 'smartphones')

  it('is refused while a web drop of it or of a category below needs it (CIRC-13)', () => {
    expect(checkUnlinking(drop, 'phones', [drop, web], pathOf)).toEqual({
      ok: false,
      error: { code: 'CIRCUIT_STORE_DROP_MISSING', categoryIds: ['smartphones'], circuitId: web.id },
    })
  })

  it.each([
    ['another category', 'audio', [web]],
    ['where the web drop is disabled', 'phones', [off(web)]],
    ['where another store drop stands for what is left', 'phones', [web, circuit('store_drop', 'smartphones')]],
  ])('goes with %s', (_name, category, others) => {
    expect(checkUnlinking(drop, category, [drop, ...others], pathOf).ok).toBe(true)
  })

  it('that is disabled, or from any other circuit, goes always', () => {
    expect(checkUnlinking(off(drop), 'phones', [off(drop), web], pathOf).ok).toBe(true)
    expect(checkUnlinking(web, 'smartphones', [drop, web], pathOf).ok).toBe(true)
  })
})
