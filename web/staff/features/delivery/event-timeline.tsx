import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryParcelAnswer } from '#sync/calls/delivery.ts'
import { useFormat } from '#web/lib/platform.tsx'
import timeline from '#web/staff/ui/timeline.module.css'
import classes from './delivery.module.css'

/** Events shown until the user asks for all of them. */
const shown = 4

/** What was told of a parcel, the latest first. */
export function EventTimeline({ events }: { readonly events: DeliveryParcelAnswer['events'] }) {
  const { t } = useTranslation('delivery')
  const { t: tb } = useTranslation('buyback')
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  if (events.length === 0) return <p className={classes.soft}>{t(($) => $.event.none)}</p>
  const visible = isWhole ? events : events.slice(0, shown)
  return (
    <>
      <ol className={timeline.timeline} aria-label={t(($) => $.event.list)}>
        {visible.map((event) => (
          <li key={event.id} className={timeline.event}>
            <p>
              <strong>{tb(($) => $.deliveryStatus[event.status])}</strong>
              {event.place !== null && ` · ${event.place}`}
            </p>
            <p className={classes.soft}>
              <time dateTime={event.at}>{format.dateTime(event.at)}</time> ·{' '}
              {event.source === 'carrier'
                ? t(($) => $.source.carrier)
                : t(($) => $.source[event.source === 'csv' ? 'csv' : 'office'], { name: event.enteredBy ?? '' })}
            </p>
            {event.text !== null && <p className={classes.text}>{event.text}</p>}
          </li>
        ))}
      </ol>
      {events.length > shown && (
        <Button variant="subtle" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t(($) => $.event.fewer) : t(($) => $.event.more, { count: events.length - shown })}
        </Button>
      )}
    </>
  )
}
