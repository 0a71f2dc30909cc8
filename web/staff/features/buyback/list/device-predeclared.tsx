import { Alert } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pricePromiseMs, promiseEndsAt } from '#domain/buyback/quote-validity.ts'
import { promisedPrice } from '#domain/buyback/promised-price.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { declaredOf } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { ItemListQuery, ListedItem } from '#web/local/list/list-query.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { DataList, type Column, type RowAction } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import type { useListState } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { HeldPrice } from './held-price.tsx'
import classes from './list.module.css'

const key = ['predeclared here'] as const

interface Awaited extends ListedItem {
  /** What the contract promises; null where the device knows no price. */
  readonly promisedCents: number | null
}

/** What the web has predeclared for the stores of this device, as its copy knows it: the list while no server answers. */
export function DevicePredeclared(props: {
  readonly list: ReturnType<typeof useListState>
  readonly held: 'true' | 'false' | undefined
  readonly action: RowAction<Awaited> | null
}) {
  const { t } = useTranslation('buyback')
  const { held, action } = props
  const { state, change } = props.list
  const engine = useEngine()
  const { queries } = usePlatform()
  useEffect(() => engine.subscribe(() => void queries.invalidateQueries({ queryKey: key })), [engine, queries])
  const isFiltered = state.search !== '' || held !== undefined
  const heldFromMs = Date.now() - pricePromiseMs
  const found = useQuery({
    queryKey: [...key, state.search, state.page, state.perPage, held],
    queryFn: () =>
      readPage(engine, {
        filter: {
          statuses: ['item_awaiting_store_drop'],
          ...(held === 'true' && { createdFromMs: heldFromMs }),
          ...(held === 'false' && { createdBeforeMs: heldFromMs }),
        },
        search: state.search,
        sort: 'createdAt',
        order: 'desc',
        offset: (state.page - 1) * state.perPage,
        limit: state.perPage,
      }),
    gcTime: 0,
  })
  return (
    <>
      <Alert color="yellow" variant="light" role="status" mb="md">
        {t(($) => $.predeclared.away)}
      </Alert>
      <DataList
        label={t(($) => $.predeclared.title)}
        rows={found.data === undefined ? undefined : (found.data?.rows ?? [])}
        total={found.data?.total ?? null}
        error={found.error}
        onRetry={() => void found.refetch()}
        rowKey={({ id }) => id}
        rowName={({ buybackCode }) => buybackCode}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.predeclared.search)}
        scans={ScannedSearch}
        columns={useColumns()}
        {...(action !== null && { actions: [action] })}
        empty={
          <EmptyState
            icon={IconFileText}
            title={isFiltered ? t(($) => $.predeclared.noMatch) : t(($) => $.predeclared.noneHere.title)}
            text={t(($) => $.predeclared.noneHere.text)}
          />
        }
      />
    </>
  )
}

// The rows of the list know no modifiers; the items themselves do.
async function readPage(
  engine: Engine,
  query: ItemListQuery,
): Promise<{ readonly rows: readonly Awaited[]; readonly total: number } | null> {
  const found = await engine.listItems(query)
  if (found === null) return null
  const views = await engine.view(found.rows.map(({ id }) => id))
  const promised = new Map(
    views.map(({ item }) => {
      const price = promisedPrice({ ...declaredOf(item), predeclaredPriceCents: null })
      return [item.id, price.estimateCents === null ? null : price.totalCents]
    }),
  )
  return {
    total: found.total,
    rows: found.rows.map((row) => ({ ...row, promisedCents: promised.get(row.id) ?? null })),
  }
}

function useColumns(): readonly Column<Awaited>[] {
  const { t } = useTranslation('buyback')
  return [
    {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      cell: ({ buybackCode, createdAtMs }) => (
        <span className={classes.cell}>
          <span className={classes.code} translate="no">
            {groupCode(buybackCode)}
          </span>
          <span className={classes.soft}>
            <DateTime value={new Date(createdAtMs).toISOString()} />
          </span>
        </span>
      ),
    },
    { key: 'product', title: t(($) => $.column.product), cell: (row) => <strong>{productName(row)}</strong> },
    {
      key: 'price',
      title: t(($) => $.column.promisedPrice),
      align: 'end',
      cell: ({ promisedCents }) => (promisedCents === null ? '–' : <Money valueCents={promisedCents} />),
    },
    {
      key: 'until',
      title: t(($) => $.predeclared.until),
      cell: ({ createdAtMs }) => <HeldPrice untilMs={promiseEndsAt(createdAtMs)} />,
    },
  ]
}
