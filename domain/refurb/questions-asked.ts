import type { RefurbAnswer, RefurbQuestion } from './diagnosis.ts'
import type { RefurbCatalogue } from './steps-of-diagnosis.ts'

/**
 * The questions by which a diagnosis is judged: those that its device asked, as they read today. What has come since was
 * not asked. What is gone since, a question, an answer or a step of an answer, counts as it was asked, because the product
 * was put away and may have been worked on by it; only a step that the account no longer has is due no more.
 */
export function questionsAsked(
  { questions, steps }: RefurbCatalogue,
  asked: readonly RefurbQuestion[],
): readonly RefurbQuestion[] {
  const known = new Set(steps.map(({ id }) => id))
  return asked.map((then) => {
    const now = questions.find(({ id }) => id === then.id)
    const present = now?.answers.map((answer) => merged(answer, answerOf(then, answer.id), known)) ?? []
    const gone = then.answers
      .filter(({ id }) => answerOf(now, id) === undefined)
      .map((answer) => merged({ ...answer, stepIds: [] }, answer, known))
    return { ...then, label: now?.label ?? then.label, answers: [...present, ...gone] }
  })
}

function answerOf(question: RefurbQuestion | undefined, answerId: string): RefurbAnswer | undefined {
  return question?.answers.find(({ id }) => id === answerId)
}

/** An answer with the steps that it makes due now, then those that it made due when it was given. */
function merged(now: RefurbAnswer, then: RefurbAnswer | undefined, known: ReadonlySet<string>): RefurbAnswer {
  const before = then?.stepIds.filter((id) => known.has(id)) ?? []
  return { ...now, stepIds: [...new Set([...now.stepIds, ...before])] }
}
