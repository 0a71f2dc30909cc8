import { Button, Group, Select, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemStatuses, type ItemStatus } from '#domain/warehouse/item-status.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { ItemFacets } from '#web/local/list-query.ts'
import { ShortMultiSelect } from '#web/staff/ui/short-select.tsx'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import { ages, promises, type ItemsSearch } from './items-search.ts'
import { useStocks } from './use-stocks.ts'
import classes from './items.module.css'

type Change = (part: { readonly [Key in keyof ItemsSearch]?: ItemsSearch[Key] | undefined }) => void

/** What narrows the list; each value says how many items it would give. */
export const ItemsFilters = memo(function ItemsFilters(props: {
  readonly search: ItemsSearch
  readonly facets: ItemFacets | null
  readonly isFiltered: boolean
  readonly onChange: Change
}) {
  const { t } = useTranslation('items')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const stocks = useStocks()
  const { search, facets, onChange } = props
  const counted = (label: string, count: number | undefined): string => `${label} (${format.number(count ?? 0)})`
  const several = <T extends string>(values: readonly T[]): readonly T[] | undefined =>
    values.length === 0 ? undefined : values
  const known = (values: Readonly<Record<string, number>> | undefined, chosen: readonly string[] | undefined) =>
    new Set([...Object.keys(values ?? {}), ...(chosen ?? [])])
  const statuses = known(facets?.statuses, search.status)
  const stockIds = known(facets?.stocks, search.stock)
  const brands = [...known(facets?.brands, search.brand)].toSorted((a, b) => a.localeCompare(b))
  return (
    <div className={classes.filters}>
      <SearchText value={search.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
      <ShortMultiSelect
        size="md"
        label={t(($) => $.list.status)}
        data={itemStatuses
          .filter((status) => statuses.has(status))
          .map((status) => ({ value: status, label: counted(statusLabel(tw, status), facets?.statuses[status]) }))}
        value={[...(search.status ?? [])]}
        onChange={(status) => onChange({ status: several(status as ItemStatus[]) })}
        clearable
        searchable
        hidePickedOptions={false}
      />
      <ShortMultiSelect
        size="md"
        label={t(($) => $.list.stock)}
        data={stocks.list
          .filter(({ id }) => stockIds.has(id))
          .map(({ id }) => ({ value: id, label: counted(stocks.nameOf(id) ?? id, facets?.stocks[id]) }))}
        value={[...(search.stock ?? [])]}
        onChange={(stock) => onChange({ stock: several(stock) })}
        clearable
        searchable
        hidePickedOptions={false}
      />
      <ShortMultiSelect
        size="md"
        label={t(($) => $.list.brand)}
        data={brands.map((brand) => ({ value: brand, label: counted(brand, facets?.brands[brand]) }))}
        value={[...(search.brand ?? [])]}
        onChange={(brand) => onChange({ brand: several(brand) })}
        clearable
        searchable
        hidePickedOptions={false}
      />
      <Select
        size="md"
        label={t(($) => $.list.age)}
        data={ages.map((age) => ({ value: age, label: t(($) => $.age[age]) }))}
        value={search.age ?? null}
        onChange={(age) => onChange({ age: ages.find((one) => one === age) })}
        clearable
      />
      <Select
        size="md"
        label={t(($) => $.list.promised)}
        data={promises.map((promised) => ({ value: promised, label: t(($) => $.promised[promised]) }))}
        value={search.promised ?? null}
        onChange={(promised) => onChange({ promised: promises.find((one) => one === promised) })}
        clearable
      />
      <Group className={classes.last ?? ''} gap="md">
        <Switch
          label={t(($) => $.list.all)}
          checked={search.all === true}
          onChange={(event) => onChange({ all: event.currentTarget.checked ? true : undefined })}
        />
        {props.isFiltered ? (
          <Button
            variant="subtle"
            onClick={() =>
              onChange({
                status: undefined,
                stock: undefined,
                brand: undefined,
                age: undefined,
                promised: undefined,
                q: undefined,
              })
            }
          >
            {t(($) => $.list.reset)}
          </Button>
        ) : null}
      </Group>
    </div>
  )
})

function statusLabel(t: ReturnType<typeof useTranslation<'warehouse'>>['t'], status: ItemStatus): string {
  return t(($) => $.itemStatus[status])
}

function SearchText({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation('items')
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address is the truth: when it changes by itself, as by going back, the field follows.
  if (known !== value) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  const later = useDebouncedCallback((next: string) => onChange(next.trim()), 200)
  return (
    <TextInput
      {...searchFieldMark}
      className={classes.search ?? ''}
      type="search"
      size="md"
      label={t(($) => $.list.search)}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
    />
  )
}
