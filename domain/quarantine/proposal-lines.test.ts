import { describe, expect, it } from 'vitest'
import type { Declaration } from '../buyback/declaration.ts'
import type { Questionnaire } from '../catalog/questionnaire.ts'
import { comparedQuestions, proposalLines } from './proposal-lines.ts'

const answer = (id: string, bestGrade: 'grade_a' | 'grade_b', percent = 0) => ({
  id,
  name: `Answer ${id}`,
  bestGrade,
  impact: percent === 0 ? ({ type: 'none' } as const) : ({ type: 'percentage', percent, capCents: null } as const),
})
const questionnaire: Questionnaire = {
  id: 'day',
  questions: [
    { id: 'screen', title: 'The screen?', answers: [answer('fine', 'grade_a'), answer('scratched', 'grade_b')] },
    { id: 'box', title: 'The box?', answers: [answer('yes', 'grade_a'), answer('no', 'grade_a', -10)] },
  ],
}
const chosen = (screen: string, box: string) => [
  { questionId: 'screen', answerId: screen },
  { questionId: 'box', answerId: box },
]
const declaration: Declaration = {
  productId: 'phone',
  simple: false,
  prices: { grade_a: 10_000, grade_b: 6_000 },
  questionnaireId: 'day',
  answers: chosen('fine', 'yes'),
  grade: 'grade_a',
  priceCents: 10_000,
  absorption: null,
  modifiers: [{ source: 'circuit', label: 'Bonus', impact: { type: 'percentage', percent: 10, capCents: null } }],
}

describe('a price line by line', () => {
  it('is the condition, the answers that change it, and the modifiers', () => {
    const found = { answers: chosen('scratched', 'no'), grade: 'grade_b', priceCents: 5_400 } as const
    expect(proposalLines(declaration, questionnaire, found)).toEqual([
      { grade: 'grade_b', label: null, valueCents: 6_000 },
      { grade: null, label: 'Answer no', valueCents: -600 },
      { grade: null, label: 'Bonus', valueCents: 540 },
    ])
  })

  it('of another product keeps its condition and its modifiers', () => {
    const found = { answers: chosen('scratched', 'no'), grade: 'grade_b', priceCents: 2_000 } as const
    expect(proposalLines(declaration, questionnaire, found)).toEqual([
      { grade: 'grade_b', label: null, valueCents: 2_000 },
      { grade: null, label: 'Bonus', valueCents: 200 },
    ])
  })

  it('of nothing is one line of nothing, whatever the modifiers would add', () => {
    const impact = { type: 'amount', amountCents: 500 } as const
    const bonus: Declaration = { ...declaration, modifiers: [{ source: 'circuit', label: 'Bonus', impact }] }
    const found = { answers: null, grade: null, priceCents: 0 }
    expect(proposalLines(bonus, null, found)).toEqual([{ grade: null, label: null, valueCents: 0 }])
  })
})

it('each question stands with what was declared and what was found', () => {
  expect(comparedQuestions(questionnaire, chosen('fine', 'yes'), chosen('scratched', 'yes'))).toEqual([
    { questionId: 'screen', title: 'The screen?', declaredAnswer: 'Answer fine', foundAnswer: 'Answer scratched' },
    { questionId: 'box', title: 'The box?', declaredAnswer: 'Answer yes', foundAnswer: 'Answer yes' },
  ])
  expect(comparedQuestions(null, null, null)).toEqual([])
})
