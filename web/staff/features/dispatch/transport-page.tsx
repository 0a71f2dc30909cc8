import { useCan } from '#web/lib/platform.tsx'
import { Anchor, Button, Select, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconTruck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ParcelState } from '#domain/delivery/parcel.ts'
import { exportTransportsCall, listTransportsCall } from '#sync/calls/dispatch.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { addressOf } from '#web/lib/http.ts'
import { ScannedPackages } from '#web/scan/scanned-search.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DataList } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { readRows } from '#web/staff/ui/list/list-rows.ts'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { DayFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { useTransportList } from './use-transport-list.ts'
import type { ListedTransport } from './kept-dispatch.ts'
import { transportFilters } from './transport-filters.ts'

const first = listStart(sortsOf(listTransportsCall), { sort: 'createdAt', order: 'desc' })

/** `/transports-list` (EXP-05, EXP-06): how every buyback travelled, with further actions beside the export. */
export function TransportPage(props: {
  /** What may be done beside the export; told why nothing can be done now. */
  readonly actions: (off: string | null) => ReactNode
  readonly labelBadge: (state: ParcelState) => ReactNode
}) {
  const mayRead = useCan('buyback.read')
  const { t } = useTranslation('dispatch')
  const { t: td } = useTranslation('delivery')
  const { t: tb } = useTranslation('buyback')
  const { state, change } = useListState(first)
  const { filters, setFilters, filterCount } = useFilters(transportFilters)
  const clear = useFilterChange()
  const isFiltered = state.search !== '' || filterCount > 0
  const narrowed = {
    ...(state.search === '' ? {} : { search: state.search.slice(0, 64) }),
    createdFrom: filters.from,
    createdTo: filters.to,
    ...(filters.link === undefined ? {} : { exists: { orderLink: filters.link === 'with' } }),
    ...(state.sort === null ? {} : { order: { [state.sort]: state.order } }),
  }
  const { reading, note } = useTransportList(narrowed, state, filters)
  const off = useOfflineReason(reading)
  return (
    <Page
      title={t(($) => $.transports.title)}
      icon={IconTruck}
      actions={
        <>
          {props.actions(off)}
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            {...(off === null
              ? {
                  component: 'a' as const,
                  href: addressOf(exportTransportsCall.path, { query: narrowed }),
                  download: 'transports.csv',
                }
              : { disabled: true, title: off })}
          >
            {t(($) => $.transports.csv)}
          </Button>
        </>
      }
    >
      <Filters>
        <DayFilter
          label={t(($) => $.transports.from)}
          value={filters.from}
          max={filters.to}
          onChange={(from) => setFilters({ from })}
        />
        <DayFilter
          label={t(($) => $.transports.to)}
          value={filters.to}
          min={filters.from}
          onChange={(to) => setFilters({ to })}
        />
        <Select
          label={t(($) => $.transports.link)}
          placeholder={t(($) => $.transports.all)}
          data={[
            { value: 'with', label: t(($) => $.transports.withLink) },
            { value: 'without', label: t(($) => $.transports.withoutLink) },
          ]}
          value={filters.link ?? null}
          clearable
          onChange={(value) => setFilters({ link: value === 'with' || value === 'without' ? value : undefined })}
        />
        {isFiltered && (
          <Button variant="subtle" onClick={() => clear({ ...transportFilters.none(), q: undefined })}>
            {t(($) => $.transports.clear)}
          </Button>
        )}
      </Filters>
      <CopyFrame reading={reading} note={note}>
        <DataList<ListedTransport>
          label={t(($) => $.transports.title)}
          {...readRows(reading)}
          rowKey={({ id }) => id}
          rowName={({ buybackNumber }) => buybackNumber}
          nameColumn="buybackNumber"
          pathOf={({ buybackId }) => (mayRead ? `/buyback/${buybackId}` : null)}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.transports.search)}
          scans={ScannedPackages}
          columns={[
            {
              key: 'createdAt',
              title: t(($) => $.transports.createdAt),
              cell: ({ createdAt }) => <DateTime value={createdAt} />,
              sortable: true,
            },
            {
              key: 'buybackNumber',
              title: t(($) => $.transports.buybackNumber),
              cell: ({ buybackNumber }) => <CodeText code={buybackNumber} />,
              sortable: true,
            },
            {
              key: 'packageNumber',
              title: t(($) => $.transports.packageNumber),
              cell: ({ packageNumber }) => (packageNumber === null ? '–' : <CodeText code={packageNumber} />),
            },
            {
              key: 'deliveryStatus',
              title: td(($) => $.transport.delivery),
              cell: ({ deliveryStatus }) =>
                deliveryStatus === null ? (
                  <Text c="dimmed">{td(($) => $.transport.noDelivery)}</Text>
                ) : (
                  tb(($) => $.deliveryStatus[deliveryStatus])
                ),
            },
            {
              key: 'labelState',
              title: td(($) => $.transport.label),
              cell: ({ labelState }) => props.labelBadge(labelState),
            },
            {
              key: 'orderLink',
              title: t(($) => $.transports.orderLink),
              cell: (row) => <OrderLink {...row} />,
            },
            {
              key: 'id',
              title: t(($) => $.transports.id),
              cell: ({ id }) => (
                <Text size="sm" component="code" translate="no">
                  {id}
                </Text>
              ),
            },
          ]}
          empty={
            isFiltered ? (
              <EmptyState icon={IconTruck} title={t(($) => $.transports.noMatch)} />
            ) : (
              <EmptyState
                icon={IconTruck}
                title={t(($) => $.transports.empty)}
                text={t(($) => $.transports.emptyText)}
              />
            )
          }
        />
      </CopyFrame>
    </Page>
  )
}

// A carrier's answer is shown as a link only where it is one of the web.
function OrderLink({ orderLink: address, hasLink }: Pick<ListedTransport, 'orderLink' | 'hasLink'>) {
  const { t } = useTranslation('dispatch')
  if (!hasLink) return <Text c="dimmed">{t(($) => $.transports.noLink)}</Text>
  if (address === undefined || address === null) return <Text c="dimmed">{t(($) => $.transports.linkOnline)}</Text>
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always">
      {t(($) => $.transports.open)} <IconExternalLink size={16} aria-hidden />
    </Anchor>
  )
}
