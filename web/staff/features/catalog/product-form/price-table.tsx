import { Table } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import type { Prices } from '#domain/catalog/price-change.ts'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import type { TypedPrices } from './product-draft.ts'
import classes from './product-form.module.css'

/** The price of each grade (CAT-36, CAT-37): arrows and Enter go from one to the next. */
export function PriceTable(props: {
  readonly prices: TypedPrices
  /** The prices as they are stored; null of a new product. */
  readonly stored: Prices | null
  /** What is wrong with a grade's price, in words. */
  readonly fault: (grade: Grade) => string | null
  readonly onChange: (prices: TypedPrices) => void
}) {
  const { prices, stored, fault, onChange } = props
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
  return (
    <Table ref={table} id="field-prices" className={classes.prices ?? ''} onKeyDown={move} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t(($) => $.product.grade)}</Table.Th>
          <Table.Th>{t(($) => $.product.price)}</Table.Th>
          {stored !== null && <Table.Th ta="end">{t(($) => $.product.stored)}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {grades.map((grade) => {
          const cents = stored?.[grade]
          return (
            <Table.Tr key={grade}>
              <Table.Th scope="row">{gradeText(grade) ?? grade}</Table.Th>
              <Table.Td>
                <AmountField
                  aria-label={t(($) => $.price[grade])}
                  withKeyboardEvents={false}
                  value={prices[grade]}
                  error={fault(grade)}
                  onChange={(value) => onChange({ ...prices, [grade]: value })}
                />
              </Table.Td>
              {stored !== null && (
                <Table.Td ta="end">{cents === undefined ? '–' : <Money valueCents={cents} />}</Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
