import { describe, expect, it } from 'vitest'
import { declaration, facts } from '#tests/support/floor-world.ts'
import { conformityRows, isOtherProduct } from './compliance-rows.ts'

const answer = (id: string) => ({
  id,
  name: `${id}!`,
  bestGrade: 'grade_a' as const,
  impact: { type: 'none' as const },
})
const screen = { id: 'screen', title: 'Screen', answers: [answer('fine'), answer('broken')] }
const questionnaires = [
  { id: 'phones', questions: [screen] },
  { id: 'consoles', questions: [{ id: 'pad', title: 'Pad', answers: [answer('there'), answer('gone')] }] },
  { id: 'phones later', questions: [{ ...screen, answers: [answer('fine'), answer('scratched')] }] },
]
const declared = {
  ...declaration,
  productId: 'phone',
  questionnaireId: 'phones',
  answers: [{ questionId: 'screen', answerId: 'fine' }],
}
const tested = (answers: readonly { questionId: string; answerId: string }[], productId = 'phone') =>
  facts({
    productId: 'phone',
    declaration: declared,
    control: {
      outcome: 'proposal',
      productId,
      answers,
      grade: 'grade_d',
      priceCents: 1,
      absorbedCents: 0,
      setAside: null,
      photos: [],
      atMs: 1,
    },
  })

describe('the conformity of a product', () => {
  it('has each answer declared beside the one found', () => {
    expect(conformityRows(tested([{ questionId: 'screen', answerId: 'broken' }]), questionnaires)).toEqual([
      { questionId: 'screen', title: 'Screen', declared: 'fine!', found: 'broken!' },
    ])
    expect(conformityRows(facts({ declaration: declared }), questionnaires)).toMatchObject([{ found: '' }])
    expect(conformityRows(facts(), questionnaires)).toEqual([])
  })

  it('has the answers about another product, whose questions are others or of another day', () => {
    const console = tested([{ questionId: 'pad', answerId: 'gone' }], 'console')
    expect(conformityRows(console, questionnaires)).toEqual([
      { questionId: 'screen', title: 'Screen', declared: 'fine!', found: '' },
      { questionId: 'pad', title: 'Pad', declared: '', found: 'gone!' },
    ])
    expect(isOtherProduct(console)).toBe(true)
    const later = tested([{ questionId: 'screen', answerId: 'scratched' }])
    expect(conformityRows(later, questionnaires)).toMatchObject([{ declared: 'fine!', found: 'scratched!' }])
    expect(isOtherProduct(later)).toBe(false)
  })
})
