import { Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Photo } from '#web/staff/ui/photo.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { PriceLines, signed } from './buyback-price-lines.tsx'
import classes from './detail.module.css'

type Outcome = NonNullable<BuybackAnswer['diagnostic']['outcome']>

const toneOfOutcome: Readonly<Record<Outcome, StatusTone>> = {
  conforming: 'success',
  by_price: 'success',
  with_absorption: 'success',
  proposal: 'warning',
  set_aside: 'problem',
  already_settled: 'neutral',
}

/** Declared beside controlled beside validated, answer by answer, then what the price is made of, and the photos. */
export function DiagnosticTab({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const { lines, outcome, testedAt, photos } = buyback.diagnostic
  if (lines.length === 0 && outcome === null && buyback.declaredPriceCents === null)
    return <EmptyState title={t(($) => $.diagnostic.none)} text={t(($) => $.diagnostic.noneText)} />
  return (
    <div className={classes.stack}>
      <Outcome buyback={buyback} />
      <Comparison buyback={buyback} isTested={testedAt !== null} />
      <section className={classes.block} aria-label={t(($) => $.diagnostic.priceLines)}>
        <Title order={2} size="h4">
          {t(($) => $.diagnostic.priceLines)}
        </Title>
        <PriceLines buyback={buyback} />
      </section>
      {photos.length > 0 && <Photos diagnostic={buyback.diagnostic} />}
    </div>
  )
}

function Outcome({ buyback: { diagnostic } }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const { t: ti } = useTranslation('item')
  const format = useFormat()
  const { outcome, setAside, testedAt, absorbedCents } = diagnostic
  if (testedAt === null || outcome === null) return <Text c="dimmed">{t(($) => $.diagnostic.notTested)}</Text>
  return (
    <div className={classes.head}>
      <StatusBadge tone={toneOfOutcome[outcome]} label={ti(($) => $.outcome[outcome])} />
      {setAside === null ? null : <span>{ti(($) => $.setAside[setAside])}</span>}
      <span className={classes.soft}>{t(($) => $.diagnostic.testedAt, { date: format.dateTime(testedAt) })}</span>
      {absorbedCents === null || absorbedCents === 0 ? null : (
        <span>{t(($) => $.detail.absorbed, { amount: format.money(absorbedCents) })}</span>
      )}
    </div>
  )
}

function Comparison({ buyback, isTested }: { readonly buyback: BuybackAnswer; readonly isTested: boolean }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const gradeText = useGradeText()
  const money = (cents: number | null): string => (cents === null ? '' : format.money(cents))
  const declaredTitle = t(($) => $.detail.steps.declared)
  const controlledTitle = t(($) => $.detail.steps.controlled)
  const validatedTitle = t(($) => $.detail.steps.validated)
  const sums: readonly (readonly [string, string, string, string])[] = [
    [
      t(($) => $.diagnostic.grade),
      gradeText(buyback.declaredGrade) ?? '',
      gradeText(buyback.controlledGrade) ?? '',
      gradeText(buyback.validatedGrade) ?? '',
    ],
    [
      t(($) => $.diagnostic.price),
      money(buyback.declaredPriceCents),
      money(buyback.controlledPriceCents),
      money(buyback.validatedPriceCents),
    ],
  ]
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing="xs">
        <caption className="visually-hidden">{t(($) => $.diagnostic.caption)}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(($) => $.diagnostic.question)}</Table.Th>
            <Table.Th>{declaredTitle}</Table.Th>
            <Table.Th>{controlledTitle}</Table.Th>
            <Table.Th>{validatedTitle}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buyback.diagnostic.lines.map((line) => {
            const differs = isTested && line.controlledAnswer !== null && line.controlledAnswer !== line.declaredAnswer
            return (
              <Table.Tr key={line.questionId}>
                <Table.Th scope="row">{line.title}</Table.Th>
                <Table.Td data-label={declaredTitle}>
                  <Answer name={line.declaredAnswer} impactCents={line.declaredImpactCents} />
                </Table.Td>
                <Table.Td data-label={controlledTitle}>
                  <Answer name={line.controlledAnswer} impactCents={line.controlledImpactCents}>
                    {differs ? (
                      <span className={classes.differs}>
                        <IconAlertTriangle size={16} aria-hidden /> {t(($) => $.diagnostic.differs)}
                      </span>
                    ) : null}
                  </Answer>
                </Table.Td>
                <Table.Td />
              </Table.Tr>
            )
          })}
          {sums.map(([title, declared, controlled, validated]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row">{title}</Table.Th>
              <Table.Td data-label={declaredTitle}>{declared}</Table.Td>
              <Table.Td data-label={controlledTitle}>{controlled}</Table.Td>
              <Table.Td data-label={validatedTitle}>{validated}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Answer(props: {
  readonly name: string | null
  readonly impactCents: number | null
  readonly children?: ReactNode
}) {
  const format = useFormat()
  const { name, impactCents } = props
  if (name === null) return null
  return (
    <span className={classes.answer}>
      <span>{name}</span>
      {impactCents === null || impactCents === 0 ? null : (
        <span className={classes.soft}>{signed(impactCents, format.money)}</span>
      )}
      {props.children}
    </span>
  )
}

function Photos({ diagnostic }: { readonly diagnostic: BuybackAnswer['diagnostic'] }) {
  const { t } = useTranslation('buyback')
  const { t: ti } = useTranslation('item')
  const { photos, lines } = diagnostic
  return (
    <section className={classes.block} aria-label={t(($) => $.diagnostic.photos)}>
      <div className={classes.blockHead}>
        <Title order={2} size="h4">
          {t(($) => $.diagnostic.photos)}
        </Title>
      </div>
      <ul className={classes.photos}>
        {photos.map(({ id, questionId }, at) => {
          const question = lines.find((line) => line.questionId === questionId)?.title
          const number = at + 1
          const label =
            question === undefined
              ? ti(($) => $.conformity.photo, { number })
              : ti(($) => $.conformity.photoOf, { number, question })
          return (
            <li key={id}>
              <Photo source={`/api/evidence/${id}`} label={label} missing={ti(($) => $.conformity.photoMissing)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
