import { Select, Text } from '@mantine/core'
import { IconClockHour4, IconFileText, IconWritingSign } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pricePromiseDays } from '#domain/buyback/price-promise.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/catalog/slug.ts'
import type { PredeclaredBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { DataList, type Column, type RowAction } from '#web/staff/ui/data-list.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { firstListState, useFilterChange, useListState } from '#web/staff/ui/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { predeclaredQuery } from '../buyback-calls.ts'
import { BuybackLink, clientName, ProductCell } from './buyback-columns.tsx'
import { parseHeld } from './predeclared-search.ts'
import classes from './list.module.css'

const first = { ...firstListState, perPage: 15, sort: 'createdAt', order: 'desc' } as const
const dayMs = 86_400_000

/** `/buybacks-predeclared` (BB-13): web buybacks that the user's stores expect, and how long their price holds. */
export function PredeclaredPage() {
  const { t } = useTranslation('buybacks')
  const http = useHttp()
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const { held, setHeld } = useHeld()
  const columns = useColumns()
  const mayFinalize = useCan('buyback.finalize')
  const finalize: RowAction<PredeclaredBuybackAnswer> = {
    label: t(($) => $.predeclared.finalize),
    icon: IconWritingSign,
    main: true,
    run: ({ id, itemId, productId, brand, productLabel }) => {
      const slug = slugOf(productName({ brand, productLabel }) ?? productLabel)
      void navigate({ to: `/diag/${productId}/${slug}/${itemId}/${id}` })
    },
  }
  const query = {
    ...(state.search === '' ? {} : { q: state.search }),
    ...(held === undefined ? {} : { isPriceHeld: held }),
    ...(state.sort === null ? {} : { order: { [state.sort]: state.order } }),
    page: state.page,
    itemsPerPage: state.perPage,
  }
  const found = useQuery(predeclaredQuery(http, query))
  const isFiltered = state.search !== '' || held !== undefined
  return (
    <Page title={t(($) => $.predeclared.title)} icon={IconFileText}>
      <Text mb="md">{t(($) => $.predeclared.text, { count: pricePromiseDays })}</Text>
      <Filters>
        <Select
          label={t(($) => $.predeclared.held)}
          placeholder={t(($) => $.filter.any)}
          data={[
            { value: 'true', label: t(($) => $.predeclared.heldYes) },
            { value: 'false', label: t(($) => $.predeclared.heldNo) },
          ]}
          value={held ?? null}
          clearable
          onChange={setHeld}
        />
      </Filters>
      <DataList
        label={t(($) => $.predeclared.title)}
        rows={found.data?.['hydra:member']}
        total={found.data?.['hydra:totalItems'] ?? null}
        error={found.error}
        onRetry={() => void found.refetch()}
        rowKey={({ id }) => id}
        rowName={({ identificationNumber }) => identificationNumber}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.predeclared.search)}
        columns={columns}
        {...(mayFinalize && { actions: [finalize] })}
        onOpen={({ id }) => void navigate({ to: '/buyback/$id', params: { id } })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconFileText}
              title={t(($) => $.predeclared.noMatch)}
              text={t(($) => $.list.noMatch.text)}
            />
          ) : (
            <EmptyState
              icon={IconFileText}
              title={t(($) => $.predeclared.empty.title)}
              text={t(($) => $.predeclared.empty.text)}
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<PredeclaredBuybackAnswer>[] {
  const { t } = useTranslation('buybacks')
  return [
    {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: (row) => <BuybackLink buyback={row} />,
    },
    { key: 'product', title: t(($) => $.column.product), sortable: true, cell: (row) => <ProductCell buyback={row} /> },
    {
      key: 'client',
      title: t(($) => $.column.client),
      sortable: true,
      cell: (row) => (
        <span className={classes.cell}>
          <span>{clientName(row)}</span>
          {row.storeName === null ? null : <span className={classes.soft}>{row.storeName}</span>}
        </span>
      ),
    },
    {
      key: 'declaredPrice',
      title: t(($) => $.column.predeclaredPrice),
      sortable: true,
      align: 'end',
      cell: (row) => {
        const price = row.predeclaredPriceCents ?? row.declaredPriceCents
        return price === null ? '–' : <Money valueCents={price} />
      },
    },
    { key: 'until', title: t(($) => $.predeclared.until), cell: (row) => <HeldPrice row={row} /> },
  ]
}

function HeldPrice({ row }: { readonly row: PredeclaredBuybackAnswer }) {
  const { t } = useTranslation('buybacks')
  const format = useFormat()
  if (!row.isPriceHeld) return <StatusBadge tone="warning" label={t(($) => $.predeclared.expired)} />
  const count = Math.max(0, Math.floor((Date.parse(row.priceHoldsUntil) - Date.now()) / dayMs))
  return (
    <span className={classes.cell}>
      <span>{format.date(row.priceHoldsUntil)}</span>
      <span className={classes.soft}>
        <IconClockHour4 size={14} aria-hidden /> {t(($) => $.predeclared.left, { count })}
      </span>
    </span>
  )
}

function useHeld() {
  const search: { readonly held?: unknown } = useSearch({ strict: false })
  const change = useFilterChange()
  const held = parseHeld(search).held
  const setHeld = (value: string | null): void => change({ held: value ?? undefined })
  return { held, setHeld }
}
