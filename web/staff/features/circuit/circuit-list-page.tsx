import { Anchor, Text } from '@mantine/core'
import { IconEye, IconPencil, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { listDispatchCircuitRulesCall, type DispatchCircuitRuleAnswer } from '#sync/calls/circuit.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/data-list.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { FilterPanel } from '#web/staff/ui/filter-panel.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/server-list.tsx'
import { ShortSelect } from '#web/staff/ui/short-select.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { TreeMultiSelect } from '#web/staff/ui/tree-select.tsx'
import { useCategoryOptions } from './category-field.tsx'
import { rulesQuery } from './circuit-calls.ts'
import { parseCircuitSearch, type CircuitSearch, type CircuitSearchChange } from './circuit-search.ts'
import styles from './circuit.module.css'

const first = listStart(sortsOf(listDispatchCircuitRulesCall), { perPage: 15 })

/** So many categories are named in a row; the others are counted. */
const namedCategories = 6

/** `/circuits` (CIRC-01): each circuit with its path, the categories that it is given to, and the way to change it. */
export function CircuitListPage() {
  const { t } = useTranslation(['circuit', 'common'])
  const navigate = useNavigate()
  const mayChange = useCan('circuit.update')
  const { state, change } = useListState(first)
  const search = parseCircuitSearch(useSearch({ strict: false }))
  const setSearch: (part: CircuitSearchChange) => void = useFilterChange()
  const found = useQuery(
    rulesQuery(useHttp(), {
      ...(search.channel === undefined ? {} : { 'circuit.channel': search.channel }),
      ...(search.category === undefined ? {} : { categoryIds: search.category }),
      ...(state.search === '' ? {} : { search: state.search }),
      ...(state.sort === null ? {} : { order: { [state.sort]: state.order } }),
      page: state.page,
      itemsPerPage: state.perPage,
    }),
  )
  const open = ({ circuit: { id } }: DispatchCircuitRuleAnswer): void =>
    void navigate({ to: '/circuit/$id/edit', params: { id } })
  const columns = useColumns()
  const isFiltered = state.search !== '' || Object.keys(search).length > 0
  return (
    <Page title={t(($) => $.list.title)} icon={IconRoute}>
      <CircuitFilters search={search} onChange={setSearch} />
      <ServerList
        label={t(($) => $.list.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ circuit }) => circuit.name}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.list.search)}
        onOpen={open}
        columns={columns}
        actions={[
          mayChange
            ? { label: t(($) => $.action.edit, { ns: 'common' }), icon: IconPencil, run: open }
            : { label: t(($) => $.action.open, { ns: 'common' }), icon: IconEye, run: open },
        ]}
        empty={
          <EmptyState
            icon={IconRoute}
            title={isFiltered ? t(($) => $.list.noMatch) : t(($) => $.list.empty)}
            text={isFiltered ? t(($) => $.list.noMatchText) : t(($) => $.list.emptyText)}
          />
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<DispatchCircuitRuleAnswer>[] {
  const { t } = useTranslation('circuit')
  return [
    {
      key: 'circuit',
      title: t(($) => $.list.circuit),
      sortable: true,
      cell: ({ circuit }) => (
        <Anchor component={Link} to="/circuit/$id/edit" params={{ id: circuit.id } as never}>
          {circuit.name}
        </Anchor>
      ),
    },
    {
      key: 'channel',
      title: t(($) => $.list.path),
      sortable: true,
      cell: ({ circuit: { channel, deposit } }) => `${t(($) => $.channel[channel])} › ${t(($) => $.deposit[deposit])}`,
    },
    {
      key: 'categoryCount',
      title: t(($) => $.list.categories),
      sortable: true,
      cell: (rule) => <Categories rule={rule} />,
    },
    {
      key: 'status',
      title: t(($) => $.list.status),
      sortable: true,
      cell: ({ status, circuit }) => {
        const isOn = status === 'enabled' && circuit.status === 'enabled'
        return (
          <StatusBadge
            tone={isOn ? 'success' : 'neutral'}
            label={isOn ? t(($) => $.status.enabled) : t(($) => $.status.disabled)}
          />
        )
      },
    },
  ]
}

function Categories({ rule }: { readonly rule: DispatchCircuitRuleAnswer }) {
  const { t } = useTranslation(['circuit', 'common'])
  const { categoryLabels, categoryCount } = rule
  if (categoryCount === 0) return <Text c="dimmed">{t(($) => $.list.noCategory)}</Text>
  const others = categoryCount - namedCategories
  const named = categoryLabels.slice(0, others === 1 ? categoryCount : namedCategories).join(', ')
  return (
    <span className={styles.categories} title={categoryLabels.join(', ')}>
      {others > 1 ? `${named} ${t(($) => $.list.others, { ns: 'common', count: others })}` : named}
    </span>
  )
}

function CircuitFilters(props: {
  readonly search: CircuitSearch
  readonly onChange: (part: CircuitSearchChange) => void
}) {
  const { search, onChange } = props
  const { t } = useTranslation(['circuit', 'common'])
  const { options, hasFailed } = useCategoryOptions()
  return (
    <FilterPanel
      count={Object.keys(search).length}
      onReset={() => onChange({ channel: undefined, category: undefined })}
    >
      <ShortSelect
        size="md"
        label={t(($) => $.list.channel)}
        data={[
          { value: 'all', label: t(($) => $.filter.any, { ns: 'common' }) },
          ...(['store', 'web'] as const).map((value) => ({ value, label: t(($) => $.channel[value]) })),
        ]}
        value={search.channel ?? 'all'}
        allowDeselect={false}
        onChange={(value) => onChange({ channel: value === 'store' || value === 'web' ? value : undefined })}
      />
      <TreeMultiSelect
        size="md"
        label={t(($) => $.list.category)}
        placeholder={search.category === undefined ? t(($) => $.filter.any, { ns: 'common' }) : ''}
        options={options}
        value={search.category ?? []}
        maxValues={100}
        error={hasFailed && t(($) => $.filter.notRead, { ns: 'common' })}
        onChange={(category) => onChange({ category: category.length === 0 ? undefined : category })}
      />
    </FilterPanel>
  )
}
