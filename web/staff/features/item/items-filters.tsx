import { Button, Select, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemStatuses, type ItemStatus } from '#domain/item/item-status.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { ItemFacets } from '#web/local/list/list-query.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import { useTypedFilter, words } from '#web/staff/ui/list/use-typed-filter.ts'
import { ages, promises, type ItemsSearch } from './items-search.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import classes from './items.module.css'

type Change = (part: { readonly [Key in keyof ItemsSearch]?: ItemsSearch[Key] | undefined }) => void

interface Option {
  readonly value: string
  readonly label: string
}

interface SeveralProps {
  readonly chosen: readonly string[] | undefined
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly onChange: Change
}

const noOptions: Option[] = []

/** What narrows the list; each value says how many items it would give. */
export const ItemsFilters = memo(function ItemsFilters(props: {
  readonly search: ItemsSearch
  readonly facets: ItemFacets | null
  readonly isFiltered: boolean
  readonly onChange: Change
}) {
  const { search, facets, onChange } = props
  return (
    <div className={classes.filters}>
      <SearchText value={search.q} onChange={onChange} />
      <StatusField chosen={search.status} counts={facets?.statuses} onChange={onChange} />
      <StockField chosen={search.stock} counts={facets?.stocks} onChange={onChange} />
      <BrandField chosen={search.brand} counts={facets?.brands} onChange={onChange} />
      <AgeField value={search.age ?? null} onChange={onChange} />
      <PromisedField value={search.promised ?? null} onChange={onChange} />
      <div className={classes.last}>
        <AllSwitch isOn={search.all === true} onChange={onChange} />
        {props.isFiltered ? <Reset onChange={onChange} /> : null}
      </div>
    </div>
  )
})

function StatusField({ chosen, counts, onChange }: SeveralProps) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const optionsOf = (offered: ReadonlySet<string>): readonly Option[] =>
    itemStatuses
      .filter((status) => offered.has(status))
      .map((status) => ({ value: status, label: tw(($) => $.itemStatus[status]) }))
  const take = useCallback((status: string[]) => onChange({ status: several(status as ItemStatus[]) }), [onChange])
  return <SeveralField {...{ chosen, counts, optionsOf }} label={t(($) => $.list.status)} onChange={take} />
}

function StockField({ chosen, counts, onChange }: SeveralProps) {
  const { t } = useTranslation('item')
  const stocks = useStocks()
  const optionsOf = (offered: ReadonlySet<string>): readonly Option[] =>
    stocks.list.filter(({ id }) => offered.has(id)).map(({ id }) => ({ value: id, label: stocks.nameOf(id) ?? id }))
  const take = useCallback((stock: string[]) => onChange({ stock: several(stock) }), [onChange])
  return <SeveralField {...{ chosen, counts, optionsOf }} label={t(($) => $.list.stock)} onChange={take} />
}

function BrandField({ chosen, counts, onChange }: SeveralProps) {
  const { t } = useTranslation('item')
  const optionsOf = (offered: ReadonlySet<string>): readonly Option[] =>
    [...offered].toSorted((a, b) => a.localeCompare(b)).map((brand) => ({ value: brand, label: brand }))
  const take = useCallback((brand: string[]) => onChange({ brand: several(brand) }), [onChange])
  return <SeveralField {...{ chosen, counts, optionsOf }} label={t(($) => $.list.brand)} onChange={take} />
}

/**
 * A filter of several values. Its field is the dearest thing to draw beside the list: what it offers, with the counts
 * that follow each change, is worked out only where it shows, so that any other change leaves the field alone.
 */
function SeveralField(props: {
  readonly label: string
  readonly chosen: readonly string[] | undefined
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly optionsOf: (offered: ReadonlySet<string>) => readonly Option[]
  readonly onChange: (values: string[]) => void
}) {
  const format = useFormat()
  const [isFocused, setFocused] = useState(false)
  const { label, counts, onChange } = props
  // The address is read again at each change: equal values have to stay the same list.
  const key = JSON.stringify(props.chosen ?? [])
  const chosen = useMemo(() => JSON.parse(key) as string[], [key])
  const isShown = isFocused || chosen.length > 0
  const shown = isShown
    ? JSON.stringify(
        props
          .optionsOf(new Set([...Object.keys(counts ?? {}), ...chosen]))
          .map(({ value, label: name }) => ({ value, label: `${name} (${format.number(counts?.[value] ?? 0)})` })),
      )
    : null
  const data = useMemo(() => (shown === null ? noOptions : (JSON.parse(shown) as Option[])), [shown])
  return <ChoiceField label={label} data={data} value={chosen} onChange={onChange} onFocused={setFocused} />
}

const ChoiceField = memo(function ChoiceField(props: {
  readonly label: string
  readonly data: Option[]
  readonly value: string[]
  readonly onChange: (values: string[]) => void
  readonly onFocused: (isFocused: boolean) => void
}) {
  const { onFocused, ...field } = props
  return (
    <TruncatedMultiSelect
      size="md"
      {...field}
      onDropdownOpen={() => onFocused(true)}
      onFocus={() => onFocused(true)}
      onBlur={() => onFocused(false)}
      clearable
      searchable
      hidePickedOptions={false}
    />
  )
})

const AgeField = memo(function AgeField(props: { readonly value: string | null; readonly onChange: Change }) {
  const { t } = useTranslation('item')
  return (
    <Select
      size="md"
      label={t(($) => $.list.age)}
      data={ages.map((age) => ({ value: age, label: t(($) => $.age[age]) }))}
      value={props.value}
      onChange={(age) => props.onChange({ age: ages.find((one) => one === age) })}
      clearable
    />
  )
})

const PromisedField = memo(function PromisedField(props: { readonly value: string | null; readonly onChange: Change }) {
  const { t } = useTranslation('item')
  return (
    <Select
      size="md"
      label={t(($) => $.list.promised)}
      data={promises.map((promised) => ({ value: promised, label: t(($) => $.promised[promised]) }))}
      value={props.value}
      onChange={(promised) => props.onChange({ promised: promises.find((one) => one === promised) })}
      clearable
    />
  )
})

const AllSwitch = memo(function AllSwitch(props: { readonly isOn: boolean; readonly onChange: Change }) {
  const { t } = useTranslation('item')
  return (
    <Switch
      label={t(($) => $.list.all)}
      checked={props.isOn}
      onChange={(event) => props.onChange({ all: event.currentTarget.checked ? true : undefined })}
    />
  )
})

const nothingChosen = {
  status: undefined,
  stock: undefined,
  brand: undefined,
  age: undefined,
  promised: undefined,
  q: undefined,
} as const

const Reset = memo(function Reset({ onChange }: { readonly onChange: Change }) {
  const { t } = useTranslation('item')
  return (
    <Button variant="subtle" onClick={() => onChange(nothingChosen)}>
      {t(($) => $.list.reset)}
    </Button>
  )
})

function several<T extends string>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values
}

const SearchText = memo(function SearchText(props: { readonly value: string | undefined; readonly onChange: Change }) {
  const { t } = useTranslation('item')
  const { value, onChange } = props
  const find = (q: string | undefined): void => onChange({ q })
  const [text, type, , replace] = useTypedFilter({ ...words, value, onChange: find, waitMs: 200 })
  const findCode = (code: string): void => {
    replace(code)
    find(code)
  }
  return (
    <>
      <ScannedSearch onCode={findCode} />
      <TextInput
        {...searchFieldMark}
        className={classes.search ?? ''}
        type="search"
        size="md"
        label={t(($) => $.list.search)}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </>
  )
})
