import { Button, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconDoorEnter, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { clientSetupsPerPage, listClientSetupsCall } from '#sync/calls/setup-guide.ts'
import type { ClientOpening } from '#web/lib/client-opening.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import classes from './setup-guide.module.css'

type Setup = z.output<typeof listClientSetupsCall.answer>['clients'][number]

/** On the dashboard of the platform: how far the set-up of each client is, and the way into its guide. */
export function ClientSetups({ opening }: { readonly opening: ClientOpening }) {
  const { t } = useTranslation('setup')
  const http = useHttp()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['client-setups'],
    // A client that was just made, or left, is told as it is now.
    staleTime: 0,
    queryFn: ({ signal, pageParam }) => http(listClientSetupsCall, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, all) => (all.length * clientSetupsPerPage < total ? all.length + 1 : null),
  })
  const clients = data?.pages.flatMap((page) => page.clients) ?? []
  const mayCreate = useCan('client.create')
  // One that rests is a client all the same.
  const hasNone = data?.pages.every(({ hasClients }) => !hasClients) === true
  if (data === undefined) return <QueryPlaceholder error={error} onRetry={() => void refetch()} />
  if (clients.length === 0) return hasNone && mayCreate ? <FirstClient /> : null
  return (
    <section aria-labelledby="client-setups" className={classes.guide}>
      <Title order={2} size="h3" id="client-setups">
        {t(($) => $.clients.title)}
      </Title>
      <Text>{t(($) => $.clients.intro)}</Text>
      {opening.unreached !== null && (
        <Text c="red" role="alert">
          {opening.unreached}
        </Text>
      )}
      <ul className={classes.steps}>
        {clients.map((client) => (
          <ClientRow key={client.accountId} client={client} opening={opening} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(($) => $.clients.more)}
        </Button>
      )}
    </section>
  )
}

/** What an installation begins with. */
function FirstClient() {
  const { t } = useTranslation('setup')
  return (
    <section aria-labelledby="first-client" className={classes.guide}>
      <Title order={2} size="h3" id="first-client">
        {t(($) => $.clients.first.title)}
      </Title>
      <Text>{t(($) => $.clients.first.text)}</Text>
      <ButtonLink to="/client/create" leftSection={<IconPlus size={18} aria-hidden />} className={classes.first ?? ''}>
        {t(($) => $.clients.first.create)}
      </ButtonLink>
    </section>
  )
}

function ClientRow({ client, opening }: { readonly client: Setup; readonly opening: ClientOpening }) {
  const { t } = useTranslation('setup')
  const { accountId, name, isTrading, open, steps } = client
  const Icon = open === 0 ? IconCircleCheck : IconCircleDashed
  const state = open === 0 ? t(($) => $.clients.done) : t(($) => $.clients.open, { count: open, all: steps })
  return (
    <li className={classes.step}>
      <Icon size={24} aria-hidden />
      <div className={classes.words}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{isTrading ? `${state} · ${t(($) => $.clients.trading)}` : state}</Text>
      </div>
      <Button
        variant="default"
        leftSection={<IconDoorEnter size={18} aria-hidden />}
        loading={opening.runningId === accountId}
        disabled={opening.runningId !== null && opening.runningId !== accountId}
        aria-label={t(($) => $.clients.enterName, { name })}
        onClick={() => opening.open(accountId)}
      >
        {t(($) => $.clients.enter)}
      </Button>
    </li>
  )
}
