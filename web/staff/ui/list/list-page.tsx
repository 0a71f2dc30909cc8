import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#web/lib/http.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import type { RowAction } from './data-list.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { ListState } from './list-state.ts'
import { ServerList, type FoundRows } from './server-list.tsx'
import type { FilteredList } from './use-list-page.ts'

/** What `useListPage` gives of a list. */
interface ListOfPage<Row> {
  readonly state: ListState
  readonly change: (part: Partial<ListState>, replace?: boolean) => void
  readonly isFiltered: boolean
  readonly found: FoundRows<Row>
}

/** What an empty list says: what would stand here, and the one thing to do. */
interface EmptyTexts {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
}

type Head = Omit<ComponentProps<typeof Page>, 'children' | 'icon'>
type Rows<Row> = Omit<
  ComponentProps<typeof ServerList<Row>>,
  'found' | 'state' | 'onChange' | 'empty' | 'label' | 'actions'
>

/** A page of the office that is a list: its head, what narrows it, its rows, or why there are none. */
export function ListPage<Row>({
  title,
  icon,
  crumbs,
  actions,
  rowActions,
  list,
  children,
  below,
  label = title,
  empty,
  noMatch,
  ...rows
}: Head &
  Rows<Row> & {
    readonly icon: TablerIcon
    readonly list: ListOfPage<Row>
    /** What may be done with a row; `actions` belong to the page. */
    readonly rowActions?: readonly RowAction<Row>[]
    /** What stands above the rows: notices, texts and filters. */
    readonly children?: ReactNode
    /** What stands below the rows, such as a dialog of one of them. */
    readonly below?: ReactNode
    /** The list's name where it is not the page's. */
    readonly label?: string
    /** What is said where there are no rows at all. */
    readonly empty: EmptyTexts
    /** What is said where filters or words leave none. */
    readonly noMatch: EmptyTexts
  }) {
  return (
    <Page title={title} icon={icon} actions={actions} {...(crumbs !== undefined && { crumbs })}>
      {children}
      <ServerList
        {...rows}
        {...(rowActions !== undefined && { actions: rowActions })}
        label={label}
        found={list.found}
        state={list.state}
        onChange={list.change}
        empty={<EmptyState icon={icon} {...(list.isFiltered ? noMatch : empty)} />}
      />
      {below}
    </Page>
  )
}

/** The panel of a list's filters; its fields are the children. */
export function FilterFields({
  list,
  children,
}: {
  readonly list: Pick<FilteredList<object>, 'filterCount' | 'resetFilters'>
  readonly children: ReactNode
}) {
  return (
    <FilterPanel count={list.filterCount} onReset={list.resetFilters}>
      {children}
    </FilterPanel>
  )
}

/** Exports the rows that a list's filters and words leave, as a file in the user's language. */
export function ListExport(props: {
  readonly list: { readonly question: Readonly<Record<string, unknown>>; readonly found: FoundRows<unknown> }
  readonly call: { readonly path: string }
  /** The file's name, which its day follows. */
  readonly name: string
  readonly label: string
}) {
  const { i18n } = useTranslation()
  const { question, found } = props.list
  return (
    <ExportButton
      address={addressOf(props.call.path, { query: { ...question, language: i18n.language } })}
      name={props.name}
      label={props.label}
      total={found.data?.['hydra:totalItems'] ?? null}
    />
  )
}
