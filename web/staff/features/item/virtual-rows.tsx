import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { isRowClick } from '#web/staff/ui/list/is-row-click.ts'
import classes from './items.module.css'

/** Rows drawn beyond the edge, so that a slow frame shows no gap. */
const spareRows = 8
/** Rows by which what is drawn moves on: few drawings of some rows cost less than one for each turn of a wheel. */
const stepRows = 4
/** Leaps that follow each other within this time are a hand on the bar, which reads no row before it rests. */
const restMs = 120

interface Props {
  readonly count: number
  readonly rowHeight: number
  /** Another one begins at the top again. */
  readonly listKey: string
  /** Where the first one begins, in pixels. */
  readonly startTop: number
  /** Under which the router remembers how far it was scrolled. */
  readonly scrollName: string
  readonly header: ReactNode
  readonly label: string
  readonly columnCount: number
  /** The rows answer the question before. What acts on them is the caller's to refuse: to make them inert draws each. */
  readonly arePassing: boolean
  readonly drawRow: (index: number, isActive: boolean) => ReactNode
  /** The place of a row while the list flies past, which rows follow each other in. */
  readonly drawPlace: (key: number) => ReactNode
  readonly onSight: (from: number, to: number) => void
  readonly onOpen: (index: number) => void
  readonly onToggle: (index: number, range: boolean) => void
}

/**
 * A table of any length of which only the rows in sight exist. All rows are of one height, so that the place of each
 * is known without measuring. Arrows, page keys, Home and End walk; Enter opens; the space bar chooses.
 */
export function VirtualRows(props: Props) {
  const { count, rowHeight, listKey, header, drawRow, drawPlace } = props
  const frame = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ first: 0, last: 20, isFlying: false })
  const leaptAt = useRef(-restMs)
  const [active, setActive] = useState(0)
  const [known, setKnown] = useState(listKey)
  if (known !== listKey) {
    setKnown(listKey)
    setActive(0)
  }

  const look = (isFlying = false): void => {
    const element = frame.current
    if (element === null) return
    const { top, bottom } = seen(element, rowHeight)
    const first = Math.max(0, Math.floor(top / stepRows) * stepRows - spareRows)
    const last = Math.ceil(bottom / stepRows) * stepRows + spareRows
    setSight((before) =>
      before.first === first && before.last === last && before.isFlying === isFlying
        ? before
        : { first, last, isFlying },
    )
  }
  const lookNow = useEffectEvent(look)
  // They are the same wherever the list is: while it flies past, nothing but their height above it changes.
  const placeCount = sight.last - sight.first
  const places = useMemo(
    () => (sight.isFlying ? Array.from({ length: placeCount }, (_, key) => drawPlace(key)) : null),
    [sight.isFlying, placeCount, drawPlace],
  )
  // A part that nothing is drawn for would be seen empty: it is drawn before the next picture, not some time after it.
  const follow = (): void => {
    const element = frame.current
    if (element === null) return
    const { top, bottom } = seen(element, rowHeight)
    const isLeap = Math.min(count, bottom) <= sight.first || top >= sight.last
    const nowMs = performance.now()
    const isFlying = sight.isFlying || (isLeap && nowMs - leaptAt.current < restMs)
    if (isLeap) leaptAt.current = nowMs
    if (top < sight.first || Math.min(count, bottom) > sight.last) flushSync(() => look(isFlying))
    else look(isFlying)
  }
  useEffect(() => {
    if (!sight.isFlying) return
    const rest = setTimeout(() => lookNow(), restMs)
    return () => clearTimeout(rest)
  }, [sight])
  const tell = useEffectEvent(() => {
    if (!sight.isFlying) props.onSight(sight.first, sight.last)
  })
  useEffect(() => tell(), [sight.first, sight.last, sight.isFlying])
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const watcher = new ResizeObserver(() => lookNow())
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const hasBegun = useRef(false)
  const begin = useEffectEvent((top: number) => {
    frame.current?.scrollTo({ top })
    look()
  })
  const first = useEffectEvent(() => begin(props.startTop))
  useLayoutEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true
      return first()
    }
    // In the same picture, yet not amid the drawing, where the browser would lay out the page once more for it.
    const next = requestAnimationFrame(() => begin(0))
    return () => cancelAnimationFrame(next)
  }, [listKey])

  const goTo = (index: number): void => {
    const element = frame.current
    const next = Math.max(0, Math.min(count - 1, index))
    setActive(next)
    if (element === null) return
    const head = element.querySelector('[data-head]')?.clientHeight ?? 0
    const top = next * rowHeight
    const visible = element.clientHeight - head
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + visible) element.scrollTop = top + rowHeight - visible
    look()
    const rowNow = (): HTMLElement | null => element.querySelector<HTMLElement>(`[data-index="${next}"]`)
    const there = rowNow()
    if (there !== null) return there.focus({ preventScroll: true })
    // The row does not exist yet: until it is drawn, the table holds the focus, so that no key is lost.
    element.focus({ preventScroll: true })
    requestAnimationFrame(() => rowNow()?.focus({ preventScroll: true }))
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const row = (event.target as HTMLElement).closest('[data-index]')
    if (row === null && event.target !== frame.current) return
    const at = row === null ? active : Number(row.getAttribute('data-index'))
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? rowHeight) / rowHeight) - 2)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) goTo(target)
    else if (event.target !== row && event.target !== frame.current) return
    else if (event.key === 'Enter') props.onOpen(at)
    else if (event.key === ' ') props.onToggle(at, event.shiftKey)
    else return
    event.preventDefault()
  }

  const last = Math.min(count, sight.last)
  const rows: ReactNode[] = []
  for (let index = sight.first; index < last && !sight.isFlying; index++) rows.push(drawRow(index, index === active))
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-scroll-restoration-id={props.scrollName}
      role="grid"
      tabIndex={-1}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={props.columnCount}
      onScroll={follow}
      onKeyDown={press}
      onClick={(event) => {
        const row = (event.target as HTMLElement).closest('[data-index]')
        if (row !== null && isRowClick(event, row)) props.onOpen(Number(row.getAttribute('data-index')))
      }}
      onFocus={(event) => {
        const row = event.target.closest('[data-index]')
        if (row !== null) setActive(Number(row.getAttribute('data-index')))
      }}
    >
      <div role="rowgroup" data-head className={classes.head}>
        {header}
      </div>
      <div
        role="rowgroup"
        className={classes.rows}
        aria-busy={props.arePassing}
        style={{ blockSize: count * rowHeight }}
      >
        <div style={{ transform: `translateY(${sight.first * rowHeight}px)` }} role="presentation">
          {sight.isFlying ? places : rows}
        </div>
      </div>
    </div>
  )
}

/** The rows in sight, from the first to the one after the last. */
function seen(element: HTMLElement, rowHeight: number): { readonly top: number; readonly bottom: number } {
  const { scrollTop, clientHeight } = element
  return { top: Math.floor(scrollTop / rowHeight), bottom: Math.ceil((scrollTop + clientHeight) / rowHeight) }
}
