import { cents, type Cents } from '../kernel/money.ts'
import type { ProductTerms } from './estimate.ts'
import { answerGrades, type AnswerGrade } from './grade.ts'
import { impactOn } from './price-impact.ts'
import type { ChosenAnswer, QuestionAnswer } from './questionnaire.ts'

/** What the best price is looked for among: the product's terms, of which names and titles say nothing here. */
export interface PricedTerms extends Pick<ProductTerms, 'simple' | 'prices'> {
  readonly questions: readonly {
    readonly id: string
    readonly answers: readonly Pick<QuestionAnswer, 'id' | 'bestGrade' | 'impact' | 'isLast'>[]
  }[]
}

/**
 * The most that a product can still be estimated at, once the given questions are answered as chosen: price of a grade
 * that the answers can lead to, with the best impacts that lead there. Null where no grade within reach has a price.
 */
export function bestPrice(terms: PricedTerms, chosen: readonly ChosenAnswer[] = []): Cents | null {
  const { simple, prices } = terms
  if (simple || terms.questions.length === 0) {
    const price = prices[simple ? 'functional' : 'grade_a']
    return price === undefined ? null : cents(price)
  }
  const given = new Map(chosen.map(({ questionId, answerId }) => [questionId, answerId]))
  const questions = terms.questions.map(({ id, answers }) => {
    const answered = answers.filter((answer) => answer.id === given.get(id))
    return answered.length === 0 ? answers : answered
  })
  const ways = waysThrough(questions)
  const reached = answerGrades.flatMap((grade) => ways.flatMap((way) => bestAt(grade, prices[grade], way) ?? []))
  return reached.length === 0 ? null : cents(Math.max(0, ...reached))
}

type PricedAnswers = readonly Pick<QuestionAnswer, 'bestGrade' | 'impact' | 'isLast'>[]

/** Answers by question, for each place where the questions may end: after an answer that is the last, or after all. */
function waysThrough(questions: readonly PricedAnswers[]): readonly (readonly PricedAnswers[])[] {
  const ways: (readonly PricedAnswers[])[] = []
  const before: PricedAnswers[] = []
  for (const answers of questions) {
    const last = answers.filter(({ isLast }) => isLast === true)
    if (last.length > 0) ways.push([...before, last])
    before.push(answers.filter(({ isLast }) => isLast !== true))
  }
  return [...ways, before]
}

/** The most that answers give which lead to exactly this grade; null where none do, or the grade has no price. */
function bestAt(
  grade: AnswerGrade,
  price: number | undefined,
  questions: readonly (readonly Pick<QuestionAnswer, 'bestGrade' | 'impact'>[])[],
): number | null {
  if (price === undefined) return null
  const most = (answers: readonly Pick<QuestionAnswer, 'impact'>[]): number =>
    answers.reduce((best, { impact }) => Math.max(best, impactOn(cents(price), impact)), Number.NEGATIVE_INFINITY)
  const rank = answerGrades.indexOf(grade)
  let sum = price
  // One answer has to bring the grade down to this one: the question where that costs least gives it. Nothing speaks
  // against the best grade, so that no answer has to say it.
  let detour = grade === 'grade_a' ? 0 : Number.POSITIVE_INFINITY
  for (const answers of questions) {
    const best = most(answers.filter(({ bestGrade }) => answerGrades.indexOf(bestGrade) <= rank))
    if (best === Number.NEGATIVE_INFINITY) return null
    sum += best
    detour = Math.min(detour, best - most(answers.filter(({ bestGrade }) => bestGrade === grade)))
  }
  return detour === Number.POSITIVE_INFINITY ? null : sum - detour
}
