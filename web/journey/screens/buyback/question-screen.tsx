import { answerQuestion, type WizardFacts } from '#web/buyback/wizard.ts'
import { ChoiceList } from '../../kit/choice-list.tsx'
import type { Wizard } from './use-wizard.ts'

/** A question of the declaration. */
export function QuestionScreen(props: {
  readonly facts: WizardFacts
  readonly wizard: Wizard
  readonly questionId: string
}) {
  const { facts, wizard, questionId } = props
  const question = facts.product.terms.questionnaire.questions.find(({ id }) => id === questionId)
  if (question === undefined) return null
  const chosen = wizard.progress.answers.find((answer) => answer.questionId === questionId)
  const hints = [question.description, question.howToTest].filter((text) => text !== null)
  return (
    <ChoiceList
      title={question.title}
      {...(hints.length === 0 ? {} : { text: hints.map((hint) => <p key={hint}>{hint}</p>) })}
      choices={question.answers.map(({ id, name, description }) => ({ id, name, text: description }))}
      chosen={chosen?.answerId ?? null}
      onChoose={(answerId) => wizard.answer(answerQuestion(wizard.progress, { questionId, answerId }))}
    />
  )
}
