import { lazy, Suspense, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { relayLimits, type FoundRelayPoint, type RelayPoint } from '#domain/circuit/relay-points.ts'
import { Button } from './button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { Notice } from './notice.tsx'
import { PlaceField } from './place-field.tsx'
import { useFormat, useSite } from './site.ts'
import classes from './relay-point-choice.module.css'

const PlaceMap = lazy(async () => ({ default: (await import('./place-map.tsx')).PlaceMap }))

type Found = Omit<FoundRelayPoint, 'distanceKm'> & { readonly distanceKm?: number | null }

/** Reads the points near a place. */
export type ReadRelayPoints = (near: string) => Promise<readonly FoundRelayPoint[]>

/** Asks at which point the parcel is handed over: found by a place, listed, and on a map where the account has one. */
export function RelayPointChoice(props: {
  readonly readPoints: ReadRelayPoints
  readonly chosen: RelayPoint | null
  readonly heading?: 'h1' | 'h2'
  readonly onChoose: (point: RelayPoint) => void
}) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const { mapTiles, whiteLabel } = useSite()
  const [place, setPlace] = useState('')
  const { points, state, search } = useSearch(props.readPoints, props.chosen)
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (place.trim() !== '') search(place.trim().slice(0, relayLimits.near))
  }
  const isLocated = points.some(({ latitude }) => latitude !== null)
  const hasMap = whiteLabel?.dropOffLocationsMapEnabled === true && isLocated
  const textOf = ({ street, zipCode, city, distanceKm }: Found): string =>
    [
      [street, `${zipCode} ${city}`].filter(Boolean).join(', '),
      distanceKm == null ? null : t(($) => $.stores.distance, { km: format.number(distanceKm) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <ChoiceList
      title={t(($) => $.options.relay)}
      heading={props.heading ?? 'h1'}
      text={
        <>
          <p>{t(($) => $.options.relayHint)}</p>
          <form className={classes.search} onSubmit={submit}>
            <PlaceField value={place} onChange={setPlace} />
            <Button type="submit" disabled={state === 'reading'}>
              {t(($) => $.options.relayFind)}
            </Button>
          </form>
          <p role="status">
            {state === 'reading' ? t(($) => $.layout.loading) : null}
            {state === 'found' ? t(($) => $.options.relayFound, { count: points.length }) : null}
          </p>
          {state === 'found' && points.length === 0 ? (
            <Notice tone="warn">{t(($) => $.options.relayNone)}</Notice>
          ) : null}
          {state === 'failed' ? (
            <Notice tone="warn" isAlert>
              {t(($) => $.options.relayFailed)}
            </Notice>
          ) : null}
          {hasMap ? (
            <Suspense fallback={<div className={classes.map} />}>
              <PlaceMap
                places={points}
                tiles={mapTiles}
                label={t(($) => $.options.relayMap)}
                className={classes.map ?? ''}
              />
            </Suspense>
          ) : null}
        </>
      }
      choices={points.map((point) => ({
        id: point.reference,
        name: point.name,
        text: textOf(point),
        more: point.openingHours,
      }))}
      chosen={props.chosen?.reference ?? null}
      onChoose={(id) => {
        const point = points.find(({ reference }) => reference === id)
        if (point !== undefined) props.onChoose(plainPoint(point))
      }}
    />
  )
}

function useSearch(readPoints: ReadRelayPoints, chosen: RelayPoint | null) {
  const [points, setPoints] = useState<readonly Found[]>(chosen === null ? [] : [chosen])
  const [state, setState] = useState<'idle' | 'reading' | 'found' | 'failed'>('idle')
  // An answer that comes after that of a later search is dropped.
  const latest = useRef(0)
  const search = (near: string): void => {
    const own = ++latest.current
    setState('reading')
    readPoints(near).then(
      (found) => {
        if (own !== latest.current) return
        setPoints(found)
        setState('found')
      },
      () => (own === latest.current ? setState('failed') : undefined),
    )
  }
  return { points, state, search }
}

// The distance is from what was typed, which the buyback does not keep.
function plainPoint({ distanceKm: _distance, ...point }: Found): RelayPoint {
  return point
}
