import { ActionIcon, Button, Checkbox, Group, Menu, Select, Table, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDots, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useEffectEvent, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { pageSizes, type ListState } from './list-state.ts'
import { isRowClick } from './is-row-click.ts'
import { ListSearch } from './list-search.tsx'
import { RowLink } from './row-link.tsx'
import { SortButton, sortedBy } from './sort-button.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from './show-more-button.tsx'
import classes from './data-list.module.css'

/** A column. Numbers and money stand at the end of their column. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly sortable?: boolean
  readonly align?: 'end'
}

/** Something to do with one row. */
export interface RowAction<Row> {
  readonly label: string
  readonly icon: TablerIcon
  /** Whether it is what the list is for: it is drawn with its words. */
  readonly main?: boolean
  readonly run: (row: Row) => void
  /** Whether the action makes sense for a row; it does for all where nothing is said. */
  readonly applies?: (row: Row) => boolean
}

/** Rows that are chosen to do something with. */
interface Selection {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
  /** The rows of all pages, where they are known: the box at the head then stands for them, and not for the page alone. */
  readonly all?: readonly string[]
}

/** Actions that stand in the row; the rest are in a menu (SHELL-13). */
export const visibleActions = 3
/** So many actions at most are drawn with their words where rows are cards and have room. */
const wordedActions = 2

/** What a list is drawn from. */
export interface DataListProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly rowName: (row: Row) => string
  /** Undefined while the rows are on their way. */
  readonly rows: readonly Row[] | undefined
  /** Whether the rows answer the question before, until those of the present one come: they can only be looked at. */
  readonly arePassing?: boolean
  /** Rows over all pages; null where the server does not count. */
  readonly total: number | null
  readonly error?: Error | boolean | null
  readonly onRetry?: () => void
  /** Whether another try is under way while the failure shows. */
  readonly isRetrying?: boolean
  readonly state: ListState
  readonly onChange: (part: Partial<ListState>, replace?: boolean) => void
  readonly searchLabel?: string
  /** Hears codes, of a list whose rows have some: one that is scanned is searched for. */
  readonly scans?: ComponentProps<typeof ListSearch>['scans']
  readonly actions?: readonly RowAction<Row>[]
  /** Why none of the actions can be done now. */
  readonly actionsOff?: string | null
  readonly empty: ReactNode
  readonly onOpen?: (row: Row) => void
  /** The page of a row, which what names the row links to; null where it has none. */
  readonly pathOf?: (row: Row) => string | null
  /** The column that names a row; the first where nothing is said. */
  readonly nameColumn?: string
  readonly selection?: Selection
  readonly bulk?: ReactNode
  /** Whether all rows stand on one page, as those of a tree do: of many the first, and the others at one press. */
  readonly isWhole?: boolean
}

/** A list of the office: search, sorting, pages, selection and row actions; it draws all five faces but forbidden. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, error, selection, arePassing = false } = props
  const { t } = useTranslation('common')
  const isBeyond = useLastPage(props)
  return (
    <section className={classes.list} aria-label={props.label}>
      {props.searchLabel ? (
        <ListSearch label={props.searchLabel} state={props.state} onChange={props.onChange} scans={props.scans} />
      ) : null}
      {selection && selection.keys.size > 0 ? (
        <Group className={classes.bulk ?? ''} role="status">
          <Text fw={600}>{t(($) => $.list.selected, { count: selection.keys.size })}</Text>
          {props.bulk}
        </Group>
      ) : null}
      {error ? (
        <ErrorState {...(props.onRetry ? { onRetry: props.onRetry } : {})} isRetrying={props.isRetrying ?? false} />
      ) : rows === undefined || isBeyond || (arePassing && rows.length === 0) ? (
        <RowsSkeleton rows={props.state.perPage} />
      ) : rows.length === 0 ? (
        props.empty
      ) : (
        <>
          {props.isWhole === true ? <WholeRows {...props} rows={rows} /> : <Rows {...props} rows={rows} />}
          <Pages {...props} rows={rows} />
        </>
      )}
    </section>
  )
}

/** An address beyond the last page, as a row's going may leave it, leads to the last; tells whether it does. */
function useLastPage<Row>({ rows, error, arePassing, total, state, onChange }: DataListProps<Row>): boolean {
  const last = total === null ? 1 : Math.max(1, Math.ceil(total / state.perPage))
  const isBeyond = !error && arePassing !== true && rows?.length === 0 && state.page > last
  const leave = useEffectEvent(() => onChange({ page: last }, true))
  useEffect(() => {
    if (isBeyond) leave()
  }, [isBeyond])
  return isBeyond
}

function WholeRows<Row>(props: DataListProps<Row> & { readonly rows: readonly Row[] }) {
  const { shown, others, showAll } = useTruncatedList(props.rows)
  return (
    <>
      <Rows {...props} rows={shown} />
      <ShowMoreButton others={others} onShow={showAll} />
    </>
  )
}

