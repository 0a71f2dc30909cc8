import { useTranslation } from 'react-i18next'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import type { FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import type { archivedFilters } from './circuit-search.ts'

/** Chooses between what is in use or may be, and what is archived. */
export function ArchivedSelect({
  list: { filters, setFilters },
}: {
  readonly list: Pick<FilteredList<FiltersOf<typeof archivedFilters>>, 'filters' | 'setFilters'>
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
      value={filters.archived === true ? 'archived' : 'current'}
      allowDeselect={false}
      onChange={(value) => setFilters({ archived: value === 'archived' ? true : undefined })}
    />
  )
}
