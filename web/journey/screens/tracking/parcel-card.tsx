import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/site.ts'
import type { Tracking } from './tracking-stages.ts'
import classes from './tracking.module.css'

/** The parcel that brings the product in: its carrier, its number, and what the carrier said, the latest first. */
export function ParcelCard({ tracking }: { readonly tracking: Tracking }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { parcel, deliveryEvents } = tracking
  if (parcel === null && deliveryEvents.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="tracking-parcel">
      <h2 id="tracking-parcel">{t(($) => $.tracking.parcel)}</h2>
      {parcel === null ? null : (
        <dl>
          <div>
            <dt>{t(($) => $.tracking.carrier)}</dt>
            <dd>{parcel.carrierName}</dd>
          </div>
          {parcel.trackingNumber === null ? null : (
            <div>
              <dt>{t(($) => $.tracking.parcelNumber)}</dt>
              <dd>{parcel.trackingNumber}</dd>
            </div>
          )}
        </dl>
      )}
      {parcel === null || parcel.trackingUrl === null ? null : (
        <p>
          <a href={parcel.trackingUrl} target="_blank" rel="noopener noreferrer">
            {t(($) => $.tracking.followParcel, { carrier: parcel.carrierName })}
            <span className="visually-hidden">{` (${t(($) => $.tracking.newTab)})`}</span>
          </a>
        </p>
      )}
      {deliveryEvents.length === 0 ? <p>{t(($) => $.tracking.noEvents)}</p> : null}
      <ul className={classes.events}>
        {deliveryEvents.toReversed().map(({ at, status, place, text }) => (
          <li key={`${at} ${status}`}>
            <time dateTime={at}>{format.dateTime(at, new Date(0))}</time>
            <span>
              <strong>{t(($) => $.tracking.delivery[status])}</strong>
              {[place, text].filter((part) => part !== null && part !== '').length === 0 ? null : (
                <span>{[place, text].filter((part) => part !== null && part !== '').join(' · ')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
