import { describe, expect, it } from 'vitest'
import { checkCategory, draftOf, withName, type CategoryDraft } from './category-draft.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'
const filled = (change: Partial<CategoryDraft> = {}): CategoryDraft => ({
  ...withName(draftOf(null), 'Téléphones mobiles'),
  parentId: id,
  organizationId: id,
  ...change,
})
const isNew = { mayBeTop: false, isThere: false }
const faults = (draft: CategoryDraft, facts = isNew) => {
  const checked = checkCategory(draft, facts)
  return checked.ok ? {} : Object.fromEntries(checked.error)
}

describe('the form of a category', () => {
  it('makes the identifier of the name until it is typed itself (CAT-05)', () => {
    const draft = filled()
    expect(draft.identifier).toBe('telephones-mobiles')
    expect(withName({ ...draft, identifier: 'mobiles', hasOwnIdentifier: true }, 'Autre').identifier).toBe('mobiles')
    expect(withName(draft, ' ').identifier).toBe('')
  })

  it('finds what is missing (CAT-05, CAT-09)', () => {
    expect(faults(draftOf(null))).toEqual({
      name: 'FORM_REQUIRED_BETWEEN',
      identifier: 'FORM_REQUIRED_BETWEEN',
      parentId: 'FORM_REQUIRED',
      organizationId: 'FORM_REQUIRED',
    })
  })

  it('lets the first category stand at the top, and one that is there keep a buyer from above', () => {
    expect(faults(filled({ parentId: null }), { mayBeTop: true, isThere: false })).toEqual({})
    expect(faults(filled({ organizationId: null }), { mayBeTop: false, isThere: true })).toEqual({})
  })

  it('sends numbers, nothing where nothing was typed, and amounts in cents (CAT-07, CAT-08)', () => {
    const checked = checkCategory(
      filled({
        defaultWeightGrams: '250',
        defaultWidthCm: 8,
        absorptionType: 'value',
        absorptionValue: 12.5,
        absorptionMax: '',
      }),
      isNew,
    )
    expect(checked.ok && checked.value).toMatchObject({
      defaultWeightGrams: 250,
      defaultHeightCm: null,
      defaultWidthCm: 8,
      absorptionValue: 1250,
      absorptionMaxCents: null,
    })
  })

  it('drops what was typed of an absorption that there is not, and finds one without a value', () => {
    const none = checkCategory(filled({ absorptionType: 'none', absorptionValue: 5, absorptionMax: 5 }), isNew)
    expect(none.ok && [none.value.absorptionValue, none.value.absorptionMaxCents]).toEqual([null, null])
    expect(faults(filled({ absorptionType: 'percentage_declared' }))).toEqual({
      absorptionValue: 'CATEGORY_ABSORPTION_WRONG',
    })
  })
})
