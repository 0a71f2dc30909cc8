import { describe, expect, it } from 'vitest'
import type { StoredProduct } from '../catalog/product.schema.ts'
import type { ImportedQuestion } from './import-questions.ts'
import {
  changeOf,
  isSameValue,
  productValues,
  productWith,
  questionValues,
  questionWith,
  isUnchangedSinceImport,
} from './import-changes.ts'

const product: StoredProduct = {
  id: 'p',
  label: 'Phone',
  translations: { 'de-DE': { label: 'Handy' } },
  brand: 'Nova',
  manufacturerModel: null,
  buyerReference: 'R-1',
  gtin: null,
  tacCodes: ['35000001', '35000002'],
  mainCategoryId: 'c',
  secondaryCategoryIds: ['d'],
  status: 'draft',
  simple: false,
  imeiCollect: false,
  buybackZeroNotAllowed: false,
  comment: null,
  heightCm: null,
  lengthCm: null,
  widthCm: null,
  weightGrams: 100,
  prices: { grade_a: 100, grade_b: 50 },
}
const changed: StoredProduct = {
  ...product,
  label: 'Other',
  translations: { 'de-DE': { label: null }, 'nl-BE': { label: 'Telefoon' } },
  tacCodes: ['35000003'],
  secondaryCategoryIds: ['c', 'e'],
  prices: { grade_a: 90, grade_c: 10 },
}

describe('a change of a product', () => {
  const change = changeOf('products', { line: 7, before: product, after: changed })

  it('holds the values that differ, by their columns', () => {
    expect(change).toMatchObject({ thingId: 'p', line: 7, outcome: 'updated', name: 'Other', reference: 'R-1' })
    expect(change.fields.toSorted()).toEqual(
      [
        'label',
        'label_de_de',
        'label_nl_be',
        'price_grade_a',
        'price_grade_b',
        'price_grade_c',
        'secondary_categories',
        'tac_codes',
      ].toSorted(),
    )
    expect([change.rises, change.falls]).toEqual([false, true])
    expect(change.before['prices.grade_c']).toBeNull()
    expect(change.after['prices.grade_b']).toBeNull()
  })

  it('is undone by the values before, and leaves what else was changed', () => {
    const since = { ...changed, comment: 'Mine', translations: { 'nl-BE': { label: 'Telefoon' } } }
    expect(isUnchangedSinceImport(change, productValues(since))).toBe(true)
    const back = productWith(since, change.before)
    expect(productValues(back)).toEqual({ ...productValues(product), comment: 'Mine' })
    // A language that the import added is told to go.
    expect(back.translations).toEqual({ 'de-DE': { label: 'Handy' }, 'nl-BE': { label: null } })
    expect(isUnchangedSinceImport(change, productValues({ ...since, label: 'Renamed' }))).toBe(false)
  })

  it('of a new one holds all that it says', () => {
    const { before, after, outcome } = changeOf('products', { line: 2, before: null, after: product })
    expect(outcome).toBe('inserted')
    expect(before).toEqual({})
    expect(after).toMatchObject({ label: 'Phone', 'prices.grade_a': 100, mainCategoryId: 'c', simple: false })
    expect('comment' in after).toBe(false)
  })

  it('of a new one does not stand any more once something is filled in that it left empty', () => {
    const inserted = changeOf('products', { line: 2, before: null, after: product })
    expect(isUnchangedSinceImport(inserted, productValues(product))).toBe(true)
    for (const since of [
      { ...product, gtin: '4006381333931' },
      { ...product, prices: { ...product.prices, grade_c: 10 } },
      { ...product, translations: { ...product.translations, 'nl-BE': { label: 'Telefoon' } } },
    ])
      expect(isUnchangedSinceImport(inserted, productValues(since))).toBe(false)
  })
})

describe('a change of a question', () => {
  const answer = (id: string, name: string) =>
    ({ id, name, description: null, bestGrade: 'grade_a', impactType: 'none', impactValue: 0, capCents: null }) as const
  const question: ImportedQuestion = {
    id: 'q',
    title: 'Whole?',
    howToTest: null,
    description: null,
    answers: [answer('1', 'Yes'), answer('2', 'No')],
    categoryIds: ['c'],
  }

  it('says of an answer that it is the last one, and takes that back', () => {
    const before = questionValues(question)
    const last = { ...question, answers: [{ ...question.answers[0]!, isLast: true }, question.answers[1]!] }
    const there = questionWith(question, questionValues(last)).question
    expect(there.answers.map(({ isLast }) => isLast)).toEqual([true, false])
    expect(questionWith(there, before).question.answers.map(({ isLast }) => isLast)).toEqual([false, false])
    expect(
      questionValues({ ...question, answers: question.answers.map((one) => ({ ...one, isLast: false })) }),
    ).toEqual(before)
  })

  it('takes new answers and categories back, and gives the others their words', () => {
    const after = {
      ...question,
      answers: [answer('1', 'Sure'), answer('2', 'No'), answer('3', 'Maybe')],
      categoryIds: ['c', 'd'],
    }
    const change = changeOf('diagnostic', { line: 2, before: question, after })
    expect(change.fields.toSorted()).toEqual(['answer_name', 'categories'])
    const back = questionWith(after, change.before)
    expect(back.lost).toEqual(['3'])
    expect(questionValues(back.question)).toEqual(questionValues(question))
  })
})

it.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  ['', null, true],
  [0, null, false],
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
] as const)('%j and %j are the same: %s', (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same)
})
