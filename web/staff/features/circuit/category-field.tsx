import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { depthsOf } from '#domain/catalog/category-tree.ts'
import type { TreeCategory } from '#sync/calls/category.ts'
import { useHttp } from '#web/lib/platform.tsx'
import type { TreeOption } from '#web/staff/ui/form/tree-options.ts'
import { TreeMultiSelect } from '#web/staff/ui/form/tree-select.tsx'
import { categoryTreeQuery } from './circuit-calls.ts'

const none: readonly TreeCategory[] = []

/** The account's categories as options of a tree. */
export function useCategoryOptions() {
  const { data, isError } = useQuery(categoryTreeQuery(useHttp()))
  const categories = data?.categories ?? none
  const options = useMemo((): readonly TreeOption[] => {
    const depths = depthsOf(categories)
    return categories.map(({ id, name }) => ({ value: id, label: name, depth: depths.get(id) ?? 0 }))
  }, [categories])
  return { options, hasFailed: isError }
}

/** The categories that a circuit is given to; those below them have it too. */
export function CategoryField(props: {
  /** What the circuit was read with: it can be named, and taken away, where the tree cannot be read. */
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly value: readonly string[]
  readonly isOff: boolean
  readonly onChange: (ids: readonly string[]) => void
}) {
  const { known, value, isOff, onChange } = props
  const { t } = useTranslation(['circuit', 'common'])
  const { options, hasFailed } = useCategoryOptions()
  const all = useMemo(() => {
    const ids = new Set(options.map((option) => option.value))
    return [
      ...options,
      ...known.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ value: id, label: name, depth: 0 })),
    ]
  }, [options, known])
  return (
    <TreeMultiSelect
      size="md"
      label={t(($) => $.list.categories)}
      description={t(($) => $.form.categoriesText)}
      placeholder={value.length === 0 ? t(($) => $.list.noCategory) : ''}
      options={all}
      value={value}
      disabled={isOff}
      error={hasFailed && t(($) => $.filter.notRead, { ns: 'common' })}
      onChange={onChange}
    />
  )
}
