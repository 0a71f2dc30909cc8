import { Text } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayRefuse, releaseStates } from '#domain/payment/payment-release.ts'
import { sortsOf } from '#sync/calls/list.ts'
import {
  exportPaymentReleasesCall,
  listPaymentReleasesCall,
  type PaymentReleaseAnswer,
} from '#sync/calls/payment-release.ts'
import { addressOf } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { ExportButton } from '#web/staff/ui/list/export-button.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { useRowDialog } from '#web/staff/ui/list/use-row-dialog.tsx'
import { releasesQuery } from './payment-calls.ts'
import { useReleaseColumns } from './payment-release-columns.tsx'
import { ReleaseDialog, type ReleaseAction } from './payment-release-dialog.tsx'
import { parseReleaseSearch, releaseQuestionOf, type ReleaseSearch } from './payment-release-search.ts'
import { useReleaseName } from './payment-release-texts.ts'

const first = listStart(sortsOf(listPaymentReleasesCall), { perPage: 15, sort: 'madeAt', order: 'desc' })

/** `/payment-releases`: what waits for a second person, and, by the filter, what was decided. */
export function PaymentReleasePage() {
  const { t, i18n } = useTranslation('payment')
  const http = useHttp()
  const { state, change } = useListState(first)
  const search = parseReleaseSearch(useSearch({ strict: false }))
  const setSearch: (part: { readonly state: ReleaseSearch['state'] | undefined }) => void = useFilterChange()
  const question = releaseQuestionOf(search, state.search)
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const found = useQuery(releasesQuery(http, { ...question, ...order, page: state.page, itemsPerPage: state.perPage }))
  const { actions, dialog, outcome } = useReleaseActions(found.data?.['hydra:member'])
  const columns = useReleaseColumns()
  const nameOf = useReleaseName()
  const isFiltered = state.search !== '' || search.state !== undefined
  return (
    <Page
      title={t(($) => $.release.title)}
      icon={IconUserCheck}
      actions={
        <>
          <ExportButton
            address={addressOf(exportPaymentReleasesCall.path, { query: { ...question, language: i18n.language } })}
            name={t(($) => $.release.fileName)}
            label={t(($) => $.list.export)}
            total={found.data?.['hydra:totalItems'] ?? null}
          />
          <PrintListButton />
        </>
      }
    >
      <Text mb="md">{t(($) => $.release.text)}</Text>
      {outcome}
      <FilterPanel count={search.state === undefined ? 0 : 1} onReset={() => setSearch({ state: undefined })}>
        <SeveralFilter
          label={t(($) => $.release.filter)}
          data={releaseStates.map((value) => ({ value, label: t(($) => $.release.state[value]) }))}
          value={question.state}
          onChange={(chosen) => setSearch({ state: chosen })}
        />
      </FilterPanel>
      <ServerList
        label={t(($) => $.release.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={nameOf}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.release.search)}
        scans={ScannedSearch}
        columns={columns}
        {...(actions.length > 0 && { actions })}
        empty={
          <EmptyState
            icon={IconUserCheck}
            title={t(($) => (isFiltered ? $.release.noMatch.title : $.release.empty.title))}
            text={t(($) => (isFiltered ? $.release.noMatch.text : $.release.empty.text))}
          />
        }
      />
      {dialog}
    </Page>
  )
}

function useReleaseActions(rows: readonly PaymentReleaseAnswer[] | undefined) {
  const { t } = useTranslation('payment')
  const { ask, dialog, outcome } = useRowDialog<ReleaseAction, PaymentReleaseAnswer>(({ row, ...asked }) => (
    <ReleaseDialog {...asked} release={row} />
  ))
  const actions = [
    {
      label: t(($) => $.release.give.open),
      icon: IconUserCheck,
      run: ask('give'),
      applies: ({ mayRelease }: PaymentReleaseAnswer) => mayRelease,
    },
    {
      label: t(($) => $.release.refuse.open),
      icon: IconBan,
      run: ask('refuse'),
      applies: ({ state, isOwn, bar, subject }: PaymentReleaseAnswer) =>
        state === 'waiting' && !isOwn && bar !== 'not_acting' && mayRefuse(subject),
    },
    {
      label: t(($) => $.release.withdraw.open),
      icon: IconArrowBackUp,
      run: ask('withdraw'),
      applies: ({ state, isOwn, bar }: PaymentReleaseAnswer) => state === 'waiting' && isOwn && bar !== 'not_acting',
    },
  ].filter(({ applies }) => rows?.some(applies) === true)
  return { actions, dialog, outcome }
}
