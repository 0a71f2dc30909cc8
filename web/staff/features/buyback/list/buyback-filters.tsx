import { Button, Collapse, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buybackStatuses, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses, type DeliveryStatus } from '#domain/buyback/delivery-status.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ShortMultiSelect } from '#web/staff/ui/short-select.tsx'
import { buybackFiltersQuery } from '../buyback-calls.ts'
import { noFilters, type BuybackSearch, type BuybackSearchChange } from './buyback-search.ts'
import classes from './list.module.css'

interface Choice {
  readonly value: string
  readonly label: string
}

/** What narrows the list (BB-02); stores and buyers only for who may (BB-03). On a phone they unfold. */
export function BuybackFilters(props: {
  readonly search: BuybackSearch
  readonly onChange: (part: BuybackSearchChange) => void
}) {
  const { search, onChange } = props
  const { t } = useTranslation(['buybacks', 'items'])
  const { data } = useQuery(buybackFiltersQuery(useHttp()))
  const mayStores = useCan('buyback.filter_stores')
  const mayBuyers = useCan('buyback.filter_buyers')
  const count = Object.keys(search).length
  const [isOpen, setOpen] = useState(false)
  const named = (list: readonly { readonly id: string; readonly name: string }[] | undefined): readonly Choice[] =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const several = (
    key: 'status' | 'delivery' | 'category' | 'circuit' | 'store' | 'buyer' | 'brand',
    label: string,
    data: readonly Choice[],
  ) => (
    <ShortMultiSelect
      size="md"
      label={label}
      placeholder={search[key] === undefined ? t(($) => $.filter.any) : ''}
      data={[...data]}
      value={[...(search[key] ?? [])]}
      onChange={(values) => onChange({ [key]: values.length === 0 ? undefined : values })}
      clearable
      searchable
      hidePickedOptions={false}
      nothingFoundMessage={t(($) => $.list.noResultsFor)}
    />
  )
  return (
    <div className={classes.filters}>
      <div className={`${classes.fields} ${classes.first}`} data-open={isOpen || undefined}>
        {several(
          'status',
          t(($) => $.column.status),
          buybackStatuses.map((value: BuybackStatus) => ({
            value,
            label: t(($) => $.buybackStatus[value], { ns: 'items' }),
          })),
        )}
        <DayField
          label={t(($) => $.filter.from)}
          value={search.from}
          max={search.to}
          onChange={(from) => onChange({ from })}
        />
        <DayField
          label={t(($) => $.filter.to)}
          value={search.to}
          min={search.from}
          onChange={(to) => onChange({ to })}
        />
        <WordField
          label={t(($) => $.filter.client)}
          value={search.client}
          onChange={(client) => onChange({ client })}
        />
      </div>
      <Collapse expanded={isOpen}>
        <div className={classes.fields}>
          <WordField
            label={t(($) => $.filter.product)}
            value={search.product}
            onChange={(product) => onChange({ product })}
          />
          {several(
            'brand',
            t(($) => $.column.brand),
            (data?.brands ?? []).map((brand) => ({ value: brand, label: brand })),
          )}
          {several(
            'category',
            t(($) => $.column.category),
            named(data?.categories),
          )}
          {several(
            'circuit',
            t(($) => $.column.circuit),
            named(data?.circuits),
          )}
          {several(
            'delivery',
            t(($) => $.column.deliveryStatus),
            deliveryStatuses.map((value: DeliveryStatus) => ({ value, label: t(($) => $.deliveryStatus[value]) })),
          )}
          {mayStores &&
            several(
              'store',
              t(($) => $.column.store),
              named(data?.stores),
            )}
          {mayBuyers &&
            several(
              'buyer',
              t(($) => $.column.buyer),
              named(data?.buyers),
            )}
        </div>
      </Collapse>
      <div className={classes.bar}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t(($) => $.filter.less) : t(($) => $.filter.more)}
          {!isOpen && count > 0 ? ` (${count})` : ''}
        </Button>
        {count > 0 && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onChange(noFilters)}
          >
            {t(($) => $.filter.reset)}
          </Button>
        )}
      </div>
    </div>
  )
}

function DayField(props: {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  return (
    <TextInput
      size="md"
      type="date"
      label={props.label}
      value={props.value ?? ''}
      min={props.min}
      max={props.max}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  )
}

function WordField(props: {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  const value = props.value ?? ''
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address is the truth: when it changes by itself, as by going back, the field follows.
  if (known !== value) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  const later = useDebouncedCallback((next: string) => props.onChange(next.trim() || undefined), 300)
  return (
    <TextInput
      size="md"
      label={props.label}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
    />
  )
}
