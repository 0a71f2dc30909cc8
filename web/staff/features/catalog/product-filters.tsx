import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { depthsOf } from '#domain/catalog/category-tree.ts'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import type { TreeCategory } from '#sync/calls/category.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { FilterPanel, useFilterFault } from '#web/staff/ui/list/filter-panel.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import type { TreeOption } from '#web/staff/ui/form/tree-options.ts'
import { TreeMultiSelect } from '#web/staff/ui/form/tree-select.tsx'
import { useTypedFilter } from '#web/staff/ui/list/use-typed-filter.ts'
import type { FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import { categoryTreeQuery } from './catalog-calls.ts'
import {
  countProductFilters,
  isReversed,
  statusChoices,
  type ProductSearch,
  type StatusChoice,
} from './product-list-search.ts'
import classes from './products.module.css'

interface FilterProps {
  readonly list: FilteredList<ProductSearch>
}

/** What narrows the list (CAT-23). */
export function ProductFilters({ list }: FilterProps) {
  const { t } = useTranslation('catalog')
  return (
    <FilterPanel
      count={countProductFilters(list.filters)}
      onReset={list.resetFilters}
      fieldWidth="10rem"
      problem={
        isReversed(list.filters) ? (
          <Alert
            color="yellow"
            variant="light"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title={t(($) => $.filter.reversed.title)}
          >
            {t(($) => $.filter.reversed.text)}
          </Alert>
        ) : null
      }
    >
      <CategoryField list={list} />
      <TruncatedSelect
        size="md"
        label={t(($) => $.column.status)}
        data={statusChoices.map((value) => ({ value, label: t(($) => $.statusChoice[value]) }))}
        value={list.filters.status ?? 'published'}
        allowDeselect={false}
        onChange={(value) => {
          const status = value as StatusChoice
          list.setFilters({ status: status === 'published' ? undefined : status })
        }}
      />
      <PriceFields list={list} />
    </FilterPanel>
  )
}

const noCategories: readonly TreeCategory[] = []

function CategoryField({ list: { filters, setFilters } }: FilterProps) {
  const { t } = useTranslation(['catalog', 'common'])
  const tree = useQuery(categoryTreeQuery(useHttp()))
  const categories = tree.data?.categories ?? noCategories
  const options = useMemo((): readonly TreeOption[] => {
    const depths = depthsOf(categories)
    return categories.map(({ id, name }) => ({ value: id, label: name, depth: depths.get(id) ?? 0 }))
  }, [categories])
  return (
    <TreeMultiSelect
      className={classes.wide}
      size="md"
      label={t(($) => $.column.category)}
      placeholder={filters.category === undefined ? t(($) => $.filter.any, { ns: 'common' }) : ''}
      options={options}
      value={filters.category ?? []}
      onChange={(values) => setFilters({ category: values.length === 0 ? undefined : values })}
      clearable
      hidePickedOptions={false}
      nothingFoundMessage={t(($) => $.filter.noCategory)}
      error={tree.data === undefined && tree.isError && t(($) => $.filter.notRead, { ns: 'common' })}
    />
  )
}

function PriceFields({ list: { filters, setFilters } }: FilterProps) {
  const { t } = useTranslation('catalog')
  const gradeText = useGradeText()
  const isWrong = isReversed(filters)
  return (
    <>
      <TruncatedSelect
        size="md"
        label={t(($) => $.filter.grade)}
        data={grades.map((value) => ({ value, label: gradeText(value) ?? value }))}
        value={filters.grade ?? 'grade_a'}
        allowDeselect={false}
        onChange={(value) => {
          const grade = value as Grade
          setFilters({ grade: grade === 'grade_a' ? undefined : grade })
        }}
      />
      <PriceField
        label={t(($) => $.filter.min)}
        cents={filters.minCents}
        isWrong={isWrong}
        onChange={(minCents) => setFilters({ minCents })}
      />
      <PriceField
        label={t(($) => $.filter.max)}
        cents={filters.maxCents}
        isWrong={isWrong}
        onChange={(maxCents) => setFilters({ maxCents })}
      />
    </>
  )
}

function PriceField(props: {
  readonly label: string
  readonly cents: number | undefined
  readonly isWrong: boolean
  readonly onChange: (cents: number | undefined) => void
}) {
  const { cents, isWrong, onChange } = props
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const [typed, type] = useTypedFilter({ value: cents, show: amountOf, read: askedOf, onChange, waitMs: 400 })
  const asked = centsOf(typed) ?? 0
  const isTooMuch = asked > productLimits.priceCents
  useFilterFault(isTooMuch || asked < 0)
  return (
    <AmountField
      label={props.label}
      value={typed}
      error={isTooMuch ? t(($) => $.filter.tooMuch, { amount: format.money(productLimits.priceCents) }) : isWrong}
      onChange={type}
    />
  )
}

function amountOf(cents: number | undefined): string | number {
  return cents === undefined ? '' : cents / 100
}

function centsOf(typed: string | number): number | undefined {
  const amount = typed === '' ? NaN : Number(typed)
  return Number.isFinite(amount) ? Math.round(amount * 100) : undefined
}

function askedOf(typed: string | number): number | undefined {
  const cents = centsOf(typed)
  return cents !== undefined && (cents < 0 || cents > productLimits.priceCents) ? undefined : cents
}
