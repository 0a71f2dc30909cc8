import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grades } from '#domain/catalog/grade.ts'
import { isDay } from '#domain/kernel/day.ts'
import type { PriceChangeAnswer } from '#sync/calls/product.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { DayField } from '#web/staff/ui/form/day-field.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { priceChangesQuery, pricesOnDayQuery } from '../catalog-calls.ts'

/** A product, in the version whose history is shown. */
interface PricedProduct {
  readonly id: string
  readonly version: number
}

const step = 10

/** What became of a product's prices, the latest first, and what they were on a day. */
export function PriceHistory({ product }: { readonly product: PricedProduct }) {
  const { t } = useTranslation('catalog')
  const [count, setCount] = useState(step)
  const found = useQuery(priceChangesQuery(useHttp(), { id: product.id, version: product.version, count }))
  const gradeText = useGradeText()
  if (found.data === undefined)
    return <QueryPlaceholder error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
  const changes = found.data['hydra:member']
  const total = found.data['hydra:totalItems'] ?? changes.length
  return (
    <Stack gap="md">
      <PricesOnDay product={product} />
      {changes.length === 0 ? (
        <Text c="dimmed">{t(($) => $.history.none)}</Text>
      ) : (
        <Table verticalSpacing="xs" aria-label={t(($) => $.history.title)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.history.when)}</Table.Th>
              <Table.Th>{t(($) => $.product.grade)}</Table.Th>
              <Table.Th ta="end">{t(($) => $.history.before)}</Table.Th>
              <Table.Th ta="end">{t(($) => $.history.after)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((change) => (
              <Table.Tr key={change.id}>
                <Table.Td>
                  <DateTime value={change.changedAt} />
                  <Text size="sm" c="dimmed">
                    <Author change={change} />
                  </Text>
                </Table.Td>
                <Table.Td>{gradeText(change.grade) ?? change.grade}</Table.Td>
                <Table.Td ta="end">{amount(change.beforeCents)}</Table.Td>
                <Table.Td ta="end">{amount(change.afterCents)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {changes.length < total && (
        <Group>
          <Button variant="default" loading={found.isFetching} onClick={() => setCount(Math.min(200, count + 50))}>
            {t(($) => $.history.more, { count: total - changes.length })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const amount = (cents: number | null) => (cents === null ? '–' : <Money valueCents={cents} />)

function Author({ change: { origin, changedBy } }: { readonly change: PriceChangeAnswer }) {
  const { t } = useTranslation('catalog')
  const way = t(($) => $.history.origin[origin])
  return changedBy === null ? way : `${changedBy.name} · ${way}`
}

function PricesOnDay({ product }: { readonly product: PricedProduct }) {
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const gradeText = useGradeText()
  const [on, setOn] = useState('')
  const found = useQuery({ ...pricesOnDayQuery(useHttp(), product.id, on), enabled: isDay(on) })
  const { knownFrom = null, prices = {} } = found.data ?? {}
  const isBefore = knownFrom !== null && found.data !== undefined && Object.keys(prices).length === 0
  return (
    <Group align="flex-end" gap="md">
      <DayField label={t(($) => $.history.onDay)} value={on} onChange={setOn} />
      <div role="status">
        {found.isError && t(($) => $.history.notRead)}
        {isBefore && t(($) => $.history.unknown, { moment: format.dateTime(knownFrom) })}
        {found.data !== undefined && knownFrom === null && t(($) => $.history.none)}
        {found.data !== undefined && (
          <Group gap="md">
            {grades.map((grade) => {
              const cents = prices[grade]
              return cents === undefined ? null : (
                <span key={grade}>
                  {gradeText(grade) ?? grade} <Money valueCents={cents} />
                </span>
              )
            })}
          </Group>
        )}
      </div>
    </Group>
  )
}
