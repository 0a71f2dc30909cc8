import { useTranslation } from 'react-i18next'
import { relayPointText, type RelayPoint } from '#domain/circuit/relay-points.ts'
import classes from './tracking.module.css'

/** Where the parcel is handed over, as long as it is with its customer. */
export function RelayCard({ point }: { readonly point: RelayPoint }) {
  const { t } = useTranslation('tracking')
  return (
    <section className={classes.card} aria-labelledby="tracking-relay">
      <h2 id="tracking-relay">{t(($) => $.tracking.relayPoint)}</h2>
      <p>{relayPointText(point)}</p>
      {point.openingHours === null ? null : <p>{point.openingHours}</p>}
      <p>{t(($) => $.tracking.relayText)}</p>
    </section>
  )
}
