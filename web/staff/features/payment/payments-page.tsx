import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { paymentProviders } from '#domain/payment/payment-provider.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { exportPaymentsCall, listPaymentsCall } from '#sync/calls/payment.ts'
import { addressOf } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { ExportButton } from '#web/staff/ui/list/export-button.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { DayFilter, SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { paymentsQuery } from './payment-calls.ts'
import { usePaymentColumns } from './payment-columns.tsx'
import { usePaymentActions } from './payment-actions.tsx'
import {
  noPaymentFilters,
  parsePaymentSearch,
  paymentQuestionOf,
  type PaymentSearch,
  type PaymentSearchChange,
} from './payment-search.ts'

const first = listStart(sortsOf(listPaymentsCall), { perPage: 15, sort: 'settledAt', order: 'desc' })

/** `/payments`: what customers are to be paid for settled buybacks. */
export function PaymentsPage() {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const { search, setSearch } = usePaymentSearch()
  const columns = usePaymentColumns()
  const question = paymentQuestionOf(search, state.search)
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const found = useQuery(paymentsQuery(http, { ...question, ...order, page: state.page, itemsPerPage: state.perPage }))
  const isFiltered = state.search !== '' || Object.keys(search).length > 0
  const { actions, dialog, outcome } = usePaymentActions(found.data?.['hydra:member'])
  return (
    <Page
      title={t(($) => $.list.title)}
      icon={IconCash}
      actions={
        <>
          <ExportPayments question={question} total={found.data?.['hydra:totalItems'] ?? null} />
          <PrintListButton />
        </>
      }
    >
      {outcome}
      <PaymentFilters search={search} onChange={setSearch} />
      <ServerList
        label={t(($) => $.list.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ buybackCode }) => buybackCode}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.list.search)}
        scans={ScannedSearch}
        columns={columns}
        {...(actions.length > 0 && { actions })}
        onOpen={({ id }) => void navigate({ to: '/payments/$id', params: { id } })}
        empty={
          isFiltered ? (
            <EmptyState icon={IconCash} title={t(($) => $.list.noMatch.title)} text={t(($) => $.list.noMatch.text)} />
          ) : (
            <EmptyState icon={IconCash} title={t(($) => $.list.empty.title)} text={t(($) => $.list.empty.text)} />
          )
        }
      />
      {dialog}
    </Page>
  )
}

function PaymentFilters(props: {
  readonly search: PaymentSearch
  readonly onChange: (part: PaymentSearchChange) => void
}) {
  const { search, onChange } = props
  const { t } = useTranslation(['payment', 'buyback'])
  return (
    <FilterPanel count={Object.keys(search).length} onReset={() => onChange(noPaymentFilters)}>
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={paymentStatuses.map((value) => ({ value, label: t(($) => $.paymentStatus[value], { ns: 'buyback' }) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <SeveralFilter
        label={t(($) => $.column.provider)}
        data={paymentProviders.map((value) => ({ value, label: t(($) => $.provider[value]) }))}
        value={search.provider}
        onChange={(provider) => onChange({ provider })}
      />
      <DayFilter
        label={t(($) => $.filter.dueFrom)}
        value={search.from}
        max={search.to}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label={t(($) => $.filter.due)}
        value={search.to}
        min={search.from}
        onChange={(to) => onChange({ to })}
      />
    </FilterPanel>
  )
}

function ExportPayments(props: {
  readonly question: Readonly<Record<string, unknown>>
  readonly total: number | null
}) {
  const { t, i18n } = useTranslation('payment')
  const query = { ...props.question, language: i18n.language }
  return (
    <ExportButton
      address={addressOf(exportPaymentsCall.path, { query })}
      name={t(($) => $.list.fileName)}
      label={t(($) => $.list.export)}
      total={props.total}
    />
  )
}

function usePaymentSearch() {
  const search = parsePaymentSearch(useSearch({ strict: false }))
  const setSearch: (part: PaymentSearchChange) => void = useFilterChange()
  return { search, setSearch }
}
