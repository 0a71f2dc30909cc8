import { IconClockPause, IconEyeOff } from '@tabler/icons-react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSort } from '#web/local/list/list-table.ts'
import { statusTones } from '#web/staff/ui/status-badge.tsx'
import { SortButton, sortedBy } from '#web/staff/ui/list/sort-button.tsx'
import { RowCheckbox } from '#web/staff/ui/list/row-checkbox.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { toneOfItem } from './item-tone.ts'
import type { ItemsQuery, ItemsSearch } from './items-search.ts'
import type { ItemList } from './use-item-list.ts'
import { scrollName } from './use-saved-scroll.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import { VirtualRows } from './virtual-rows.tsx'
import classes from './items.module.css'

interface Props {
  readonly list: ItemList
  readonly total: number
  readonly listKey: string
  /** How far down the list begins, in pixels. */
  readonly startTop: number
  readonly query: ItemsQuery
  /** Null where nothing may be chosen. */
  readonly chosen: ReadonlyMap<string, ListedItem> | null
  readonly onChoose: (chosen: ReadonlyMap<string, ListedItem>) => void
  /** Whether as many are chosen as can be at once. */
  readonly isAllChosen: boolean
  readonly onChooseAll: () => void
  readonly onChange: (part: Pick<ItemsSearch, 'sort' | 'order'>) => void
  readonly onOpen: (id: string) => void
}

/** Wait for an answer that shows, in milliseconds. */
const lateMs = 200

const columns = ['product', 'code', 'status', 'stock', 'createdAt', 'promisedOn', 'paid'] as const
type ColumnName = (typeof columns)[number]
const sorts: Readonly<Partial<Record<ColumnName, ItemSort>>> = {
  product: 'product',
  code: 'code',
  createdAt: 'createdAt',
  promisedOn: 'promisedOn',
  paid: 'paid',
}

/** The rows of the list with their header. */
export function ItemTable(props: Props) {
  const { t } = useTranslation('item')
  const { list, total, chosen, onChoose } = props
  // From the first drawing on: where the list begins is told in rows of this height.
  const isNarrow = useMedia('(width < 62em)')
  const isLate = useLate(list.isStale)
  const lastToggled = useRef<number | null>(null)

  const toggle = (index: number, range: boolean): void => {
    if (chosen === null || list.isStale) return
    const next = new Map(chosen)
    const item = list.rowAt(index)
    if (item === undefined) return
    const isOn = !chosen.has(item.id)
    const from = range && lastToggled.current !== null ? lastToggled.current : index
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const row = list.rowAt(at)
      if (row === undefined) continue
      if (isOn) next.set(row.id, row)
      else next.delete(row.id)
    }
    lastToggled.current = index
    onChoose(next)
  }
  // Rows are drawn again when they change themselves, not with every face of the page around them.
  const latest = useRef(toggle)
  useLayoutEffect(() => {
    latest.current = toggle
  })
  const toggleRow = useCallback((index: number, range: boolean): void => latest.current(index, range), [])
  const words = useRowWords()
  // A row may be asked for before its part of the list has been read; any further touch or key forgets that.
  const wanted = useRef<{ readonly listKey: string; readonly index: number } | null>(null)
  const forget = (): void => void (wanted.current = null)
  const open = (index: number): void => {
    if (list.isStale) return
    const item = list.rowAt(index)
    if (item === undefined) wanted.current = { listKey: props.listKey, index }
    else props.onOpen(item.id)
  }
  useEffect(() => {
    if (wanted.current === null) return
    const { listKey, index } = wanted.current
    const item = listKey === props.listKey ? list.rowAt(index) : undefined
    if (listKey === props.listKey && item === undefined) return
    wanted.current = null
    if (item !== undefined) props.onOpen(item.id)
  })
  return (
    <div
      data-late={isLate || undefined}
      className={classes.table}
      onKeyDownCapture={forget}
      onPointerDownCapture={forget}
    >
      <VirtualRows
        count={total}
        rowHeight={isNarrow ? 96 : 48}
        listKey={props.listKey}
        startTop={props.startTop}
        scrollName={scrollName}
        label={t(($) => $.list.label)}
        columnCount={columns.length + (chosen === null ? 0 : 1)}
        arePassing={list.isStale}
        header={<Header {...props} />}
        onSight={list.show}
        onOpen={open}
        onToggle={toggle}
        drawRow={(index, isActive) => (
          <Row
            key={index}
            index={index}
            item={list.rowAt(index)}
            isActive={isActive}
            isChosen={chosen === null ? null : chosen.has(list.rowAt(index)?.id ?? '')}
            words={words}
            onToggle={toggleRow}
          />
        )}
        drawPlace={(key) => <Place key={key} hasChoice={chosen !== null} text={words.waiting} />}
      />
    </div>
  )
}

/** Whether something has lasted long enough to be shown: what answers at once does not blink. */
function useLate(lasts: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!lasts) return
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [lasts])
  return isLate
}

