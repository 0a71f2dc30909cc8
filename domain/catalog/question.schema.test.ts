import { describe, expect, it } from 'vitest'
import { questionSchema } from './question.schema.ts'

const answer = (change: object = {}) => ({
  name: 'Oui',
  description: null,
  bestGrade: 'grade_a',
  impact: { type: 'none' },
  ...change,
})
const question = (change: object = {}) => ({
  title: 'Allumé ?',
  howToTest: null,
  description: null,
  answers: [answer(), answer({ name: 'Non' })],
  ...change,
})
const passes = (value: object): boolean => questionSchema.safeParse(value).success
const withImpact = (impact: object): boolean =>
  passes(question({ answers: [answer({ impact }), answer({ name: 'Non' })] }))

describe('a question (CAT-44, CAT-45)', () => {
  it('has a name of 2 to 255 characters, and so has each answer', () => {
    for (const [length, fits] of [
      [1, false],
      [2, true],
      [255, true],
      [256, false],
    ] as const) {
      const name = 'x'.repeat(length)
      expect([length, passes(question({ title: name }))]).toEqual([length, fits])
      expect([length, passes(question({ answers: [answer({ name }), answer({ name: 'Non' })] }))]).toEqual([
        length,
        fits,
      ])
    }
    expect(passes(question({ title: ' x ' }))).toBe(false)
  })

  it('has descriptions of at most 3000 characters, and none where nothing is written', () => {
    const [fits, tooLong] = ['x'.repeat(3000), 'x'.repeat(3001)]
    expect(
      passes(
        question({
          howToTest: fits,
          description: fits,
          answers: [answer({ description: fits }), answer({ name: 'Non' })],
        }),
      ),
    ).toBe(true)
    expect(passes(question({ howToTest: tooLong }))).toBe(false)
    expect(passes(question({ description: tooLong }))).toBe(false)
    expect(passes(question({ answers: [answer({ description: tooLong }), answer({ name: 'Non' })] }))).toBe(false)
    expect(questionSchema.parse(question({ howToTest: ' ' })).howToTest).toBeNull()
  })

  it('has at least 2 answers, none of them named twice', () => {
    expect(passes(question({ answers: [answer()] }))).toBe(false)
    const id = '01a20035-5988-7003-ba43-c8179d5087e6'
    expect(passes(question({ answers: [answer({ id }), answer({ id, name: 'Non' })] }))).toBe(false)
    expect(passes(question({ answers: [answer({ id }), answer({ name: 'Non' })] }))).toBe(true)
  })
})

it('has answers that customers can tell apart: none is called like another, in whatever letters', () => {
  const issues = questionSchema.safeParse(
    question({ answers: [answer({ name: 'Cassé' }), answer({ name: ' CASSE ' })] }),
  ).error?.issues
  expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['answers.1.name', 'QUESTION_ANSWER_TWICE'],
  ])
})

describe('the price impact of an answer', () => {
  it('is a whole percentage from -100 to 100 but 0, with a cap of the same sign', () => {
    for (const percent of [-100, -1, 1, 100])
      expect(withImpact({ type: 'percentage', percent, capCents: null })).toBe(true)
    for (const percent of [-101, 0, 0.5, 101])
      expect(withImpact({ type: 'percentage', percent, capCents: null })).toBe(false)
    expect(withImpact({ type: 'percentage', percent: -15, capCents: -1500 })).toBe(true)
    expect(withImpact({ type: 'percentage', percent: -15, capCents: 1500 })).toBe(false)
    expect(withImpact({ type: 'percentage', percent: 15, capCents: 0 })).toBe(false)
  })

  it('is an amount but 0, no larger than the highest price', () => {
    for (const amountCents of [-5_000_000, -1, 1, 5_000_000])
      expect(withImpact({ type: 'amount', amountCents })).toBe(true)
    for (const amountCents of [-5_000_001, 0, 5_000_001])
      expect(withImpact({ type: 'amount', amountCents })).toBe(false)
  })
})
