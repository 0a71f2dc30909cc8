import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '#domain/catalog/search-words.ts'
import { listOrganizationsCall } from '#sync/calls/organization.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorInput } from './floor-field.tsx'
import { PlaceChoices } from './place-choices.tsx'

/** As many stores as are seen at a glance; more can be narrowed. */
const fewStores = 8

/**
 * The stores of the manager's branch, asked from the server: a configuration is the same for everybody who keeps the
 * same part of the account, and two managers need not have the same branch.
 */
export function StoreChoices({ onPick }: { readonly onPick: (storeId: string) => void }) {
  const { t } = useTranslation('common')
  const http = useHttp()
  const found = useQuery({
    queryKey: ['stores of the branch'],
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
        title={t(($) => $.stores.unread.title)}
        text={t(($) => $.stores.unread.text)}
        onRetry={() => void found.refetch()}
      />
    )
  }
  const all = found.data['hydra:member'].map(({ id, commonName, city }) => ({ id, name: commonName, city }))
  if (all.length === 0) return <EmptyState title={t(($) => $.stores.none.title)} text={t(($) => $.stores.none.text)} />
  const words = wordsOf(text)
  const shown = all.filter(({ name, city }) => {
    const own = wordsOf(`${name} ${city ?? ''}`)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
  return (
    <>
      {all.length > fewStores && (
        <FloorInput
          label={t(($) => $.stores.narrow)}
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
