import { Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { conformityRows, isOtherProduct } from './compliance-rows.ts'
import { EvidencePhoto } from './evidence-photo.tsx'
import type { ShownItem } from './shown-item.ts'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import classes from './detail.module.css'

/** Declared against controlled: answer by answer, then grade and price, with the photos that prove it. */
export function ConformityTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const format = useFormat()
  const gradeText = useGradeText()
  const { config } = useStocks()
  const { control } = item.facts
  const questions = conformityRows(item.facts, config?.questionnaires ?? [])
  if (control === null && item.controlledPriceCents === null && questions.length === 0)
    return <EmptyState title={t(($) => $.conformity.none.title)} text={t(($) => $.conformity.none.text)} />
  const money = (cents: number | null | undefined) => (cents === null || cents === undefined ? '' : format.money(cents))
  const rows: readonly (readonly [string, string, string])[] = [
    ...(isOtherProduct(item.facts)
      ? [
          [
            t(($) => $.column.product),
            productName(item) ?? '',
            item.foundProduct ?? t(($) => $.conformity.otherProduct),
          ] as const,
        ]
      : []),
    ...questions.map(({ title, declared, found }): [string, string, string] => [title, declared, found]),
    [t(($) => $.conformity.grade), gradeText(item.declaredGrade) ?? '', gradeText(item.controlledGrade) ?? ''],
    [t(($) => $.conformity.price), money(item.declaredPriceCents), money(item.controlledPriceCents)],
  ]
  const outcome = control === null ? null : t(($) => $.outcome[control.outcome])
  const setAside = control?.setAside ?? null
  return (
    <div className={classes.stack}>
      {control === null ? (
        <Text c="dimmed">{t(($) => $.conformity.none.title)}</Text>
      ) : (
        <FactBlock
          title={setAside === null ? (outcome ?? '') : `${outcome ?? ''} · ${t(($) => $.setAside[setAside])}`}
          facts={[
            { label: t(($) => $.conformity.at), value: format.dateTime(new Date(control.doneAtMs ?? control.atMs)) },
            ...(control.absorbedCents > 0
              ? [{ label: t(($) => $.conformity.absorbed), value: money(control.absorbedCents) }]
              : []),
          ]}
        />
      )}
      <div className={classes.scroll}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.conformity.question)}</Table.Th>
              <Table.Th>{t(($) => $.conformity.declared)}</Table.Th>
              <Table.Th>{t(($) => $.conformity.controlled)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([title, declared, controlled]) => {
              const differs = controlled !== '' && declared !== controlled
              return (
                <Table.Tr key={title} data-differs={differs || undefined}>
                  <Table.Th scope="row">{title}</Table.Th>
                  <Table.Td>{declared}</Table.Td>
                  <Table.Td>
                    {controlled}
                    {differs ? (
                      <span className={classes.differs}>
                        <IconAlertTriangle size={16} aria-hidden /> {t(($) => $.conformity.differs)}
                      </span>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </div>
      {control !== null && control.photos.length > 0 ? (
        <section>
          <h2 className={classes.title}>{t(($) => $.conformity.photos)}</h2>
          <ul className={classes.photos}>
            {control.photos.map(({ photoId, questionId }, at) => {
              const question = questions.find((row) => row.questionId === questionId)?.title
              const number = at + 1
              const label =
                question === undefined
                  ? t(($) => $.conformity.photo, { number })
                  : t(($) => $.conformity.photoOf, { number, question })
              return (
                <li key={photoId}>
                  <EvidencePhoto photoId={photoId} label={label} />
                </li>
              )
            })}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
