import { useTranslation } from 'react-i18next'
import type { VisitedStore } from '#sync/calls/buyback-detail.ts'
import { StoreHours } from './store-hours.tsx'
import classes from './kit.module.css'

/** The store that a product is brought to: where it is, and the way there. */
export function StoreToVisit({ store }: { readonly store: VisitedStore }) {
  const { t } = useTranslation('journey')
  const town = [store.zipCode, store.city].filter(Boolean).join(' ')
  const lines = [store.street, store.streetMore, town].filter(Boolean)
  return (
    <div className={classes.visited}>
      <p>
        <strong>{store.name}</strong>
      </p>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <StoreHours store={store} />
      <a href={directionsLink(store)} target="_blank" rel="noreferrer">
        {t(($) => $.stores.way)}
      </a>
    </div>
  )
}

type PlaceOnMap = Pick<
  VisitedStore,
  'street' | 'zipCode' | 'city' | 'country' | 'latitude' | 'longitude' | 'directionsUrl'
>

/** A map page that leads to the store from where the customer is. */
export function directionsLink({ latitude, longitude, directionsUrl, ...store }: PlaceOnMap): string {
  if (directionsUrl != null) return directionsUrl
  const place =
    latitude !== null && longitude !== null
      ? `${latitude},${longitude}`
      : [store.street, store.zipCode, store.city, store.country].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`
}
