import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { DayFilter, SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { useTypedFilter, words } from '#web/staff/ui/list/use-typed-filter.ts'
import { buybackFiltersQuery } from '../buyback-calls.ts'
import { noFilters, type BuybackSearch, type BuybackSearchChange } from './buyback-search.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** What narrows the list (BB-02); stores and buyers only for who may (BB-03). */
export function BuybackFilters(props: {
  readonly search: BuybackSearch
  readonly onChange: (part: BuybackSearchChange) => void
}) {
  const { search, onChange } = props
  const { t } = useTranslation(['buyback', 'item'])
  const { data, isError: hasFailed } = useQuery(buybackFiltersQuery(useHttp()))
  const mayStores = useCan('buyback.filter_stores')
  const mayBuyers = useCan('buyback.filter_buyers')
  const named = (list: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    list?.map(({ id, name }): Choice => ({ value: id, label: name }))
  return (
    <FilterPanel
      count={Object.keys(search).length}
      onReset={() => onChange(noFilters)}
      more={
        <>
          <WordField
            label={t(($) => $.filter.product)}
            value={search.product}
            onChange={(product) => onChange({ product })}
          />
          <SeveralFilter
            label={t(($) => $.column.brand)}
            data={data?.brands.map((brand): Choice => ({ value: brand, label: brand }))}
            hasFailed={hasFailed}
            value={search.brand}
            onChange={(brand) => onChange({ brand })}
          />
          <SeveralFilter
            label={t(($) => $.column.category)}
            data={named(data?.categories)}
            hasFailed={hasFailed}
            value={search.category}
            onChange={(category) => onChange({ category })}
          />
          <SeveralFilter
            label={t(($) => $.column.circuit)}
            data={named(data?.circuits)}
            hasFailed={hasFailed}
            value={search.circuit}
            onChange={(circuit) => onChange({ circuit })}
          />
          <SeveralFilter
            label={t(($) => $.column.deliveryStatus)}
            data={deliveryStatuses.map((value) => ({ value, label: t(($) => $.deliveryStatus[value]) }))}
            value={search.delivery}
            onChange={(delivery) => onChange({ delivery })}
          />
          <DayFilter
            label={t(($) => $.filter.pickupFrom)}
            value={search.pickupFrom}
            max={search.pickupTo}
            onChange={(pickupFrom) => onChange({ pickupFrom })}
          />
          <DayFilter
            label={t(($) => $.filter.pickupTo)}
            value={search.pickupTo}
            min={search.pickupFrom}
            onChange={(pickupTo) => onChange({ pickupTo })}
          />
          {mayStores && (
            <SeveralFilter
              label={t(($) => $.column.store)}
              data={named(data?.stores)}
              hasFailed={hasFailed}
              value={search.store}
              onChange={(store) => onChange({ store })}
            />
          )}
          {mayBuyers && (
            <SeveralFilter
              label={t(($) => $.column.buyer)}
              data={named(data?.buyers)}
              hasFailed={hasFailed}
              value={search.buyer}
              onChange={(buyer) => onChange({ buyer })}
            />
          )}
        </>
      }
    >
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={buybackStatuses.map((value) => ({ value, label: t(($) => $.buybackStatus[value], { ns: 'item' }) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <DayFilter
        label={t(($) => $.filter.from)}
        value={search.from}
        max={search.to}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label={t(($) => $.filter.to)}
        value={search.to}
        min={search.from}
        onChange={(to) => onChange({ to })}
      />
      <WordField label={t(($) => $.filter.client)} value={search.client} onChange={(client) => onChange({ client })} />
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
