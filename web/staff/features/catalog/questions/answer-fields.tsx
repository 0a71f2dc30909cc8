import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { answerGrades } from '#domain/catalog/grade.ts'
import { questionLimits, type answerTexts } from '#domain/catalog/question-limits.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { effects, type AnswerDraft } from './question-draft.ts'
import classes from './questions.module.css'

/** The fields of one answer, with its place among the others. */
export function AnswerFields(props: {
  readonly answer: AnswerDraft
  readonly languages: TextLanguages
  readonly number: number
  readonly count: number
  /** What is wrong with a field of it, by its path within the answer. */
  readonly fault: (path: string) => string | null
  readonly onChange: (part: Partial<AnswerDraft>) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}) {
  const { answer, languages, number, count, fault, onChange, onMove } = props
  const field = (name: (typeof answerTexts)[number]) => textField(languages, answer, name, { fault, onChange })
  const { t } = useTranslation('catalog')
  const gradeText = useGradeText()
  const heading = t(($) => $.questions.answer, { number })
  return (
    <fieldset className={classes.answer}>
      <legend className="visually-hidden">{heading}</legend>
      <div className={classes.fields}>
        <TextInput
          className={classes.whole ?? ''}
          label={heading}
          withAsterisk={languages.shown === languages.own}
          maxLength={defaultText.max + 1}
          {...field('name')}
        />
        <Textarea
          className={classes.whole ?? ''}
          label={t(($) => $.questions.description)}
          autosize
          minRows={1}
          {...field('description')}
        />
        <Select
          label={t(($) => $.questions.bestGrade)}
          data={answerGrades.map((value) => ({ value, label: gradeText(value) ?? value }))}
          value={answer.bestGrade}
          allowDeselect={false}
          onChange={(value) => {
            const bestGrade = answerGrades.find((one) => one === value)
            if (bestGrade !== undefined) onChange({ bestGrade })
          }}
        />
        <EffectFields answer={answer} fault={fault} onChange={onChange} />
        <Checkbox
          className={classes.whole ?? ''}
          label={t(($) => $.questions.isLast)}
          description={t(($) => $.questions.isLastText)}
          checked={answer.isLast}
          onChange={({ currentTarget }) => onChange({ isLast: currentTarget.checked })}
        />
      </div>
      <OrderButtons
        labels={{
          up: `${t(($) => $.form.up)} – ${heading}`,
          down: `${t(($) => $.form.down)} – ${heading}`,
          remove: `${t(($) => $.questions.remove)} – ${heading}`,
        }}
        at={number - 1}
        count={count}
        mayRemove={count > questionLimits.answersMin}
        onMove={onMove}
        onRemove={props.onRemove}
      />
    </fieldset>
  )
}

/** The effect of the answer on the price: a direction, its size, and for a percentage the highest amount. */
function EffectFields(props: {
  readonly answer: AnswerDraft
  readonly fault: (path: string) => string | null
  readonly onChange: (part: Partial<AnswerDraft>) => void
}) {
  const { answer, fault, onChange } = props
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const { effect } = answer
  const most = format.money(questionLimits.impactCents)
  const isPercentage = effect === 'percentageDown' || effect === 'percentageUp'
  return (
    <>
      <Select
        label={t(($) => $.questions.effect)}
        data={effects.map((value) => ({ value, label: t(($) => $.impact[value]) }))}
        value={effect}
        allowDeselect={false}
        onChange={(value) => {
          const next = effects.find((one) => one === value)
          if (next !== undefined) onChange({ effect: next })
        }}
      />
      {isPercentage && (
        <>
          <NumberField
            label={t(($) => $.questions.percent)}
            withAsterisk
            max={100}
            rightSection="%"
            value={answer.size}
            error={fault('impact.percent') !== null && t(($) => $.questions.percentRule)}
            onChange={(size) => onChange({ size })}
          />
          <AmountField
            label={t(($) => $.questions.cap)}
            value={answer.cap}
            error={fault('impact.capCents') !== null && t(($) => $.questions.amountRule, { amount: most })}
            onChange={(cap) => onChange({ cap })}
          />
        </>
      )}
      {!isPercentage && effect !== 'none' && (
        <AmountField
          label={t(($) => $.questions.amount)}
          withAsterisk
          value={answer.size}
          error={fault('impact.percent') !== null && t(($) => $.questions.amountRule, { amount: most })}
          onChange={(size) => onChange({ size })}
        />
      )}
    </>
  )
}
