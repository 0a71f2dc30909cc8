import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ScanList } from '#web/staff/ui/floor/scan-list.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { LineRow } from './line-row.tsx'
import styles from './check-in.module.css'

/** Lines that are drawn at first, and how many come with each tap (SHELL-12). */
const step = 30

/** The lines of a round, newest on top. Drawn apart from the result of a scan, which never waits for it. */
export const LineList = memo(function LineList(props: {
  readonly lines: readonly CheckInLine[]
  readonly onOpen: (line: CheckInLine) => void
}) {
  const { t } = useTranslation('warehouse')
  const [shown, setShown] = useState(step)
  const older = props.lines.length - shown
  return (
    <section className={styles.entering} aria-label={t(($) => $.checkIn.lines.title)}>
      <ScanList>
        {props.lines.slice(0, shown).map((line) => (
          <LineRow key={line.lineId} line={line} onOpen={props.onOpen} />
        ))}
      </ScanList>
      {older > 0 && (
        <p className={styles.more}>
          <FloorAction tone="quiet" onClick={() => setShown(shown + step)}>
            {t(($) => $.checkIn.lines.more, { count: older })}
          </FloorAction>
        </p>
      )}
    </section>
  )
})
