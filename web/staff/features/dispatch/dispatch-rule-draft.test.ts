import { describe, expect, it } from 'vitest'
import { checkDraft, withOperator, type RuleDraft } from './dispatch-rule-draft.ts'
import { categoryPath } from './dispatch-rule-names.ts'

const draft: RuleDraft = {
  title: 'Apple',
  conditions: [{ key: 'a', attribute: 'brand', operator: 'is', values: ['Apple'] }],
  warehouseIds: ['00000000-0000-7000-8000-000000000001'],
}

describe('a rule being written', () => {
  it('is sent without the keys of its conditions', () => {
    expect(checkDraft(draft)).toEqual({
      ok: true,
      value: { ...draft, conditions: [{ attribute: 'brand', operator: 'is', values: ['Apple'] }] },
    })
  })
  it('names each thing that is missing', () => {
    const empty = { ...draft.conditions[0]!, key: 'b', values: [] }
    expect(checkDraft({ title: ' ', conditions: [], warehouseIds: [] })).toEqual({
      ok: false,
      error: { title: 'FORM_REQUIRED_BETWEEN', conditions: true, warehouses: true, conditionKeys: [] },
    })
    expect(checkDraft({ ...draft, conditions: [...draft.conditions, empty] })).toEqual({
      ok: false,
      error: { title: null, conditions: false, warehouses: false, conditionKeys: ['b'] },
    })
  })
  it('keeps one value where the operator takes one', () => {
    const many = { attribute: 'brand', operator: 'in', values: ['Apple', 'Sony'] } as const
    expect(withOperator(many, 'is_not').values).toEqual(['Apple'])
    expect(withOperator(many, 'notIn').values).toEqual(['Apple', 'Sony'])
  })
})

describe('the categories above one', () => {
  it('come nearest first, and a circle ends', () => {
    const categories = [
      { id: 'a', name: 'A', parentId: 'c' },
      { id: 'b', name: 'B', parentId: 'a' },
      { id: 'c', name: 'C', parentId: 'a' },
    ]
    expect(categoryPath({ categories }, 'b').map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(categoryPath({ categories }, null)).toEqual([])
  })
})
