import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../kernel/money.ts'
import { answerGrades, worstGrade } from './grade.ts'
import { impactOn } from './price-impact.ts'
import { answerQuestions, answersThatCount, sameAnswers, type Questionnaire } from './questionnaire.ts'

const none = { type: 'none' } as const

describe('the grade of an item', () => {
  it('is the worst that its answers still allow', () => {
    expect(worstGrade(['grade_b', 'grade_d', 'grade_a'])).toBe('grade_d')
    expect(worstGrade([])).toBe('grade_a')
  })

  it('depends on no order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...answerGrades)), (allowed) => {
        expect(worstGrade(allowed)).toBe(worstGrade(allowed.toReversed()))
      }),
    )
  })
})

describe('a price impact', () => {
  it('of a percentage is rounded half away from zero, and limited in size by its cap', () => {
    expect(impactOn(cents(1_050), { type: 'percentage', percent: -5, capCents: null })).toBe(-53)
    expect(impactOn(cents(20_000), { type: 'percentage', percent: -10, capCents: -1_500 })).toBe(-1_500)
    expect(impactOn(cents(20_000), { type: 'percentage', percent: 10, capCents: 1_500 })).toBe(1_500)
  })

  it('of an amount is that amount', () => {
    expect(impactOn(cents(1), { type: 'amount', amountCents: -700 })).toBe(-700)
    expect(impactOn(cents(1), none)).toBe(0)
  })

  it('never exceeds its cap in size', () => {
    const percent = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000 }),
        percent,
        fc.integer({ min: 0, max: 100_000 }),
        (price, rate, cap) => {
          const impact = impactOn(cents(price), { type: 'percentage', percent: rate, capCents: cap })
          expect(Math.abs(impact)).toBeLessThanOrEqual(cap)
          expect(impact === 0 || Math.sign(impact) === Math.sign(rate)).toBe(true)
        },
      ),
    )
  })
})

describe('answers', () => {
  const questionnaire: Questionnaire = {
    id: 'q',
    questions: ['screen', 'shell'].map((id) => ({
      id,
      title: id,
      answers: ['good', 'bad'].map((name) => ({ id: `${id}-${name}`, name, bestGrade: 'grade_a', impact: none })),
    })),
  }
  const answer = (questionId: string, name: string) => ({ questionId, answerId: `${questionId}-${name}` })

  it('stand in the order of the questions', () => {
    const answered = answerQuestions(questionnaire, [answer('shell', 'bad'), answer('screen', 'good')])
    expect(answered.ok && answered.value.map((each) => each.answer.id)).toEqual(['screen-good', 'shell-bad'])
  })

  it.each([
    ['are all needed', [answer('screen', 'good')], 'DIAGNOSTIC_UNANSWERED'],
    ['answer known questions alone', [answer('screen', 'good'), answer('x', 'good')], 'DIAGNOSTIC_ANSWER_UNKNOWN'],
    ['are of their question', [answer('screen', 'x'), answer('shell', 'bad')], 'DIAGNOSTIC_ANSWER_UNKNOWN'],
    [
      'come once',
      [answer('screen', 'good'), answer('screen', 'bad'), answer('shell', 'bad')],
      'DIAGNOSTIC_ANSWER_UNKNOWN',
    ],
  ])('%s', (_title, chosen, error) => {
    expect(answerQuestions(questionnaire, chosen)).toEqual({ ok: false, error })
  })

  it('are needed up to the first one that makes the others pointless, whose answers do not count', () => {
    const [screen, shell] = questionnaire.questions
    const off = { id: 'screen-off', name: 'off', bestGrade: 'grade_e', impact: none, isLast: true } as const
    const asked: Questionnaire = { id: 'q', questions: [{ ...screen!, answers: [...screen!.answers, off] }, shell!] }
    const dead = answer('screen', 'off')
    for (const chosen of [[dead], [answer('shell', 'bad'), dead]]) {
      const answered = answerQuestions(asked, chosen)
      expect(answered.ok && answered.value.map((each) => each.answer.id)).toEqual(['screen-off'])
      expect(answersThatCount(asked.questions, chosen)).toEqual([dead])
    }
    expect(answerQuestions(asked, [answer('screen', 'good')])).toEqual({ ok: false, error: 'DIAGNOSTIC_UNANSWERED' })
    expect(answerQuestions(asked, [dead, answer('x', 'good')]).ok).toBe(false)
  })

  it('are the same in any order, and differ by one', () => {
    const both = [answer('screen', 'good'), answer('shell', 'bad')]
    expect(sameAnswers(both, both.toReversed())).toBe(true)
    expect(sameAnswers(both, [answer('screen', 'good'), answer('shell', 'good')])).toBe(false)
    expect(sameAnswers(both, both.slice(1))).toBe(false)
  })
})
