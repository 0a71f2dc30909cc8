import { useTranslation } from 'react-i18next'
import type { Grade } from '#domain/catalog/grade.ts'
import type { Question } from '#domain/catalog/questionnaire.ts'
import type { PriceComparison, PriceLine } from '#domain/compliance/controlled-price.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import type { EvaluatedTest } from './evaluate-draft.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** The price line by line: declared, controlled, difference; then what is covered, added, and paid. */
export function SummaryLines(props: {
  readonly compared: PriceComparison
  readonly evaluated: EvaluatedTest
  readonly declaredGrade: Grade | null
  readonly hasAnswers: boolean
  /** Questions of the declared product and of the one in hand. */
  readonly questions: readonly Question[]
}) {
  const { t } = useTranslation(['compliance', 'warehouse'])
  const format = useFormat()
  const { compared, evaluated } = props
  const answers = compared.lines.filter(({ kind }) => kind === 'answer')
  const same = answers.filter((line) => line.declaredAnswerId === line.controlledAnswerId)
  const different = answers.filter((line) => line.declaredAnswerId !== line.controlledAnswerId)
  const grade = compared.lines.find(({ kind }) => kind === 'grade')
  const gradeName = (value: Grade): string => t(($) => $.grade[value], { ns: 'warehouse' })
  const { declaredGrade } = props
  const found = compared.controlled.grade
  return (
    <FloorPanel>
      <dl className={styles.lines}>
        {grade !== undefined && (
          <Line
            title={t(($) => $.summary.grade)}
            text={
              declaredGrade === null || declaredGrade === found
                ? gradeName(found)
                : t(($) => $.summary.gradeFrom, { declared: gradeName(declaredGrade), controlled: gradeName(found) })
            }
            line={grade}
          />
        )}
        {different.map((line) => (
          <Line
            key={line.questionId}
            title={props.questions.find(({ id }) => id === line.questionId)?.title ?? ''}
            text={answersOf(
              line,
              props.questions,
              t(($) => $.summary.nothing),
              t(($) => $.summary.noAnswer),
            )}
            line={line}
            isDifferent={props.hasAnswers}
          />
        ))}
      </dl>
      {same.length > 0 && (
        <details className={styles.same}>
          <summary>{t(($) => $.summary.same, { count: same.length })}</summary>
          <dl className={styles.lines}>
            {same.map((line) => (
              <Line
                key={line.questionId}
                title={props.questions.find(({ id }) => id === line.questionId)?.title ?? ''}
                text={answersOf(line, props.questions, '', '')}
                line={line}
              />
            ))}
          </dl>
        </details>
      )}
      <dl className={styles.totals}>
        <Total label={t(($) => $.summary.declared)} value={moneyOr(compared.declaredCents, format.money)} />
        <Total label={t(($) => $.summary.controlled)} value={format.money(compared.controlledCents)} />
        {compared.differenceCents !== null && compared.differenceCents !== 0 && (
          <Total
            label={t(($) => $.summary.difference)}
            value={signed(compared.differenceCents, format.money)}
            isStrong
          />
        )}
        {compared.absorbedCents > 0 && (
          <Total label={t(($) => $.summary.absorbed)} value={format.money(compared.absorbedCents)} />
        )}
        {evaluated.modifiers.map(({ source, label, impactCents }) => (
          <Total key={`${source} ${label}`} label={label} value={signed(impactCents, format.money)} />
        ))}
        {evaluated.paymentCents !== null && evaluated.modifiers.length > 0 && (
          <Total label={t(($) => $.summary.payment)} value={format.money(evaluated.paymentCents)} isStrong />
        )}
      </dl>
      {compared.verdict === 'lower' && compared.allowedAbsorptionCents > 0 && (
        <p className={words.soft}>
          {t(($) => $.summary.notAbsorbed, { amount: format.money(compared.allowedAbsorptionCents) })}
        </p>
      )}
    </FloorPanel>
  )
}

function Line(props: {
  readonly title: string
  readonly text: string
  readonly line: PriceLine
  readonly isDifferent?: boolean
}) {
  const format = useFormat()
  const { declaredCents, controlledCents, differenceCents } = props.line
  const isSilent = (declaredCents ?? 0) === 0 && controlledCents === 0
  return (
    <div className={styles.line} data-differs={props.isDifferent || undefined}>
      <dt>
        <span className={styles.lineTitle}>{props.title}</span>
        <span className={styles.lineText}>{props.text}</span>
      </dt>
      {!isSilent && (
        <dd>
          {declaredCents !== null && declaredCents !== controlledCents && (
            <span className={styles.old}>{format.money(declaredCents)}</span>
          )}
          <span>{format.money(controlledCents)}</span>
          {differenceCents !== null && differenceCents !== 0 && (
            <strong>{signed(differenceCents, format.money)}</strong>
          )}
        </dd>
      )}
    </div>
  )
}

function Total({
  label,
  value,
  isStrong,
}: {
  readonly label: string
  readonly value: string
  readonly isStrong?: boolean
}) {
  return (
    <div className={styles.total} data-strong={isStrong || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function answersOf(line: PriceLine, questions: readonly Question[], nothing: string, none: string): string {
  const answers = questions.find(({ id }) => id === line.questionId)?.answers ?? []
  const name = (id: string | null, otherwise: string): string =>
    id === null ? otherwise : (answers.find((answer) => answer.id === id)?.name ?? otherwise)
  if (line.declaredAnswerId === line.controlledAnswerId) return name(line.controlledAnswerId, none)
  return `${name(line.declaredAnswerId, nothing)} → ${name(line.controlledAnswerId, none)}`
}

function signed(value: number, money: (cents: number) => string): string {
  return `${value > 0 ? '+' : ''}${money(value)}`
}

function moneyOr(value: number | null, money: (cents: number) => string): string {
  return value === null ? '—' : money(value)
}
