import { IconRecycle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportBuybacksCall, listBuybacksCall } from '#sync/calls/buyback-list.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { narrowed } from '#web/staff/ui/list/list-filters.ts'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ListPage, ListExport } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { buybacksQuery } from '../buyback-calls.ts'
import { useBuybackColumns } from './buyback-columns.tsx'
import { BuybackFilters } from './buyback-filters.tsx'
import { OpenByNumber } from './open-by-number.tsx'
import { questionOf, buybackFilters } from './buyback-search.ts'

const first = listStart(sortsOf(listBuybacksCall), { perPage: 15, sort: 'createdAt', order: 'desc' })

/** `/buybacks` (BB-01): every buyback of the user's area; its export for who may (BB-04). */
export function BuybacksPage({ actions }: { readonly actions: ReactNode }) {
  const { t } = useTranslation('buyback')
  const http = useHttp()
  const navigate = useNavigate()
  const columns = useBuybackColumns()
  const mayExport = useCan('buyback.export')
  const list = useListPage({
    first,
    filters: useAllowedFilters(),
    questionOf,
    query: (question) => buybacksQuery(http, question),
  })
  return (
    <ListPage
      title={t(($) => $.list.title)}
      icon={IconRecycle}
      actions={
        <>
          {mayExport && (
            <ListExport
              list={list}
              call={exportBuybacksCall}
              name={t(($) => $.list.fileName)}
              label={t(($) => $.list.export)}
            />
          )}
          {actions}
        </>
      }
      list={list}
      label={t(($) => $.list.label)}
      rowKey={({ id }) => id}
      rowName={({ identificationNumber }) => identificationNumber}
      searchLabel={t(($) => $.list.search)}
      columns={columns}
      onOpen={({ id }) => void navigate({ to: '/buyback/$id', params: { id } })}
      empty={{ title: t(($) => $.list.empty.title), text: t(($) => $.list.empty.text) }}
      noMatch={{ title: t(($) => $.list.noMatch.title), text: t(($) => $.list.noMatch.text) }}
    >
      <OpenByNumber onOther={(code) => list.change({ search: code })} />
      <BuybackFilters list={list} />
    </ListPage>
  )
}

/** An address that was passed on may name what its reader may not filter by (BB-03). */
function useAllowedFilters(): typeof buybackFilters {
  const [mayStores, mayBuyers] = [useCan('buyback.filter_stores'), useCan('buyback.filter_buyers')]
  return narrowed(buybackFilters, ({ store, buyer, ...others }) => ({
    ...others,
    ...(mayStores && store !== undefined && { store }),
    ...(mayBuyers && buyer !== undefined && { buyer }),
  }))
}
