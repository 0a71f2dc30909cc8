import { Select, Text } from '@mantine/core'
import { IconFileText, IconWritingSign } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { quoteValidityDays } from '#domain/buyback/quote-validity.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { ListedItem } from '#web/local/list/list-query.ts'
import { useServerQuery } from '#web/local/cache/offline-fallback.ts'
import { listPredeclaredCall, type PredeclaredBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column, RowAction } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState, pageQuestionOf } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { askedWords } from '#web/staff/ui/list/list-filters.ts'
import { predeclaredQuery } from '../buyback-calls.ts'
import { BuybackLink, clientName, ProductCell } from './buyback-columns.tsx'
import { DevicePredeclared } from './device-predeclared.tsx'
import { HeldPrice } from './held-price.tsx'
import classes from './list.module.css'
import { predeclaredFilters } from './predeclared-search.ts'

const first = listStart(sortsOf(listPredeclaredCall), { perPage: 15, sort: 'createdAt', order: 'desc' })

/** `/buybacks-predeclared` (BB-13): web buybacks that the user's stores expect, and how long their price holds. */
export function PredeclaredPage() {
  const { t } = useTranslation(['buyback', 'common'])
  const http = useHttp()
  const navigate = useNavigate()
  const list = useListState(first)
  const { state, change } = list
  const { filters, setFilters } = useFilters(predeclaredFilters)
  const { held } = filters
  const columns = useColumns()
  const mayFinalize = useCan('buyback.finalize')
  const engine = useEngine()
  const action = { label: t(($) => $.predeclared.finalize), icon: IconWritingSign, main: true } as const
  const finalize: RowAction<PredeclaredBuybackAnswer> = {
    ...action,
    run: ({ id, itemId, productId, brand, productLabel }) => {
      const slug = slugOf(productName({ brand, productLabel }) ?? productLabel)
      void navigate({ to: `/diag/${productId}/${slug}/${itemId}/${id}` })
    },
  }
  // The device knows no id of the buyback, and its lists name no product: the item tells.
  const finalizeHere = async ({ id, brand, productLabel }: ListedItem): Promise<void> => {
    const [view] = await engine.view([id])
    const productId = view === undefined ? null : itemFacts(view.item).productId
    const slug = slugOf(productName({ brand, productLabel }) ?? '')
    if (productId !== null) await navigate({ to: `/diag/${productId}/${slug === '' ? '-' : slug}/${id}` })
  }
  const query = { ...askedWords('q', state.search), isPriceHeld: held, ...pageQuestionOf(state) }
  const { told: found, isAway: isOutOfReach } = useServerQuery(predeclaredQuery(http, query))
  const isAway = isOutOfReach && (found.data === undefined || found.isPlaceholderData)
  const isFiltered = state.search !== '' || held !== undefined
  return (
    <Page title={t(($) => $.predeclared.title)} icon={IconFileText}>
      <Text mb="md">{t(($) => $.predeclared.text, { count: quoteValidityDays })}</Text>
      <Filters>
        <Select
          label={t(($) => $.predeclared.held)}
          placeholder={t(($) => $.filter.any, { ns: 'common' })}
          data={[
            { value: 'true' as const, label: t(($) => $.predeclared.heldYes) },
            { value: 'false' as const, label: t(($) => $.predeclared.heldNo) },
          ]}
          value={held ?? null}
          clearable
          onChange={(value) => setFilters({ held: value ?? undefined })}
        />
      </Filters>
      {isAway ? (
        <DevicePredeclared
          list={list}
          held={held}
          action={mayFinalize ? { ...action, run: (row) => void finalizeHere(row) } : null}
        />
      ) : (
        <ServerList
          label={t(($) => $.predeclared.title)}
          found={found}
          rowKey={({ id }) => id}
          rowName={({ identificationNumber }) => identificationNumber}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.predeclared.search)}
          scans={ScannedSearch}
          columns={columns}
          {...(mayFinalize && { actions: [finalize] })}
          actionsStay
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
      )}
    </Page>
  )
}

function useColumns(): readonly Column<PredeclaredBuybackAnswer>[] {
  const { t } = useTranslation('buyback')
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
      key: 'price',
      title: t(($) => $.column.promisedPrice),
      sortable: true,
      align: 'end',
      cell: ({ totalPriceCents }) => (totalPriceCents === null ? '–' : <Money valueCents={totalPriceCents} />),
    },
    {
      key: 'until',
      title: t(($) => $.predeclared.until),
      cell: (row) => <HeldPrice untilMs={Date.parse(row.priceHoldsUntil)} isHeld={row.isPriceHeld} />,
    },
  ]
}
