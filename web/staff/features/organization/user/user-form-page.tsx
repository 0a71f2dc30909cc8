import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isStaffType } from '#domain/organization/user-rules.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan, useHttp, usePlatform } from '#web/lib/platform.tsx'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { fullName } from '../user-columns.tsx'
import { UserForm } from './user-form.tsx'
import { assignableQuery, userQuery, workplacesQuery } from './user-calls.ts'
import type { UserPlace } from './user-place.ts'

/** The pages that create and edit a user of the own account, an administrator, or a user of a client (ORG-32 to ORG-34). */
export function UserFormPage({ place, id }: { readonly place: UserPlace; readonly id: string | null }) {
  const { t, i18n } = useTranslation('users')
  const http = useHttp()
  const found = useQuery({ ...userQuery(http, place, id ?? ''), enabled: id !== null })
  const types = useQuery(assignableQuery(http))
  const places = useQuery(workplacesQuery(http, place))
  const mayWriteUsers = useCan('user.write')
  const mayWriteClients = useCan('client.update')
  const me = usePlatform().session.user()
  const back = wayBack(place)
  const user = found.data ?? null
  const error = (id === null ? null : found.error) ?? types.error ?? places.error
  const isReady = (id === null || user !== null) && types.data !== undefined && places.data !== undefined
  const text = callErrorText(i18n, error)
  const client = places.data?.name ?? null
  return (
    <Page
      title={id === null ? t(($) => $.create[place.kind]) : user === null ? t(($) => $.edit) : fullName(user)}
      icon={IconUsers}
      crumbs={
        place.kind === 'client'
          ? [
              { title: t(($) => $.client.clients), to: '/clients' },
              { title: client === null ? t(($) => $.client.title) : t(($) => $.client.of, { name: client }), to: back },
            ]
          : [{ title: t(($) => $.title), to: '/users' }]
      }
    >
      {isReady ? (
        <UserForm
          key={`${user?.id ?? ''} ${user?.version ?? 0}`}
          place={place}
          user={user}
          assignable={types.data.types.filter(isStaffType)}
          workplaces={places.data.entities}
          mayWrite={place.kind === 'client' ? mayWriteClients : mayWriteUsers}
          isOwn={user !== null && user.id === me?.id}
          back={back}
          onReload={() => void found.refetch()}
        />
      ) : error !== null ? (
        <ErrorState
          {...(text === null ? {} : { text })}
          onRetry={() =>
            void Promise.all([...(id === null ? [] : [found.refetch()]), types.refetch(), places.refetch()])
          }
        />
      ) : (
        <RowsSkeleton rows={5} height={64} />
      )}
    </Page>
  )
}

function wayBack(place: UserPlace): NonNullable<LinkProps['to']> {
  return place.kind === 'client' ? (`/account/${place.accountId}/users` as '/users') : '/users'
}
