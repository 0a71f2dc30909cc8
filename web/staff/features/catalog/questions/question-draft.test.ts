import { describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import { checkQuestion, draftOf, newAnswer, type AnswerDraft } from './question-draft.ts'

const id = (n: number) => `01a20035-5988-7003-ba43-c8179d5087e${n}`
const question: QuestionAnswer = {
  id: id(1),
  version: 3,
  title: 'L’écran ?',
  howToTest: 'Éteignez-le.',
  description: null,
  translations: { 'de-DE': { title: 'Der Bildschirm?' } },
  image: null,
  answers: [
    {
      id: id(2),
      name: 'Intact',
      description: null,
      translations: {},
      bestGrade: 'grade_a',
      impact: { type: 'none' },
      isLast: false,
    },
    {
      id: id(3),
      name: 'Rayé',
      description: 'Visible',
      translations: { 'nl-BE': { name: 'Gekrast' } },
      bestGrade: 'grade_b',
      impact: { type: 'percentage', percent: -15, capCents: -1550 },
      isLast: false,
    },
    {
      id: id(4),
      name: 'Cassé',
      description: null,
      translations: {},
      bestGrade: 'grade_e',
      impact: { type: 'amount', amountCents: 250 },
      isLast: true,
    },
  ],
  categories: [],
}
const withAnswer = (change: Partial<AnswerDraft>) => ({
  ...draftOf(question),
  answers: [
    { ...newAnswer(), name: 'Oui', ...change },
    { ...newAnswer(), name: 'Non' },
  ],
})
const faultsOf = (change: Partial<AnswerDraft>) => {
  const checked = checkQuestion(withAnswer(change))
  return checked.ok ? [] : [...checked.error.keys()]
}

describe('the form of a question', () => {
  it('sends what it began with where nothing is changed', () => {
    const { id: _id, version: _version, categories: _categories, image: _image, ...value } = question
    expect(checkQuestion(draftOf(question))).toEqual({ ok: true, value })
  })

  it('refuses a size with a sign of its own, which would turn the effect round', () => {
    expect(faultsOf({ effect: 'percentageDown', size: -5 })).toEqual(['answers.0.impact.percent'])
    expect(faultsOf({ effect: 'amountDown', size: -5 })).toEqual(['answers.0.impact.percent'])
    expect(faultsOf({ effect: 'percentageUp', size: 5, cap: -5 })).toContain('answers.0.impact.capCents')
  })

  it('takes sizes without a sign, which the effect gives them', () => {
    const checked = checkQuestion(withAnswer({ effect: 'amountDown', size: 12.5 }))
    expect(checked.ok && checked.value.answers[0]).toEqual({
      name: 'Oui',
      description: null,
      translations: {},
      bestGrade: 'grade_a',
      impact: { type: 'amount', amountCents: -1250 },
      isLast: false,
    })
    const up = checkQuestion(withAnswer({ effect: 'percentageUp', size: '10', cap: 5 }))
    expect(up.ok && up.value.answers[0]?.impact).toEqual({ type: 'percentage', percent: 10, capCents: 500 })
  })

  it('begins a new question with two answers, and finds what is missing', () => {
    const checked = checkQuestion(draftOf(null))
    expect(!checked.ok && Object.fromEntries(checked.error)).toEqual({
      title: 'FORM_REQUIRED_BETWEEN',
      'answers.0.name': 'FORM_REQUIRED_BETWEEN',
      'answers.1.name': 'FORM_REQUIRED_BETWEEN',
    })
  })

  it.each([
    ['no size', { effect: 'percentageDown' }, 'answers.0.impact.percent'],
    ['more than the whole', { effect: 'percentageDown', size: 101 }, 'answers.0.impact.percent'],
    ['a part of a percent', { effect: 'percentageUp', size: 1.5 }, 'answers.0.impact.percent'],
    ['a cap of nothing', { effect: 'percentageUp', size: 5, cap: 0 }, 'answers.0.impact.capCents'],
    ['an amount of nothing', { effect: 'amountUp', size: 0 }, 'answers.0.impact.percent'],
    ['too large an amount', { effect: 'amountUp', size: 50_001 }, 'answers.0.impact.percent'],
  ] as const)('finds an effect with %s', (_, change, fault) => {
    expect(faultsOf(change)).toEqual([fault])
  })
})
