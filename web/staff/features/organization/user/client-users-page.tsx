import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { listUsersCall, type UserAnswer } from '#sync/calls/organization.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { fullName, useUserColumns } from '../user-columns.tsx'
import { clientUsersQuery, platformQuery, workplacesQuery } from './user-calls.ts'

const first = listStart(sortsOf(listUsersCall), { perPage: 15, sort: 'lastname' })

/** `/account/{accountId}/users` (ORG-34): the users of a client. */
export function ClientUsersPage({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation(['user', 'organization'])
  const http = useHttp()
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const columns = useUserColumns()
  const mayUpdate = useCan('client.update')
  const { data: places } = useQuery(workplacesQuery(http, { kind: 'client', accountId }))
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const words = state.search === '' ? {} : { q: state.search.slice(0, 200) }
  const page = { page: state.page, itemsPerPage: state.perPage }
  const found = useQuery(clientUsersQuery(http, accountId, { ...words, ...order, ...page }))
  const { data: platform } = useQuery({ ...platformQuery(http), enabled: useCan('user.assign_admin') })
  const isPlatform = platform?.accountId === accountId
  const open = ({ id }: UserAnswer): void =>
    isPlatform
      ? void navigate({ to: '/userAdmin/$id/edit', params: { id } })
      : void navigate({ to: '/userClient/$id/edit', params: { id }, search: { accountId } })
  const pathOf = ({ id }: UserAnswer): string =>
    isPlatform ? `/userAdmin/${id}/edit` : `/userClient/${id}/edit?${new URLSearchParams({ accountId })}`
  const ofClient = places?.name == null ? t(($) => $.client.title) : t(($) => $.client.of, { name: places.name })
  const title = isPlatform ? t(($) => $.client.administrators) : ofClient
  return (
    <Page
      title={title}
      icon={IconUsers}
      crumbs={[{ title: t(($) => $.client.clients), to: '/clients' }]}
      actions={
        mayUpdate && (
          <Button
            renderRoot={(props) =>
              isPlatform ? (
                <Link {...props} to="/userAdmin/create" />
              ) : (
                <Link {...props} to="/userClient/create" search={{ accountId }} />
              )
            }
            leftSection={<IconPlus size={20} aria-hidden />}
          >
            {t(($) => $.create[isPlatform ? 'admin' : 'client'])}
          </Button>
        )
      }
    >
      <ServerList
        label={t(($) => $.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={fullName}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.users.search, { ns: 'organization' })}
        columns={columns}
        {...(mayUpdate && {
          onOpen: open,
          pathOf,
          actions: [{ label: t(($) => $.edit), icon: IconPencil, run: open }],
        })}
        empty={
          state.search === '' ? (
            <EmptyState icon={IconUsers} title={t(($) => $.client.none)} text={t(($) => $.client.noneText)} />
          ) : (
            <EmptyState icon={IconUsers} title={t(($) => $.users.noMatch, { ns: 'organization' })} />
          )
        }
      />
    </Page>
  )
}
