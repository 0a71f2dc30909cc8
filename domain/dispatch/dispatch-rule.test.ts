import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm } from '../kernel/distance.ts'
import { dispatchRuleSchema } from './dispatch-rule.schema.ts'
import {
  chooseWarehouse,
  dispatchAttributes,
  holds,
  type DispatchCondition,
  type DispatchSetup,
  type DispatchSubject,
} from './dispatch-rule.ts'

const lyon = { latitude: 45.76, longitude: 4.84 }
const lille = { latitude: 50.63, longitude: 3.06 }
const paris = { latitude: 48.86, longitude: 2.35 }

const subject: DispatchSubject = {
  brand: 'Apple',
  categoryPath: ['phones', 'smartphones'],
  circuitId: 'drop',
  declaredState: 'grade_b',
  origin: paris,
}
const setup: DispatchSetup = {
  rules: [
    {
      id: 'r1',
      title: 'Samsung',
      conditions: [{ attribute: 'brand', operator: 'is', values: ['Samsung'] }],
      warehouseIds: ['s'],
    },
    {
      id: 'r2',
      title: 'Phones in fair state',
      conditions: [
        { attribute: 'category', operator: 'in', values: ['phones', 'tablets'] },
        { attribute: 'declared_state', operator: 'notIn', values: ['grade_d', 'grade_e'] },
      ],
      warehouseIds: ['lyon', 'lille'],
    },
  ],
  defaultWarehouseId: 'default',
  isGeographic: false,
  coordinates: new Map([
    ['lyon', lyon],
    ['lille', lille],
  ]),
}

describe('the destination of an item', () => {
  it('is of the first rule whose conditions all hold, by the item’s category or one above it', () => {
    expect(chooseWarehouse(subject, setup)).toEqual({ ok: true, value: 'lyon' })
    expect(chooseWarehouse({ ...subject, brand: ' samsung' }, setup)).toEqual({ ok: true, value: 's' })
  })

  it('is the default one where no rule matches, and refused without a default', () => {
    const bad = { ...subject, declaredState: 'grade_e' }
    expect(chooseWarehouse(bad, setup)).toEqual({ ok: true, value: 'default' })
    expect(chooseWarehouse(bad, { ...setup, defaultWarehouseId: null })).toEqual({
      ok: false,
      error: 'DISPATCH_NO_WAREHOUSE',
    })
  })

  it('is not of a rule none of whose warehouses works any more', () => {
    const rules = [
      { ...setup.rules[1]!, warehouseIds: [] },
      { ...setup.rules[1]!, warehouseIds: ['lille'] },
    ]
    expect(chooseWarehouse(subject, { ...setup, rules })).toEqual({ ok: true, value: 'lille' })
    expect(chooseWarehouse(subject, { ...setup, rules: rules.slice(0, 1) })).toEqual({ ok: true, value: 'default' })
  })

  it('is the nearest of the rule where the geographic criterion is on and places are known', () => {
    const near = { ...setup, isGeographic: true }
    expect(chooseWarehouse(subject, near)).toEqual({ ok: true, value: 'lille' })
    expect(chooseWarehouse({ ...subject, origin: null }, near)).toEqual({ ok: true, value: 'lyon' })
    expect(chooseWarehouse(subject, { ...near, coordinates: new Map() })).toEqual({ ok: true, value: 'lyon' })
  })

  it('is measured along the earth', () => {
    expect(distanceKm(paris, lille)).toBeGreaterThan(195)
    expect(distanceKm(paris, lille)).toBeLessThan(215)
    expect(distanceKm(paris, paris)).toBe(0)
  })
})

const anySubject = fc.record<DispatchSubject>({
  brand: fc.constantFrom(null, 'a', 'B'),
  categoryPath: fc.subarray(['a', 'b', 'c']),
  circuitId: fc.constantFrom(null, 'a', 'b'),
  declaredState: fc.constantFrom(null, 'a', 'c'),
  origin: fc.constantFrom(null, lyon, paris),
})
const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
const attribute = fc.constantFrom(...dispatchAttributes)

describe('any condition', () => {
  it('is denied by its contrary, and a single value compares as a list of one', () => {
    fc.assert(
      fc.property(anySubject, attribute, values, (each, name, list) => {
        const on = (operator: DispatchCondition['operator'], of = list) =>
          holds({ attribute: name, operator, values: of }, each)
        expect(on('in')).toBe(!on('notIn'))
        expect(on('is', list.slice(0, 1))).toBe(on('in', list.slice(0, 1)))
        expect(on('is_not', list.slice(0, 1))).toBe(!on('is', list.slice(0, 1)))
      }),
    )
  })
})

describe('any dispatch', () => {
  it('answers a warehouse of a rule that matches, or the default one', () => {
    const condition = fc.record({ attribute, operator: fc.constantFrom('in' as const, 'notIn' as const), values })
    const rule = fc.record({
      id: fc.uuid(),
      title: fc.string(),
      conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
      warehouseIds: fc.subarray(['lyon', 'lille', 'x'], { minLength: 1 }),
    })
    fc.assert(
      fc.property(anySubject, fc.array(rule, { maxLength: 4 }), fc.boolean(), (each, rules, isGeographic) => {
        const chosen = chooseWarehouse(each, { ...setup, rules, isGeographic })
        const match = rules.find(({ conditions }) => conditions.every((one) => holds(one, each)))
        expect(match?.warehouseIds ?? ['default']).toContain(chosen.ok && chosen.value)
      }),
    )
  })
})

describe('a dispatch rule', () => {
  const warehouseIds = ['00000000-0000-7000-8000-000000000001']
  const rule = {
    title: 'Phones',
    conditions: [{ attribute: 'brand', operator: 'is', values: ['Apple'] }],
    warehouseIds,
  }

  it.each([
    ['with a title, a condition and a warehouse is taken', rule, true],
    ['without a title is refused', { ...rule, title: ' ' }, false],
    ['with a title of 255 characters is taken (F26)', { ...rule, title: 'x'.repeat(255) }, true],
    ['with a title of 256 characters is refused (F26)', { ...rule, title: 'x'.repeat(256) }, false],
    ['without a condition is refused', { ...rule, conditions: [] }, false],
    ['without a warehouse is refused', { ...rule, warehouseIds: [] }, false],
    [
      'that compares «is» with two values is refused',
      { ...rule, conditions: [{ attribute: 'brand', operator: 'is', values: ['a', 'b'] }] },
      false,
    ],
  ])('%s', (_title, input, isTaken) => {
    expect(dispatchRuleSchema.safeParse(input).success).toBe(isTaken)
  })
})
