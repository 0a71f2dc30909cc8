import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import { Button } from '../../kit/button.tsx'
import { PlaceIcon } from '../../kit/icons.tsx'
import { Notice } from '../../kit/notice.tsx'
import { StoreHours } from '../../kit/store-hours.tsx'
import { useNearest } from '../../kit/use-nearest.ts'
import { PlaceField } from '../../kit/place-field.tsx'
import { useFormat, useSite } from '../../kit/site.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { useIsHydrated } from '../../kit/use-is-hydrated.ts'
import { matchesPlace } from '../../kit/match-place.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '../../kit/show-more-button.tsx'
import classes from './stores.module.css'

const PlaceMap = lazy(async () => ({ default: (await import('../../kit/place-map.tsx')).PlaceMap }))

/** The stores as a list, and on a map where the account and the installation have one (PUB-21). */
export function StoresScreen({ stores }: { readonly stores: readonly PublicStore[] }) {
  const { t } = useTranslation('journey')
  const { mapTiles, whiteLabel } = useSite()
  const [place, setPlace] = useState('')
  const matching = stores.filter((store) => matchesPlace(store, place))
  const nearest = useNearest(stores, matching.length === 0 ? place : '')
  const shown = nearest ?? matching
  const { shown: listed, others, showAll } = useTruncatedList(shown)
  const isLive = useIsHydrated()
  const isLocated = stores.some(({ latitude, longitude }) => latitude !== null && longitude !== null)
  const hasMap = isLocated && whiteLabel?.dropOffLocationsMapEnabled === true
  return (
    <div className={classes.stores}>
      <header className={classes.head}>
        <h1>{t(($) => $.stores.title)}</h1>
        <p>{t(($) => $.stores.text)}</p>
      </header>
      <div className={classes.tools}>
        <PlaceField value={place} onChange={setPlace} />
        <NearMe />
      </div>
      <p className={classes.count} aria-live="polite">
        {t(($) => $.stores.count, { count: shown.length })}
      </p>
      {nearest === null && shown.length === 0 ? <Notice>{t(($) => $.stores.none)}</Notice> : null}
      {nearest === null ? null : <Notice>{t(($) => $.stores.nearest, { place: place.trim() })}</Notice>}
      <div className={hasMap ? classes.both : undefined}>
        <ul className={classes.list}>
          {listed.map((store) => (
            <Store key={store.id} store={store} />
          ))}
          {others > 0 ? (
            <li>
              <ShowMoreButton others={others} onShow={showAll} />
            </li>
          ) : null}
        </ul>
        {hasMap ? (
          <Suspense fallback={<div className={classes.map} />}>
            {isLive ? (
              <PlaceMap label={t(($) => $.stores.map)} places={shown} tiles={mapTiles} className={classes.map ?? ''} />
            ) : (
              <div className={classes.map} />
            )}
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}

function Store({ store }: { readonly store: PublicStore }) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const address = [store.street, store.streetMore, [store.zipCode, store.city].filter(Boolean).join(' ')].filter(
    Boolean,
  )
  return (
    <li className={classes.store}>
      <PlaceIcon />
      <div>
        <h2>{store.name}</h2>
        <address>
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {store.distanceKm === null ? null : (
          <p>{t(($) => $.stores.distance, { km: format.number(Math.round(store.distanceKm * 10) / 10) })}</p>
        )}
        <StoreHours store={store} />
        {store.directionsUrl == null ? null : (
          <a href={store.directionsUrl} target="_blank" rel="noreferrer">
            {t(($) => $.stores.way)}
          </a>
        )}
      </div>
    </li>
  )
}

/** Sorts the stores by their distance; the place leaves this browser for that one question. */
function NearMe() {
  const { t } = useTranslation('journey')
  const go = useSiteNavigate()
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const ask = (): void => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        // Two decimals are a kilometre: enough to sort stores by.
        void go('/available-stores', { lat: coords.latitude.toFixed(2), lon: coords.longitude.toFixed(2) })
      },
      () => setState('failed'),
      { timeout: 10_000, maximumAge: 600_000 },
    )
  }
  return (
    <>
      <Button kind="quiet" onClick={ask} disabled={state === 'asking'}>
        {state === 'asking' ? t(($) => $.stores.locating) : t(($) => $.stores.near)}
      </Button>
      {state === 'failed' ? (
        <Notice tone="warn" isAlert>
          {t(($) => $.stores.notLocated)}
        </Notice>
      ) : null}
    </>
  )
}
