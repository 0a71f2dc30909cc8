import { describe, expect, it } from 'vitest'
import { categoryPatchSchema, newCategorySchema } from './category.schema.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'
const category = (change: object = {}) => ({
  name: 'Téléphones',
  identifier: 'telephones',
  parentId: id,
  organizationId: id,
  description: null,
  childrenDescription: null,
  highlightedInstruction: null,
  defaultWeightGrams: null,
  defaultHeightCm: null,
  defaultLengthCm: null,
  defaultWidthCm: null,
  absorptionType: 'none',
  absorptionValue: null,
  absorptionMaxCents: null,
  ...change,
})
const faults = (change: object): readonly string[] =>
  newCategorySchema
    .safeParse(category(change))
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

describe('a category', () => {
  it('has a name of 2 to 255 characters (CAT-05)', () => {
    expect(faults({ name: '' })).toEqual(['name FORM_REQUIRED_BETWEEN'])
    expect(faults({ name: 'x' })).toEqual(['name FORM_TEXT_BETWEEN'])
    expect(faults({ name: 'xy' })).toEqual([])
    expect(faults({ name: 'x'.repeat(255) })).toEqual([])
    expect(faults({ name: 'x'.repeat(256) })).toEqual(['name FORM_TEXT_BETWEEN'])
  })

  it('has an identifier of digits, lowercase letters, hyphen and underscore (CAT-05)', () => {
    expect(faults({ identifier: '0-9_az' })).toEqual([])
    for (const identifier of ['Phones', 'télé', 'a b', 'a/b', 'a.b'])
      expect(faults({ identifier })).toEqual(['identifier CATEGORY_IDENTIFIER_SHAPE'])
    expect(faults({ identifier: '' })).toEqual(['identifier FORM_REQUIRED_BETWEEN'])
    expect(faults({ identifier: 'a'.repeat(256) })).toEqual(['identifier FORM_TEXT_BETWEEN'])
  })

  it('needs a buyer when it is new, which no patch names (CAT-09, CAT-10)', () => {
    expect(faults({ organizationId: undefined })).toEqual(['organizationId FORM_REQUIRED'])
    expect(categoryPatchSchema.safeParse({ organizationId: id }).success).toBe(false)
    expect(categoryPatchSchema.safeParse({ name: 'Autre' }).success).toBe(true)
  })

  it('has whole weights and sizes (CAT-07)', () => {
    for (const field of ['defaultWeightGrams', 'defaultHeightCm', 'defaultLengthCm', 'defaultWidthCm']) {
      expect(faults({ [field]: 0 })).toEqual([])
      for (const wrong of [-1, 1.5, 1_000_001])
        expect(faults({ [field]: wrong })).toEqual([`${field} FORM_WHOLE_NUMBER`])
    }
  })

  it('describes its children in at most 255 characters without HTML (CAT-12)', () => {
    expect(faults({ childrenDescription: 'x'.repeat(255) })).toEqual([])
    expect(faults({ childrenDescription: 'x'.repeat(256) })).toEqual(['childrenDescription FORM_TEXT_TOO_LONG'])
    for (const text of ['<b>gras</b>', 'un </p>', '<!-- x -->'])
      expect(faults({ childrenDescription: text })).toEqual(['childrenDescription CATEGORY_TEXT_HTML'])
    expect(faults({ childrenDescription: '3 < 4 et 5 > 4' })).toEqual([])
  })
})

describe('the absorption of a category (CAT-08)', () => {
  const isSound = (absorptionType: string, absorptionValue: number | null, absorptionMaxCents: number | null = null) =>
    faults({ absorptionType, absorptionValue, absorptionMaxCents }).length === 0

  it('has no value where there is none', () => {
    expect(isSound('none', null)).toBe(true)
    expect(isSound('none', 5)).toBe(false)
    expect(isSound('none', null, 5)).toBe(false)
  })

  it.each(['percentage_declared', 'percentage_controlled'])('takes for %s up to 100 with two decimals', (type) => {
    for (const value of [0.01, 12.34, 33.33, 99.99, 100])
      expect([value, isSound(type, value, 2000)]).toEqual([value, true])
    for (const value of [null, 0, -1, 12.345, 100.01]) expect([value, isSound(type, value)]).toEqual([value, false])
  })

  it('takes as a value whole cents', () => {
    expect(isSound('value', 1250)).toBe(true)
    expect(isSound('value', 12.5)).toBe(false)
    expect(isSound('value', 5_000_001)).toBe(false)
    expect(isSound('value', null)).toBe(false)
  })

  it('absorbs something at most where there is a most', () => {
    expect(isSound('value', 1250, 1)).toBe(true)
    for (const max of [0, -1, 0.5]) expect([max, isSound('value', 1250, max)]).toEqual([max, false])
  })
})