function Header({ query, chosen, isAllChosen, total, onChoose, onChooseAll, onChange }: Props) {
  const { t } = useTranslation(['item', 'common'])
  return (
    <div role="row" className={classes.row} data-choosing={chosen === null ? undefined : ''} aria-rowindex={1}>
      {chosen === null ? null : (
        <div role="columnheader" className={classes.choose}>
          <RowCheckbox
            label={t(($) => $.list.selectAll)}
            title={t(($) => $.list.selectAll)}
            checked={chosen.size > 0 && chosen.size >= total}
            indeterminate={chosen.size > 0 && chosen.size < total}
            onChange={() => (isAllChosen ? onChoose(new Map()) : onChooseAll())}
          />
        </div>
      )}
      {columns.map((column) => {
        const sort = sorts[column]
        const order = sort !== undefined && query.sort === sort ? query.order : null
        return (
          <div key={column} role="columnheader" data-column={column} {...(order === null ? {} : sortedBy[order])}>
            {sort === undefined ? (
              t(($) => $.column[column])
            ) : (
              <SortButton
                title={t(($) => $.column[column])}
                order={order}
                onSort={(next) => onChange({ sort, order: next })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** What every row says, found once for all of them. */
function useRowWords() {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const { t: tc } = useTranslation('common')
  const format = useFormat()
  const stocks = useStocks()
  return useMemo(
    () => ({
      t,
      waiting: t(($) => $.list.row),
      select: tc(($) => $.list.select),
      unknown: tw(($) => $.product.unknown),
      none: t(($) => $.list.none),
      statusOf: once((status: ListedItem['status']) => tw(($) => $.itemStatus[status])),
      dateOf: once((day: string) => format.date(day)),
      format,
      stocks,
    }),
    [t, tw, tc, format, stocks],
  )
}

/** Many rows say the same: it is worked out for the first of them. */
function once<Key, Said>(say: (key: Key) => Said): (key: Key) => Said {
  const said = new Map<Key, Said>()
  return (key) => {
    const known = said.get(key)
    if (known !== undefined) return known
    const now = say(key)
    said.set(key, now)
    return now
  }
}

const Row = memo(function Row(props: {
  readonly index: number
  readonly item: ListedItem | undefined
  readonly isActive: boolean
  /** Null where nothing may be chosen. */
  readonly isChosen: boolean | null
  readonly words: ReturnType<typeof useRowWords>
  readonly onToggle: (index: number, range: boolean) => void
}) {
  const { t, waiting, select, unknown, none, statusOf, dateOf, format, stocks } = props.words
  const { index, item, isChosen } = props
  const shell = shellOf(index, props.isActive, isChosen !== null)
  if (item === undefined) return waitingRow(shell, waiting)
  const name = productName(item) ?? unknown
  const cells: Readonly<Record<ColumnName, ReactNode>> = {
    product: (
      <span className={classes.name} title={name}>
        {name}
      </span>
    ),
    code: <span translate="no">{groupCode(item.code)}</span>,
    status: (
      <>
        <span
          className={classes.dot}
          style={{ background: `var(--mantine-color-${statusTones[toneOfItem(item.status)]}-6)` }}
        />
        <span className={classes.name}>{statusOf(item.status)}</span>
        {item.isPending ? (
          <IconClockPause size={18} role="img" aria-label={t(($) => $.list.pending)}>
            <title>{t(($) => $.list.pending)}</title>
          </IconClockPause>
        ) : null}
        {item.isMissing ? (
          <IconEyeOff size={18} role="img" aria-label={t(($) => $.list.missing)}>
            <title>{t(($) => $.list.missing)}</title>
          </IconEyeOff>
        ) : null}
      </>
    ),
    // A stock whose name is still to come is not none.
    stock: <span className={classes.name}>{stocks.nameOf(item.stockId) ?? (item.stockId === null ? none : '')}</span>,
    createdAt: format.date(new Date(item.createdAtMs)),
    promisedOn: item.promisedOn === null ? '' : dateOf(item.promisedOn),
    paid: item.paidCents === null ? '' : format.money(item.paidCents),
  }
  return (
    <div {...shell} data-chosen={isChosen === true ? '' : undefined}>
      {isChosen === null ? null : (
        <div role="gridcell" className={classes.choose} data-controls>
          <RowCheckbox
            tabIndex={-1}
            label={`${select} ${name} ${item.code}`}
            checked={isChosen}
            onChange={(isShift) => props.onToggle(index, isShift)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column} role="gridcell" data-column={column}>
          {cells[column]}
        </div>
      ))}
    </div>
  )
})

/** A row whose item is on its way; the row that it becomes is the same element, which keeps the focus. */
function waitingRow(shell: Omit<ReturnType<typeof shellOf>, 'aria-rowindex' | 'data-index'>, text: string) {
  return (
    <div {...shell} aria-busy>
      <div role="gridcell" data-column="product" className={classes.loading}>
        <span className="visually-hidden">{text}</span>
      </div>
    </div>
  )
}

function shellOf(index: number, isActive: boolean, hasChoice: boolean) {
  return {
    role: 'row',
    className: classes.row,
    'aria-rowindex': index + 2,
    'data-index': index,
    'data-choosing': hasChoice ? '' : undefined,
    tabIndex: isActive ? 0 : -1,
  } as const
}

/** The place of some row that flies past. */
function Place({ hasChoice, text }: { readonly hasChoice: boolean; readonly text: string }) {
  const { 'aria-rowindex': _row, 'data-index': _index, ...shell } = shellOf(0, false, hasChoice)
  return waitingRow(shell, text)
}
