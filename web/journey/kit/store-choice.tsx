import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenStore } from '#domain/cart/cart.ts'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { ChoiceList } from './choice-list.tsx'
import { matchesPlace } from './match-place.ts'
import { useHoursText } from './store-hours.tsx'
import { useNearest } from './use-nearest.ts'
import { PlaceField } from './place-field.tsx'

const noStores: readonly PublicStore[] = []

/** Up to so many stores are seen at a glance, without looking for a place. */
const fewStores = 6

/** Asks which store the product is brought to, so that it is expected there (PUB-15). */
export function StoreChoice(props: {
  readonly readStores: () => Promise<readonly PublicStore[]>
  readonly chosen: ChosenStore | null
  readonly heading?: 'h1' | 'h2'
  readonly onChoose: (store: ChosenStore) => void
}) {
  const { t } = useTranslation('journey')
  const { stores, hasFailed, again } = useStores(props.readStores)
  const [place, setPlace] = useState('')
  const hours = useHoursText()
  const matching = (stores ?? []).filter((store) => matchesPlace(store, place))
  const nearest = useNearest(stores ?? noStores, matching.length === 0 ? place : '')
  const found = nearest ?? matching
  const hint = (
    <>
      <p>{t(($) => $.options.storeText)}</p>
      {stores === null && !hasFailed ? <p role="status">{t(($) => $.layout.loading)}</p> : null}
      {stores !== null && stores.length > fewStores ? <PlaceField value={place} onChange={setPlace} /> : null}
      {stores !== null && found.length === 0 ? <Notice>{t(($) => $.stores.none)}</Notice> : null}
      {nearest === null ? null : <Notice>{t(($) => $.stores.nearest, { place: place.trim() })}</Notice>}
      {hasFailed ? (
        <Notice tone="warn" isAlert actions={<Button onClick={again}>{t(($) => $.stores.retry)}</Button>}>
          {t(($) => $.stores.failed)}
        </Notice>
      ) : null}
    </>
  )
  const choose = (id: string): void => {
    const store = stores?.find((one) => one.id === id)
    if (store !== undefined) props.onChoose({ id, label: store.name })
  }
  return (
    <ChoiceList
      title={t(($) => $.options.store)}
      heading={props.heading ?? 'h1'}
      text={hint}
      choices={found.map((store) => ({
        id: store.id,
        name: store.name,
        text: [addressOf(store), hours.state(store)].filter(Boolean).join(' · '),
        more: [...hours.lines(store), hours.closures(store), store.phone].filter(Boolean).join('\n'),
      }))}
      chosen={props.chosen?.id ?? null}
      onChoose={choose}
    />
  )
}

function useStores(read: () => Promise<readonly PublicStore[]>) {
  const [stores, setStores] = useState<readonly PublicStore[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    read().then(
      (found) => (isHere ? setStores(found) : undefined),
      () => (isHere ? setFailed(true) : undefined),
    )
    return () => void (isHere = false)
  }, [read, tries])
  const again = (): void => {
    setFailed(false)
    setTries(tries + 1)
  }
  return { stores, hasFailed, again }
}

function addressOf({ street, zipCode, city }: PublicStore): string {
  return [street, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
