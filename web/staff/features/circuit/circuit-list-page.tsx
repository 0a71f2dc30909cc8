import { Text } from '@mantine/core'
import { IconAlertTriangle, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import {
  createCircuitCall,
  duplicateCircuitCall,
  listCircuitsCall,
  patchCircuitCall,
  type CircuitAnswer,
} from '#sync/calls/circuit.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { TreeMultiSelect } from '#web/staff/ui/form/tree-select.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage, type FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import { AddButton } from './add-button.tsx'
import { ArchivedSelect } from './archived-filter.tsx'
import { useCategoryOptions } from './category-field.tsx'
import { circuitsQuery } from './circuit-calls.ts'
import { useRowChanges } from './use-row-changes.tsx'
import styles from './circuit.module.css'
import { circuitFilters, circuitQuestionOf } from './circuit-search.ts'

const first = listStart(sortsOf(listCircuitsCall), { perPage: 15 })

/** So many categories are named in a row; the others are counted. */
const namedCategories = 6

/** `/circuits` (CIRC-01): each circuit with its path, the categories that it is given to, and the way to change it. */
export function CircuitListPage() {
  const { t } = useTranslation(['circuit', 'common', 'buyback'])
  const navigate = useNavigate()
  const mayChange = useCan('circuit.update')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: circuitFilters,
    questionOf: circuitQuestionOf,
    query: (question) => circuitsQuery(http, question),
  })
  const open = ({ id }: { readonly id: string }): void => void navigate({ to: '/circuit/$id/edit', params: { id } })
  const { actions, dialog } = useRowChanges<CircuitAnswer>({
    mayChange,
    nameOf: ({ name }) => name,
    open,
    duplicate: ({ id }, name) => http(duplicateCircuitCall, { params: { id }, body: { name } }),
    archive: ({ id, version }) =>
      http(patchCircuitCall, { params: { id }, body: { status: 'archived' }, ifMatch: version }),
  })
  const columns = useColumns()
  return (
    <ListPage
      title={t(($) => $.list.title)}
      icon={IconRoute}
      actions={
        mayChange && (
          <AddButton
            label={t(($) => $.add.circuit)}
            nameLabel={t(($) => $.form.name)}
            types={circuitTypes.map((value) => ({ value, label: t(($) => $.circuitType[value], { ns: 'buyback' }) }))}
            add={(type, name) => http(createCircuitCall, { body: { type, name } })}
            open={open}
          />
        )
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      searchLabel={t(($) => $.list.search)}
      onOpen={open}
      columns={columns}
      rowActions={actions}
      empty={{ title: t(($) => $.list.empty), text: t(($) => $.list.emptyText) }}
      noMatch={{ title: t(($) => $.list.noMatch), text: t(($) => $.list.noMatchText) }}
      below={dialog}
    >
      <CircuitFilters list={list} />
    </ListPage>
  )
}

function useColumns(): readonly Column<CircuitAnswer>[] {
  const { t } = useTranslation('circuit')
  return [
    {
      key: 'circuit',
      title: t(($) => $.list.circuit),
      sortable: true,
      cell: (circuit) => (
        <div>
          <AnchorLink to="/circuit/$id/edit" params={{ id: circuit.id }}>
            {circuit.name}
          </AnchorLink>
          <CarrierNote circuit={circuit} />
        </div>
      ),
    },
    {
      key: 'channel',
      title: t(($) => $.list.path),
      sortable: true,
      cell: ({ channel, deposit }) => `${t(($) => $.channel[channel])} › ${t(($) => $.deposit[deposit])}`,
    },
    {
      key: 'categoryCount',
      title: t(($) => $.list.categories),
      sortable: true,
      cell: ({ categories }) => <Categories names={categories.map(({ name }) => name)} />,
    },
    {
      key: 'status',
      title: t(($) => $.list.status),
      sortable: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'enabled' ? 'success' : 'neutral'} label={t(($) => $.status[status])} />
      ),
    },
  ]
}

/** Says of a circuit that posts or collects how its parcels travel, where no carrier takes them. */
function CarrierNote({ circuit: { status, carrierMissing, ownLabel } }: { readonly circuit: CircuitAnswer }) {
  const { t } = useTranslation('circuit')
  if (status === 'archived' || !(carrierMissing || ownLabel)) return null
  return (
    <Text size="sm" c={carrierMissing && status === 'enabled' ? 'red.9' : 'dimmed'} className={styles.note ?? ''}>
      {carrierMissing && <IconAlertTriangle size={16} aria-hidden />}
      {carrierMissing ? t(($) => $.carrier.missing) : t(($) => $.carrier.own)}
    </Text>
  )
}

function Categories({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation(['circuit', 'common'])
  if (names.length === 0)
    return (
      <Text span inherit c="dimmed">
        {t(($) => $.list.noCategory)}
      </Text>
    )
  const others = names.length - namedCategories
  const named = names.slice(0, others === 1 ? names.length : namedCategories).join(', ')
  return (
    <span className={styles.categories} title={names.join(', ')}>
      {others > 1 ? `${named} ${t(($) => $.list.others, { ns: 'common', count: others })}` : named}
    </span>
  )
}

function CircuitFilters({ list }: { readonly list: FilteredList<FiltersOf<typeof circuitFilters>> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation(['circuit', 'common'])
  const { options, hasFailed } = useCategoryOptions()
  return (
    <FilterFields list={list}>
      <TruncatedSelect
        size="md"
        label={t(($) => $.list.channel)}
        data={[
          { value: 'all', label: t(($) => $.filter.any, { ns: 'common' }) },
          ...(['store', 'web'] as const).map((value) => ({ value, label: t(($) => $.channel[value]) })),
        ]}
        value={filters.channel ?? 'all'}
        allowDeselect={false}
        onChange={(value) => setFilters({ channel: value === 'store' || value === 'web' ? value : undefined })}
      />
      <ArchivedSelect list={list} />
      <TreeMultiSelect
        size="md"
        label={t(($) => $.list.category)}
        placeholder={filters.category === undefined ? t(($) => $.filter.any, { ns: 'common' }) : ''}
        options={options}
        value={filters.category ?? []}
        maxValues={100}
        error={hasFailed && t(($) => $.filter.notRead, { ns: 'common' })}
        onChange={(category) => setFilters({ category: category.length === 0 ? undefined : category })}
      />
    </FilterFields>
  )
}
