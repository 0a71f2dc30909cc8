import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import type { WaitingEnd } from '#web/local/outbox/rounds.ts'
import styles from './check-in.module.css'

/** Rounds that the operator has ended and that go on nevertheless; nothing where there is none. */
export function WaitingRounds(props: {
  readonly ends: readonly WaitingEnd[]
  /** The round on the screen is one whose end was discarded. */
  readonly isReopened: boolean
  readonly onAttention: () => void
}) {
  const { t } = useTranslation('warehouse')
  const format = useFormat()
  const { ends, isReopened, onAttention } = props
  const first = ends[0]
  const waiting = (end: WaitingEnd): string =>
    t(($) => (end.isHeldUp ? $.checkIn.again.heldUp : $.checkIn.again.decision), {
      count: end.typedCount,
      time: format.time(new Date(end.endedAtMs)),
    })
  return (
    <>
      {isReopened && (
        <p className={styles.again} role="status">
          {t(($) => $.checkIn.again.reopened)}
        </p>
      )}
      {first !== undefined && (
        <div className={styles.again} role="status">
          <span>{ends.length === 1 ? waiting(first) : t(($) => $.checkIn.again.several, { count: ends.length })}</span>
          <button type="button" onClick={onAttention}>
            {t(($) => $.line.attention)}
          </button>
        </div>
      )}
    </>
  )
}
