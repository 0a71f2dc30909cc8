import { Tabs, type TabsListProps } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './tab-row.module.css'

/** Room that the neighbour of the chosen tab shows, so that it is seen to be there. */
const neighbour = 56

/**
 * The tabs of a page in one row, which slides where it is longer than the screen: its edges say where it goes on, and the
 * chosen tab is brought into view.
 */
export function TabRow({
  chosen,
  mb,
  children,
  ...list
}: Omit<TabsListProps, 'mb'> & { readonly chosen: string; readonly mb?: 'md' | 'lg' }) {
  const slide = useRef<HTMLDivElement>(null)
  const more = useMore(slide)
  useEffect(() => {
    const row = slide.current
    const tab = row?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (row === null || tab == null) return
    const start = tab.offsetLeft - neighbour
    const end = tab.offsetLeft + tab.offsetWidth + neighbour
    if (start < row.scrollLeft) row.scrollLeft = start
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth
  }, [chosen])
  return (
    <div
      className={classes.row}
      style={mb === undefined ? undefined : { marginBlockEnd: `var(--mantine-spacing-${mb})` }}
      {...more}
    >
      <div ref={slide} className={classes.slide}>
        <Tabs.List {...list} className={classes.list ?? ''}>
          {children}
        </Tabs.List>
      </div>
      <span className={`${classes.more} ${classes.start}`} aria-hidden>
        <IconChevronLeft size={20} />
      </span>
      <span className={`${classes.more} ${classes.end}`} aria-hidden>
        <IconChevronRight size={20} />
      </span>
    </div>
  )
}

/** Whether the row goes on before what is seen of it, and after. */
function useMore(slide: { readonly current: HTMLDivElement | null }) {
  const [{ before, after }, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const row = slide.current
    if (row === null) return
    const measure = (): void => {
      const next = {
        before: row.scrollLeft > 1,
        after: row.scrollLeft + row.clientWidth < row.scrollWidth - 1,
      }
      setMore((now) => (now.before === next.before && now.after === next.after ? now : next))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(row)
    const [list] = row.children
    if (list !== undefined) sizes.observe(list)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [slide])
  return { ...(before && { 'data-before': true }), ...(after && { 'data-after': true }) }
}
