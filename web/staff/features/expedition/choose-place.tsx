import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '#domain/catalog/catalog-words.ts'
import { listOrganizationsCall } from '#sync/calls/organization.ts'
import type { Config } from '#sync/wire/pull.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { FloorInput } from '#web/staff/ui/floor-field.tsx'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { PlaceChoices } from '#web/staff/ui/place-choices.tsx'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import styles from './expedition.module.css'

/** As many stores as are seen at a glance; more can be narrowed. */
const fewStores = 8

/** Where whoever belongs to no warehouse and no store ships from; the place chosen before holds until another is. */
export function ChoosePlace(props: {
  readonly title: string
  readonly kind: 'warehouse' | 'store'
  readonly warehouses: Config['warehouses']
  readonly onPick: (placeId: string) => void
  /** Goes on in the place chosen before; null where none was. */
  readonly onKeep: (() => void) | null
}) {
  const { t } = useTranslation('expedition')
  const { kind, onKeep } = props
  return (
    <FloorLayout
      title={props.title}
      actions={
        onKeep === null ? undefined : (
          <FloorAction tone="quiet" onClick={onKeep}>
            {t(($) => $.place.keep[kind])}
          </FloorAction>
        )
      }
    >
      <div className={arrange.stack}>
        <h2 className={styles.heading}>{t(($) => $.place.choose[kind])}</h2>
        {kind === 'warehouse' ? (
          <PlaceChoices places={props.warehouses} onPick={props.onPick} />
        ) : (
          <StoreChoices onPick={props.onPick} />
        )}
      </div>
    </FloorLayout>
  )
}

/**
 * The stores of the manager's branch, asked from the server: a configuration is the same for everybody who keeps the
 * same part of the account, and two managers need not have the same branch.
 */
function StoreChoices({ onPick }: { readonly onPick: (storeId: string) => void }) {
  const { t } = useTranslation('expedition')
  const http = useHttp()
  const found = useQuery({
    queryKey: ['expedition', 'stores'],
    queryFn: ({ signal }) =>
      http(listOrganizationsCall, {
        query: { type: 'store', pagination: false, order: { commonName: 'asc' } },
        signal,
      }),
  })
  const [text, setText] = useState('')
  if (found.data === undefined) {
    if (!found.isError) return <RowsSkeleton rows={4} height={72} />
    return (
      <ErrorState
        title={t(($) => $.place.unread.title)}
        text={t(($) => $.place.unread.text)}
        onRetry={() => void found.refetch()}
      />
    )
  }
  const all = found.data['hydra:member'].map(({ id, commonName, city }) => ({ id, name: commonName, city }))
  if (all.length === 0)
    return <EmptyState title={t(($) => $.place.noStore.title)} text={t(($) => $.place.noStore.text)} />
  const words = wordsOf(text)
  const shown = all.filter(({ name, city }) => {
    const own = wordsOf(`${name} ${city ?? ''}`)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
  return (
    <>
      {all.length > fewStores && (
        <FloorInput
          label={t(($) => $.place.narrow)}
          size="middle"
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <PlaceChoices places={shown} onPick={onPick} />
    </>
  )
}
