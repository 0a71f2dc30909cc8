import { Select, Text } from '@mantine/core'
import { IconAlarm, IconFileExport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exportDuePaymentsCall, type DuePaymentAnswer } from '#sync/calls/payment.ts'
import { useCan, useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { hasTransferFiles } from '#web/lib/session.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters } from '#web/staff/ui/page.tsx'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, ListExport } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { askedWords } from '#web/staff/ui/list/list-filters.ts'
import { dueDays, dueFilters } from './payments-due-search.ts'
import { duePaymentsQuery } from './payment-calls.ts'
import { PaymentLink, PaymentState, ProviderCell } from './payment-columns.tsx'
import { usePaymentActions } from './payment-actions.tsx'
import classes from './payment.module.css'

const first = listStart([], { perPage: 15 })

/** `/payments/due`: what is not paid yet though its promise is near or missed. */
export function PaymentsDuePage() {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const navigate = useNavigate()
  const columns = useDueColumns()
  const format = useFormat()
  const list = useListPage({
    first,
    filters: dueFilters,
    questionOf: ({ days = dueDays.usual }, words) => ({ days, ...askedWords('q', words) }),
    query: (question) => duePaymentsQuery(http, question),
  })
  const { found, filters } = list
  const { actions, dialog, outcome } = usePaymentActions(found.data?.['hydra:member'])
  const user = useSignedInUser()
  const maySend = useCan('payment_file.manage') && hasTransferFiles(user)
  return (
    <ListPage
      title={t(($) => $.due.title)}
      icon={IconAlarm}
      actions={
        <>
          <ListExport
            list={list}
            call={exportDuePaymentsCall}
            name={t(($) => $.due.fileName)}
            label={t(($) => $.list.export)}
          />
          <PrintListButton />
          {maySend && (
            <ButtonLink to="/payment-files/create" leftSection={<IconFileExport size={20} aria-hidden />}>
              {t(($) => $.due.makeFile)}
            </ButtonLink>
          )}
        </>
      }
      // The days ahead are always chosen: words alone leave payments out.
      list={{ ...list, isFiltered: list.state.search !== '' }}
      rowKey={({ id }) => id}
      rowName={({ buybackCode }) => buybackCode}
      searchLabel={t(($) => $.due.search)}
      scans={ScannedSearch}
      columns={columns}
      {...(actions.length > 0 && { rowActions: actions })}
      onOpen={({ id }) => void navigate({ to: '/payments/$id', params: { id } })}
      empty={{ title: t(($) => $.due.empty.title), text: t(($) => $.due.empty.text) }}
      noMatch={{ title: t(($) => $.list.noMatch.title), text: t(($) => $.due.noMatch) }}
      below={dialog}
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
          value={String(filters.days ?? dueDays.usual)}
          allowDeselect={false}
          onChange={(value) => {
            const next = dueDays.choices.find((days) => days === Number(value))
            list.setFilters({ days: next === dueDays.usual ? undefined : next })
          }}
        />
      </Filters>
    </ListPage>
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
