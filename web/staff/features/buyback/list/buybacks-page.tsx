import { IconRecycle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportBuybacksCall, listBuybacksCall } from '#sync/calls/buyback-list.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { addressOf } from '#web/lib/http.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ExportButton } from '#web/staff/ui/list/export-button.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { buybacksQuery } from '../buyback-calls.ts'
import { useBuybackColumns } from './buyback-columns.tsx'
import { BuybackFilters } from './buyback-filters.tsx'
import { OpenByNumber } from './open-by-number.tsx'
import { parseBuybackSearch, questionOf, type BuybackSearch, type BuybackSearchChange } from './buyback-search.ts'

const first = listStart(sortsOf(listBuybacksCall), { perPage: 15, sort: 'createdAt', order: 'desc' })

/** `/buybacks` (BB-01): every buyback of the user's area. */
export function BuybacksPage({ actions }: { readonly actions: ReactNode }) {
  const { t } = useTranslation('buyback')
  const http = useHttp()
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const { search, setSearch } = useBuybackSearch()
  const columns = useBuybackColumns()
  const question = questionOf(search, state.search)
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const found = useQuery(buybacksQuery(http, { ...question, ...order, page: state.page, itemsPerPage: state.perPage }))
  const total = found.data?.['hydra:totalItems'] ?? null
  const isFiltered = state.search !== '' || Object.keys(search).length > 0
  return (
    <Page
      title={t(($) => $.list.title)}
      icon={IconRecycle}
      actions={
        <>
          <ExportBuybacks question={question} total={total} />
          {actions}
        </>
      }
    >
      <OpenByNumber onOther={(code) => change({ search: code })} />
      <BuybackFilters search={search} onChange={setSearch} />
      <ServerList
        label={t(($) => $.list.label)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ identificationNumber }) => identificationNumber}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.list.search)}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/buyback/$id', params: { id } })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconRecycle}
              title={t(($) => $.list.noMatch.title)}
              text={t(($) => $.list.noMatch.text)}
            />
          ) : (
            <EmptyState icon={IconRecycle} title={t(($) => $.list.empty.title)} text={t(($) => $.list.empty.text)} />
          )
        }
      />
    </Page>
  )
}

/** The export of what the filters leave; absent for who may not (BB-04). */
function ExportBuybacks(props: {
  readonly question: Readonly<Record<string, unknown>>
  readonly total: number | null
}) {
  const { t, i18n } = useTranslation('buyback')
  if (!useCan('buyback.export')) return null
  const query = { ...props.question, language: i18n.language }
  return (
    <ExportButton
      address={addressOf(exportBuybacksCall.path, { query })}
      name={t(($) => $.list.fileName)}
      label={t(($) => $.list.export)}
      total={props.total}
    />
  )
}

function useBuybackSearch() {
  const { store, buyer, ...others } = parseBuybackSearch(useSearch({ strict: false }))
  // An address that was passed on may name what its reader may not filter by (BB-03).
  const [mayStores, mayBuyers] = [useCan('buyback.filter_stores'), useCan('buyback.filter_buyers')]
  const search: BuybackSearch = {
    ...others,
    ...(mayStores && store !== undefined && { store }),
    ...(mayBuyers && buyer !== undefined && { buyer }),
  }
  const setSearch: (part: BuybackSearchChange) => void = useFilterChange()
  return { search, setSearch }
}
