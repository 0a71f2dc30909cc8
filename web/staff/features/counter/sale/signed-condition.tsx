import { useTranslation } from 'react-i18next'
import { askedAnswers, type Offer, type WizardFacts, type WizardProgress } from '#web/buyback/wizard.ts'
import classes from '../counter.module.css'

/** What the customer signs of a product's condition: its grade, and each question with the answer that was given. */
export function SignedCondition(props: {
  readonly facts: WizardFacts | null
  readonly progress: WizardProgress
  readonly offer: Offer | null
}) {
  const { facts, progress, offer } = props
  const { t } = useTranslation(['journey', 'counter'])
  const answers = facts === null ? [] : answersOf(facts, progress)
  return (
    <>
      {offer === null ? null : <span>{t(($) => $.grade[offer.estimate.grade])}</span>}
      {answers.length === 0 ? null : (
        <dl className={classes.signedAnswers} aria-label={t(($) => $.hand.answers, { ns: 'counter' })}>
          {answers.map(({ id, title, answer }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Each question that was answered, in the words in which it was asked. */
function answersOf(
  { product }: Pick<WizardFacts, 'product'>,
  { answers }: Pick<WizardProgress, 'answers'>,
): readonly { readonly id: string; readonly title: string; readonly answer: string }[] {
  const chosen = new Map(askedAnswers(product, answers).map(({ questionId, answerId }) => [questionId, answerId]))
  return product.terms.questionnaire.questions.flatMap(({ id, title, answers: offered }) => {
    const answer = offered.find((one) => one.id === chosen.get(id))
    return answer === undefined ? [] : [{ id, title, answer: answer.name }]
  })
}
