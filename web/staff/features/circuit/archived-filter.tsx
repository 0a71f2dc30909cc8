import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { useFilterChange } from '#web/staff/ui/list/list-state.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { parseCircuitSearch, type CircuitSearchChange } from './circuit-search.ts'

/** Chooses between what is in use or may be, and what is archived. */
export function ArchivedFilter() {
  const isArchived = parseCircuitSearch(useSearch({ strict: false })).archived === true
  const change: (part: CircuitSearchChange) => void = useFilterChange()
  return (
    <FilterPanel count={isArchived ? 1 : 0} onReset={() => change({ archived: undefined })}>
      <ArchivedSelect isArchived={isArchived} onChange={change} />
    </FilterPanel>
  )
}

/** The choice alone, beside other filters. */
export function ArchivedSelect(props: {
  readonly isArchived: boolean
  readonly onChange: (part: CircuitSearchChange) => void
}) {
  const { t } = useTranslation('circuit')
  return (
    <TruncatedSelect
      size="md"
      label={t(($) => $.list.status)}
      data={[
        { value: 'current', label: t(($) => $.list.current) },
        { value: 'archived', label: t(($) => $.list.archived) },
      ]}
      value={props.isArchived ? 'archived' : 'current'}
      allowDeselect={false}
      onChange={(value) => props.onChange({ archived: value === 'archived' ? true : undefined })}
    />
  )
}
