import { Alert, Checkbox, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { rePriceLimits, type RePrice } from '#domain/catalog/price-change.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { rePriceCall, type PricePreview } from '#sync/calls/product-list.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { pricePreviewQuery } from './catalog-calls.ts'
import { LeftProducts } from './left-products.tsx'

/** What happened to many products: so many have changed, those that another user has changed first, or why none has. */
export type BulkOutcome =
  | { readonly changed: number; readonly left: readonly { readonly id: string; readonly label: string }[] }
  | { readonly error: Error }

/** Products that a change of many means: chosen ones, or all that the filters let pass. */
export interface ChosenProducts {
  readonly products:
    | { readonly listed: readonly { readonly id: string; readonly version: number }[] }
    | { readonly all: true; readonly count: number }
  /** The filters, which count where all are meant. */
  readonly query: Readonly<Record<string, unknown>>
  readonly count: number
}

/** Products whose prices the dialog has room for. */
const shownProducts = 5

/** The change that was typed; null while it is none. */
function changeOf(type: RePrice['type'], typed: string | number): RePrice | null {
  const value = typed === '' ? 0 : Math.round(Number(typed) * 100)
  if (!Number.isFinite(value) || value === 0) return null
  if (type === 'amount') return Math.abs(value) > productLimits.priceCents ? null : { type, amountCents: value }
  const percent = value / 100
  return percent < rePriceLimits.leastPercent || percent > rePriceLimits.mostPercent ? null : { type, percent }
}

/** Changes the prices of many products; shows old and new ones first. */
export function RePriceDialog(props: {
  readonly chosen: ChosenProducts
  readonly onClose: () => void
  readonly onDone: (outcome: BulkOutcome) => void
}) {
  const { chosen, onClose, onDone } = props
  const { t, i18n } = useTranslation('catalog')
  const format = useFormat()
  const http = useHttp()
  const queries = useQueryClient()
  const [type, setType] = useState<RePrice['type']>('percentage')
  const [typed, setTyped] = useState<string | number>('')
  const [asked, setAsked] = useState<readonly Grade[]>(grades)
  const change = changeOf(type, typed)
  // The preview finds all of them as they are by now; that nothing else is changed then is held by its fingerprint.
  const products = 'all' in chosen.products ? { all: true as const } : chosen.products
  const body = { products, grades: asked, change }
  const [shownBody] = useDebouncedValue(body, 300)
  const isAskable = shownBody.change !== null && shownBody.grades.length > 0
  const preview = useQuery({ ...pricePreviewQuery(http, chosen.query, shownBody), enabled: isAskable })
  const isCurrent = JSON.stringify(shownBody) === JSON.stringify(body)
  const shown = isAskable && isCurrent && !preview.isPlaceholderData ? preview.data : undefined
  const saving = useSingleMutation({
    mutationFn: (fingerprint: string) => http(rePriceCall, { query: chosen.query, body: { ...body, fingerprint } }),
    onSuccess: async ({ products, left }) => {
      await queries.invalidateQueries({ queryKey: catalogKey })
      onDone({ changed: products, left })
    },
    // The dialog says what went wrong, keeps what was typed, and shows products and prices as they are by then.
    onError: () => queries.invalidateQueries({ queryKey: catalogKey }),
  })
  const failed = saving.error ?? (isAskable ? preview.error : null)
  return (
    <ActionDialog
      title={t(($) => $.rePrice.title, { count: chosen.count, formatted: format.number(chosen.count) })}
      confirmLabel={
        shown === undefined
          ? t(($) => $.rePrice.confirm)
          : t(($) => $.rePrice.confirmCount, { count: shown.prices, formatted: format.number(shown.prices) })
      }
      isDestructive={false}
      isPending={saving.isPending}
      canConfirm={shown !== undefined && shown.prices > 0 && !preview.isFetching}
      problem={failed === null ? null : (callErrorText(i18n, failed) ?? t(($) => $.rePrice.failed))}
      onClose={onClose}
      onConfirm={() => shown !== undefined && saving.mutate(shown.fingerprint)}
    >
      <Group align="flex-end" gap="md">
        <SegmentedControl
          size="md"
          aria-label={t(($) => $.rePrice.by)}
          data={(['percentage', 'amount'] as const).map((value) => ({ value, label: t(($) => $.rePrice[value]) }))}
          value={type}
          onChange={(value) => setType(value === 'amount' ? 'amount' : 'percentage')}
        />
        {type === 'amount' ? (
          <AmountField isSigned label={t(($) => $.rePrice.value)} data-autofocus value={typed} onChange={setTyped} />
        ) : (
          <NumberField
            decimals={2}
            isSigned
            label={t(($) => $.rePrice.value)}
            data-autofocus
            rightSection="%"
            value={typed}
            onChange={setTyped}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t(($) => $.rePrice.hint)}
      </Text>
      <GradeChoice value={asked} onChange={setAsked} />
      {shown !== undefined && <Preview preview={shown} />}
    </ActionDialog>
  )
}

function GradeChoice(props: {
  readonly value: readonly Grade[]
  readonly onChange: (value: readonly Grade[]) => void
}) {
  const { t } = useTranslation('catalog')
  const gradeText = useGradeText()
  return (
    <Checkbox.Group
      label={t(($) => $.rePrice.grades)}
      value={[...props.value]}
      onChange={(values) => props.onChange(grades.filter((grade) => values.includes(grade)))}
    >
      <Group gap="md" mt="xs">
        {grades.map((grade) => (
          <Checkbox key={grade} value={grade} label={gradeText(grade) ?? grade} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** Old and new prices of the first products, and what stays as it is. */
function Preview({ preview }: { readonly preview: PricePreview }) {
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const gradeText = useGradeText()
  const { products, prices, kept, left } = preview
  const sample = preview.sample.slice(0, shownProducts)
  return (
    <Stack gap="sm" aria-live="polite">
      <Text fw={600}>
        {prices === 0
          ? t(($) => $.rePrice.nothing)
          : t(($) => $.rePrice.summary, {
              count: prices,
              prices: format.number(prices),
              products: t(($) => $.rePrice.ofProducts, { count: products, products: format.number(products) }),
            })}
      </Text>
      {left.length > 0 && <LeftProducts left={left} />}
      {kept > 0 && (
        <Alert color="yellow">
          {t(($) => $.rePrice.kept, {
            count: kept,
            formatted: format.number(kept),
            amount: format.money(productLimits.priceCents),
          })}
        </Alert>
      )}
      {sample.length > 0 && (
        <Table verticalSpacing={4} aria-label={t(($) => $.rePrice.preview)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.product.grade)}</Table.Th>
              <Table.Th ta="end">{t(($) => $.history.before)}</Table.Th>
              <Table.Th ta="end">{t(($) => $.history.after)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sample.map(({ id, label, prices: steps }) => (
              <Fragment key={id}>
                <Table.Tr>
                  <Table.Th colSpan={3} scope="rowgroup">
                    {label}
                  </Table.Th>
                </Table.Tr>
                {steps.map(({ grade, before, after }) => (
                  <Table.Tr key={grade}>
                    <Table.Td>{gradeText(grade) ?? grade}</Table.Td>
                    <Table.Td ta="end">
                      <Money valueCents={before} />
                    </Table.Td>
                    <Table.Td ta="end">
                      {after === null ? t(($) => $.rePrice.unchanged) : <Money valueCents={after} />}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {products > sample.length && (
        <Text size="sm" c="dimmed">
          {t(($) => $.rePrice.first, { count: sample.length })}
        </Text>
      )}
    </Stack>
  )
}
