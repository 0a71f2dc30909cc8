import { describe, expect, it } from 'vitest'
import { chooseWarehouse } from '#domain/dispatch/dispatch-rule.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { noFacts } from '../wire/item-facts.ts'
import type { Config } from '../wire/pull.ts'
import { dispatchSetupOf, dispatchSubjectOf } from './dispatch-subject.ts'

const [phones, electronics, circuit, store] = [uuid(8, 1), uuid(8, 2), uuid(9, 1), uuid(10, 1)]
const known: Config = {
  ...config,
  categories: [{ id: phones, parentId: electronics }],
  stores: [{ id: store, coordinates: { latitude: 50.6, longitude: 3 } }],
}
const item = itemRow(1, { storeId: store, facts: { ...noFacts, categoryId: phones, circuitId: circuit } })

describe('a dispatch suggestion on the device', () => {
  it('looks at brand, category with those above, circuit, declared state and the place of the store', () => {
    expect(dispatchSubjectOf({ ...item, declaredGrade: 'grade_a' }, known)).toEqual({
      brand: 'Fairphone',
      categoryPath: [phones, electronics],
      circuitId: circuit,
      declaredState: 'grade_a',
      origin: { latitude: 50.6, longitude: 3 },
    })
  })

  it('starts from the warehouse that holds the item, rather than from the store that sold it', () => {
    const placed = known.warehouses.map((one) => ({ ...one, coordinates: { latitude: 45.7, longitude: 4.8 } }))
    const subject = dispatchSubjectOf({ ...item, warehouseId }, { ...known, warehouses: placed })
    expect(subject.origin).toEqual({ latitude: 45.7, longitude: 4.8 })
  })

  it('follows a rule of a category above and of a circuit', () => {
    const rule = (attribute: 'category' | 'circuit', value: string) => ({
      id: uuid(11, 1),
      title: 'Everything electronic',
      conditions: [{ attribute, operator: 'is' as const, values: [value] }],
      warehouseIds: [otherWarehouseId],
    })
    for (const one of [rule('category', electronics), rule('circuit', circuit)]) {
      const dispatch = { rules: [one], defaultWarehouseId: warehouseId, isGeographic: false }
      const setup = dispatchSetupOf({ ...known, dispatch })!
      expect(chooseWarehouse(dispatchSubjectOf(item, known), setup)).toEqual({ ok: true, value: otherWarehouseId })
    }
  })

  it('ends where categories form a circle, and knows no place without coordinates', () => {
    const circle = [
      { id: phones, parentId: electronics },
      { id: electronics, parentId: phones },
    ]
    const subject = dispatchSubjectOf(item, { ...config, categories: circle })
    expect(subject).toMatchObject({ categoryPath: [phones, electronics], origin: null })
    expect(dispatchSetupOf(config)).toBeNull()
  })
})
