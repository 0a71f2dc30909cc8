import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { answerQuestion } from '#web/buyback/wizard.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import type { Diag } from './use-diag.ts'
import classes from '../counter.module.css'

/** One possible answer. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly text?: string | null
  /** What it adds to the price or takes from it, as it is written. */
  readonly price?: string | null
}

/** A question of the declaration. */
export function QuestionStep({ diag, questionId }: { readonly diag: Diag; readonly questionId: string }) {
  const question = diag.facts.product.terms.questionnaire.questions.find(({ id }) => id === questionId)
  if (question === undefined) return null
  const chosen = diag.progress.answers.find((answer) => answer.questionId === questionId)
  const hints = [question.description, question.howToTest].filter((text) => text !== null)
  return (
    <Choices
      diag={diag}
      title={question.title}
      text={hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
      choices={question.answers.map(({ id, name, description }) => ({ id, name, text: description }))}
      chosen={chosen?.answerId ?? null}
      onChoose={(answerId) => diag.answer(answerQuestion(diag.progress, { questionId, answerId }))}
    />
  )
}

/** A question with its answers, for a finger, a key or a command barcode; choosing goes on. */
export function Choices(props: {
  readonly diag: Diag
  readonly title: string
  readonly text?: ReactNode
  readonly choices: readonly Choice[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}) {
  const journey = useTranslation('journey').t
  const { diag, choices, chosen, onChoose } = props
  const current = choices.find(({ id }) => id === chosen)
  const choose = (at: number): ScanAnswer => {
    const choice = choices[at]
    if (choice === undefined) return meaningless
    onChoose(choice.id)
  }
  const goOn = (): void => {
    if (current !== undefined) onChoose(current.id)
  }
  useAnswerKeys({ onAnswer: choose, onEnter: goOn, onBack: diag.back })
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      const at = answerIndex(command)
      if (at !== null) return choose(at)
      if ((command === 'NEXT' || command === 'CONFIRM') && current !== undefined) return goOn()
      return command === 'CANCEL' ? diag.back() : meaningless
    },
  })
  return (
    <>
      <h2 tabIndex={-1} className={classes.title}>
        {props.title}
      </h2>
      <div className={classes.hint}>{props.text}</div>
      <ChoiceList label={props.title}>
        {choices.map(({ id, name, text, price }, at) => (
          <ChoiceRow
            key={id}
            keyName={letterOf(at)}
            pressed={id === chosen}
            onClick={() => onChoose(id)}
            end={
              <>
                {price ? <strong className={classes.impact}>{price}</strong> : null}
                {id === chosen ? <IconCheck size={28} aria-hidden /> : null}
              </>
            }
          >
            <span>{name}</span>
            {text ? <span className={classes.soft}>{text}</span> : null}
          </ChoiceRow>
        ))}
      </ChoiceList>
      {current === undefined ? null : (
        <Button size="xl" fullWidth mt="md" onClick={goOn}>
          {journey(($) => $.wizard.next)}
        </Button>
      )}
    </>
  )
}
