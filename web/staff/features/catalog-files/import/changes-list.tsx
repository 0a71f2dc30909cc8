import { NativeSelect, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOutcomes, leftOutcomes } from '#domain/catalog-files/import-changes.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import type { ImportChangeAnswer } from '#sync/calls/catalog-import-change.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { listStart, type ListState } from '#web/staff/ui/list/list-state.ts'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { useColumnLabel } from './column-labels.ts'
import { changesQuery, priceWays, type ChangesFilter, type ImportTarget } from './import-calls.ts'
import classes from './import.module.css'

const first = listStart([])

/** What an import changes, old and new, page by page; it is narrowed by what happens, and by where prices go. */
export function ChangesList({ way, found: of }: { readonly way: ImportTarget; readonly found: ImportAnswer }) {
  const { t } = useTranslation('catalog-import')
  const [state, setState] = useState<ListState>(first)
  const [filter, setFilter] = useState<ChangesFilter>({})
  const narrow = (part: ChangesFilter): void => {
    setFilter((before) => ({ ...before, ...part }))
    setState((before) => ({ ...before, page: 1 }))
  }
  const asOf = `${of.status} ${of.undo?.status ?? ''} ${of.undo?.asked_at ?? ''}`
  const query = {
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    page: state.page,
    itemsPerPage: state.perPage,
    ...(state.search === '' ? {} : { q: state.search }),
  }
  const found = useQuery(changesQuery(useHttp(), way, { id: of.id, asOf }, query))
  const columns = useColumns(of)
  const outcomes = changeOutcomes.filter((one) => one !== 'unchanged' || of.lines_differing > 0)
  const set = [filter.outcome, filter.moves, filter.state, filter.differs].filter((value) => value !== undefined)
  return (
    <section className={classes.stack} aria-label={t(($) => $.changes.title)}>
      <Text fw={600} component="h2">
        {t(($) => $.changes.title)}
      </Text>
      <FilterPanel
        count={set.length}
        onReset={() => narrow({ outcome: undefined, moves: undefined, state: undefined, differs: undefined })}
      >
        <SeveralFilter
          label={t(($) => $.changes.outcome)}
          data={outcomes.map((value) => ({ value, label: t(($) => $.outcome[value]) }))}
          value={filter.outcome}
          onChange={(outcome) => narrow({ outcome: outcome && [...outcome] })}
        />
        {of.undo !== null && (
          <SeveralFilter
            label={t(($) => $.changes.state)}
            data={leftOutcomes.map((value) => ({ value, label: t(($) => $.undo.outcome[value]) }))}
            value={filter.state?.filter((one) => leftOutcomes.some((left) => left === one))}
            onChange={(next) => narrow({ state: next && [...next] })}
          />
        )}
        {of.content === 'products' && (
          <NativeSelect
            size="md"
            label={t(($) => $.changes.moves)}
            value={filter.moves ?? 'all'}
            data={(['all', ...priceWays] as const).map((value) => ({ value, label: t(($) => $.moves[value]) }))}
            onChange={({ currentTarget: { value } }) => narrow({ moves: priceWays.find((one) => one === value) })}
          />
        )}
      </FilterPanel>
      <ServerList
        label={t(($) => $.changes.title)}
        found={found}
        rowKey={({ line, id }) => `${line} ${id}`}
        rowName={({ name }) => name}
        state={state}
        onChange={(part) => setState((before) => ({ ...before, ...('page' in part ? {} : { page: 1 }), ...part }))}
        searchLabel={t(($) => $.changes.search)}
        columns={columns}
        nameColumn="name"
        pathOf={(row) => (way.accountId === null ? null : pageOf(of, row))}
        empty={
          <EmptyState icon={IconListDetails} title={t(($) => $.changes.none)} text={t(($) => $.changes.noneText)} />
        }
      />
    </section>
  )
}

/** The page of what is changed; null where it is not there yet, or not any more. */
function pageOf({ content, status }: ImportAnswer, { id, outcome, undo }: ImportChangeAnswer): string | null {
  const isThere = outcome === 'inserted' ? status !== 'tried' && undo !== 'undone' : true
  if (!isThere || undo === 'gone') return null
  if (content === 'products') return `/product/${id}/edit`
  return content === 'categories' ? `/category/${id}/edit` : null
}

function useColumns({ undo, content }: ImportAnswer): readonly Column<ImportChangeAnswer>[] {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  return [
    { key: 'line', title: t(($) => $.column.line), cell: ({ line }) => format.number(line) },
    {
      key: 'name',
      title: t(($) => $.changes.thing),
      cell: ({ name, reference }) => (
        <span translate="no">
          {name}
          {reference !== null && reference !== name && <span className={classes.reference}>{reference}</span>}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t(($) => $.changes.outcome),
      cell: ({ outcome, differs }) => (
        <>
          {t(($) => $.outcome[outcome])}
          {differs && <span className={classes.reference}>{t(($) => $.changes.differs)}</span>}
        </>
      ),
    },
    { key: 'changes', title: t(($) => $.changes.values), cell: (row) => <Values row={row} content={content} /> },
    ...(undo === null
      ? []
      : [
          {
            key: 'undo',
            title: t(($) => $.changes.state),
            cell: ({ undo: became }: ImportChangeAnswer) => (became === null ? '' : t(($) => $.undo.outcome[became])),
          },
        ]),
  ]
}

/** So many values of one thing are shown at once. */
const mostValues = 8

function Values(props: { readonly row: ImportChangeAnswer; readonly content: ImportAnswer['content'] }) {
  const { t } = useTranslation('catalog-import')
  const label = useColumnLabel(props.content)
  const { changes, outcome } = props.row
  const format = useFormat()
  type Value = (typeof changes)[number]['before']
  const told = (value: Value, isAmount: boolean): string =>
    value === null || value === ''
      ? t(($) => $.changes.nothing)
      : typeof value === 'boolean'
        ? t(($) => (value ? $.changes.yes : $.changes.no))
        : typeof value === 'number'
          ? isAmount
            ? format.money(value)
            : format.number(value)
          : value
  return (
    <ul className={classes.values}>
      {changes.slice(0, mostValues).map(({ column, isAmount, before, after }, at) => (
        <li key={`${column} ${at}`}>
          <span className={classes.soft}>{label(column)}:</span>{' '}
          {outcome !== 'inserted' && (
            <>
              <del>{told(before, isAmount)}</del> <span aria-hidden>→</span>{' '}
            </>
          )}
          <ins>{told(after, isAmount)}</ins>
        </li>
      ))}
      {changes.length > mostValues && <li>{t(($) => $.changes.more, { count: changes.length - mostValues })}</li>}
    </ul>
  )
}
