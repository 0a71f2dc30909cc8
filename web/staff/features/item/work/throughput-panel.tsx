import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import type { Throughput } from './throughput.ts'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './work.module.css'

/** Hours that the plot shows; earlier ones are in the total. */
const shownHours = 8

/** What the operator did today on this device: the figures, and a bar an hour. */
export function ThroughputPanel({ throughput }: { readonly throughput: Throughput }) {
  const { t } = useTranslation('item')
  const format = useFormat()
  const { total, hours, perHour, firstAtMs } = throughput
  const shown = hours.slice(-shownHours)
  const most = Math.max(1, ...shown.map(({ count }) => count))
  return (
    <FloorPanel label={t(($) => $.work.throughput.title)}>
      {firstAtMs === null ? (
        <p className={words.soft}>{t(($) => $.work.throughput.none)}</p>
      ) : (
        <>
          <p className={styles.figures}>
            <strong>{format.number(total)}</strong> {t(($) => $.work.throughput.total, { count: total })}
            {perHour === null ? null : (
              <span>
                {t(($) => $.work.throughput.rate, {
                  count: perHour,
                  time: format.time(new Date(firstAtMs)),
                })}
              </span>
            )}
          </p>
          <ol className={`${rows.list} ${styles.plot}`} aria-label={t(($) => $.work.throughput.plot)}>
            {shown.map(({ hour, count }) => (
              <li key={hour}>
                <span className={styles.bar} style={{ blockSize: `${(count / most) * 56}px` }} aria-hidden />
                <span className={styles.barCount}>{count}</span>
                <span className={styles.barHour}>{t(($) => $.work.throughput.hour, { from: hour })}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </FloorPanel>
  )
}
