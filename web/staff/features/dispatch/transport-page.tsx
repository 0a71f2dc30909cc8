import { Alert, Anchor, Button, Select, Text, TextInput } from '@mantine/core'
import { IconDownload, IconExternalLink, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ParcelState } from '#domain/buyback/parcel.ts'
import { exportTransportsCall } from '#sync/calls/dispatch.ts'
import { addressOf, CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { DataList } from '#web/staff/ui/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { firstListState, useListState } from '#web/staff/ui/list-state.ts'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { transportsQuery } from './dispatch-calls.ts'
import { parseTransportFilters, type TransportFilters } from './transport-filters.ts'

const first = { ...firstListState, sort: 'createdAt', order: 'desc' } as const

/** `/transports-list` (EXP-05, EXP-06): how every buyback travelled, with further actions beside the export. */
export function TransportPage(props: {
  readonly actions: ReactNode
  readonly labelBadge: (state: ParcelState) => ReactNode
}) {
  const { t } = useTranslation('dispatch')
  const { t: td } = useTranslation('delivery')
  const { t: tb } = useTranslation('buybacks')
  const http = useHttp()
  const { state, change } = useListState(first)
  const { filters, setFilters } = useTransportFilters()
  const isFiltered = state.search !== '' || Object.values(filters).some((value) => value !== undefined)
  const narrowed = {
    ...(state.search === '' ? {} : { search: state.search }),
    createdFrom: filters.from,
    createdTo: filters.to,
    ...(filters.link === undefined ? {} : { exists: { orderLink: filters.link === 'with' } }),
    ...(state.sort === null ? {} : { order: { [state.sort]: state.order } }),
  }
  const found = useQuery(transportsQuery(http, { ...narrowed, page: state.page, itemsPerPage: state.perPage }))
  const isOffline = found.error instanceof CallError && found.error.failure === 'offline'
  return (
    <Page
      title={t(($) => $.transports.title)}
      icon={IconTruck}
      actions={
        <>
          {props.actions}
          <Button
            component="a"
            href={addressOf(exportTransportsCall.path, { query: narrowed })}
            download="transports.csv"
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t(($) => $.transports.csv)}
          </Button>
        </>
      }
    >
      {isOffline && (
        <Alert color="yellow" mb="md" role="status">
          {t(($) => $.transports.offline)}
        </Alert>
      )}
      <Filters>
        <TextInput
          type="date"
          label={t(($) => $.transports.from)}
          value={filters.from ?? ''}
          max={filters.to}
          onChange={(event) => setFilters({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label={t(($) => $.transports.to)}
          value={filters.to ?? ''}
          min={filters.from}
          onChange={(event) => setFilters({ to: event.currentTarget.value || undefined })}
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
          <Button
            variant="subtle"
            onClick={() => setFilters({ from: undefined, to: undefined, link: undefined, q: undefined })}
          >
            {t(($) => $.transports.clear)}
          </Button>
        )}
      </Filters>
      <DataList
        label={t(($) => $.transports.title)}
        rows={found.data?.['hydra:member']}
        total={found.data?.['hydra:totalItems'] ?? null}
        error={found.error}
        onRetry={() => void found.refetch()}
        rowKey={({ id }) => id}
        rowName={({ buybackNumber }) => buybackNumber}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.transports.search)}
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
            cell: ({ orderLink }) => <OrderLink address={orderLink} />,
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
            <EmptyState icon={IconTruck} title={t(($) => $.transports.empty)} text={t(($) => $.transports.emptyText)} />
          )
        }
      />
    </Page>
  )
}

// A carrier's answer is shown as a link only where it is one of the web.
function OrderLink({ address }: { readonly address: string | null }) {
  const { t } = useTranslation('dispatch')
  if (address === null) return <Text c="dimmed">{t(($) => $.transports.noLink)}</Text>
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always">
      {t(($) => $.transports.open)} <IconExternalLink size={16} aria-hidden />
    </Anchor>
  )
}

function useTransportFilters() {
  const filters = parseTransportFilters(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setFilters = (part: {
    [Key in keyof TransportFilters | 'q']?: TransportFilters[keyof TransportFilters] | undefined
  }): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...part, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    })
  return { filters, setFilters }
}
