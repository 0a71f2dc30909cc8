import { Select, Text } from '@mantine/core'
import { IconAlarm, IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exportDuePaymentsCall, type DuePaymentAnswer } from '#sync/calls/payment.ts'
import { addressOf } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { ExportButton } from '#web/staff/ui/list/export-button.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { dueDays, parseDueSearch } from './payments-due-search.ts'
import { duePaymentsQuery } from './payment-calls.ts'
import { PaymentLink, PaymentState, ProviderCell } from './payment-columns.tsx'
import { usePaymentActions } from './payment-actions.tsx'
import classes from './payment.module.css'

const first = listStart([], { perPage: 15 })

/** `/payments/due`: what is not paid yet though its promise is near or missed. */
export function PaymentsDuePage() {
  const { t, i18n } = useTranslation('payment')
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const { days } = parseDueSearch(useSearch({ strict: false }))
  const setFilter = useFilterChange()
  const columns = useDueColumns()
  const format = useFormat()
  const question = { days: days ?? dueDays.usual, ...(state.search === '' ? {} : { q: state.search }) }
  const found = useQuery(
    duePaymentsQuery(useHttp(), {
      ...question,
      page: state.page,
      itemsPerPage: state.perPage,
    }),
  )
  const { actions, dialog, outcome } = usePaymentActions(found.data?.['hydra:member'])
  const maySend = useCan('payment_file.manage')
  return (
    <Page
      title={t(($) => $.due.title)}
      icon={IconAlarm}
      actions={
        <>
          <ExportButton
            address={addressOf(exportDuePaymentsCall.path, { query: { ...question, language: i18n.language } })}
            name={t(($) => $.due.fileName)}
            label={t(($) => $.list.export)}
            total={found.data?.['hydra:totalItems'] ?? null}
          />
          <PrintListButton />
          {maySend && (
            <ButtonLink to="/payment-files/create" leftSection={<IconFileExport size={20} aria-hidden />}>
              {t(($) => $.due.makeFile)}
            </ButtonLink>
          )}
        </>
      }
    >
      {outcome}
      <Text mb="md">{t(($) => $.due.text)}</Text>
      {found.data !== undefined && found.data.totalCents > 0 && (
        <Text mb="md" fw={600} role="status">
          {t(($) => $.due.sum, { amount: format.money(found.data.totalCents) })}
        </Text>
      )}
      <Filters>
        <Select
          label={t(($) => $.due.days)}
          data={dueDays.choices.map((count) => ({
            value: String(count),
            label: count === 0 ? t(($) => $.due.today) : t(($) => $.due.ahead, { count }),
          }))}
          value={String(days ?? dueDays.usual)}
          allowDeselect={false}
          onChange={(value) => {
            const next = Number(value)
            setFilter({ days: next === dueDays.usual ? undefined : next })
          }}
        />
      </Filters>
      <ServerList
        label={t(($) => $.due.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ buybackCode }) => buybackCode}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.due.search)}
        scans={ScannedSearch}
        columns={columns}
        {...(actions.length > 0 && { actions })}
        onOpen={({ id }) => void navigate({ to: '/payments/$id', params: { id } })}
        empty={
          state.search === '' ? (
            <EmptyState icon={IconAlarm} title={t(($) => $.due.empty.title)} text={t(($) => $.due.empty.text)} />
          ) : (
            <EmptyState icon={IconAlarm} title={t(($) => $.list.noMatch.title)} text={t(($) => $.due.noMatch)} />
          )
        }
      />
      {dialog}
    </Page>
  )
}

function useDueColumns(): readonly Column<DuePaymentAnswer>[] {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return [
    {
      key: 'left',
      title: t(($) => $.column.promisedOn),
      cell: ({ workingDaysLeft, promisedOn }) => (
        <span className={`${classes.cell} ${classes.status}`}>
          <TimeLeft days={workingDaysLeft} />
          {promisedOn !== null && <span className={classes.soft}>{format.date(promisedOn)}</span>}
        </span>
      ),
    },
    { key: 'buyback', title: t(($) => $.column.buyback), cell: (row) => <PaymentLink payment={row} /> },
    {
      key: 'amount',
      title: t(($) => $.column.amount),
      align: 'end',
      cell: ({ amountCents }) => <Money valueCents={amountCents} />,
    },
    { key: 'status', title: t(($) => $.column.status), cell: (row) => <PaymentState payment={row} /> },
    { key: 'provider', title: t(($) => $.column.provider), cell: (row) => <ProviderCell payment={row} /> },
  ]
}

function TimeLeft({ days }: { readonly days: number }) {
  const { t } = useTranslation('payment')
  if (days < 0) return <StatusBadge tone="problem" label={t(($) => $.due.left.missed, { count: -days })} />
  if (days === 0) return <StatusBadge tone="warning" label={t(($) => $.due.left.today)} />
  return <StatusBadge tone="waiting" label={t(($) => $.due.left.ahead, { count: days })} />
}
