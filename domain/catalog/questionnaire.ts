import { fail, succeed, type Result } from '../kernel/result.ts'
import type { CatalogError } from './errors.ts'
import type { AnswerGrade } from './grade.ts'
import type { PriceImpact } from './price-impact.ts'

/** An answer of a question: the best grade that it still allows, and its price impact. */
export interface QuestionAnswer {
  readonly id: string
  readonly name: string
  readonly bestGrade: AnswerGrade
  readonly impact: PriceImpact
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

/** Matches chosen answers with their questions, in the questionnaire's order; each question has exactly one. */
export function answerQuestions(
  { questions }: Questionnaire,
  chosen: readonly ChosenAnswer[],
): Result<readonly AnsweredQuestion[], CatalogError> {
  const byQuestion = new Map(chosen.map(({ questionId, answerId }) => [questionId, answerId]))
  const known = new Set(questions.map(({ id }) => id))
  if (byQuestion.size !== chosen.length || [...byQuestion.keys()].some((id) => !known.has(id)))
    return fail('DIAGNOSTIC_ANSWER_UNKNOWN')
  const answered: AnsweredQuestion[] = []
  for (const question of questions) {
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