function Rows<Row>(props: DataListProps<Row> & { readonly rows: readonly Row[] }) {
  const { columns, rows, rowKey, rowName, actions, selection, onOpen, pathOf, arePassing = false } = props
  const { t } = useTranslation('common')
  const nameColumn = props.nameColumn ?? columns[0]?.key
  const keys = selection?.all ?? rows.map(rowKey)
  const all = selection !== undefined && keys.every((key) => selection.keys.has(key))
  const toggle = (some: readonly string[], on: boolean): void => {
    const next = new Set(selection?.keys)
    for (const key of some)
      if (on) next.add(key)
      else next.delete(key)
    selection?.onChange(next)
  }
  return (
    <div className={classes.scroll}>
      <Table className={classes.table ?? ''} verticalSpacing="xs" highlightOnHover aria-busy={arePassing}>
        <Table.Thead>
          <Table.Tr>
            {selection ? (
              <Table.Th w={44}>
                <Checkbox
                  aria-label={t(($) => $.list.selectAll)}
                  checked={all}
                  indeterminate={!all && keys.some((key) => selection.keys.has(key))}
                  onChange={() => toggle(keys, !all)}
                />
              </Table.Th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} state={props.state} onChange={props.onChange} />
            ))}
            {actions ? (
              <Table.Th>
                <span className="visually-hidden">{t(($) => $.list.actions)}</span>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows} inert={arePassing}>
          {rows.map((row, position) => {
            const key = rowKey(row)
            return (
              <Table.Tr
                key={key}
                tabIndex={position === 0 ? 0 : -1}
                data-open={onOpen ? '' : undefined}
                onClick={(event) => (isRowClick(event, event.currentTarget) ? onOpen?.(row) : undefined)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
                }}
              >
                {selection ? (
                  <Table.Td data-controls>
                    <Checkbox
                      aria-label={`${t(($) => $.list.select)} ${rowName(row)}`}
                      checked={selection.keys.has(key)}
                      onChange={(event) => toggle([key], event.currentTarget.checked)}
                    />
                  </Table.Td>
                ) : null}
                {columns.map((column) => (
                  <Table.Td key={column.key} data-label={column.title} data-align={column.align}>
                    <RowLink path={column.key === nameColumn ? (pathOf?.(row) ?? null) : null}>
                      {column.cell(row)}
                    </RowLink>
                  </Table.Td>
                ))}
                {actions ? (
                  <Table.Td className={classes.actions ?? ''} data-controls>
                    <RowActions row={row} name={rowName(row)} actions={actions} off={props.actionsOff ?? null} />
                  </Table.Td>
                ) : null}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function HeaderCell<Row>(props: { readonly column: Column<Row> } & Pick<DataListProps<Row>, 'state' | 'onChange'>) {
  const { column, state, onChange } = props
  const { t } = useTranslation('common')
  const order = state.sort === column.key ? state.order : null
  return (
    <Table.Th data-align={column.align} {...(order === null ? {} : sortedBy[order])}>
      {column.sortable ? (
        <SortButton
          title={column.title}
          label={t(($) => $.list.sortBy, { column: column.title })}
          order={order}
          onSort={(next) => onChange({ sort: column.key, order: next })}
        />
      ) : (
        column.title
      )}
    </Table.Th>
  )
}

function RowActions<Row>(props: {
  readonly row: Row
  readonly name: string
  readonly actions: readonly RowAction<Row>[]
  readonly off: string | null
}) {
  const { row, name, off } = props
  const { t } = useTranslation('common')
  const actions = props.actions.filter(({ applies }) => applies?.(row) ?? true)
  const rest = actions.slice(visibleActions)
  const isFew = props.actions.length <= wordedActions
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {actions.slice(0, visibleActions).map(({ label, icon: Icon, main, run }) =>
        main === true || isFew ? (
          <Button
            key={label}
            variant="outline"
            title={off ?? label}
            disabled={off !== null}
            className={(main !== true ? classes.onCards : isFew ? '' : classes.main) ?? ''}
            leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
            aria-label={`${label} ${name}`}
            onClick={() => run(row)}
          >
            <span className={main !== true ? classes.words : isFew ? '' : classes.mainWords}>{label}</span>
          </Button>
        ) : (
          <ActionIcon
            key={label}
            variant="subtle"
            size={40}
            aria-label={`${label} ${name}`}
            title={off ?? label}
            disabled={off !== null}
            onClick={() => run(row)}
          >
            <Icon size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        ),
      )}
      {rest.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              size={40}
              aria-label={`${t(($) => $.list.more)} ${name}`}
              {...(off === null ? {} : { disabled: true, title: off })}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ label, icon: Icon, run }) => (
              <Menu.Item key={label} leftSection={<Icon size={18} aria-hidden />} onClick={() => run(row)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  )
}

function Pages<Row>(props: DataListProps<Row> & { readonly rows: readonly Row[] }) {
  const { state, onChange, total, rows } = props
  const { t } = useTranslation('common')
  const format = useFormat()
  const count = (
    <Text size="sm" c="dimmed" role="status">
      {total === null ? '' : t(($) => $.list.results, { count: total, formatted: format.number(total) })}
    </Text>
  )
  if (props.isWhole === true) return count
  const more = total === null ? rows.length === state.perPage : state.page * state.perPage < total
  return (
    <Group justify="space-between" gap="sm" className={classes.pages ?? ''}>
      {count}
      <Group gap="sm">
        <Select
          aria-label={t(($) => $.list.perPage)}
          data={pageSizes.map(String)}
          value={String(state.perPage)}
          allowDeselect={false}
          w={84}
          onChange={(value) => onChange({ perPage: Number(value) })}
        />
        <Button
          variant="default"
          px="xs"
          aria-label={t(($) => $.list.previous)}
          disabled={state.page <= 1}
          onClick={() => onChange({ page: state.page - 1 })}
        >
          <IconChevronLeft size={20} aria-hidden />
        </Button>
        <Text size="sm">{t(($) => $.list.page, { page: state.page })}</Text>
        <Button
          variant="default"
          px="xs"
          aria-label={t(($) => $.list.next)}
          disabled={!more}
          onClick={() => onChange({ page: state.page + 1 })}
        >
          <IconChevronRight size={20} aria-hidden />
        </Button>
      </Group>
    </Group>
  )
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = (event.target as HTMLElement).closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
