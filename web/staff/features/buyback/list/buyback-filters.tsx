import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { DayFilter, SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { useTypedFilter, words } from '#web/staff/ui/list/use-typed-filter.ts'
import type { FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import { buybackFiltersQuery } from '../buyback-calls.ts'
import type { BuybackSearch } from './buyback-search.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** What narrows the list (BB-02); stores and buyers only for who may (BB-03). */
export function BuybackFilters({ list }: { readonly list: FilteredList<BuybackSearch> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation(['buyback', 'item'])
  const { data, isError: hasFailed } = useQuery(buybackFiltersQuery(useHttp()))
  const mayStores = useCan('buyback.filter_stores')
  const mayBuyers = useCan('buyback.filter_buyers')
  const named = (list: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    list?.map(({ id, name }): Choice => ({ value: id, label: name }))
  return (
    <FilterPanel
      count={list.filterCount}
      onReset={list.resetFilters}
      more={
        <>
          <WordField
            label={t(($) => $.filter.product)}
            value={filters.product}
            onChange={(product) => setFilters({ product })}
          />
          <SeveralFilter
            label={t(($) => $.column.brand)}
            data={data?.brands.map((brand): Choice => ({ value: brand, label: brand }))}
            hasFailed={hasFailed}
            value={filters.brand}
            onChange={(brand) => setFilters({ brand })}
          />
          <SeveralFilter
            label={t(($) => $.column.category)}
            data={named(data?.categories)}
            hasFailed={hasFailed}
            value={filters.category}
            onChange={(category) => setFilters({ category })}
          />
          <SeveralFilter
            label={t(($) => $.column.circuit)}
            data={named(data?.circuits)}
            hasFailed={hasFailed}
            value={filters.circuit}
            onChange={(circuit) => setFilters({ circuit })}
          />
          <SeveralFilter
            label={t(($) => $.column.deliveryStatus)}
            data={deliveryStatuses.map((value) => ({ value, label: t(($) => $.deliveryStatus[value]) }))}
            value={filters.delivery}
            onChange={(delivery) => setFilters({ delivery })}
          />
          <DayFilter
            label={t(($) => $.filter.pickupFrom)}
            value={filters.pickupFrom}
            max={filters.pickupTo}
            onChange={(pickupFrom) => setFilters({ pickupFrom })}
          />
          <DayFilter
            label={t(($) => $.filter.pickupTo)}
            value={filters.pickupTo}
            min={filters.pickupFrom}
            onChange={(pickupTo) => setFilters({ pickupTo })}
          />
          {mayStores && (
            <SeveralFilter
              label={t(($) => $.column.store)}
              data={named(data?.stores)}
              hasFailed={hasFailed}
              value={filters.store}
              onChange={(store) => setFilters({ store })}
            />
          )}
          {mayBuyers && (
            <SeveralFilter
              label={t(($) => $.column.buyer)}
              data={named(data?.buyers)}
              hasFailed={hasFailed}
              value={filters.buyer}
              onChange={(buyer) => setFilters({ buyer })}
            />
          )}
        </>
      }
    >
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={buybackStatuses.map((value) => ({ value, label: t(($) => $.buybackStatus[value], { ns: 'item' }) }))}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <DayFilter
        label={t(($) => $.filter.from)}
        value={filters.from}
        max={filters.to}
        onChange={(from) => setFilters({ from })}
      />
      <DayFilter
        label={t(($) => $.filter.to)}
        value={filters.to}
        min={filters.from}
        onChange={(to) => setFilters({ to })}
      />
      <WordField
        label={t(($) => $.filter.client)}
        value={filters.client}
        onChange={(client) => setFilters({ client })}
      />
    </FilterPanel>
  )
}

function WordField(props: {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  const [text, type] = useTypedFilter({ ...words, value: props.value, onChange: props.onChange, waitMs: 300 })
  return (
    <TextInput
      size="md"
      label={props.label}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
