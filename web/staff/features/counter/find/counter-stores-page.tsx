import { IconMapPin } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { publicStoresCall } from '#sync/calls/public-catalog.ts'
import type { Http } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { wordsOf } from '#domain/catalog/search-words.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from '../counter.module.css'

/** The account's stores, all of them: they are narrowed and chosen on the screen. */
function storesQuery(http: Http) {
  const query = { pagination: false }
  return queryOptions({ queryKey: ['counter', 'stores'], queryFn: () => http(publicStoresCall, { query }) })
}

/** `/stores` (BB-16): where customers can bring their product; asked from the server. */
export function CounterStoresPage() {
  const { t } = useTranslation('counter')
  const found = useQuery(storesQuery(useHttp()))
  const [text, setText] = useState('')
  const words = wordsOf(text)
  const stores = found.data?.['hydra:member'].filter((store) => {
    const own = wordsOf([store.name, store.city, store.zipCode].join(' '))
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
  const { shown, others, showAll } = useTruncatedList(stores ?? [])
  return (
    <Page
      title={t(($) => $.stores.title)}
      icon={IconMapPin}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
    >
      {stores === undefined ? (
        found.isError ? (
          <ErrorState text={t(($) => $.stores.failed)} onRetry={() => void found.refetch()} />
        ) : (
          <RowsSkeleton rows={6} height={72} />
        )
      ) : (
        <>
          <TextInput
            {...searchFieldMark}
            size="lg"
            mb="md"
            label={t(($) => $.stores.filter)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {stores.length === 0 ? <EmptyState icon={IconMapPin} title={t(($) => $.stores.none)} /> : null}
          <ul className={classes.tiles}>
            {shown.map(({ id, name, street, streetMore, zipCode, city }) => (
              <li key={id} className={classes.store}>
                <strong>{name}</strong>
                <span className={classes.soft}>
                  {[street, streetMore, [zipCode, city].filter((part) => part !== null).join(' ')]
                    .filter((part) => part !== null && part !== '')
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
          <ShowMoreButton others={others} onShow={showAll} />
        </>
      )}
    </Page>
  )
}
