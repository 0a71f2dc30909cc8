import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isStaffType, type StaffType } from '#domain/organization/user-rules.ts'
import { useCan, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { fullName } from '../user-columns.tsx'
import { UserForm } from './user-form.tsx'
import { userQuery, workplacesQuery } from './user-calls.ts'
import { wayBack, type UserPlace } from './user-place.ts'

/** The pages that create and edit a user of the own account, an administrator, or a user of a client (ORG-32 to ORG-34). */
export function UserFormPage(props: {
  readonly place: UserPlace
  readonly id: string | null
  /** What a new user is to be, where the way here says it. */
  readonly newType?: StaffType | null
}) {
  const { place, id, newType = null } = props
  const { t } = useTranslation('user')
  const http = useHttp()
  const found = useQuery({ ...userQuery(http, place, id ?? ''), enabled: id !== null })
  const places = useQuery(workplacesQuery(http, place))
  const mayWriteUsers = useCan('user.write')
  const mayWriteClients = useCan('client.update')
  const me = useSignedInUser()
  const back = wayBack(place)
  const user = found.data ?? null
  const error = (id === null ? null : found.error) ?? places.error
  const isReady = (id === null || user !== null) && places.data !== undefined
  const client = places.data?.name ?? null
  const ofClient = client === null ? t(($) => $.client.title) : t(($) => $.client.of, { name: client })
  return (
    <Page
      title={id === null ? t(($) => $.create[place.kind]) : user === null ? t(($) => $.edit) : fullName(user)}
      icon={IconUsers}
      crumbs={
        place.kind !== 'own'
          ? [
              { title: t(($) => $.client.clients), to: '/clients' },
              { title: place.kind === 'admin' ? t(($) => $.client.administrators) : ofClient, to: back },
            ]
          : [{ title: t(($) => $.title), to: '/users' }]
      }
    >
      {isReady ? (
        <UserForm
          key={`${user?.id ?? ''} ${user?.version ?? 0}`}
          place={place}
          user={user}
          newType={newType}
          assignable={places.data.types.filter(isStaffType)}
          workplaces={places.data.entities}
          mayWrite={place.kind !== 'own' ? mayWriteClients : mayWriteUsers}
          isOwn={user !== null && user.id === me.id}
          back={back}
          onReload={() => void found.refetch()}
        />
      ) : (
        <QueryPlaceholder
          error={error}
          missing={t(($) => $.missing)}
          onRetry={() => void Promise.all([...(id === null ? [] : [found.refetch()]), places.refetch()])}
        />
      )}
    </Page>
  )
}
