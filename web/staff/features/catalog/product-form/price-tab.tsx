import { Alert, Stack, Table, Text, Title } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { grades } from '#domain/catalog/grade.ts'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { AmountField } from '#web/staff/ui/amount-field.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { PriceHistory } from './price-history.tsx'
import type { ProductFieldsProps } from './product-fields.ts'
import classes from './product-form.module.css'

/** The price of each grade (CAT-36, CAT-37): arrows and Enter go from one to the next. */
export function PriceTab({ product, draft, set, fault }: ProductFieldsProps) {
  const { t } = useTranslation('catalog')
  const gradeText = useGradeText()
  const table = useRef<HTMLTableElement>(null)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
    if (by === 0) return
    const fields = [...(table.current?.querySelectorAll('input') ?? [])]
    const next = fields[fields.indexOf(event.target as HTMLInputElement) + by]
    // Enter in the last one saves, as it does elsewhere in a form.
    if (next === undefined && event.key === 'Enter') return
    event.preventDefault()
    next?.focus()
    next?.select()
  }
  const hasPrice = draft.simple ? draft.prices.functional !== '' : grades.some((grade) => draft.prices[grade] !== '')
  return (
    <Stack gap="lg">
      {draft.status === 'published' && !hasPrice && (
        <Alert color="yellow" role="status">
          {t(($) => $.product.noPrice)}
        </Alert>
      )}
      <Text>{draft.simple ? t(($) => $.product.simplePrices) : t(($) => $.product.pricesText)}</Text>
      <Table ref={table} className={classes.prices ?? ''} onKeyDown={move} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(($) => $.product.grade)}</Table.Th>
            <Table.Th>{t(($) => $.product.price)}</Table.Th>
            {product !== null && <Table.Th ta="end">{t(($) => $.product.stored)}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {grades.map((grade) => {
            const stored = product?.prices[grade]
            return (
              <Table.Tr key={grade}>
                <Table.Th scope="row">{gradeText(grade) ?? grade}</Table.Th>
                <Table.Td>
                  <AmountField
                    aria-label={t(($) => $.price[grade])}
                    withKeyboardEvents={false}
                    value={draft.prices[grade]}
                    error={fault(`prices.${grade}`)}
                    onChange={(value) => set({ prices: { ...draft.prices, [grade]: value } })}
                  />
                </Table.Td>
                {product !== null && (
                  <Table.Td ta="end">{stored === undefined ? '–' : <Money valueCents={stored} />}</Table.Td>
                )}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      {product !== null && (
        <section aria-label={t(($) => $.history.title)}>
          <Title order={2} size="h4" mb="xs">
            {t(($) => $.history.title)}
          </Title>
          <PriceHistory product={product} />
        </section>
      )}
    </Stack>
  )
}
