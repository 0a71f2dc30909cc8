import { Text } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayRefuse, releaseStates } from '#domain/payment/payment-release.ts'
import { sortsOf } from '#sync/calls/list.ts'
import {
  exportPaymentReleasesCall,
  listPaymentReleasesCall,
  type PaymentReleaseAnswer,
} from '#sync/calls/payment-release.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { useRowDialog } from '#web/staff/ui/list/use-row-dialog.tsx'
import { ListPage, FilterFields, ListExport } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { releasesQuery } from './payment-calls.ts'
import { useReleaseColumns } from './payment-release-columns.tsx'
import { ReleaseDialog, type ReleaseAction } from './payment-release-dialog.tsx'
import { releaseQuestionOf, releaseFilters } from './payment-release-search.ts'
import { useReleaseName } from './payment-release-texts.ts'

const first = listStart(sortsOf(listPaymentReleasesCall), { perPage: 15, sort: 'madeAt', order: 'desc' })

/** `/payment-releases`: what waits for a second person, and, by the filter, what was decided. */
export function PaymentReleasePage() {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: releaseFilters,
    questionOf: releaseQuestionOf,
    query: (question) => releasesQuery(http, question),
  })
  const { actions, dialog, outcome } = useReleaseActions(list.found.data?.['hydra:member'])
  const columns = useReleaseColumns()
  const nameOf = useReleaseName()
  return (
    <ListPage
      title={t(($) => $.release.title)}
      icon={IconUserCheck}
      actions={
        <>
          <ListExport
            list={list}
            call={exportPaymentReleasesCall}
            name={t(($) => $.release.fileName)}
            label={t(($) => $.list.export)}
          />
          <PrintListButton />
        </>
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={nameOf}
      searchLabel={t(($) => $.release.search)}
      scans={ScannedSearch}
      columns={columns}
      {...(actions.length > 0 && { rowActions: actions })}
      empty={{ title: t(($) => $.release.empty.title), text: t(($) => $.release.empty.text) }}
      noMatch={{ title: t(($) => $.release.noMatch.title), text: t(($) => $.release.noMatch.text) }}
      below={dialog}
    >
      <Text mb="md">{t(($) => $.release.text)}</Text>
      {outcome}
      <FilterFields list={list}>
        <SeveralFilter
          label={t(($) => $.release.filter)}
          data={releaseStates.map((value) => ({ value, label: t(($) => $.release.state[value]) }))}
          value={list.question.state}
          onChange={(state) => list.setFilters({ state })}
        />
      </FilterFields>
    </ListPage>
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
