import { IconCash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { paymentProviders } from '#domain/payment/payment-provider.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { exportPaymentsCall, listPaymentsCall } from '#sync/calls/payment.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { DayFilter, SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import { FilterFields, ListExport, ListPage } from '#web/staff/ui/list/list-page.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { useListPage, type FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import { paymentsQuery } from './payment-calls.ts'
import { usePaymentColumns } from './payment-columns.tsx'
import { usePaymentActions } from './payment-actions.tsx'
import { paymentFilters, paymentQuestionOf } from './payment-search.ts'

const first = listStart(sortsOf(listPaymentsCall), { perPage: 15, sort: 'settledAt', order: 'desc' })

/** `/payments`: what customers are to be paid for settled buybacks. */
export function PaymentsPage() {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const navigate = useNavigate()
  const list = useListPage({
    first,
    filters: paymentFilters,
    questionOf: paymentQuestionOf,
    query: (question) => paymentsQuery(http, question),
  })
  const columns = usePaymentColumns()
  const { actions, dialog, outcome } = usePaymentActions(list.found.data?.['hydra:member'])
  return (
    <ListPage
      title={t(($) => $.list.title)}
      icon={IconCash}
      actions={
        <>
          <ListExport
            list={list}
            call={exportPaymentsCall}
            name={t(($) => $.list.fileName)}
            label={t(($) => $.list.export)}
          />
          <PrintListButton />
        </>
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={({ buybackCode }) => buybackCode}
      searchLabel={t(($) => $.list.search)}
      scans={ScannedSearch}
      columns={columns}
      {...(actions.length > 0 && { rowActions: actions })}
      onOpen={({ id }) => void navigate({ to: '/payments/$id', params: { id } })}
      empty={{ title: t(($) => $.list.empty.title), text: t(($) => $.list.empty.text) }}
      noMatch={{ title: t(($) => $.list.noMatch.title), text: t(($) => $.list.noMatch.text) }}
      below={dialog}
    >
      {outcome}
      <PaymentFilters list={list} />
    </ListPage>
  )
}

function PaymentFilters({ list }: { readonly list: FilteredList<FiltersOf<typeof paymentFilters>> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation(['payment', 'buyback'])
  return (
    <FilterFields list={list}>
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={paymentStatuses.map((value) => ({ value, label: t(($) => $.paymentStatus[value], { ns: 'buyback' }) }))}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <SeveralFilter
        label={t(($) => $.column.provider)}
        data={paymentProviders.map((value) => ({ value, label: t(($) => $.provider[value]) }))}
        value={filters.provider}
        onChange={(provider) => setFilters({ provider })}
      />
      <DayFilter
        label={t(($) => $.filter.dueFrom)}
        value={filters.from}
        max={filters.to}
        onChange={(from) => setFilters({ from })}
      />
      <DayFilter
        label={t(($) => $.filter.due)}
        value={filters.to}
        min={filters.from}
        onChange={(to) => setFilters({ to })}
      />
    </FilterFields>
  )
}
