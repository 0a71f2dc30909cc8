import { Button, Collapse } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import {
  createContext,
  Fragment,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-panel.module.css'

const FaultCount = createContext<(change: number) => void>(() => undefined)

/** Keeps the panel around a field unfolded while what is typed into it has to be corrected. */
export function useFilterFault(isWrong: boolean): void {
  const count = use(FaultCount)
  useEffect(() => {
    if (!isWrong) return
    count(1)
    return () => count(-1)
  }, [count, isWrong])
}

/**
 * What narrows a list: its fields side by side, and the way to be rid of what is set. On a phone the fields unfold, and
 * `more` of them do everywhere; what has to be corrected stays in sight.
 */
export function FilterPanel(props: {
  /** How many filters are set. */
  readonly count: number
  readonly onReset: () => void
  readonly children: ReactNode
  readonly more?: ReactNode
  /** What is wrong with the filters. */
  readonly problem?: ReactNode
  /** The least width of a field. */
  readonly fieldWidth?: string
}) {
  const { count, more, problem = null } = props
  const { t } = useTranslation('common')
  const panel = useRef<HTMLDivElement>(null)
  const [faults, setFaults] = useState(0)
  const countFault = useCallback((change: number) => setFaults((before) => before + change), [])
  const [resets, setResets] = useState(0)
  const isWrong = problem !== null || faults > 0
  const [isUnfolded, setUnfolded] = useState(isWrong)
  const isOpen = isUnfolded || isWrong
  const label =
    more === undefined
      ? t(($) => (isOpen ? $.filter.hide : $.filter.show))
      : t(($) => (isOpen ? $.filter.less : $.filter.more))
  const reset = (): void => {
    // What was typed and has not come into the address goes too.
    setResets(resets + 1)
    props.onReset()
    // The button is gone with the filters; a keyboard user continues at the start of the fields.
    panel.current?.focus()
  }
  return (
    <FaultCount value={countFault}>
      <div
        ref={panel}
        className={classes.panel}
        style={{ '--field': props.fieldWidth } as CSSProperties}
        role="group"
        aria-label={t(($) => $.filter.show)}
        tabIndex={-1}
      >
        <Fragment key={resets}>
          <div className={`${classes.fields} ${classes.first}`} data-open={isOpen || undefined}>
            {props.children}
          </div>
          {more !== undefined && (
            <Collapse expanded={isOpen}>
              <div className={classes.fields}>{more}</div>
            </Collapse>
          )}
        </Fragment>
        {problem}
        <div className={classes.bar} data-empty={(more === undefined && count === 0) || undefined}>
          {!isWrong && (
            <Button
              {...(more === undefined ? { className: classes.phone } : {})}
              variant="default"
              size="sm"
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setUnfolded(!isOpen)}
            >
              {label}
              {!isOpen && count > 0 ? ` (${count})` : ''}
            </Button>
          )}
          {count > 0 && (
            <Button variant="subtle" size="sm" leftSection={<IconX size={18} aria-hidden />} onClick={reset}>
              {t(($) => $.filter.reset)}
            </Button>
          )}
        </div>
      </div>
    </FaultCount>
  )
}
