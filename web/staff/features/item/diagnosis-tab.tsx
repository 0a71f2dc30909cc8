import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { ShownItem } from './shown-item.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import classes from './detail.module.css'

/** The answers of the refurb diagnosis. */
export function DiagnosisTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const { t: tc } = useTranslation('common')
  const format = useFormat()
  const { config } = useStocks()
  const { diagnosis } = item.facts
  if (diagnosis === null)
    return <EmptyState title={t(($) => $.diagnosis.none.title)} text={t(($) => $.diagnosis.none.text)} />
  const { refurbQuestions = [], productRefurbQuestions = [] } = config ?? {}
  const questions = new Map([...refurbQuestions, ...productRefurbQuestions].map((question) => [question.id, question]))
  const { finalizedAtMs } = diagnosis
  return (
    <div className={classes.columns}>
      <FactBlock
        title={t(($) => $.tab.diagnosis)}
        facts={[
          { label: t(($) => $.diagnosis.startedAt), value: format.dateTime(new Date(diagnosis.startedAtMs)) },
          {
            label: t(($) => $.diagnosis.finalizedAt),
            value: finalizedAtMs === null ? t(($) => $.diagnosis.running) : format.dateTime(new Date(finalizedAtMs)),
          },
        ]}
      />
      {diagnosis.answers.map(({ questionId, answerIds, label, answerLabels }) => {
        // A diagnosis without wordings of its own shows today's.
        const question = questions.get(questionId)
        const named = answerIds.map((answerId, at) => ({
          answerId,
          name:
            answerLabels?.[at] ??
            question?.answers.find(({ id }) => id === answerId)?.label ??
            t(($) => $.diagnosis.answer),
        }))
        return (
          <section key={questionId} className={classes.section}>
            <h2 className={classes.title}>{label ?? question?.label ?? t(($) => $.diagnosis.question)}</h2>
            <ul className={classes.plain}>
              {named.length === 0 ? (
                <li className={classes.soft}>{tc(($) => $.facts.none)}</li>
              ) : (
                named.map(({ answerId, name }) => <li key={answerId}>{name}</li>)
              )}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
