import { answerQuestion, type WizardFacts } from '#web/buyback/wizard.ts'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import { ChoiceList } from '../../kit/choice-list.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard.module.css'

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
  const hasText = hints.length > 0 || question.image
  return (
    <ChoiceList
      title={question.title}
      {...(hasText ? { text: <Hint texts={hints} image={question.image ?? null} /> } : {})}
      choices={question.answers.map(({ id, name, description }) => ({ id, name, text: description }))}
      chosen={chosen?.answerId ?? null}
      onChoose={(answerId) => wizard.answer(answerQuestion(wizard.progress, { questionId, answerId }))}
    />
  )
}

/** What helps to answer; the picture shows what the words say. */
function Hint({ texts, image }: { readonly texts: readonly string[]; readonly image: string | null }) {
  return (
    <div className={image === null ? undefined : classes.shownHint}>
      {image === null ? null : <img src={pictureAt(image, 240)} alt="" width="120" height="120" decoding="async" />}
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}
