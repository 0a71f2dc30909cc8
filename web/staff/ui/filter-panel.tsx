import { Button, Collapse } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-panel.module.css'

const onPhonesOnly = { hiddenFrom: 'sm' } as const

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
  const isWrong = problem !== null
  const [isUnfolded, setUnfolded] = useState(isWrong)
  const isOpen = isUnfolded || isWrong
  const label =
    more === undefined
      ? t(($) => (isOpen ? $.filter.hide : $.filter.show))
      : t(($) => (isOpen ? $.filter.less : $.filter.more))
  return (
    <div className={classes.panel} style={{ '--field': props.fieldWidth } as CSSProperties}>
      <div className={`${classes.fields} ${classes.first}`} data-open={isOpen || undefined}>
        {props.children}
      </div>
      {more !== undefined && (
        <Collapse expanded={isOpen}>
          <div className={classes.fields}>{more}</div>
        </Collapse>
      )}
      {problem}
      <div className={classes.bar} data-empty={(more === undefined && count === 0) || undefined}>
        {!isWrong && (
          <Button
            {...(more === undefined ? onPhonesOnly : {})}
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
          <Button variant="subtle" size="sm" leftSection={<IconX size={18} aria-hidden />} onClick={props.onReset}>
            {t(($) => $.filter.reset)}
          </Button>
        )}
      </div>
    </div>
  )
}
