import type { ChosenAnswer, Question, Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'

/** A question with the answer that was declared and the one that was found; empty where there is none. */
export interface ConformityRow {
  readonly questionId: string
  readonly title: string
  readonly declared: string
  readonly found: string
}

/**
 * Answers declared beside answers found: the questions of the declaration, then those that the test asked about another
 * product. The device knows every questionnaire of the account.
 */
export function conformityRows(
  { declaration, control }: Pick<ItemFacts, 'declaration' | 'control'>,
  questionnaires: readonly Questionnaire[],
): readonly ConformityRow[] {
  const declared = questionnaires.find(({ id }) => id === declaration?.questionnaireId)?.questions ?? []
  const asked = new Set(declared.map(({ id }) => id))
  // Of one question on two days the one whose answers the test gave is meant.
  const others = (control?.answers ?? []).flatMap(({ questionId, answerId }) =>
    asked.has(questionId) ? [] : (questionOf(questionnaires, questionId, answerId) ?? []),
  )
  return [...declared, ...others].map((question) => {
    const found = control?.answers.find(({ questionId }) => questionId === question.id)
    return {
      questionId: question.id,
      title: question.title,
      declared: nameOf(
        question,
        declaration?.answers?.find(({ questionId }) => questionId === question.id),
      ),
      found: found === undefined ? '' : nameOf(questionOf(questionnaires, question.id, found.answerId), found),
    }
  })
}

/** Whether the test found another product than the declared one. */
export function isOtherProduct({
  declaration,
  control,
  productId,
}: Pick<ItemFacts, 'declaration' | 'control' | 'productId'>): boolean {
  const declaredId = declaration?.productId ?? productId
  return control !== null && declaredId !== null && control.productId !== declaredId
}

function questionOf(
  questionnaires: readonly Questionnaire[],
  questionId: string,
  answerId: string,
): Question | undefined {
  return questionnaires
    .flatMap(({ questions }) => questions)
    .find(({ id, answers }) => id === questionId && answers.some((answer) => answer.id === answerId))
}

function nameOf(question: Question | undefined, chosen: ChosenAnswer | undefined): string {
  return question?.answers.find(({ id }) => id === chosen?.answerId)?.name ?? ''
}
