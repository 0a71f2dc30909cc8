import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import classes from './statistics.module.css'

interface Week {
  readonly from: string
  readonly total: number
}

const barWidth = 8
const gap = 3
const height = 40
/** A week with anything in it is to be seen, however many the others hold. */
const leastBar = 3

/** A figure over the weeks as bars, the latest one marked; each bar tells its week. */
export function WeekPlot({ name, weeks }: { readonly name: string; readonly weeks: readonly Week[] }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const most = Math.max(...weeks.map(({ total }) => total), 1)
  const width = weeks.length * (barWidth + gap) - gap
  const label = t(($) => $.statistics.plot, {
    figure: name,
    count: weeks.length,
    first: format.number(weeks[0]?.total ?? 0),
    last: format.number(weeks.at(-1)?.total ?? 0),
    most: format.number(Math.max(...weeks.map(({ total }) => total), 0)),
  })
  return (
    <svg
      className={classes.plot}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {weeks.map(({ from, total }, at) => {
        const bar = total === 0 ? 1 : Math.max(leastBar, (total / most) * height)
        return (
          <rect
            key={from}
            x={at * (barWidth + gap)}
            y={height - bar}
            width={barWidth}
            height={bar}
            rx={1.5}
            data-latest={at === weeks.length - 1 || undefined}
          >
            <title>{`${format.date(from)} · ${format.number(total)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
