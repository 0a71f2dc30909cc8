import { fail, succeed, type Result } from '../kernel/result.ts'
import type { CatalogError } from './catalog-errors.ts'
import type { AnswerGrade } from './grade.ts'
import type { PriceImpact } from './price-impact.ts'

/** An answer of a question: the best grade that it still allows, and its price impact. */
export interface QuestionAnswer {
  readonly id: string
  readonly name: string
  readonly bestGrade: AnswerGrade
  readonly impact: PriceImpact
  /** Makes all questions after its own pointless, as of a device that does not switch on: none of them is asked. */
  readonly isLast?: boolean | undefined
}

/** A question of the catalog's diagnosis with its answers, in order. */
export interface Question {
  readonly id: string
  readonly title: string
  readonly answers: readonly QuestionAnswer[]
}

/** The questions of a category as they stood on one day; it never changes once a declaration names it. */
export interface Questionnaire {
  readonly id: string
  readonly questions: readonly Question[]
}

/** The answer chosen for a question. */
export interface ChosenAnswer {
  readonly questionId: string
  readonly answerId: string
}

/** A question with the answer chosen for it. */
export interface AnsweredQuestion {
  readonly question: Question
  readonly answer: QuestionAnswer
}

/** The questions that are asked once these answers are chosen: up to the first one that makes the others pointless. */
export function questionsAsked<
  Asked extends {
    readonly id: string
    readonly answers: readonly Pick<QuestionAnswer, 'id' | 'isLast'>[]
  },
>(questions: readonly Asked[], chosen: readonly ChosenAnswer[]): readonly Asked[] {
  const byQuestion = new Map(chosen.map(({ questionId, answerId }) => [questionId, answerId]))
  const last = questions.findIndex(({ id, answers }) =>
    answers.some((answer) => answer.isLast === true && answer.id === byQuestion.get(id)),
  )
  return last < 0 ? questions : questions.slice(0, last + 1)
}

/** The chosen answers that count: those to questions that are asked. */
export function answersThatCount(
  questions: Questionnaire['questions'],
  chosen: readonly ChosenAnswer[],
): readonly ChosenAnswer[] {
  const left = new Set(questions.slice(questionsAsked(questions, chosen).length).map(({ id }) => id))
  return chosen.filter(({ questionId }) => !left.has(questionId))
}

/**
 * Matches chosen answers with their questions, in the questionnaire's order; each question that is asked has exactly one.
 * What was answered before another answer made it pointless is left out.
 */
export function answerQuestions(
  { questions }: Questionnaire,
  chosen: readonly ChosenAnswer[],
): Result<readonly AnsweredQuestion[], CatalogError> {
  const byQuestion = new Map(chosen.map(({ questionId, answerId }) => [questionId, answerId]))
  const known = new Set(questions.map(({ id }) => id))
  if (byQuestion.size !== chosen.length || [...byQuestion.keys()].some((id) => !known.has(id)))
    return fail('DIAGNOSTIC_ANSWER_UNKNOWN')
  const answered: AnsweredQuestion[] = []
  for (const question of questionsAsked(questions, chosen)) {
    const answerId = byQuestion.get(question.id)
    if (answerId === undefined) return fail('DIAGNOSTIC_UNANSWERED')
    const answer = question.answers.find(({ id }) => id === answerId)
    if (answer === undefined) return fail('DIAGNOSTIC_ANSWER_UNKNOWN')
    answered.push({ question, answer })
  }
  return succeed(answered)
}

/** Whether two sets of chosen answers say the same. */
export function sameAnswers(one: readonly ChosenAnswer[], other: readonly ChosenAnswer[]): boolean {
  const answers = new Map(one.map(({ questionId, answerId }) => [questionId, answerId]))
  return (
    answers.size === other.length && other.every(({ questionId, answerId }) => answers.get(questionId) === answerId)
  )
}
