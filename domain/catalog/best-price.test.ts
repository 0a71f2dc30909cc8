import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestPrice } from './best-price.ts'
import { estimate, type ProductTerms } from './estimate.ts'
import { answerGrades, type AnswerGrade } from './grade.ts'
import type { PriceImpact } from './price-impact.ts'

const none: PriceImpact = { type: 'none' }
const answer = (id: string, bestGrade: AnswerGrade, impact: PriceImpact = none, isLast = false) => ({
  id,
  name: id,
  bestGrade,
  impact,
  isLast,
})
const question = (id: string, ...answers: ReturnType<typeof answer>[]) => ({ id, title: id, answers })
const amount = (amountCents: number): PriceImpact => ({ type: 'amount', amountCents })

const terms = (
  questions: readonly ReturnType<typeof question>[],
  prices: ProductTerms['prices'] = { grade_a: 26_000, grade_c: 10_000 },
) => ({ simple: false, prices, questions })

it('counts what an answer adds to the price', () => {
  const parts = question('parts', answer('box', 'grade_a', amount(500)), answer('bare', 'grade_a', amount(-500)))
  expect(bestPrice(terms([parts]))).toBe(26_500)
})

it('names no price that no answers lead to', () => {
  const worn = question('wear', answer('worn', 'grade_c'), answer('scratched', 'grade_c', amount(-100)))
  expect(bestPrice(terms([worn]))).toBe(10_000)
  const broken = question('power', answer('broken', 'grade_e'))
  expect(bestPrice(terms([broken]))).toBeNull()
})

it('takes what is answered as given, and the rest at its best', () => {
  const power = question('power', answer('on', 'grade_a'), answer('off', 'grade_e'))
  const parts = question('parts', answer('box', 'grade_a', amount(500)))
  const prices = { grade_a: 26_000, grade_e: 0 }
  expect(bestPrice(terms([power, parts], prices), [{ questionId: 'power', answerId: 'on' }])).toBe(26_500)
  expect(bestPrice(terms([power], prices), [{ questionId: 'power', answerId: 'off' }])).toBe(0)
  expect(bestPrice(terms([power], { grade_a: 1 }), [{ questionId: 'power', answerId: 'off' }])).toBeNull()
})

it('asks nothing of what a last answer makes pointless', () => {
  const power = question('power', answer('on', 'grade_a'), answer('off', 'grade_c', amount(-500), true))
  const parts = question('parts', answer('bare', 'grade_c', amount(-900)), answer('lost', 'grade_e'))
  expect(bestPrice(terms([power, parts]))).toBe(9500)
  expect(bestPrice(terms([power, parts]), [{ questionId: 'power', answerId: 'off' }])).toBe(9500)
  expect(bestPrice(terms([power, parts]), [{ questionId: 'power', answerId: 'on' }])).toBe(9100)
})

it('of a simple product is its one price, and null without one', () => {
  expect(bestPrice({ simple: true, prices: { functional: 4000 }, questions: [] })).toBe(4000)
  expect(bestPrice({ simple: true, prices: {}, questions: [] })).toBeNull()
  expect(bestPrice(terms([]))).toBe(26_000)
})

const grade = fc.constantFrom(...answerGrades)
const impact = fc.oneof(
  fc.constant(none),
  fc.integer({ min: -3000, max: 3000 }).map(amount),
  fc.integer({ min: -60, max: 60 }).map((percent): PriceImpact => ({ type: 'percentage', percent, capCents: null })),
)
const asked = fc
  .array(fc.array(fc.tuple(grade, impact, fc.boolean()), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) =>
    all.map((answers, at) =>
      question(
        `q${at}`,
        ...answers.map(([best, changes, isLast], number) => answer(`q${at}-${number}`, best, changes, isLast)),
      ),
    ),
  )
const priced = fc.dictionary(grade, fc.integer({ min: 0, max: 50_000 })) as fc.Arbitrary<ProductTerms['prices']>

it('is the most of all estimates that answers give', () => {
  fc.assert(
    fc.property(asked, priced, (questions, prices) => {
      const all = questions.reduce<{ questionId: string; answerId: string }[][]>(
        (rows, { id, answers }) =>
          rows.flatMap((row) => answers.map((one) => [...row, { questionId: id, answerId: one.id }])),
        [[]],
      )
      const product = { productId: 'p', simple: false, prices, questionnaire: { id: 'q', questions } }
      const estimates = all.flatMap((chosen) => {
        const found = estimate(product, chosen, 'refused')
        return found.ok ? [found.value.priceCents as number] : []
      })
      expect(bestPrice({ simple: false, prices, questions })).toBe(
        estimates.length === 0 ? null : Math.max(...estimates),
      )
    }),
  )
})
