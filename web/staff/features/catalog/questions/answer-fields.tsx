import { ActionIcon, Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answerGrades } from '#domain/catalog/grade.ts'
import { questionLimits } from '#domain/catalog/question-limits.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { AmountField } from '#web/staff/ui/amount-field.tsx'
import { effects, type AnswerDraft } from './question-draft.ts'
import classes from './questions.module.css'

/** The fields of one answer, with its place among the others. */
export function AnswerFields(props: {
  readonly answer: AnswerDraft
  readonly number: number
  readonly count: number
  /** What is wrong with a field of it, by its path within the answer. */
  readonly fault: (path: string) => string | null
  readonly onChange: (part: Partial<AnswerDraft>) => void
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
}) {
  const { answer, number, count, fault, onChange, onMove } = props
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
          withAsterisk
          maxLength={defaultText.max + 1}
          value={answer.name}
          error={fault('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Textarea
          className={classes.whole ?? ''}
          label={t(($) => $.questions.description)}
          autosize
          minRows={1}
          value={answer.description}
          error={fault('description')}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
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
      </div>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <RowButton
          icon={IconArrowUp}
          label={`${t(($) => $.form.up)} – ${heading}`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <RowButton
          icon={IconArrowDown}
          label={`${t(($) => $.form.down)} – ${heading}`}
          disabled={number === count}
          onClick={() => onMove(1)}
        />
        <RowButton
          icon={IconTrash}
          label={`${t(($) => $.questions.remove)} – ${heading}`}
          disabled={count <= questionLimits.answersMin}
          onClick={props.onRemove}
        />
      </Group>
    </fieldset>
  )
}

/** What the answer does to the price: a direction, its size, and for a percentage how much it may come to. */
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
          <NumberInput
            size="md"
            label={t(($) => $.questions.percent)}
            withAsterisk
            min={0}
            max={100}
            clampBehavior="none"
            allowNegative={false}
            allowDecimal={false}
            hideControls
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

function RowButton(props: {
  readonly icon: TablerIcon
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
}) {
  const { icon: Icon, label, disabled, onClick } = props
  return (
    <ActionIcon variant="subtle" size={40} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
